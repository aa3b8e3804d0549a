//! Testing a server without a process or a socket.
//!
//! [`TestClient`] speaks to a [`Server`] in memory, through the same bytes as every
//! transport, as a client of whichever revision a test wants.

#[cfg(feature = "ask")]
mod answers;
mod client;
#[cfg(feature = "ask")]
mod eras;
mod recorder;

#[cfg(feature = "ask")]
pub use answers::TestQuestion;
pub use client::{Exchange, TestClient, TestError};
#[cfg(feature = "ask")]
pub use eras::both_eras;

use crate::{LintReport, Server};

/// Asserts that weak clients can use every tool: see [`LintReport`].
///
/// # Panics
///
/// With all that they would refuse, one line each.
///
/// ```
/// # let server = mcp_runtime::Server::builder("empty", "1.0.0").build().unwrap();
/// mcp_runtime::testing::assert_portable(&server);
/// ```
#[track_caller]
pub fn assert_portable(server: &Server) {
    let LintReport { findings, .. } = LintReport::of(server);
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "weak clients refuse:\n{}", lines.join("\n"));
}
