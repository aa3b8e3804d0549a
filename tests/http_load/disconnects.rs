//! Clients that hang up at every point there is.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::task::JoinSet;

use crate::server::Server;
use crate::size;
use crate::wire::{Connection, bare, begin, initialize, legacy, modern, with_progress};

/// Requests of every kind, the ones that never end included.
fn requests(session: &str) -> Vec<String> {
    let call = |name: &str, arguments: serde_json::Value| json!({ "name": name, "arguments": arguments });
    vec![
        modern("tools/call", call("echo", json!({ "text": "x" }))),
        modern("tools/call", call("sleep", json!({ "ms": 5 }))),
        modern("tools/call", call("never", json!({}))),
        with_progress("tools/call", call("flood", json!({ "n": 500 }))),
        modern("tools/call", call("big", json!({ "bytes": 300_000 }))),
        modern("tools/call", call("panic-later", json!({}))),
        modern(
            "subscriptions/listen",
            json!({ "notifications": { "toolsListChanged": true } }),
        ),
        modern("unknown/method", json!({})),
        initialize(),
        legacy(session, "tools/call", call("echo", json!({ "text": "x" }))),
        legacy(session, "tools/call", call("sleep", json!({ "ms": 5 }))),
        legacy(session, "tools/call", call("flood", json!({ "n": 500 }))),
        bare("GET", session, ""),
        bare("GET", session, "last-event-id: 1-1\r\n"),
        "GET /mcp HTTP/1.1\r\nhost: evil.example.com\r\n\r\n".to_owned(),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_hang_up_while_they_send_leave_nothing() {
    let server = Server::start().await;
    let session = begin(&mut server.connect().await).await;
    let round = async || {
        for request in requests(&session) {
            let mut gone = JoinSet::new();
            for end in (0..request.len()).step_by(size(11, 1)) {
                let (port, part) = (server.port, request[..end].to_owned());
                gone.spawn(async move {
                    let mut connection = Connection::try_open(port).await.expect("a connection");
                    connection.send(part).await;
                });
            }
            gone.join_all().await;
        }
    };
    server
        .stays_flat("clients that hang up while they send", round)
        .await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_hang_up_while_they_are_answered_leave_nothing() {
    let server = Server::start().await;
    let session = begin(&mut server.connect().await).await;
    let round = async || {
        for request in requests(&session) {
            let mut gone = JoinSet::new();
            // After so many bytes of the answer, or after a moment if there are fewer.
            for count in (0..size(30, 600)).map(|step| step * 11) {
                let (port, request) = (server.port, request.clone());
                gone.spawn(async move {
                    let mut connection = Connection::try_open(port).await.expect("a connection");
                    connection.send(request).await;
                    let mut answer = vec![0; count];
                    let read = connection.stream.read_exact(&mut answer);
                    drop(tokio::time::timeout(std::time::Duration::from_millis(20), read).await);
                });
            }
            gone.join_all().await;
        }
        server.is_well().await;
    };
    server
        .stays_flat("clients that hang up while they are answered", round)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn canc_01_handlers_of_stateless_clients_that_are_gone_are_dropped() {
    let server = Server::start().await;
    let mut connections = Vec::new();
    for _ in 0..100 {
        let mut connection = server.connect().await;
        connection
            .send(modern("tools/call", json!({ "name": "never", "arguments": {} })))
            .await;
        connections.push(connection);
    }
    crate::until("all are being worked on", async || {
        server.tool("alive", json!({})).await == "100"
    })
    .await;
    drop(connections.split_off(50));
    crate::until("half of them are dropped", async || {
        server.tool("alive", json!({})).await == "50"
    })
    .await;
    drop(connections);
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lhttp_06_a_client_that_hangs_up_at_once_is_served_all_the_same() {
    let server = Server::start().await;
    let mut sessions = Vec::new();
    for _ in 0..50 {
        sessions.push(begin(&mut server.connect().await).await);
    }
    for session in &sessions {
        let mut connection = server.connect().await;
        let call = json!({ "name": "never", "arguments": {} });
        connection.send(legacy(session, "tools/call", call)).await;
    }
    crate::until("all are being worked on", async || {
        server.tool("alive", json!({})).await == "50"
    })
    .await;
    let mut connection = server.connect().await;
    for session in &sessions {
        assert_eq!(connection.ask(&bare("DELETE", session, "")).await.0.status, 204);
    }
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lhttp_06_a_session_that_ends_drops_what_its_client_left() {
    let server = Server::start().await;
    let mut sessions = Vec::new();
    for _ in 0..20 {
        let mut connection = server.connect().await;
        let session = begin(&mut connection).await;
        connection
            .send(legacy(
                &session,
                "tools/call",
                json!({ "name": "never", "arguments": {} }),
            ))
            .await;
        sessions.push((session, connection));
    }
    crate::until("all are being worked on", async || {
        server.tool("alive", json!({})).await == "20"
    })
    .await;
    let sessions: Vec<_> = sessions.into_iter().map(|(session, _)| session).collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(
        server.tool("alive", json!({})).await,
        "20",
        "the connections are gone, the work is not"
    );
    let mut connection = server.connect().await;
    for session in sessions {
        assert_eq!(connection.ask(&bare("DELETE", &session, "")).await.0.status, 204);
    }
    server.is_well().await;
}
