//! The serializer that checks each value before it hands it on.

use std::fmt::Display;

use serde::{Serialize, Serializer};

use super::{
    MAX_DEPTH,
    compound::{CheckedMap, CheckedSequence, CheckedStruct, Position},
    error::{Context, StrictJsonReason},
};

/// A value that is checked while it is serialized, `depth` levels deep in the whole.
pub(super) struct Checked<'c, 'v, T: ?Sized> {
    pub(super) value: &'v T,
    pub(super) context: &'c Context,
    pub(super) depth: u32,
}

impl<'c, 'v, T: ?Sized> Checked<'c, 'v, T> {
    pub(super) fn root(value: &'v T, context: &'c Context) -> Self {
        Self {
            value,
            context,
            depth: 0,
        }
    }
}

impl<T: ?Sized + Serialize> Serialize for Checked<'_, '_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(StrictSerializer {
            inner: serializer,
            context: self.context,
            depth: self.depth,
        })
    }
}

/// Passes JSON values on to `inner` and refuses all others.
pub(super) struct StrictSerializer<'c, S> {
    inner: S,
    context: &'c Context,
    depth: u32,
}

impl<'c, S: Serializer> StrictSerializer<'c, S> {
    pub(super) fn root(inner: S, context: &'c Context) -> Self {
        Self {
            inner,
            context,
            depth: 0,
        }
    }

    /// The position inside a container that opens `levels` levels here.
    #[inline]
    fn inside(&self, levels: u32) -> Result<Position<'c>, S::Error> {
        let depth = self.depth + levels;
        if depth > MAX_DEPTH {
            return Err(self.context.refuse(StrictJsonReason::TooDeep));
        }
        Ok(Position {
            context: self.context,
            depth,
            variant: None,
        })
    }

    /// As [`Self::inside`], for the content of `{"variant": [ … ]}` and `{"variant": { … }}`.
    #[inline]
    fn inside_variant(&self, variant: &'static str) -> Result<Position<'c>, S::Error> {
        let position = self.inside(2)?;
        Ok(Position {
            variant: Some(variant),
            ..position
        })
    }
}

/// Methods whose argument is JSON whatever it is.
macro_rules! pass {
    ($($method:ident($type:ty)),* $(,)?) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<S::Ok, S::Error> {
            self.inner.$method(value)
        }
    )*};
}

impl<'c, S: Serializer> Serializer for StrictSerializer<'c, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = CheckedSequence<'c, S::SerializeSeq>;
    type SerializeTuple = CheckedSequence<'c, S::SerializeTuple>;
    type SerializeTupleStruct = CheckedSequence<'c, S::SerializeTupleStruct>;
    type SerializeTupleVariant = CheckedSequence<'c, S::SerializeTupleVariant>;
    type SerializeMap = CheckedMap<'c, S::SerializeMap>;
    type SerializeStruct = CheckedStruct<'c, S::SerializeStruct>;
    type SerializeStructVariant = CheckedStruct<'c, S::SerializeStructVariant>;

    pass! {
        serialize_bool(bool),
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64), serialize_i128(i128),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_u128(u128),
        serialize_char(char), serialize_str(&str), serialize_unit_struct(&'static str),
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        if value.is_finite() {
            self.inner.serialize_f32(value)
        } else {
            Err(self.context.refuse(StrictJsonReason::NonFiniteNumber))
        }
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        if value.is_finite() {
            self.inner.serialize_f64(value)
        } else {
            Err(self.context.refuse(StrictJsonReason::NonFiniteNumber))
        }
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<S::Ok, S::Error> {
        Err(self.context.refuse(StrictJsonReason::Binary))
    }

    #[inline]
    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_none()
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Checked {
            value,
            context: self.context,
            depth: self.depth,
        })
    }

    #[inline]
    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_variant(name, index, variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let checked = Checked {
            value,
            context: self.context,
            depth: self.depth,
        };
        self.inner.serialize_newtype_struct(name, &checked)
    }

    #[inline]
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let position = self.inside(1)?;
        self.inner
            .serialize_newtype_variant(name, index, variant, &position.check(value))
            .inspect_err(|_| position.context.enclose(&variant))
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        let position = self.inside(1)?;
        Ok(CheckedSequence::new(self.inner.serialize_seq(len)?, position))
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        let position = self.inside(1)?;
        Ok(CheckedSequence::new(self.inner.serialize_tuple(len)?, position))
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        let position = self.inside(1)?;
        Ok(CheckedSequence::new(
            self.inner.serialize_tuple_struct(name, len)?,
            position,
        ))
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        let position = self.inside_variant(variant)?;
        Ok(CheckedSequence::new(
            self.inner.serialize_tuple_variant(name, index, variant, len)?,
            position,
        ))
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let position = self.inside(1)?;
        Ok(CheckedMap::new(self.inner.serialize_map(len)?, position))
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let position = self.inside(1)?;
        Ok(CheckedStruct::new(
            self.inner.serialize_struct(name, len)?,
            position,
        ))
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let position = self.inside_variant(variant)?;
        Ok(CheckedStruct::new(
            self.inner.serialize_struct_variant(name, index, variant, len)?,
            position,
        ))
    }

    #[inline]
    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(value)
    }

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}
