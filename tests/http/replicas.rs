//! Two servers with the same keys behind a round-robin: a session goes on wherever it is served.

use mcp_runtime::{Server, StateKeys};
use serde_json::json;

use crate::client::Client;
use crate::servers::{Gate, builder};

fn replica(gate: &Gate, key: u8) -> Server {
    builder(gate)
        .state_keys(StateKeys::new([key; 32]))
        .build()
        .unwrap()
}

/// The same client at several replicas.
struct Spread {
    clients: Vec<Client>,
    turn: usize,
}

impl Spread {
    async fn opened(servers: &[Server], version: &str) -> Self {
        let first = Client::opened(&servers[0], version).await;
        let clients = servers.iter().map(|server| {
            let mut client = Client::of(server.http());
            (client.version, client.session) = (first.version, first.session.clone());
            client
        });
        Self {
            clients: clients.collect(),
            turn: 0,
        }
    }

    fn next(&mut self) -> &Client {
        self.turn += 1;
        &self.clients[self.turn % self.clients.len()]
    }
}

#[tokio::test]
async fn sess_06_a_session_goes_on_at_every_replica_that_has_the_key() {
    let gate = Gate::default();
    let servers = [replica(&gate, 1), replica(&gate, 1)];
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut spread = Spread::opened(&servers, version).await;
        for round in 0..6 {
            let client = spread.next();
            let tools = client.result("tools/list", json!({})).await;
            let echo = tools["tools"]
                .as_array()
                .unwrap()
                .iter()
                .find(|tool| tool["name"] == "echo")
                .unwrap();
            // What was negotiated came along.
            assert_eq!(echo.get("annotations").is_some(), version >= "2025-03-26");
            let text = format!("round {round}");
            let result = client
                .result(
                    "tools/call",
                    json!({ "name": "echo", "arguments": { "text": text } }),
                )
                .await;
            assert_eq!(result["content"][0]["text"], text);
            assert_eq!(client.result("ping", json!({})).await, json!({}));
        }
        // Each replica has a stream for it, and tells what changes there.
        let mut stream = spread.clients[1].get().send().await.events();
        servers[1].changes().tools();
        assert_eq!(
            stream.message().await["method"],
            "notifications/tools/list_changed"
        );
    }
}

#[tokio::test]
async fn state_01_stateless_requests_need_nothing_of_a_replica() {
    let gate = Gate::default();
    let servers = [replica(&gate, 1), replica(&gate, 2)];
    let limits = json!({});
    for server in &servers {
        let client = Client::new(server);
        assert_eq!(
            client
                .result(
                    "tools/call",
                    json!({ "name": "echo", "arguments": { "text": "x" } })
                )
                .await["content"][0]["text"],
            "x"
        );
        client.result("server/discover", limits.clone()).await;
    }
}

#[tokio::test]
async fn sess_03_a_replica_with_another_key_knows_no_such_session() {
    let gate = Gate::default();
    let servers = [replica(&gate, 1), replica(&gate, 2)];
    let spread = Spread::opened(&servers, "2025-11-25").await;
    spread.clients[0].request("ping", json!({})).answer().await;
    spread.clients[1]
        .request("ping", json!({}))
        .refused(404, -32600)
        .await;
}

#[tokio::test]
async fn sess_06_keys_are_changed_while_sessions_go_on() {
    let gate = Gate::default();
    let old = replica(&gate, 1);
    let between = builder(&gate)
        .state_keys(StateKeys::new([2; 32]).also_open([1; 32]))
        .build()
        .unwrap();
    let new = replica(&gate, 2);
    let spread = Spread::opened(&[old, between.clone(), new.clone()], "2025-11-25").await;
    spread.clients[1].request("ping", json!({})).answer().await;
    spread.clients[2]
        .request("ping", json!({}))
        .refused(404, -32600)
        .await;
    // What the one between seals, the new one opens.
    let spread = Spread::opened(&[between, new], "2025-11-25").await;
    spread.clients[1].request("ping", json!({})).answer().await;
}

#[tokio::test]
async fn sess_02_another_server_with_the_same_key_knows_no_such_session() {
    let gate = Gate::default();
    let this = replica(&gate, 1);
    let other = Server::builder("another", "1")
        .state_keys(StateKeys::new([1; 32]))
        .build()
        .unwrap();
    let spread = Spread::opened(&[this, other], "2025-11-25").await;
    spread.clients[1]
        .request("ping", json!({}))
        .refused(404, -32600)
        .await;
}

#[tokio::test]
async fn lsse_02_a_stream_of_one_replica_is_not_mistaken_for_one_of_another() {
    let gate = Gate::default();
    let servers = [replica(&gate, 1), replica(&gate, 1)];
    let spread = Spread::opened(&servers, "2025-11-25").await;
    let mut lasts = Vec::new();
    for (client, name) in spread.clients.iter().zip(["here", "there"]) {
        let mut events = client
            .request_as(name, "tools/call", json!({ "name": "release" }))
            .send()
            .await
            .events();
        while events.event().await.is_some() {}
        lasts.push(events.last_id.unwrap());
        gate.reached().await;
        gate.pass();
    }
    gate.finished(2).await;
    assert_ne!(
        lasts[0], lasts[1],
        "ids are unique in the session, wherever it is served"
    );
    // The other replica's answer is not to be had here, and this one's is not given for it.
    let mut stream = spread.clients[0]
        .get()
        .header("last-event-id", &lasts[1])
        .send()
        .await
        .events();
    stream.quiet().await;
    let mut stream = spread.clients[0]
        .get()
        .header("last-event-id", &lasts[0])
        .send()
        .await
        .events();
    assert_eq!(stream.message().await["id"], "here");
}
