//! Many streams of changes, a third of whose clients read late.

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::server::Server;
use crate::size;
use crate::wire::{Connection, modern};

/// How many changes there are, each of another resource.
const CHANGES: usize = 200;

async fn listen(port: u16) -> Connection {
    let mut connection = Connection::try_open(port).await.expect("a connection");
    let wanted = json!({ "notifications": { "resourceSubscriptions": ["item://all"] } });
    connection.send(modern("subscriptions/listen", wanted)).await;
    assert_eq!(connection.head().await.status, 200);
    let first = connection.event().await.unwrap();
    assert_eq!(
        first["params"]["notifications"]["resourceSubscriptions"],
        json!(["item://all"])
    );
    connection
}

/// Reads until every change was told.
async fn all_changes(mut connection: Connection) -> Connection {
    let mut missing: BTreeSet<String> = (0..CHANGES)
        .map(|number| format!("item://all/{number}"))
        .collect();
    while !missing.is_empty() {
        let message: Value = connection.event().await.expect("the stream goes on");
        assert_eq!(message["method"], "notifications/resources/updated");
        missing.remove(message["params"]["uri"].as_str().unwrap());
    }
    connection
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_listeners_hold_up_nobody_and_miss_nothing() {
    let count = size(90, 500);
    let server = Server::start().await;
    let mut opening = JoinSet::new();
    (0..count).for_each(|_| drop(opening.spawn(listen(server.port))));
    let mut fast = opening.join_all().await;
    let slow = fast.split_off(count - count / 3);
    let before = server.memory();

    let began = Instant::now();
    let mut reading = JoinSet::new();
    fast.into_iter()
        .for_each(|connection| drop(reading.spawn(all_changes(connection))));
    for number in 0..CHANGES {
        server
            .tool("touch", json!({ "uri": format!("item://all/{number}") }))
            .await;
    }
    let fast = reading.join_all().await;
    let took = began.elapsed();
    let grown = server.memory().saturating_sub(before);
    // Those that did not read meanwhile get all of it now.
    let mut reading = JoinSet::new();
    slow.into_iter()
        .for_each(|connection| drop(reading.spawn(all_changes(connection))));
    let slow = reading.join_all().await;
    println!(
        "{count} listeners, {} of them slow: {CHANGES} changes told to the others in {took:?}; memory grew by {} KiB",
        slow.len(),
        grown >> 10
    );
    assert!(grown < 32 << 20, "{grown} bytes for slow listeners");
    drop((fast, slow));
    server.settles_at(20).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listener_that_never_reads_costs_a_bounded_amount() {
    let server = Server::start().await;
    let sleeping: Vec<_> = vec![listen(server.port).await, listen(server.port).await];
    let mut connection = server.connect().await;
    let touch = async |connection: &mut Connection, count: usize| {
        for number in 0..count {
            let arguments = json!({ "uri": format!("item://all/{number}/{}", "x".repeat(200)) });
            let (head, _) = connection
                .ask(&modern(
                    "tools/call",
                    json!({ "name": "touch", "arguments": arguments }),
                ))
                .await;
            assert_eq!(head.status, 200);
        }
    };
    touch(&mut connection, size(5000, 20_000)).await;
    let before = server.memory();
    touch(&mut connection, size(5000, 100_000)).await;
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 4 << 20, "{grown} bytes for changes that nobody reads");
    drop((sleeping, connection));
    server.settles_at(20).await;
    server.is_well().await;
}
