//! Bindings of the protocol. A binding brings each message to a
//! [`Connection`](crate::dispatch::Connection) and takes its answers and notifications away.

pub(crate) mod stdio;
