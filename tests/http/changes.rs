//! What clients with a session are told of without asking each time: on the stream that they open
//! with GET (`LSUB-*`, `LSSE-01`, `LMSG-04`).

use serde_json::{Value, json};

use crate::client::Client;
use crate::servers::{Gate, builder, server};

const VERSIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

#[tokio::test]
async fn lsub_02_every_session_is_told_of_changed_lists_untagged() {
    let server = server();
    let changes = server.changes();
    for version in VERSIONS {
        let client = Client::opened(&server, version).await;
        let mut stream = client.get().send().await.events();
        for (tell, method) in [
            (
                &(|| changes.tools()) as &dyn Fn(),
                "notifications/tools/list_changed",
            ),
            (&|| changes.prompts(), "notifications/prompts/list_changed"),
            (&|| changes.resources(), "notifications/resources/list_changed"),
        ] {
            tell();
            let message = stream.message().await;
            assert_eq!(message["method"], method, "{version}");
            assert_eq!(message["params"].get("_meta"), None, "LMSG-04");
        }
        changes.resource_updated("note://one");
        stream.quiet().await;
    }
}

#[tokio::test]
async fn lsub_01_only_subscribed_resources_are_told_of_until_unsubscribed() {
    let server = server();
    let changes = server.changes();
    for version in VERSIONS {
        let client = Client::opened(&server, version).await;
        let other = Client::opened(&server, version).await;
        let mut stream = client.get().send().await.events();
        let mut others = other.get().send().await.events();
        assert_eq!(
            client
                .result("resources/subscribe", json!({ "uri": "note://one" }))
                .await,
            json!({})
        );
        changes.resource_updated("note://one");
        let message = stream.message().await;
        assert_eq!(message["method"], "notifications/resources/updated");
        assert_eq!(message["params"], json!({ "uri": "note://one" }));
        changes.resource_updated("note://numbered/1");
        assert_eq!(
            client
                .result("resources/unsubscribe", json!({ "uri": "note://one" }))
                .await,
            json!({})
        );
        changes.resource_updated("note://one");
        stream.quiet().await;
        others.quiet().await;
    }
}

#[tokio::test]
async fn lsub_01_what_is_subscribed_to_has_to_exist_and_is_bounded() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    for params in [json!({ "uri": "note://unheard" }), json!({ "uri": "" })] {
        client
            .request("resources/subscribe", params)
            .refused(200, -32002)
            .await;
    }
    for params in [json!({}), json!({ "uri": 1 })] {
        client
            .request("resources/subscribe", params)
            .refused(200, -32602)
            .await;
    }
    // What was never subscribed to is no error to end.
    assert_eq!(
        client
            .result("resources/unsubscribe", json!({ "uri": "note://one" }))
            .await,
        json!({})
    );
    for number in 0..64 {
        client
            .result(
                "resources/subscribe",
                json!({ "uri": format!("note://numbered/{number}") }),
            )
            .await;
    }
    // Twice is once.
    client
        .result("resources/subscribe", json!({ "uri": "note://numbered/1" }))
        .await;
    let more = client.request("resources/subscribe", json!({ "uri": "note://numbered/64" }));
    more.refused(200, -32602).await;
}

#[tokio::test]
async fn lsub_01_subscriptions_made_before_the_stream_count() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    client
        .result("resources/subscribe", json!({ "uri": "note://one" }))
        .await;
    let mut stream = client.get().send().await.events();
    server.changes().resource_updated("note://one");
    assert_eq!(stream.message().await["params"]["uri"], "note://one");
}

#[tokio::test]
async fn init_06_what_is_not_told_of_is_not_promised() {
    for (told, server) in [
        (true, server()),
        (
            false,
            builder(&Gate::default())
                .list_changed(false)
                .resource_subscriptions(false)
                .build()
                .unwrap(),
        ),
    ] {
        let client = Client::new(&server);
        let answer = client
            .initialize("2025-11-25")
            .judged_as("2025-11-25")
            .json()
            .await;
        let capabilities = &answer["result"]["capabilities"];
        for (kind, flag) in [
            ("tools", "listChanged"),
            ("prompts", "listChanged"),
            ("resources", "listChanged"),
            ("resources", "subscribe"),
        ] {
            assert_eq!(capabilities[kind][flag] == true, told, "{kind} {flag}");
        }
        let client = Client::opened(&server, "2025-11-25").await;
        if !told {
            client
                .request("resources/subscribe", json!({ "uri": "note://one" }))
                .refused(200, -32601)
                .await;
        }
    }
}

#[tokio::test]
async fn lsse_01_requests_answered_elsewhere_leave_nothing_on_this_stream() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut stream = client.get().send().await.events();
    for _ in 0..5 {
        client.result("tools/list", json!({})).await;
        client
            .result(
                "tools/call",
                json!({ "name": "echo", "arguments": { "text": "x" } }),
            )
            .await;
    }
    stream.quiet().await;
}

#[tokio::test]
async fn lhttp_10_the_newest_stream_of_a_session_gets_the_changes_and_no_other() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut old = client.get().send().await.events();
    let mut new = client.get().send().await.events();
    server.changes().tools();
    assert_eq!(new.message().await["method"], "notifications/tools/list_changed");
    // The older one has ended, or has nothing to say.
    let rest = tokio::time::timeout(crate::client::QUIET, old.next()).await;
    assert!(matches!(rest, Ok(None) | Err(_)), "{rest:?}");
}

#[tokio::test]
async fn lsub_02_changes_while_no_stream_is_open_are_told_once_it_is_or_never_but_break_nothing() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    for _ in 0..100 {
        server.changes().tools();
    }
    let mut stream = client.get().send().await.events();
    let early = tokio::time::timeout(crate::client::QUIET, stream.next()).await;
    if let Ok(message) = early {
        assert_eq!(message.unwrap()["method"], "notifications/tools/list_changed");
        stream.quiet().await;
    }
    server.changes().prompts();
    let told: Value = stream.message().await;
    assert_eq!(told["method"], "notifications/prompts/list_changed");
}
