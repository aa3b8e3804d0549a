//! Many connections: most of them idle, some busy.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use crate::server::{Server, connections_at_most};
use crate::size;
use crate::wire::{Connection, begin, legacy, modern};

/// How many requests each busy connection sends.
const EACH: usize = 20;

/// Opens connections, each of which has asked once and waits.
async fn idle(server: &Server, count: usize) -> Vec<Connection> {
    let mut connections = Vec::with_capacity(count);
    while connections.len() < count {
        let mut opening = JoinSet::new();
        for _ in 0..(count - connections.len()).min(200) {
            let port = server.port;
            opening.spawn(async move {
                let mut connection = Connection::try_open(port).await.expect("a connection");
                let (head, _) = connection
                    .ask(&modern(
                        "tools/call",
                        json!({ "name": "echo", "arguments": { "text": "x" } }),
                    ))
                    .await;
                assert_eq!(head.status, 200);
                connection.hang_up_hard();
                connection
            });
        }
        connections.extend(opening.join_all().await);
    }
    connections
}

/// Keeps connections busy and gives how long each request took, shortest first.
async fn busy(server: &Server, count: usize) -> Vec<Duration> {
    let mut working = JoinSet::new();
    for number in 0..count {
        let port = server.port;
        working.spawn(async move {
            let mut connection = Connection::try_open(port).await.expect("a connection");
            // Every other one has a session.
            let session = match number % 2 {
                0 => None,
                _ => Some(begin(&mut connection).await),
            };
            connection.hang_up_hard();
            let mut took = Vec::with_capacity(EACH);
            for turn in 0..EACH {
                let text = format!("{number}/{turn}");
                let params = json!({ "name": "echo", "arguments": { "text": text } });
                let request = match &session {
                    None => modern("tools/call", params),
                    Some(session) => legacy(session, "tools/call", params),
                };
                let began = Instant::now();
                let (head, body) = connection.ask(&request).await;
                took.push(began.elapsed());
                assert_eq!(head.status, 200);
                assert!(body.contains(&text), "its own answer: {body}");
            }
            took
        });
    }
    let mut took: Vec<_> = working.join_all().await.concat();
    took.sort_unstable();
    took
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_idle_connections_cost_little_and_hold_up_no_busy_one() {
    let idle_count = connections_at_most(size(500, 10_000));
    let busy_count = size(100, 1000).min(connections_at_most(idle_count + 1000) - idle_count);
    let server = Server::start().await;
    let (empty, descriptors) = (server.memory(), server.descriptors());

    let connections = idle(&server, idle_count).await;
    let full = server.memory();
    let (began, before) = (Instant::now(), server.cpu());
    let took = busy(&server, busy_count).await;
    let (wall, cpu) = (began.elapsed(), server.cpu() - before);
    let at = |share: usize| took[(took.len() - 1) * share / 100];
    println!(
        "{idle_count} idle connections: {} KiB each of {} MiB; {busy_count} busy ones: {} requests in {wall:?}, {:?} of CPU each, half within {:?}, 99 of 100 within {:?}, all within {:?}",
        (full.saturating_sub(empty) / idle_count) >> 10,
        full >> 20,
        took.len(),
        cpu / u32::try_from(took.len()).unwrap(),
        at(50),
        at(99),
        at(100),
    );
    assert_eq!(took.len(), busy_count * EACH);
    assert!(
        full.saturating_sub(empty) / idle_count < 64 << 10,
        "an idle connection is small"
    );
    // The idle ones work as before.
    for mut connection in connections {
        let (head, _) = connection.ask(&modern("tools/list", json!({}))).await;
        assert_eq!(head.status, 200);
    }
    server.settles_at(descriptors).await;
    server.is_well().await;
    let what = format!("{idle_count} connections, {busy_count} of them busy");
    let round = async || drop((idle(&server, idle_count).await, busy(&server, busy_count).await));
    server.stays_flat(&what, round).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_connection_answers_pipelined_requests_in_their_order() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    let requests: String = (0..200)
        .map(|number| {
            modern(
                "tools/call",
                json!({ "name": "echo", "arguments": { "text": format!("number {number};") } }),
            )
        })
        .collect();
    connection.send(requests).await;
    for number in 0..200 {
        let (head, body) = connection.answer().await;
        assert_eq!(head.status, 200);
        assert!(body.contains(&format!("number {number};")), "{body}");
    }
    server.is_well().await;
}
