//! The standard streams, kept for the protocol alone (`STDIO-02`).
//!
//! While a client is served, the process's own descriptors lead elsewhere: what anything prints on
//! standard output, a C library or a child process included, goes to standard error, and whoever
//! reads standard input finds it empty. Elsewhere than on Unix the streams are used as they are.

#[cfg(unix)]
#[path = "streams/unix.rs"]
mod system;
#[cfg(not(unix))]
#[path = "streams/other.rs"]
mod system;

pub(super) use system::{Out, Streams};
