//! The example servers as a library, so that tests can talk to them in memory.

pub mod orders;
