//! What the targets share: a client that never waits, and changes to JSON that keep it JSON.
//!
//! A panic anywhere ends the run, even one that the server would have caught and reported: the
//! fuzzer's panic hook aborts the process.

pub mod client;
pub mod mutate;
pub mod server;
