//! What is written in the attribute: text → settings, each value checked by itself.
//!
//! What depends on the function as well is checked in [`crate::model`].

mod argument;
mod common;
mod form;
mod icon;
mod interval;
mod prompt;
mod resource;
mod tool;
mod uri;
mod value;
mod walk;

use proc_macro2::TokenStream;

pub(crate) use argument::{ArgumentSettings, Constraints, DefaultValue};
pub(crate) use common::{Common, MetaValue, is_name};
pub(crate) use form::form_crate;
pub(crate) use icon::Icon;
pub(crate) use interval::{Interval, Number};
pub(crate) use prompt::PromptSettings;
pub(crate) use resource::{Annotations, Cache, ResourceSettings};
pub(crate) use tool::ToolSettings;
pub(crate) use uri::{Uri, Variable};

use crate::diagnostics::Diagnostics;
use crate::kind::Kind;

/// The settings of one attribute.
pub(crate) enum Settings {
    Tool(ToolSettings),
    Resource(ResourceSettings),
    Prompt(PromptSettings),
}

impl Settings {
    /// Reads the list in the attribute's parentheses.
    pub(crate) fn parse(kind: Kind, list: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        match kind {
            Kind::Tool => Self::Tool(ToolSettings::parse(list, diagnostics)),
            Kind::Resource => Self::Resource(ResourceSettings::parse(list, diagnostics)),
            Kind::Prompt => Self::Prompt(PromptSettings::parse(list, diagnostics)),
        }
    }

    /// What every kind has.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Tool(settings) => &settings.common,
            Self::Resource(settings) => &settings.common,
            Self::Prompt(settings) => &settings.common,
        }
    }
}
