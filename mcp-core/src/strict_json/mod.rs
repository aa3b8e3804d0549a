//! Strict JSON: values are written as they are, or refused.
//!
//! `serde_json` bends values until they fit: NaN becomes `null`, a number used as a map key becomes
//! a string, bytes become a list of numbers. A client then reads something the handler never said.
//! This module puts a checking serializer in front of it, so that such a value is an error which
//! names its place.
//!
//! The check runs while the bytes are written, in one pass. The place of an error is put together
//! only while the error travels outwards, so a value that is fine pays for none of it.

mod compound;
mod error;
mod key;
mod serializer;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

pub use error::{StrictJsonError, StrictJsonReason};

use error::Context;
use serializer::{Checked, StrictSerializer};

/// How many objects and lists may enclose a value. The same number bounds what clients may send.
const MAX_DEPTH: u32 = 128;

/// Encodes `value` as JSON text that can be placed in other JSON without being parsed again.
///
/// # Errors
///
/// The first part of `value` that JSON cannot carry, with its place.
pub(crate) fn to_raw<T: ?Sized + Serialize>(value: &T) -> Result<Box<RawValue>, StrictJsonError> {
    let context = Context::default();
    let json = serde_json::value::to_raw_value(&Checked::root(value, &context))
        .map_err(|error| context.into_error(&error))?;
    Ok(if json.get().bytes().any(|byte| byte < b' ') {
        on_one_line(json)
    } else {
        json
    })
}

/// JSON that an author brought along may have line ends, which would break a message in two. Within
/// JSON such bytes are only white space.
#[cold]
fn on_one_line(json: Box<RawValue>) -> Box<RawValue> {
    let line = json.get().replace(|c: char| c < ' ', " ");
    RawValue::from_string(line).unwrap_or(json)
}

/// Turns `value` into a JSON tree.
///
/// # Errors
///
/// The first part of `value` that JSON cannot carry, with its place.
pub(crate) fn to_value<T: ?Sized + Serialize>(value: &T) -> Result<Value, StrictJsonError> {
    let context = Context::default();
    let tree = value.serialize(StrictSerializer::root(serde_json::value::Serializer, &context));
    tree.map_err(|error| context.into_error(&error))
}

#[cfg(test)]
mod tests;
