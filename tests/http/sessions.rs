//! Sessions of clients with a handshake: their ids, their ends, and who may use them (`SESS-*`,
//! `INIT-*`, `LHTTP-*`).

use std::collections::HashSet;

use http::Method;
use mcp_core::protocol::ProtocolVersion;
use serde_json::{Value, json};

use crate::client::{Client, QUIET};
use crate::servers::{server, with_gate};

const VERSIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

#[tokio::test]
async fn sess_01_sess_02_every_handshake_gives_an_id_of_its_own_in_visible_ascii() {
    let server = server();
    let mut seen = HashSet::new();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        for _ in 0..20 {
            let id = Client::opened(&server, version).await.session.unwrap();
            assert!(id.bytes().all(|byte| (0x21..=0x7e).contains(&byte)), "{id}");
            assert!(id.len() >= 32 && id.len() <= 4096, "{id}");
            assert!(!id.contains("http-tests"), "what it holds is sealed");
            assert!(seen.insert(id));
        }
    }
}

#[tokio::test]
async fn sess_03_a_request_needs_its_session_and_a_dead_one_is_404() {
    let (server, _) = with_gate();
    for version in VERSIONS {
        let client = Client::opened(&server, version).await;
        for call in [
            client.request("ping", json!({})),
            client.request("tools/list", json!({})),
            client.notify("notifications/initialized", json!({})),
            client.get(),
            client.delete(),
        ] {
            call.clone().without("mcp-session-id").refused(400, -32600).await;
            for id in ["made-up", "00000000-0000-4000-8000-000000000000", ""] {
                call.clone()
                    .header("mcp-session-id", id)
                    .refused(404, -32600)
                    .await;
            }
            // Two are none.
            let twice = call.and_header("mcp-session-id", "made-up").send().await;
            assert!([400, 404].contains(&twice.status()));
        }
        client.request("ping", json!({})).json().await;
    }
}

#[tokio::test]
async fn sess_02_an_id_that_was_tampered_with_is_dead() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    let id = client.session.clone().unwrap();
    let mut wrong = vec![
        format!("{id}A"),
        format!("A{id}"),
        id[1..].to_owned(),
        id[..id.len() - 1].to_owned(),
        id.to_ascii_uppercase(),
        id.repeat(2),
        "A".repeat(100_000),
    ];
    for place in (0..id.len()).step_by(7) {
        let mut bytes = id.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        wrong.push(String::from_utf8(bytes).unwrap());
    }
    for id in wrong {
        let call = client.request("ping", json!({})).header("mcp-session-id", &id);
        call.refused(404, -32600).await;
    }
    // Of another server, with other keys.
    let elsewhere = Client::opened(&crate::servers::server(), "2025-11-25")
        .await
        .session
        .unwrap();
    let call = client
        .request("ping", json!({}))
        .header("mcp-session-id", elsewhere);
    call.refused(404, -32600).await;
    client.request("ping", json!({})).json().await;
}

#[tokio::test]
async fn sess_02_a_session_belongs_to_whoever_began_it() {
    let server = server();
    let client = Client::new(&server);
    let reply = client
        .initialize("2025-11-25")
        .judged_as("2025-11-25")
        .by("ada")
        .send()
        .await
        .expect(200);
    let id = reply.header("mcp-session-id").unwrap().to_owned();
    let nobodys = Client::opened(&server, "2025-11-25").await.session.unwrap();
    let mut client = Client::opened(&server, "2025-11-25").await;
    // In turn, so that whatever is remembered of one request could help the next.
    for _ in 0..3 {
        client.session = Some(id.clone());
        for call in [
            client.request("ping", json!({})),
            client.get(),
            client.notify("notifications/initialized", json!({})),
        ] {
            assert!(call.clone().by("ada").send().await.status() < 300);
            call.clone().by("eve").refused(404, -32600).await;
            call.refused(404, -32600).await;
        }
        client.delete().by("eve").refused(404, -32600).await;
        // One that was begun without a name is nobody's either.
        client.session = Some(nobodys.clone());
        client
            .request("ping", json!({}))
            .by("eve")
            .refused(404, -32600)
            .await;
        client.request("ping", json!({})).json().await;
    }
}

#[tokio::test]
async fn sess_04_delete_ends_a_session_for_good_and_no_other() {
    let (server, gate) = with_gate();
    for (round, version) in VERSIONS.into_iter().enumerate() {
        let client = Client::opened(&server, version).await;
        let other = Client::opened(&server, version).await;
        let mut stream = client.get().send().await.events();
        let params = json!({ "name": "steps", "arguments": { "count": 1 }, "_meta": { "progressToken": 1 } });
        let mut call = client.request("tools/call", params).send().await.events();
        gate.reached().await;
        client.delete().send().await.expect(204).empty().await;
        // Its streams end, and what it asked for is stopped.
        while let Some(message) = stream.next().await {
            assert!(message.get("method").is_some(), "{message}");
        }
        while let Some(message) = call.next().await {
            assert!(message.get("method").is_some(), "{message}");
        }
        gate.dropped(round + 1).await;
        for call in [
            client.request("ping", json!({})),
            client.get(),
            client.delete(),
            client.notify("notifications/initialized", json!({})),
        ] {
            call.refused(404, -32600).await;
        }
        other.request("ping", json!({})).json().await;
    }
}

#[tokio::test]
async fn lhttp_01_get_needs_a_session_and_a_client_that_takes_events() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    for accept in ["application/json", "text/html", "text/event-stream;q=0"] {
        client.get().header("accept", accept).refused(406, -32600).await;
    }
    client.get().without("accept").refused(406, -32600).await;
    for accept in ["text/event-stream", "application/json, text/event-stream", "*/*"] {
        let mut stream = client.get().header("accept", accept).send().await.events();
        stream.quiet_for(QUIET / 10).await;
    }
    let nobody = Client::new(&server);
    nobody.get().refused(400, -32600).await;
}

#[tokio::test]
async fn lhttp_04_the_version_header_is_held_to_the_list_on_every_request() {
    let server = server();
    let client = Client::opened(&server, "2025-06-18").await;
    for call in [
        client.request("ping", json!({})),
        client.notify("notifications/initialized", json!({})),
        client.get(),
        client.delete(),
    ] {
        for version in ["garbage", "2000-01-01", "2099-01-01", "1"] {
            let reply = call
                .clone()
                .header("mcp-protocol-version", version)
                .judged_as("2026-07-28")
                .send()
                .await;
            reply.refused(400, -32022).await;
        }
    }
    // None of them ended the session; another version that is served is no trouble, and neither is none.
    for version in mcp_tests::ALL_REVISIONS
        .into_iter()
        .filter(|version| *version != "2026-07-28")
    {
        let ping = client
            .request("ping", json!({}))
            .header("mcp-protocol-version", version);
        ping.json().await;
    }
    client
        .request("ping", json!({}))
        .without("mcp-protocol-version")
        .json()
        .await;
}

#[tokio::test]
async fn lhttp_02_what_is_no_request_is_taken_and_not_answered() {
    let server = server();
    for version in VERSIONS {
        let client = Client::opened(&server, version).await;
        for message in [
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" }),
            json!({ "jsonrpc": "2.0", "method": "notifications/unheard", "params": { "a": 1 } }),
            json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": { "progressToken": 1, "progress": 1 } }),
            json!({ "jsonrpc": "2.0", "id": "s-1", "result": {} }),
            json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -1, "message": "no" } }),
        ] {
            client
                .request("ping", json!({}))
                .message(message)
                .accepted()
                .await;
        }
    }
}

#[tokio::test]
async fn init_01_init_05_what_was_agreed_on_holds_for_the_session() {
    let server = server();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = Client::of(server.http());
        let reply = client
            .initialize(version)
            .judged_as(version)
            .send()
            .await
            .expect(200);
        let answer = reply.json().await;
        assert_eq!(answer["result"]["serverInfo"]["name"], "http-tests");
        let capabilities = &answer["result"]["capabilities"];
        assert_eq!(
            capabilities.get("completions").is_some(),
            version >= "2025-03-26",
            "LRES-07"
        );
        let client = Client::opened(&server, version).await;
        let tools = client.result("tools/list", json!({})).await;
        let echo = tools["tools"]
            .as_array()
            .unwrap()
            .iter()
            .find(|tool| tool["name"] == "echo")
            .unwrap();
        assert_eq!(
            echo.get("annotations").is_some(),
            version >= "2025-03-26",
            "LRES-04"
        );
        // `LAMB-07`: another version in the header changes nothing of that.
        let call = client
            .request("tools/list", json!({}))
            .header("mcp-protocol-version", "2025-11-25");
        assert_eq!(call.send().await.json().await["result"], tools);
    }
}

#[tokio::test]
async fn init_04_a_session_works_before_its_client_says_that_it_is_ready() {
    let server = server();
    let mut client = Client::new(&server);
    client.version = ProtocolVersion::V2025_11_25;
    let reply = client.initialize("2025-11-25").send().await.expect(200);
    client.session = reply.header("mcp-session-id").map(str::to_owned);
    reply.json().await;
    let tools = client.result("tools/list", json!({})).await;
    assert!(!tools["tools"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn init_03_a_handshake_that_cannot_be_read_gives_no_session() {
    let client = Client::new(&server());
    for params in [
        json!({}),
        json!({ "protocolVersion": 1 }),
        json!({ "protocolVersion": "2025-11-25", "capabilities": [] }),
    ] {
        let call = client.initialize("2025-11-25").judged_as("2025-11-25");
        let call = call.change(|message| message["params"] = params);
        let reply = call.send().await;
        assert_eq!(reply.header("mcp-session-id"), None);
        assert_eq!(reply.error().await["code"], -32602);
    }
}

#[tokio::test]
async fn lmsg_01_an_id_in_use_is_refused_and_the_first_request_goes_on() {
    let (server, gate) = with_gate();
    for version in VERSIONS {
        let client = Client::opened(&server, version).await;
        let other = Client::opened(&server, version).await;
        let wait = |client: &Client| {
            tokio::spawn(
                client
                    .request_as("same", "tools/call", json!({ "name": "wait" }))
                    .send(),
            )
        };
        let first = wait(&client);
        gate.reached().await;
        client
            .request_as("same", "tools/list", json!({}))
            .refused(200, -32600)
            .await;
        // Another session has ids of its own.
        let second = wait(&other);
        gate.reached().await;
        gate.pass();
        gate.pass();
        for sent in [first, second] {
            let answer = sent.await.unwrap().expect(200).answer().await;
            assert_eq!(answer["result"]["content"][0]["text"], "waited");
        }
    }
}

#[tokio::test]
async fn sess_07_stateless_requests_neither_get_nor_mind_a_session() {
    let server = server();
    let client = Client::new(&server);
    for id in ["made-up", ""] {
        let call = client
            .request("tools/list", json!({}))
            .header("mcp-session-id", id);
        let reply = call.send().await.expect(200);
        assert_eq!(reply.header("mcp-session-id"), None);
        reply.json().await;
    }
}

#[tokio::test]
async fn a_session_that_only_asks_costs_nothing_between_two_requests() {
    // What it costs is measured in `http_load`; here it is only seen to work again and again.
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    for _ in 0..50 {
        let result: Value = client
            .result(
                "tools/call",
                json!({ "name": "echo", "arguments": { "text": "x" } }),
            )
            .await;
        assert_eq!(result["content"][0]["text"], "x");
    }
    let options = client.get().method(Method::OPTIONS).send().await;
    assert_eq!(options.status(), 405);
}
