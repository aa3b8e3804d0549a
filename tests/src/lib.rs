//! What every test uses: clients of every revision, each of whose exchanges is checked.
//!
//! A client made by [`client`] panics as soon as the server sends something that the revision it
//! was served under does not allow: [`wire`] knows the rules that are prose, and [`schema`] the
//! official JSON Schemas. No test has to ask for it.
//!
//! ```
//! use mcp_runtime::Server;
//! use mcp_tests::{client, message};
//! use serde_json::json;
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let server = Server::builder("silent", "1.0.0").build()?;
//! let client = client(&server, "2025-06-18").await;
//! let answer = client.exchange(&message(&client, 7, "ping", json!({}))).await;
//! assert_eq!(answer, Some(json!({ "jsonrpc": "2.0", "id": 7, "result": {} })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking"
)]

mod observer;
#[cfg(feature = "validate")]
pub mod schema;
pub mod wire;

use mcp_core::protocol::{ProtocolVersion, key};
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use serde_json::{Value, json};

use observer::Observer;

/// Every revision that is served, oldest first.
pub const ALL_REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// The newest revision, the only one without a handshake.
pub const NEWEST: &str = "2026-07-28";

/// A client that speaks a revision and checks every exchange.
///
/// # Panics
///
/// When the server refuses the handshake.
pub async fn client(server: &Server, version: &str) -> TestClient {
    let client = unopened_client(server);
    match version {
        NEWEST => client,
        version => client
            .handshake(version, json!({}))
            .await
            .expect("the server takes the handshake"),
    }
}

/// A client that checks every exchange and has said nothing yet, not even `initialize`.
#[must_use]
pub fn unopened_client(server: &Server) -> TestClient {
    let observer = Observer::default();
    TestClient::observed(server, move |exchange| observer.see(exchange))
}

/// Runs a test once for each revision, each time with a fresh client.
pub async fn in_every_revision(server: &Server, test: impl AsyncFn(TestClient)) {
    for version in ALL_REVISIONS {
        // Shown only if the test fails, which it then does under this revision.
        println!("revision {version}");
        test(client(server, version).await).await;
    }
}

/// A request as the client's revision writes it, under an id of the test's choice.
#[must_use]
pub fn message(client: &TestClient, id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    if client.version() == ProtocolVersion::V2026_07_28 {
        params["_meta"][key::PROTOCOL_VERSION] = NEWEST.into();
        params["_meta"][key::CLIENT_CAPABILITIES] = json!({});
    }
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}
