//! A client in memory, driven without an executor: every handler here is ready at once.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;

/// Every revision, oldest first.
pub const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// The `_meta` that a request of the newest revision needs.
pub const MODERN_META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// The output of a future that is ready at once.
///
/// # Panics
///
/// When it is not: a request would then be left without an answer.
pub fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("nothing here waits"),
    }
}

/// A client of a revision, after its handshake if it has one.
#[must_use]
pub fn client(server: &Server, revision: &str) -> TestClient {
    match revision {
        "2026-07-28" => TestClient::new(server),
        _ => now(TestClient::with_handshake(server, revision)).expect("the handshake is taken"),
    }
}
