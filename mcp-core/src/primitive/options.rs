use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::{Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use super::arguments::{Argument, is_optional};
use super::complete::{Completer, ErasedCompleter};

/// What is said of one argument beside its name and type.
///
/// ```
/// use mcp_core::primitive::ArgumentOptions;
///
/// let options = ArgumentOptions::new().description("How many to return.").default(&10);
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct ArgumentOptions {
    pub(super) title: Option<Cow<'static, str>>,
    pub(super) description: Option<Cow<'static, str>>,
    pub(super) default: Option<Result<Value, crate::StrictJsonError>>,
    pub(super) completer: Option<Arc<dyn ErasedCompleter>>,
}

impl ArgumentOptions {
    /// Nothing beside the name and type.
    pub fn new() -> Self {
        <Self as Default>::default()
    }

    /// The name for people, in a prompt's list of arguments.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the argument is, for the model.
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The value that stands for an absent argument, as the schema shows it. The parameter's type
    /// has to be an `Option`, and the handler puts the value in.
    pub fn default<T: Serialize>(mut self, value: &T) -> Self {
        self.default = Some(crate::strict_json::to_value(value));
        self
    }

    /// The function that suggests values; see [`Completer`].
    pub fn complete<M>(mut self, completer: impl Completer<M>) -> Self {
        self.completer = Some(completer.erase());
        self
    }
}

impl fmt::Debug for ArgumentOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArgumentOptions")
            .field("description", &self.description)
            .field("default", &self.default)
            .finish_non_exhaustive()
    }
}

/// One parameter of a tool: what its schema is made of.
#[derive(Clone, Debug)]
pub struct ArgumentSpec {
    pub(crate) name: Cow<'static, str>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) default: Option<Value>,
    pub(crate) required: bool,
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
}

impl ArgumentSpec {
    pub(super) fn new<A: Argument>(name: Cow<'static, str>, options: &ArgumentOptions) -> Self {
        Self {
            name,
            description: options.description.clone(),
            default: options
                .default
                .as_ref()
                .and_then(|value| value.as_ref().ok())
                .cloned(),
            required: !is_optional::<A>(),
            schema: |generator| generator.subschema_for::<A>(),
        }
    }
}
