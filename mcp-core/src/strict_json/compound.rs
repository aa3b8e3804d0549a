//! Objects and lists under construction: each part is checked, and a failure learns the name of the
//! part.

use serde::{Serialize, ser};

use super::{error::Context, key::CheckedKey, serializer::Checked};

/// Where the parts of a container stand.
#[derive(Clone, Copy)]
pub(super) struct Position<'c> {
    pub(super) context: &'c Context,
    pub(super) depth: u32,
    /// The variant whose content this is: one more segment of the place.
    pub(super) variant: Option<&'static str>,
}

impl<'c> Position<'c> {
    #[inline]
    pub(super) fn check<'v, T: ?Sized>(&self, value: &'v T) -> Checked<'c, 'v, T> {
        Checked {
            value,
            context: self.context,
            depth: self.depth,
        }
    }

    #[cold]
    fn enclose(&self, segment: &dyn std::fmt::Display) {
        self.context.enclose(segment);
        if let Some(variant) = self.variant {
            self.context.enclose(&variant);
        }
    }
}

/// A list: parts are named by their index.
pub(super) struct CheckedSequence<'c, C> {
    inner: C,
    position: Position<'c>,
    index: usize,
}

impl<'c, C> CheckedSequence<'c, C> {
    #[inline]
    pub(super) fn new(inner: C, position: Position<'c>) -> Self {
        Self {
            inner,
            position,
            index: 0,
        }
    }
}

macro_rules! impl_sequence {
    ($($trait:ident::$method:ident),* $(,)?) => {$(
        impl<C: ser::$trait> ser::$trait for CheckedSequence<'_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), C::Error> {
                let position = self.position;
                self.inner.$method(&position.check(value)).inspect_err(|_| position.enclose(&self.index))?;
                self.index += 1;
                Ok(())
            }

            #[inline]
            fn end(self) -> Result<C::Ok, C::Error> {
                self.inner.end()
            }
        }
    )*};
}

impl_sequence! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// An object whose members are known to the type.
pub(super) struct CheckedStruct<'c, C> {
    inner: C,
    position: Position<'c>,
}

impl<'c, C> CheckedStruct<'c, C> {
    #[inline]
    pub(super) fn new(inner: C, position: Position<'c>) -> Self {
        Self { inner, position }
    }
}

macro_rules! impl_struct {
    ($($trait:ident),* $(,)?) => {$(
        impl<C: ser::$trait> ser::$trait for CheckedStruct<'_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            #[inline]
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), C::Error> {
                let position = self.position;
                self.inner.serialize_field(key, &position.check(value)).inspect_err(|_| position.enclose(&key))
            }

            #[inline]
            fn skip_field(&mut self, key: &'static str) -> Result<(), C::Error> {
                self.inner.skip_field(key)
            }

            #[inline]
            fn end(self) -> Result<C::Ok, C::Error> {
                self.inner.end()
            }
        }
    )*};
}

impl_struct!(SerializeStruct, SerializeStructVariant);

/// An object whose members are data.
pub(super) struct CheckedMap<'c, C> {
    inner: C,
    position: Position<'c>,
    /// The key of the value to come. Kept only by callers who write key and value apart, which is
    /// rare.
    key: String,
}

impl<'c, C> CheckedMap<'c, C> {
    #[inline]
    pub(super) fn new(inner: C, position: Position<'c>) -> Self {
        Self {
            inner,
            position,
            key: String::new(),
        }
    }
}

impl<C: ser::SerializeMap> ser::SerializeMap for CheckedMap<'_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), C::Error> {
        self.inner.serialize_key(&CheckedKey {
            key,
            context: self.position.context,
        })?;
        self.key = key_text(key);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), C::Error> {
        let position = self.position;
        self.inner
            .serialize_value(&position.check(value))
            .inspect_err(|_| position.enclose(&self.key))
    }

    // Key and value go to `inner` one after the other and not as an entry: only then is it known
    // which of the two failed, and only a failed value lies under the key.
    #[inline]
    fn serialize_entry<K: ?Sized + Serialize, V: ?Sized + Serialize>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), C::Error> {
        let position = self.position;
        self.inner.serialize_key(&CheckedKey {
            key,
            context: position.context,
        })?;
        self.inner
            .serialize_value(&position.check(value))
            .inspect_err(|_| position.enclose(&key_text(key)))
    }

    #[inline]
    fn end(self) -> Result<C::Ok, C::Error> {
        self.inner.end()
    }
}

/// The text of a key that has passed as one.
#[cold]
fn key_text<K: ?Sized + Serialize>(key: &K) -> String {
    match serde_json::to_value(key) {
        Ok(serde_json::Value::String(text)) => text,
        _ => String::new(),
    }
}
