//! Arguments that arrive as text: the variables of a template and the arguments of a prompt.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::Arc;

use super::parameter::for_each_tuple;
use super::{ErasedCompleter, Param, ParameterList, Text};

/// A type that can be read from a template variable or a prompt argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from text",
    label = "a template variable or prompt argument needs `FromStr`",
    note = "template variables and prompt arguments are text on the wire: implement `std::str::FromStr`, or take a type that does, or `Option` of one, written out as `Option<…>`",
    note = "if it comes from the request instead, or is an alias of `State` or `Context`, mark the parameter with `#[from_context]`"
)]
pub trait TextArgument: Sized + Send + 'static {
    /// Reads the text; `None` if it does not fit.
    fn from_text(text: &str) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: FromStr + Send + 'static> TextArgument for T {
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Texts by name, as a request brings them.
pub type TextValues = Vec<(String, String)>;

/// A text argument that is absent or does not fit its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidText {
    /// The name of the argument.
    pub name: String,
    /// The text that does not fit; `None` when it is absent.
    pub received: Option<String>,
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.received {
            None => write!(f, "`{}` is required", self.name),
            Some(_) => write!(f, "the value of `{}` does not have the expected form", self.name),
        }
    }
}

/// [`Required<T>`] or `Option<T>`, of any `T`, and what the handler gets for it.
pub trait TextForm {
    /// What the handler gets.
    type Value;
}

/// One text parameter: required ([`TextArgument`] itself) or optional ([`Option`] of one).
pub trait TextInput: TextForm<Value: Send + 'static> + 'static {
    /// Whether the text must be there.
    const REQUIRED: bool;

    /// Takes the parameter's value from the texts that came.
    ///
    /// # Errors
    ///
    /// [`InvalidText`].
    fn take(name: &str, values: &TextValues) -> Result<Self::Value, InvalidText>;
}

/// Says that a text parameter must be there; see [`text`](super::text).
#[derive(Debug)]
pub struct Required<T>(PhantomData<T>);

impl<T> TextForm for Required<T> {
    type Value = T;
}

impl<T> TextForm for Option<T> {
    type Value = Self;
}

impl<T: TextArgument> TextInput for Required<T> {
    const REQUIRED: bool = true;

    fn take(name: &str, values: &TextValues) -> Result<T, InvalidText> {
        <Option<T> as TextInput>::take(name, values)?.ok_or_else(|| InvalidText {
            name: name.to_owned(),
            received: None,
        })
    }
}

impl<T: TextArgument> TextInput for Option<T> {
    const REQUIRED: bool = false;

    fn take(name: &str, values: &TextValues) -> Result<Self, InvalidText> {
        let Some((_, text)) = values.iter().find(|(key, _)| key == name) else {
            return Ok(None);
        };
        match T::from_text(text) {
            Some(value) => Ok(Some(value)),
            None => Err(InvalidText {
                name: name.to_owned(),
                received: Some(text.clone()),
            }),
        }
    }
}

/// What a template or a prompt takes from its client: a tuple of [`text`](super::text)s.
pub trait TextList: ParameterList<Values: Send + 'static> + 'static {
    /// What the builder keeps of each parameter.
    fn specs(self) -> Vec<TextSpec>;

    /// Takes all of them by name.
    ///
    /// # Errors
    ///
    /// The first [`InvalidText`].
    fn take(names: &[Cow<'static, str>], values: &TextValues) -> Result<Self::Values, InvalidText>;
}

/// What a builder keeps of a text parameter.
#[derive(Clone)]
pub struct TextSpec {
    pub(super) name: Cow<'static, str>,
    pub(super) title: Option<Cow<'static, str>>,
    pub(super) description: Option<Cow<'static, str>>,
    pub(super) required: bool,
    pub(super) completer: Option<Arc<dyn ErasedCompleter>>,
}

impl TextSpec {
    fn of<T: TextInput>(param: Param<Text<T>>) -> Self {
        let Param {
            name,
            title,
            description,
            completer,
            ..
        } = param;
        Self {
            name,
            title,
            description,
            required: T::REQUIRED,
            completer,
        }
    }
}

impl fmt::Debug for TextSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextSpec")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Implements [`TextList`] for a tuple of text parameters.
macro_rules! text_tuple {
    ($($type:ident $index:tt),*) => {
        #[allow(unused_variables, reason = "the empty tuple uses nothing")]
        impl<$($type: TextInput),*> TextList for ($(Param<Text<$type>>,)*) {
            fn specs(self) -> Vec<TextSpec> {
                vec![$(TextSpec::of(self.$index)),*]
            }

            fn take(names: &[Cow<'static, str>], values: &TextValues) -> Result<Self::Values, InvalidText> {
                Ok(($($type::take(&names[$index], values)?,)*))
            }
        }
    };
}

for_each_tuple!(text_tuple);
