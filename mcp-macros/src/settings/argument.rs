use proc_macro2::{Ident, TokenStream};
use syn::{Error, Expr, LitStr, Path};

use super::value;
use super::walk::walk;
use crate::diagnostics::Diagnostics;
use crate::kind::Kind;

/// The settings of `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ArgumentSettings {
    pub(crate) rename: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    /// With the key, for what is wrong with it depends on the type.
    pub(crate) default: Option<(Ident, DefaultValue)>,
    pub(crate) complete: Option<Path>,
}

/// What stands for an absent argument.
pub(crate) enum DefaultValue {
    /// `default`: what the type's `Default` gives.
    OfType,
    /// `default = value`.
    Value(Expr),
}

impl ArgumentSettings {
    pub(crate) fn parse(kind: Kind, list: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let known: &[&str] = match kind {
            Kind::Tool => &["default", "rename", "description"],
            Kind::Resource => &["default", "rename", "complete"],
            Kind::Prompt => &["default", "rename", "title", "description", "complete"],
        };
        let subject = format!("`#[arg]` of a {}", kind.noun());
        let mut settings = Self::default();
        walk(&subject, known, list, diagnostics, |key, input, _| {
            match key.to_string().as_str() {
                "default" => {
                    let value = match input.is_empty() || input.peek(syn::Token![,]) {
                        true => DefaultValue::OfType,
                        false => DefaultValue::Value(value::expression(key, input, "10")?),
                    };
                    settings.default = Some((key.clone(), value));
                }
                "rename" => settings.rename = Some(renamed(value::text(key, input)?)?),
                "title" => settings.title = Some(value::phrase(key, input)?),
                "description" => settings.description = Some(value::phrase(key, input)?),
                _ => settings.complete = Some(value::path(key, input, "suggest_cities")?),
            }
            Ok(())
        });
        settings
    }
}

fn renamed(name: LitStr) -> syn::Result<LitStr> {
    match name.value().is_empty() {
        false => Ok(name),
        true => Err(Error::new(
            name.span(),
            "a parameter needs a name: write `rename = \"pageSize\"`",
        )),
    }
}
