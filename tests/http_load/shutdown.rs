//! The end of a server that is still being used.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::json;

use crate::server::Server;
use crate::wire::{Connection, bare, begin, legacy, modern};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_asked_is_answered_and_streams_are_ended_before_the_end() {
    for which in [Signal::TERM, Signal::INT] {
        let server = Server::start().await;
        let mut idle = server.connect().await;
        idle.ask(&modern("tools/list", json!({}))).await;
        let session = begin(&mut idle).await;
        let mut stream = server.connect().await;
        stream.send(bare("GET", &session, "")).await;
        assert_eq!(stream.head().await.status, 200);
        let mut listening = server.connect().await;
        listening
            .send(modern(
                "subscriptions/listen",
                json!({ "notifications": { "toolsListChanged": true } }),
            ))
            .await;
        assert_eq!(listening.head().await.status, 200);
        listening.event().await.unwrap();
        let (mut new, mut old) = (server.connect().await, server.connect().await);
        let sleep = json!({ "name": "sleep", "arguments": { "ms": 500 } });
        new.send(modern("tools/call", sleep.clone())).await;
        old.send(legacy(&session, "tools/call", sleep)).await;
        tokio::time::sleep(Duration::from_millis(150)).await;

        let began = Instant::now();
        server.signal(which);
        let last = listening.event().await.expect("SUB-10: a result");
        assert_eq!(
            last["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
            1
        );
        assert_eq!(listening.event().await, None);
        stream.hung_up().await;
        idle.hung_up().await;
        for connection in [&mut new, &mut old] {
            let (head, body) = connection.answer().await;
            assert_eq!(head.status, 200);
            assert!(body.contains("slept"), "{body}");
        }
        assert!(
            Connection::try_open(server.port).await.is_err(),
            "nobody else gets in"
        );
        let exit = server.end();
        assert_eq!(exit.code, Some(0));
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_signal_ends_it_at_once() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    connection
        .send(modern("tools/call", json!({ "name": "never", "arguments": {} })))
        .await;
    crate::until("it is being worked on", async || {
        server.tool("alive", json!({})).await == "1"
    })
    .await;
    server.signal(Signal::TERM);
    crate::until("nobody else gets in", async || {
        Connection::try_open(server.port).await.is_err()
    })
    .await;
    server.signal(Signal::TERM);
    let exit = server.end();
    assert_eq!(exit.code, Some(128 + 15));
    assert!(exit.took < Duration::from_secs(2), "{:?}", exit.took);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_server_ends_at_once() {
    let server = Server::start().await;
    let connections = [server.connect().await, server.connect().await];
    let began = Instant::now();
    server.signal(Signal::TERM);
    assert_eq!(server.end().code, Some(0));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    drop(connections);
}
