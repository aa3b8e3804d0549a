//! Clients that send or read as slowly as they can.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::server::Server;
use crate::wire::{begin, legacy, modern, with_progress};
use crate::{is_full, size};

fn echo(text: &str) -> String {
    modern(
        "tools/call",
        json!({ "name": "echo", "arguments": { "text": text } }),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_comes_byte_by_byte_is_answered() {
    let server = Server::start().await;
    for pause in [Duration::ZERO, Duration::from_micros(200)] {
        let mut connection = server.connect().await;
        for byte in echo("slowly").bytes() {
            connection.send([byte]).await;
            sleep(pause).await;
        }
        let (head, body) = connection.answer().await;
        assert_eq!(head.status, 200);
        assert!(body.contains("slowly"));
    }
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_heads_and_bodies_hold_up_nobody() {
    let server = Server::start().await;
    let idle = server.descriptors();
    let request = echo("half");
    let body = request.find("\r\n\r\n").unwrap() + 4;
    let mut waiting = Vec::new();
    for number in 0..size(100, 1000) {
        let mut connection = server.connect().await;
        let end = if number % 2 == 0 {
            body / 2
        } else {
            body + (request.len() - body) / 2
        };
        connection.send(&request[..end]).await;
        waiting.push(connection);
    }
    for _ in 0..100 {
        assert_eq!(server.tool("echo", json!({ "text": "x" })).await, "x");
    }
    // Half of them go on after all, and a quarter hang up in the middle.
    for (number, mut connection) in waiting.drain(..).enumerate() {
        let end = if number % 2 == 0 {
            body / 2
        } else {
            body + (request.len() - body) / 2
        };
        match number % 4 {
            0 | 1 => {
                connection.send(&request[end..]).await;
                assert_eq!(connection.answer().await.0.status, 200);
            }
            2 => connection.stream.shutdown().await.unwrap(),
            _ => drop(connection),
        }
    }
    server.settles_at(idle).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_never_finish_are_given_up() {
    if !is_full() {
        // It takes as long as the server is patient.
        return;
    }
    let server = Server::start().await;
    let request = echo("never");
    let body = request.find("\r\n\r\n").unwrap() + 4;
    let (mut head, mut half) = (server.connect().await, server.connect().await);
    head.send(&request[..body / 2]).await;
    half.send(&request[..body + 5]).await;
    let (status, _) = half.answer().await;
    assert_eq!(status.status, 408, "a body that does not come");
    assert!(
        head.hangs_up_within(Duration::from_secs(90)).await,
        "a head that does not come"
    );
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_stop_reading_hold_up_nobody() {
    let server = Server::start().await;
    let (idle, before) = (server.descriptors(), server.memory());
    let mut deaf = Vec::new();
    for number in 0..24 {
        let mut connection = server.connect().await;
        let request = match number % 4 {
            0 => modern(
                "tools/call",
                json!({ "name": "big", "arguments": { "bytes": 3 << 20 } }),
            ),
            1 => with_progress(
                "tools/call",
                json!({ "name": "flood", "arguments": { "n": 200_000 } }),
            ),
            2 => {
                let session = begin(&mut connection).await;
                legacy(
                    &session,
                    "tools/call",
                    json!({ "name": "big", "arguments": { "bytes": 3 << 20 } }),
                )
            }
            _ => {
                let session = begin(&mut connection).await;
                let params = json!({ "name": "flood", "arguments": { "n": 200_000 }, "_meta": { "progressToken": 1 } });
                legacy(&session, "tools/call", params)
            }
        };
        connection.send(request).await;
        deaf.push(connection);
    }
    for _ in 0..200 {
        assert_eq!(server.tool("echo", json!({ "text": "x" })).await, "x");
    }
    let grown = server.memory().saturating_sub(before);
    println!("24 clients that do not read: memory grew by {} KiB", grown >> 10);
    // Twelve answers of three megabytes, in whatever buffers they are, and not the floods.
    assert!(grown < 160 << 20, "{grown} bytes");
    drop(deaf);
    server.settles_at(idle).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_reads_a_large_answer_slowly_gets_all_of_it() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    connection
        .send(modern(
            "tools/call",
            json!({ "name": "big", "arguments": { "bytes": 3 << 20 } }),
        ))
        .await;
    sleep(Duration::from_millis(300)).await;
    let (head, body) = connection.answer().await;
    assert_eq!(head.status, 200);
    assert!(body.len() > 3 << 20);
    server.is_well().await;
}
