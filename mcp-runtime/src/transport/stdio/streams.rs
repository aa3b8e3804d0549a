//! The standard streams, kept for the protocol alone (`STDIO-02`).
//!
//! While a client is served, the process's own descriptors lead elsewhere: what anything prints on
//! standard output, a C library or a child process included, goes to standard error, and whoever
//! reads standard input finds it empty. On Windows the standard handles do the same. On other systems
//! the streams are used as they are.

#[cfg(unix)]
#[path = "streams/unix.rs"]
mod system;
#[cfg(windows)]
#[path = "streams/windows.rs"]
mod system;
#[cfg(not(any(unix, windows)))]
#[path = "streams/other.rs"]
mod system;

pub(super) use system::{Out, Streams};
