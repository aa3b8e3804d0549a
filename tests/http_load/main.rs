//! A server on real sockets, under load and under clients that do what no client should.
//!
//! Every test starts the server `hostile` as a process of its own, on a free port of the loopback
//! interface, and takes its turn, so that one does not disturb what another measures. They are quick by
//! default; `HTTP_LOAD=full` runs them at the size that the figures of a release are taken at.

// Memory, time and descriptors of a process are read as Linux tells them.
#![cfg(target_os = "linux")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and so do its helpers"
)]

#[path = "../torture/process.rs"]
mod process;
mod server;
mod wire;

mod broken;
mod connections;
mod disconnects;
mod http2;
mod listeners;
mod sessions;
mod shutdown;
mod slow;

use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A number for a quick run, and one for a full one.
pub(crate) fn size(quick: usize, full: usize) -> usize {
    match is_full() {
        true => full,
        false => quick,
    }
}

/// Whether the figures of a release are taken.
pub(crate) fn is_full() -> bool {
    std::env::var("HTTP_LOAD").is_ok_and(|size| size == "full")
}

/// Waits until something holds.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !holds().await {
        assert!(began.elapsed() < PATIENCE, "{what}: not in time");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
