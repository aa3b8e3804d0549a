//! Many sessions: what each costs, and that nothing of them stays.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::server::{Server, connections_at_most};
use crate::wire::{Connection, bare, begin, legacy};
use crate::{is_full, size};

/// How many sessions are begun over one connection.
const PER_CONNECTION: usize = 100;

/// Begins sessions, each of which asks once, and gives their ids.
async fn begun(server: &Server, count: usize) -> Vec<String> {
    let mut working = JoinSet::new();
    for _ in 0..count.div_ceil(PER_CONNECTION) {
        let port = server.port;
        working.spawn(async move {
            let mut connection = Connection::try_open(port).await.expect("a connection");
            let mut sessions = Vec::new();
            for _ in 0..PER_CONNECTION {
                let session = begin(&mut connection).await;
                let call = legacy(
                    &session,
                    "tools/call",
                    json!({ "name": "echo", "arguments": { "text": "x" } }),
                );
                assert_eq!(connection.ask(&call).await.0.status, 200);
                sessions.push(session);
            }
            sessions
        });
    }
    working.join_all().await.concat()
}

/// Ends sessions, each of which has to be there until then.
async fn end(server: &Server, sessions: &[String]) {
    let mut connection = server.connect().await;
    for session in sessions {
        assert_eq!(connection.ask(&bare("DELETE", session, "")).await.0.status, 204);
        assert_eq!(
            connection.ask(&legacy(session, "ping", json!({}))).await.0.status,
            404
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_that_only_ask_cost_nothing_and_leave_nothing() {
    let count = size(500, 10_000);
    let server = Server::start().await;
    begun(&server, count).await;
    let before = server.memory();
    let sessions = begun(&server, count).await;
    let with = server.memory();
    println!(
        "{count} idle sessions: {} bytes each",
        with.saturating_sub(before) / count
    );
    assert!(
        with.saturating_sub(before) / count <= 1024,
        "an idle session costs at most a kilobyte"
    );
    end(&server, &sessions).await;
    let round = async || end(&server, &begun(&server, count).await).await;
    server
        .stays_flat(&format!("{count} sessions begun and ended"), round)
        .await;
    server.is_well().await;
}

/// Opens the stream of each session; each has a connection of its own.
async fn with_streams(server: &Server, sessions: &[String]) -> Vec<Connection> {
    let mut streams = Vec::new();
    for some in sessions.chunks(200) {
        let mut opening = JoinSet::new();
        for session in some {
            let (port, request) = (server.port, bare("GET", session, ""));
            opening.spawn(async move {
                let mut connection = Connection::try_open(port).await.expect("a connection");
                connection.hang_up_hard();
                connection.send(&request).await;
                assert_eq!(connection.head().await.status, 200);
                connection
            });
        }
        streams.extend(opening.join_all().await);
    }
    streams
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_with_streams_are_told_of_changes_and_leave_nothing_when_they_end() {
    let count = connections_at_most(size(200, 10_000)) / PER_CONNECTION * PER_CONNECTION;
    let server = Server::start().await;
    let mut each = 0;
    let round = async || {
        let sessions = begun(&server, count).await;
        let before = server.memory();
        let mut streams = with_streams(&server, &sessions).await;
        each = server.memory().saturating_sub(before) / count;
        assert_eq!(
            server.tool("touch", json!({ "uri": "item://all/1" })).await,
            "touched"
        );
        for stream in &mut streams {
            let message = stream.event().await.expect("the stream goes on");
            assert_eq!(message["method"], "notifications/tools/list_changed");
        }
        end(&server, &sessions).await;
        for stream in &mut streams {
            assert_eq!(stream.event().await, None, "SESS-04: its stream ends");
        }
    };
    server
        .stays_flat(&format!("{count} sessions with a stream"), round)
        .await;
    println!(
        "a session with an open stream: {} KiB, its connection included",
        each >> 10
    );
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_whose_clients_vanish_cost_little_and_are_forgotten() {
    let count = connections_at_most(size(200, 5000)) / PER_CONNECTION * PER_CONNECTION;
    let server = Server::start().await;
    let vanish = async || {
        drop(with_streams(&server, &begun(&server, count).await).await);
        server.settles_at(20).await;
    };
    vanish().await;
    let before = server.memory();
    vanish().await;
    let left = server.memory().saturating_sub(before) / count;
    println!("{left} bytes are left of a session whose client vanished with its stream open");
    assert!(left <= 16 << 10, "{left} bytes of each");
    if is_full() {
        // Its stream waits a minute for somebody to come back.
        let mut after = Vec::new();
        for _ in 0..4 {
            sleep(Duration::from_secs(85)).await;
            vanish().await;
            after.push(server.memory() >> 10);
        }
        println!("a minute between {count} of them and the next: {after:?} KiB");
        assert!(after[3] <= after[1] + after[1] / 20, "{after:?} KiB");
    }
    server.is_well().await;
}
