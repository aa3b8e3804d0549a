//! Map keys: strings and what stands for one string, nothing else.

use std::fmt::Display;

use serde::{Serialize, Serializer, ser::Impossible};

use super::error::{Context, StrictJsonReason};

/// A map key that is checked while it is serialized.
pub(super) struct CheckedKey<'c, 'v, T: ?Sized> {
    pub(super) key: &'v T,
    pub(super) context: &'c Context,
}

impl<T: ?Sized + Serialize> Serialize for CheckedKey<'_, '_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.key.serialize(KeySerializer {
            inner: serializer,
            context: self.context,
        })
    }
}

/// Passes strings, characters, unit variants and newtypes of them on to `inner` and refuses all
/// others.
struct KeySerializer<'c, S> {
    inner: S,
    context: &'c Context,
}

macro_rules! refuse {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok, S::Error> {
            Err(self.context.refuse(StrictJsonReason::NonStringKey))
        }
    )*};
}

impl<S: Serializer> Serializer for KeySerializer<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Impossible<S::Ok, S::Error>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    #[inline]
    fn serialize_str(self, key: &str) -> Result<S::Ok, S::Error> {
        self.inner.serialize_str(key)
    }

    fn serialize_char(self, key: char) -> Result<S::Ok, S::Error> {
        self.inner.serialize_char(key)
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        key: &T,
    ) -> Result<S::Ok, S::Error> {
        key.serialize(self)
    }

    fn collect_str<T: ?Sized + Display>(self, key: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(key)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, _: &T) -> Result<S::Ok, S::Error> {
        Err(self.context.refuse(StrictJsonReason::NonStringKey))
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        Err(self.context.refuse(StrictJsonReason::NonStringKey))
    }

    refuse! {
        serialize_bool(bool) -> S::Ok;
        serialize_i8(i8) -> S::Ok;
        serialize_i16(i16) -> S::Ok;
        serialize_i32(i32) -> S::Ok;
        serialize_i64(i64) -> S::Ok;
        serialize_i128(i128) -> S::Ok;
        serialize_u8(u8) -> S::Ok;
        serialize_u16(u16) -> S::Ok;
        serialize_u32(u32) -> S::Ok;
        serialize_u64(u64) -> S::Ok;
        serialize_u128(u128) -> S::Ok;
        serialize_f32(f32) -> S::Ok;
        serialize_f64(f64) -> S::Ok;
        serialize_bytes(&[u8]) -> S::Ok;
        serialize_none() -> S::Ok;
        serialize_unit() -> S::Ok;
        serialize_unit_struct(&'static str) -> S::Ok;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}
