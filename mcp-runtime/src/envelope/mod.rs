//! Bytes to messages and back. Everything is borrowed; parameters stay raw until their method is
//! known.

mod decode;
mod encode;
mod key;
mod params;

#[cfg(feature = "ask")]
pub(crate) use decode::Response;
pub(crate) use decode::{Incoming, Rejected, decode};
#[cfg(feature = "http")]
pub(crate) use encode::error_code;
pub(crate) use encode::{append_cancelled, append_json, encode_error, encode_result};
pub(crate) use params::{Params, RequestMeta};
