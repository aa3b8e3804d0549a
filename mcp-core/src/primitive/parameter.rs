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
    pub(crate) default: Option<Result<Value, crate::StrictJsonError>>,
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
        self.default = Some(crate::strict_json::to_value(value));
        self
    }

    /// The function that suggests values; see [`Completer`].
    pub fn complete<C>(mut self, completer: impl Completer<C>) -> Self {
        self.completer = Some(completer.erase());
        self
    }

    /// What is wrong with it, if anything.
    pub(super) fn problem(&self) -> Option<String> {
        match &self.default {
            Some(Err(error)) => Some(format!("the default of `{}` cannot be JSON: {error}", self.name)),
            _ => None,
        }
    }
}

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
