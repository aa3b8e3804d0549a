//! A server on pipes, under everything that a client, a system and its own handlers can do to it.
//!
//! Every test starts the server `hostile` as a process of its own and has a deadline for whatever it
//! waits for, so that a hang is a failure. `TORTURE_REPEATS=20` runs each of them twenty times;
//! `SOAK_CALLS` tells how long the soak is; `TORTURE_SERVER` names another build of the server.

// Memory, time and signals of a process are read as Linux tells them.
#![cfg(target_os = "linux")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and so do its helpers"
)]

mod messages;
mod process;
mod session;

mod answers;
mod cancellation;
mod ends;
mod gone;
mod handlers;
mod ids;
mod lines;
mod listen;
mod slow_reader;
mod soak;
mod stray;

/// Runs a test as often as `TORTURE_REPEATS` says.
fn repeated(test: impl Fn()) {
    let repeats = repeats();
    for repeat in 1..=repeats {
        // Shown only if the test fails, which it then does in this round.
        println!("round {repeat} of {repeats}");
        test();
    }
}

fn repeats() -> u32 {
    std::env::var("TORTURE_REPEATS").map_or(1, |count| count.parse().expect("a number"))
}
