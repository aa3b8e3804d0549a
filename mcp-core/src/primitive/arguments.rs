//! The arguments of a tool: a tuple of typed parameters, or one whole struct.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor,
};
use serde_json::Value;

use super::parameter::for_each_tuple;
use super::{Constraints, Json, Param, ParameterList};

/// One whole struct as the arguments of a tool.
///
/// ```
/// use mcp_core::{Args, McpResponse};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct OrderLookup { order_id: u64 }
///
/// async fn find_order(Args(input): Args<OrderLookup>) -> McpResponse {
///     McpResponse::text(format!("Order {}", input.order_id))
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args<T>(pub T);

/// A type that can be one argument of a tool: it is read from JSON and describes itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "an argument needs `Deserialize` and `JsonSchema`, and is owned and `Send`",
    note = "derive both for the type and for what it contains: `#[derive(serde::Deserialize, schemars::JsonSchema)]`",
    note = "if it comes from the request instead, or is an alias of `State` or `Context`, mark the parameter with `#[from_context]`; an alias of `Args` is written out as `Args<…>`"
)]
pub trait Argument: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Argument for T {}

/// A struct that can be all the arguments of a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "`Args<{Self}>` needs `{Self}: Deserialize + JsonSchema`, owned and `Send`",
    note = "derive both for the type and for what it contains: `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait ArgumentStruct: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> ArgumentStruct for T {}

/// The arguments of a tool as one struct; [`arguments`](super::arguments) makes it.
pub struct Whole<T>(PhantomData<fn() -> T>);

impl<T> Default for Whole<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T> fmt::Debug for Whole<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Whole")
    }
}

/// One parameter of a tool: what its schema is made of.
#[derive(Clone, Debug)]
pub struct ArgumentSpec {
    pub(crate) name: Cow<'static, str>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) default: Option<Value>,
    pub(crate) constraints: Constraints,
    pub(crate) required: bool,
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) problems: Vec<String>,
}

/// What makes up a tool's input schema.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputSpec {
    /// Parameters, one by one.
    List(Vec<ArgumentSpec>),
    /// One struct.
    Struct(fn(&mut SchemaGenerator) -> Schema),
}

/// What a tool takes from its client: a tuple of [`argument`](super::argument)s, or
/// [`arguments`](super::arguments).
pub trait ToolInput: ParameterList<Values: Send + 'static> + 'static {
    /// What the input schema is made of.
    fn spec(self) -> InputSpec;

    /// Decodes the arguments object; `names` are those of the parameters, in order.
    ///
    /// # Errors
    ///
    /// The deserializer's, for the first thing that does not fit.
    fn decode<'de, D: Deserializer<'de>>(
        names: &[Cow<'static, str>],
        input: D,
    ) -> Result<Self::Values, D::Error>;
}

impl<T> ParameterList for Whole<T> {
    type Values = Args<T>;
}

impl<T: ArgumentStruct> ToolInput for Whole<T> {
    fn spec(self) -> InputSpec {
        InputSpec::Struct(|generator| generator.subschema_for::<T>())
    }

    fn decode<'de, D: Deserializer<'de>>(_: &[Cow<'static, str>], input: D) -> Result<Args<T>, D::Error> {
        T::deserialize(input).map(Args)
    }
}

/// Implements [`ToolInput`] for a tuple of arguments.
macro_rules! argument_tuple {
    ($($type:ident $index:tt),*) => {
        impl<$($type: Argument),*> ToolInput for ($(Param<Json<$type>>,)*) {
            fn spec(self) -> InputSpec {
                InputSpec::List(vec![$(ArgumentSpec::of(self.$index)),*])
            }

            fn decode<'de, Input: Deserializer<'de>>(
                names: &[Cow<'static, str>],
                input: Input,
            ) -> Result<Self::Values, Input::Error> {
                input.deserialize_map(SlotsVisitor::<($(Option<$type>,)*)> { names, slots: PhantomData })
            }
        }

        #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple uses nothing")]
        impl<$($type: Argument),*> Slots for ($(Option<$type>,)*) {
            type Values = ($($type,)*);

            fn empty() -> Self {
                ($(None::<$type>,)*)
            }

            fn fill<'de, Map: MapAccess<'de>>(
                &mut self,
                index: usize,
                name: &str,
                map: &mut Map,
            ) -> Result<(), Map::Error> {
                match index {
                    $($index => fill(&mut self.$index, name, map),)*
                    _ => map.next_value::<IgnoredAny>().map(drop),
                }
            }

            fn finish<Error: serde::de::Error>(self, names: &[Cow<'static, str>]) -> Result<Self::Values, Error> {
                Ok(($(finish(self.$index, &names[$index])?,)*))
            }
        }
    };
}

for_each_tuple!(argument_tuple);

impl ArgumentSpec {
    fn of<T: Argument>(param: Param<Json<T>>) -> Self {
        Self {
            name: param.name,
            description: param.description,
            default: param.default,
            constraints: param.constraints,
            problems: param.problems,
            required: !is_optional::<T>(),
            schema: |generator| generator.subschema_for::<T>(),
        }
    }
}

/// The values of a tuple's parameters as they come in.
trait Slots: Sized {
    /// The values, when all are there.
    type Values;

    /// Nothing has come yet.
    fn empty() -> Self;

    /// Reads the value of the parameter at `index`.
    fn fill<'de, M: MapAccess<'de>>(&mut self, index: usize, name: &str, map: &mut M)
    -> Result<(), M::Error>;

    /// The values; absent ones are read from nothing.
    fn finish<E: serde::de::Error>(self, names: &[Cow<'static, str>]) -> Result<Self::Values, E>;
}

fn fill<'de, T: Argument, M: MapAccess<'de>>(
    slot: &mut Option<T>,
    name: &str,
    map: &mut M,
) -> Result<(), M::Error> {
    if slot.is_some() {
        return Err(M::Error::custom(format_args!("`{name}` is given twice")));
    }
    *slot = Some(map.next_value()?);
    Ok(())
}

fn finish<T: Argument, E: serde::de::Error>(slot: Option<T>, name: &str) -> Result<T, E> {
    match slot {
        Some(value) => Ok(value),
        None => T::deserialize(Absent {
            name,
            error: PhantomData,
        }),
    }
}

struct SlotsVisitor<'n, S> {
    names: &'n [Cow<'static, str>],
    slots: PhantomData<S>,
}

impl<'de, S: Slots> Visitor<'de> for SlotsVisitor<'_, S> {
    type Value = S::Values;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of arguments")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<S::Values, M::Error> {
        let mut slots = S::empty();
        while let Some(index) = map.next_key_seed(NameSeed(self.names))? {
            slots.fill(index, &self.names[index], &mut map)?;
        }
        slots.finish(self.names)
    }
}

/// Reads a key as the index of the parameter that has this name.
struct NameSeed<'n>(&'n [Cow<'static, str>]);

impl<'de> DeserializeSeed<'de> for NameSeed<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for NameSeed<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an argument")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<usize, E> {
        match self.0.iter().position(|name| name == key) {
            Some(index) => Ok(index),
            None => Err(E::custom(format_args!("unknown argument `{key}`"))),
        }
    }
}

/// What an absent argument is read from: nothing, which only an `Option` accepts.
struct Absent<'n, E> {
    name: &'n str,
    error: PhantomData<E>,
}

impl<'de, E: serde::de::Error> Deserializer<'de> for Absent<'_, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, E> {
        Err(E::custom(format_args!("`{}` is required", self.name)))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Whether an argument of this type may be left out.
fn is_optional<T: Argument>() -> bool {
    let absent = Absent::<serde::de::value::Error> {
        name: "",
        error: PhantomData,
    };
    T::deserialize(absent).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Three = (Param<Json<u64>>, Param<Json<Option<String>>>, Param<Json<bool>>);

    fn decode(json: &str) -> Result<(u64, Option<String>, bool), String> {
        let names = ["id".into(), "note".into(), "sure".into()];
        let mut input = serde_json::Deserializer::from_str(json);
        Three::decode(&names, &mut input).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_are_found_by_name_in_any_order() {
        assert_eq!(decode(r#"{"sure":true,"id":42}"#), Ok((42, None, true)));
        assert_eq!(
            decode(r#"{"note":"x","id":1,"sure":false}"#),
            Ok((1, Some("x".into()), false))
        );
    }

    #[test]
    fn what_is_missing_unknown_or_double_is_refused() {
        assert!(decode(r#"{"id":1}"#).unwrap_err().contains("`sure` is required"));
        assert!(
            decode(r#"{"id":1,"sure":true,"ids":2}"#)
                .unwrap_err()
                .contains("unknown argument `ids`")
        );
        assert!(
            decode(r#"{"id":1,"id":2,"sure":true}"#)
                .unwrap_err()
                .contains("given twice")
        );
    }

    #[test]
    fn b15_options_are_known_by_type_not_by_name() {
        type Note = Option<String>;
        assert!(is_optional::<Note>());
        assert!(!is_optional::<String>());
        assert!(!is_optional::<Vec<u8>>());
    }
}
