//! The parameters of a handler, as values: what a builder is given, and what the handler gets.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::{Completer, ErasedCompleter, Whole};

/// A parameter that the client fills: its name, and what is said of it.
///
/// [`argument`] makes one for a tool, [`text`] one for a template or a prompt.
///
/// ```
/// use mcp_core::primitive::argument;
///
/// let limit = argument::<Option<u32>>("limit").description("How many to return.").default(&10);
/// ```
#[must_use]
pub struct Param<M> {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) default: Option<Value>,
    pub(crate) constraints: Constraints,
    /// What cannot be JSON in what was said of it.
    pub(super) problems: Vec<String>,
    pub(crate) completer: Option<Arc<dyn ErasedCompleter>>,
    form: PhantomData<fn() -> M>,
}

/// Marks a [`Param`] that is read from JSON into a `T`.
#[derive(Debug)]
pub struct Json<T>(PhantomData<T>);

/// Marks a [`Param`] that is read from text: into a `U` if `T` is [`Required<U>`](super::Required),
/// or into an `Option<U>` if `T` is that.
#[derive(Debug)]
pub struct Text<T>(PhantomData<T>);

/// A parameter that comes from the request's context; [`context`] makes one.
pub struct Extract<P>(PhantomData<fn() -> P>);

/// An argument of a tool.
pub fn argument<T>(name: impl Into<Cow<'static, str>>) -> Param<Json<T>> {
    Param::new(name)
}

/// A struct that is all the arguments of a tool.
#[must_use]
pub fn arguments<T>() -> Whole<T> {
    Whole::default()
}

/// A variable of a template or an argument of a prompt: `text::<Required<u64>>("id")`, or
/// `text::<Option<u64>>("page")` for one that may be absent.
pub fn text<T>(name: impl Into<Cow<'static, str>>) -> Param<Text<T>> {
    Param::new(name)
}

/// A parameter that comes from the context.
#[must_use]
pub fn context<P>() -> Extract<P> {
    Extract(PhantomData)
}

impl<M> Param<M> {
    fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            default: None,
            constraints: Constraints::default(),
            problems: Vec::new(),
            completer: None,
            form: PhantomData,
        }
    }

    /// The name for people, in a prompt's list of arguments.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is, for the model.
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The value that stands for an absent one, as a tool's schema shows it. The parameter's type
    /// has to be an `Option`, and the handler puts the value in.
    pub fn default<T: Serialize>(mut self, value: &T) -> Self {
        self.default = self.json("default", value);
        self
    }

    /// The function that suggests values; see [`Completer`].
    pub fn complete<C>(mut self, completer: impl Completer<C>) -> Self {
        self.completer = Some(completer.erase());
        self
    }

    /// `value` as JSON; what cannot be JSON becomes a problem of the server's build.
    fn json<T: Serialize>(&mut self, what: &str, value: &T) -> Option<Value> {
        match crate::strict_json::to_value(value) {
            Ok(value) => Some(value),
            Err(error) => {
                self.problems
                    .push(format!("the {what} of `{}` cannot be JSON: {error}", self.name));
                None
            }
        }
    }
}

/// What an argument's value has to fulfil beyond its type. It is advertised in the schema and
/// enforced before the handler runs; a default or an example that breaks it fails the build.
impl<T> Param<Json<T>> {
    /// The least value.
    pub fn minimum<N: Serialize>(mut self, least: &N) -> Self {
        self.constraints.minimum = self.json("minimum", least);
        self
    }

    /// The greatest value.
    pub fn maximum<N: Serialize>(mut self, most: &N) -> Self {
        self.constraints.maximum = self.json("maximum", most);
        self
    }

    /// The least number of characters of a text, or of items of a list.
    pub fn min_length(mut self, least: u64) -> Self {
        self.constraints.min_length = Some(least);
        self
    }

    /// The greatest number of characters of a text, or of items of a list.
    pub fn max_length(mut self, most: u64) -> Self {
        self.constraints.max_length = Some(most);
        self
    }

    /// A regular expression that a text has to match somewhere; anchor it with `^` and `$`.
    pub fn pattern(mut self, pattern: impl Into<Cow<'static, str>>) -> Self {
        self.constraints.pattern = Some(pattern.into());
        self
    }

    /// A value that fits, for the model to see.
    pub fn example<E: Serialize>(mut self, value: &E) -> Self {
        let value = self.json("example", value);
        self.constraints.examples.extend(value);
        self
    }

    /// Mirrors the argument in the HTTP header `Mcp-Param-NAME`, for gateways that do not read
    /// bodies (`HDR-07`). Never mark what is secret or personal (`TOOL-26`).
    pub fn header(mut self, name: impl Into<Cow<'static, str>>) -> Self
    where
        T: HeaderArgument,
    {
        self.constraints.header = Some(name.into());
        self
    }
}

/// The constraints of one argument.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    pub(crate) minimum: Option<Value>,
    pub(crate) maximum: Option<Value>,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) pattern: Option<Cow<'static, str>>,
    pub(crate) examples: Vec<Value>,
    pub(crate) header: Option<Cow<'static, str>>,
}

/// A type whose value can be mirrored in an HTTP header: text, integers, booleans, and `Option`s of
/// them (`HDR-08`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be mirrored in a header",
    label = "`header` needs text, an integer or a boolean",
    note = "use `String`, an integer type, `bool`, or an `Option` of one; fractions, lists and structs have no header form"
)]
pub trait HeaderArgument {}

macro_rules! header_arguments {
    ($($type:ty)*) => {$(#[diagnostic::do_not_recommend] impl HeaderArgument for $type {})*};
}

header_arguments! { String char bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

#[diagnostic::do_not_recommend]
impl<T: HeaderArgument> HeaderArgument for Option<T> {}

/// A parameter, and the type of the value that the handler gets for it.
pub trait Parameter {
    /// What the handler gets.
    type Value;
}

impl<T> Parameter for Param<Json<T>> {
    type Value = T;
}

impl<T: super::TextForm> Parameter for Param<Text<T>> {
    type Value = T::Value;
}

impl<P> Parameter for Extract<P> {
    type Value = P;
}

/// A tuple of parameters, and the tuple of what the handler gets for them.
///
/// It asks nothing of the types: what is wrong with one of them is then found, and reported, once.
pub trait ParameterList {
    /// What the handler gets.
    type Values;
}

/// Calls a macro with the type names and indices of each tuple of up to 16 parameters.
macro_rules! for_each_tuple {
    ($implement:ident) => {
        $implement!();
        $implement!(A 0);
        $implement!(A 0, B 1);
        $implement!(A 0, B 1, C 2);
        $implement!(A 0, B 1, C 2, D 3);
        $implement!(A 0, B 1, C 2, D 3, E 4);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14);
        $implement!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);
    };
}

pub(crate) use for_each_tuple;

macro_rules! parameter_tuple {
    ($($parameter:ident $index:tt),*) => {
        impl<$($parameter: Parameter),*> ParameterList for ($($parameter,)*) {
            type Values = ($($parameter::Value,)*);
        }
    };
}

for_each_tuple!(parameter_tuple);

impl<M> fmt::Debug for Param<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Param")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl<P> fmt::Debug for Extract<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Extract")
    }
}
