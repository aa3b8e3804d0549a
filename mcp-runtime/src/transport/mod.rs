//! Bindings of the protocol. A binding brings each message to a
//! [`Connection`](crate::dispatch::Connection) and takes its answers and notifications away.

#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod race;
mod signals;
pub(crate) mod stdio;
