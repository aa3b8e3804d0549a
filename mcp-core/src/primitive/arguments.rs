//! The arguments of a tool: a list of typed parameters, or one whole struct.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};

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
    label = "an argument needs `Deserialize` and `JsonSchema`",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`",
    note = "if it comes from the context instead, or is an alias of `State` or `Context`, mark the parameter with `#[from_context]`; an alias of `Args` must be written out as `Args<…>`"
)]
pub trait Argument: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Argument for T {}

/// A struct that can be all the arguments of a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "`Args<{Self}>` needs `{Self}: Deserialize + JsonSchema`",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait ArgumentStruct: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> ArgumentStruct for T {}

/// What a tool's arguments are decoded into: `Args<T>`, or an [`ArgumentList`].
pub trait ToolInput: Sized + Send + 'static {
    /// Decodes the arguments object; `names` are those of the list, in order.
    ///
    /// # Errors
    ///
    /// The deserializer's, for the first thing that does not fit.
    fn decode<'de, D: Deserializer<'de>>(names: &[Cow<'static, str>], input: D) -> Result<Self, D::Error>;
}

impl<T: ArgumentStruct> ToolInput for Args<T> {
    fn decode<'de, D: Deserializer<'de>>(_: &[Cow<'static, str>], input: D) -> Result<Self, D::Error> {
        T::deserialize(input).map(Self)
    }
}

#[diagnostic::do_not_recommend]
impl<L: ArgumentList> ToolInput for L {
    fn decode<'de, D: Deserializer<'de>>(names: &[Cow<'static, str>], input: D) -> Result<Self, D::Error> {
        input.deserialize_map(ListVisitor {
            names,
            list: std::marker::PhantomData,
        })
    }
}

/// A tool's parameters as a list of nested pairs: `()`, `((), A)`, `(((), A), B)` and so on.
///
/// The builders make it; a handler takes it apart by the same pattern.
pub trait ArgumentList: Sized + Send + 'static {
    /// The values seen so far.
    type Slots: Default;
    /// How many parameters there are.
    const LENGTH: usize;

    /// Reads the value of parameter `index` into its slot.
    ///
    /// # Errors
    ///
    /// When the value does not fit the parameter's type, or is there already.
    fn fill<'de, M: MapAccess<'de>>(
        slots: &mut Self::Slots,
        index: usize,
        names: &[Cow<'static, str>],
        map: &mut M,
    ) -> Result<(), M::Error>;

    /// The list, with absent parameters read from nothing: `None` for an `Option`.
    ///
    /// # Errors
    ///
    /// When a parameter that is required is absent.
    fn finish<E: serde::de::Error>(slots: Self::Slots, names: &[Cow<'static, str>]) -> Result<Self, E>;
}

impl ArgumentList for () {
    type Slots = ();
    const LENGTH: usize = 0;

    fn fill<'de, M: MapAccess<'de>>(
        (): &mut (),
        _: usize,
        _: &[Cow<'static, str>],
        map: &mut M,
    ) -> Result<(), M::Error> {
        map.next_value::<IgnoredAny>().map(drop)
    }

    fn finish<E: serde::de::Error>((): (), _: &[Cow<'static, str>]) -> Result<Self, E> {
        Ok(())
    }
}

#[diagnostic::do_not_recommend]
impl<L: ArgumentList, A: Argument> ArgumentList for (L, A) {
    type Slots = (L::Slots, Option<A>);
    const LENGTH: usize = L::LENGTH + 1;

    fn fill<'de, M: MapAccess<'de>>(
        slots: &mut Self::Slots,
        index: usize,
        names: &[Cow<'static, str>],
        map: &mut M,
    ) -> Result<(), M::Error> {
        if index != L::LENGTH {
            return L::fill(&mut slots.0, index, names, map);
        }
        if slots.1.is_some() {
            return Err(M::Error::custom(format_args!(
                "`{}` is given twice",
                names[index]
            )));
        }
        slots.1 = Some(map.next_value()?);
        Ok(())
    }

    fn finish<E: serde::de::Error>(slots: Self::Slots, names: &[Cow<'static, str>]) -> Result<Self, E> {
        let rest = L::finish(slots.0, names)?;
        let value = match slots.1 {
            Some(value) => value,
            None => A::deserialize(Absent {
                name: &names[L::LENGTH],
                error: std::marker::PhantomData,
            })?,
        };
        Ok((rest, value))
    }
}

struct ListVisitor<'n, L> {
    names: &'n [Cow<'static, str>],
    list: std::marker::PhantomData<L>,
}

impl<'de, L: ArgumentList> Visitor<'de> for ListVisitor<'_, L> {
    type Value = L;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of arguments")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<L, M::Error> {
        let mut slots = L::Slots::default();
        while let Some(index) = map.next_key_seed(NameSeed(self.names))? {
            L::fill(&mut slots, index, self.names, &mut map)?;
        }
        L::finish(slots, self.names)
    }
}

/// Reads a key as the index of the parameter that has this name.
struct NameSeed<'n>(&'n [Cow<'static, str>]);

impl<'de> serde::de::DeserializeSeed<'de> for NameSeed<'_> {
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
pub(super) struct Absent<'n, E> {
    pub(super) name: &'n str,
    pub(super) error: std::marker::PhantomData<E>,
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
pub(super) fn is_optional<A: Argument>() -> bool {
    let absent = Absent::<serde::de::value::Error> {
        name: "",
        error: std::marker::PhantomData,
    };
    A::deserialize(absent).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Three = ((((), u64), Option<String>), bool);

    fn names() -> Vec<Cow<'static, str>> {
        vec!["id".into(), "note".into(), "sure".into()]
    }

    fn decode(json: &str) -> Result<Three, String> {
        let mut input = serde_json::Deserializer::from_str(json);
        Three::decode(&names(), &mut input).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_are_found_by_name_in_any_order() {
        assert_eq!(decode(r#"{"sure":true,"id":42}"#), Ok(((((), 42), None), true)));
        let all = decode(r#"{"note":"x","id":1,"sure":false}"#);
        assert_eq!(all, Ok(((((), 1), Some("x".into())), false)));
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
