//! Tokens → typed values.

use serde::{
    de::{
        DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, VariantAccess, Visitor,
    },
    forward_to_deserialize_any,
};

use super::{Elements, Members, TapeError, TapeNode, Token, integral};

impl<'de> TapeNode<'de> {
    /// Calls `visitor` with the integer this is, or with what it is otherwise.
    #[inline]
    fn visit_integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
        match *self.token() {
            Token::Float(value) => match integral(value) {
                Some(integer) => visitor.visit_i64(integer),
                None => visitor.visit_f64(value),
            },
            _ => self.deserialize_any(visitor),
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
            self.visit_integer(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for TapeNode<'de> {
    type Error = TapeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
        match self.token() {
            Token::Null => visitor.visit_unit(),
            Token::Bool(value) => visitor.visit_bool(*value),
            Token::Unsigned(value) => visitor.visit_u64(*value),
            Token::Signed(value) => visitor.visit_i64(*value),
            Token::Float(value) => visitor.visit_f64(*value),
            Token::String(value) => visitor.visit_borrowed_str(value),
            Token::Array { .. } => visit_array(self, visitor),
            Token::Object { .. } => visit_object(self, visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
        match self.token() {
            Token::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        if let Token::String(variant) = self.token() {
            return visitor.visit_enum(Variant {
                variant,
                content: None,
            });
        }
        let mut members = self.members().into_iter().flatten();
        match (members.next(), members.next()) {
            (Some((variant, content)), None) => visitor.visit_enum(Variant {
                variant,
                content: Some(content),
            }),
            _ => Err(TapeError::custom(
                "expected the name of a variant, or an object with that name as its only key",
            )),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier
    }
}

impl<'de> IntoDeserializer<'de, TapeError> for TapeNode<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn visit_array<'de, V: Visitor<'de>>(node: TapeNode<'de>, visitor: V) -> Result<V::Value, TapeError> {
    let Some(elements) = node.elements() else {
        return Err(TapeError::custom("expected an array"));
    };
    let len = elements.len();
    let mut access = ArrayAccess { elements, index: 0 };
    let value = visitor.visit_seq(&mut access)?;
    // A fixed-size type takes as many items as it wants; more of them are an error, not noise.
    match access.elements.len() {
        0 => Ok(value),
        left => Err(TapeError::invalid_length(
            len,
            &format!("{} items", len - left).as_str(),
        )),
    }
}

fn visit_object<'de, V: Visitor<'de>>(node: TapeNode<'de>, visitor: V) -> Result<V::Value, TapeError> {
    let Some(members) = node.members() else {
        return Err(TapeError::custom("expected an object"));
    };
    visitor.visit_map(ObjectAccess {
        members,
        current: None,
    })
}

struct ArrayAccess<'de> {
    elements: Elements<'de>,
    index: usize,
}

impl<'de> SeqAccess<'de> for ArrayAccess<'de> {
    type Error = TapeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, TapeError> {
        let Some(element) = self.elements.next() else {
            return Ok(None);
        };
        let value = seed
            .deserialize(element)
            .map_err(|error| error.within(&self.index))?;
        self.index += 1;
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

struct ObjectAccess<'de> {
    members: Members<'de>,
    current: Option<(&'de str, TapeNode<'de>)>,
}

impl<'de> MapAccess<'de> for ObjectAccess<'de> {
    type Error = TapeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, TapeError> {
        self.current = self.members.next();
        match self.current {
            Some((key, _)) => seed.deserialize(Key(key)).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, TapeError> {
        let Some((key, value)) = self.current.take() else {
            return Err(TapeError::custom("a value was asked for before its key"));
        };
        seed.deserialize(value).map_err(|error| error.within(&key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

/// An object key. Maps may have keys of other types, whose text is then read as such.
struct Key<'de>(&'de str);

macro_rules! parsed_keys {
    ($($method:ident => $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
            match self.0.parse() {
                Ok(key) => visitor.$visit(key),
                Err(_) => Err(TapeError::invalid_type(Unexpected::Str(self.0), &visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = TapeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
        visitor.visit_borrowed_str(self.0)
    }

    parsed_keys! {
        deserialize_bool => visit_bool
        deserialize_i8 => visit_i8
        deserialize_i16 => visit_i16
        deserialize_i32 => visit_i32
        deserialize_i64 => visit_i64
        deserialize_i128 => visit_i128
        deserialize_u8 => visit_u8
        deserialize_u16 => visit_u16
        deserialize_u32 => visit_u32
        deserialize_u64 => visit_u64
        deserialize_u128 => visit_u128
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TapeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        visitor.visit_enum(Variant {
            variant: self.0,
            content: None,
        })
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// An enum in its default form: `"variant"` or `{"variant": content}`.
struct Variant<'de> {
    variant: &'de str,
    content: Option<TapeNode<'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = TapeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), TapeError> {
        let variant = seed.deserialize(Key(self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> Variant<'de> {
    fn content(&self, expected: &'static str) -> Result<TapeNode<'de>, TapeError> {
        self.content
            .ok_or_else(|| TapeError::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = TapeError;

    fn unit_variant(self) -> Result<(), TapeError> {
        match self.content.map(TapeNode::token) {
            None | Some(Token::Null) => Ok(()),
            Some(_) => Err(TapeError::custom("the variant has no content").within(&self.variant)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, TapeError> {
        seed.deserialize(self.content("a variant with content")?)
            .map_err(|error| error.within(&self.variant))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, TapeError> {
        visit_array(self.content("a variant with an array")?, visitor)
            .map_err(|error| error.within(&self.variant))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        self.content("a variant with an object")?
            .deserialize_any(visitor)
            .map_err(|error| error.within(&self.variant))
    }
}
