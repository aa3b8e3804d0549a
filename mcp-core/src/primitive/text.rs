//! Arguments that arrive as text: the variables of a template and the arguments of a prompt.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A type that can be read from a template variable or a prompt argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from text",
    label = "a template variable or prompt argument needs `FromStr`",
    note = "template variables and prompt arguments are text on the wire: use a type with `FromStr`, or `Option` of one, written out as `Option<…>`",
    note = "if it comes from the context instead, mark the parameter with `#[from_context]`"
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

/// One text parameter: required ([`TextArgument`] itself) or optional ([`Option`] of one).
pub trait TextInput: Sized + Send + 'static {
    /// Whether the text must be there.
    const REQUIRED: bool;

    /// Takes the parameter from the text that came for it.
    ///
    /// # Errors
    ///
    /// [`InvalidText`].
    fn take(name: &str, text: Option<&str>) -> Result<Self, InvalidText>;
}

/// A required text parameter; how [`TextList`] keeps it apart from an optional one.
#[derive(Clone, Copy, Debug)]
pub struct Required<T>(pub T);

impl<T: TextArgument> TextInput for Required<T> {
    const REQUIRED: bool = true;

    fn take(name: &str, text: Option<&str>) -> Result<Self, InvalidText> {
        match text.map(|text| T::from_text(text).ok_or(text)) {
            Some(Ok(value)) => Ok(Self(value)),
            Some(Err(text)) => Err(InvalidText {
                name: name.to_owned(),
                received: Some(text.to_owned()),
            }),
            None => Err(InvalidText {
                name: name.to_owned(),
                received: None,
            }),
        }
    }
}

impl<T: TextArgument> TextInput for Option<T> {
    const REQUIRED: bool = false;

    fn take(name: &str, text: Option<&str>) -> Result<Self, InvalidText> {
        text.map(|text| Required::<T>::take(name, Some(text)).map(|required| required.0))
            .transpose()
    }
}

/// The text parameters of a handler as a list of nested pairs: `()`, `((), A)`, `(((), A), B)`.
pub trait TextList: Sized + Send + 'static {
    /// How many parameters there are.
    const LENGTH: usize;

    /// Takes all of them by name.
    ///
    /// # Errors
    ///
    /// The first [`InvalidText`].
    fn take(names: &[Cow<'static, str>], values: &TextValues) -> Result<Self, InvalidText>;
}

impl TextList for () {
    const LENGTH: usize = 0;

    fn take(_: &[Cow<'static, str>], _: &TextValues) -> Result<Self, InvalidText> {
        Ok(())
    }
}

#[diagnostic::do_not_recommend]
impl<L: TextList, A: TextInput> TextList for (L, A) {
    const LENGTH: usize = L::LENGTH + 1;

    fn take(names: &[Cow<'static, str>], values: &TextValues) -> Result<Self, InvalidText> {
        let rest = L::take(names, values)?;
        let name = names[L::LENGTH].as_ref();
        let text = values
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, text)| text.as_str());
        Ok((rest, A::take(name, text)?))
    }
}
