//! `subscriptions/listen`: the stream of changes of a 2026-07-28 client (`SUB-*`).

use mcp_runtime::{Limits, Server};
use serde_json::{Value, json};

use crate::client::{Call, Client};
use crate::events::Events;
use crate::servers::{Gate, builder, server};

const ID: &str = "io.modelcontextprotocol/subscriptionId";

fn call(client: &Client, id: impl Into<Value>, wanted: Value) -> Call {
    client.request_as(id, "subscriptions/listen", json!({ "notifications": wanted }))
}

/// Listens, and gives what was agreed on.
pub(crate) async fn listen(client: &Client, id: impl Into<Value>, wanted: Value) -> (Events, Value) {
    let id = id.into();
    let mut events = call(client, id.clone(), wanted).send().await.events();
    let mut first = events.message().await;
    assert_eq!(
        first["method"], "notifications/subscriptions/acknowledged",
        "SUB-02"
    );
    assert_eq!(first["params"]["_meta"][ID], id, "SUB-02: with its type");
    (events, first["params"]["notifications"].take())
}

/// The next change, which has to carry the subscription's id.
pub(crate) async fn change(events: &mut Events, id: impl Into<Value>) -> Value {
    let message = events.message().await;
    assert_eq!(message["params"]["_meta"][ID], id.into(), "SUB-05: {message}");
    message
}

#[tokio::test]
async fn sub_01_sub_02_sub_03_what_is_agreed_comes_first_and_under_the_requests_id() {
    let client = Client::new(&server());
    let everything = json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["note://one", "note://numbered/7"],
    });
    for id in [json!("a"), json!(7), json!("7"), json!(1_785_240_000_123_i64)] {
        let (_events, agreed) = listen(&client, id, everything.clone()).await;
        assert_eq!(agreed["toolsListChanged"], true);
        assert_eq!(agreed["promptsListChanged"], true);
        assert_eq!(agreed["resourcesListChanged"], true);
        let mut uris: Vec<_> = agreed["resourceSubscriptions"].as_array().unwrap().clone();
        uris.sort_by_key(Value::to_string);
        assert_eq!(uris, [json!("note://numbered/7"), json!("note://one")]);
    }
    for (wanted, agreed) in [
        (json!({}), json!({})),
        (json!({ "toolsListChanged": false }), json!({})),
        (
            json!({ "toolsListChanged": true, "promptsListChanged": false }),
            json!({ "toolsListChanged": true }),
        ),
        // `SUB-14`: what extensions ask for is left out.
        (
            json!({ "taskIds": ["x"], "promptsListChanged": true }),
            json!({ "promptsListChanged": true }),
        ),
        (json!({ "resourceSubscriptions": [] }), json!({})),
        (
            json!({ "resourceSubscriptions": ["note://one", "note://one"] }),
            json!({ "resourceSubscriptions": ["note://one"] }),
        ),
        (
            json!({ "resourceSubscriptions": ["note://unheard", "note://one"] }),
            json!({ "resourceSubscriptions": ["note://one"] }),
        ),
    ] {
        assert_eq!(listen(&client, 1, wanted.clone()).await.1, agreed, "{wanted}");
    }
}

#[tokio::test]
async fn sub_01_what_is_malformed_is_refused_before_there_is_a_stream() {
    let client = Client::new(&server());
    for params in [
        json!({}),
        json!({ "notifications": null }),
        json!({ "notifications": [] }),
        json!({ "notifications": "tools" }),
        json!({ "notifications": { "toolsListChanged": "yes" } }),
        json!({ "notifications": { "resourceSubscriptions": "note://one" } }),
        json!({ "notifications": { "resourceSubscriptions": [1] } }),
    ] {
        client
            .request("subscriptions/listen", params)
            .refused(200, -32602)
            .await;
    }
    let many: Vec<_> = (0..65)
        .map(|number| format!("note://numbered/{number}"))
        .collect();
    call(&client, 1, json!({ "resourceSubscriptions": many }))
        .refused(200, -32602)
        .await;
}

#[tokio::test]
async fn sub_03_sub_15_a_server_that_tells_of_nothing_agrees_to_nothing() {
    let plain = Server::builder("plain", "1").build().unwrap();
    let wanted = json!({ "toolsListChanged": true, "resourceSubscriptions": ["note://one"] });
    assert_eq!(listen(&Client::new(&plain), 1, wanted.clone()).await.1, json!({}));
    let silent = builder(&Gate::default())
        .list_changed(false)
        .resource_subscriptions(false)
        .build()
        .unwrap();
    let client = Client::new(&silent);
    assert_eq!(listen(&client, 1, wanted).await.1, json!({}));
    // `DISC-03`: and says so.
    let capabilities = client.result("server/discover", json!({})).await["capabilities"].take();
    assert_ne!(capabilities["tools"]["listChanged"], true);
    assert_ne!(capabilities["resources"]["subscribe"], true);
    let told = Client::new(&server()).result("server/discover", json!({})).await["capabilities"].take();
    assert_eq!(told["tools"]["listChanged"], true);
    assert_eq!(told["prompts"]["listChanged"], true);
    assert_eq!(
        told["resources"],
        json!({ "listChanged": true, "subscribe": true })
    );
}

#[tokio::test]
async fn sub_04_sub_05_each_subscription_gets_what_it_asked_for_under_its_own_id() {
    let server = server();
    let (client, changes) = (Client::new(&server), server.changes());
    let (mut tools, _) = listen(&client, "tools", json!({ "toolsListChanged": true })).await;
    let (mut prompts, _) = listen(&client, 2, json!({ "promptsListChanged": true })).await;
    let (mut both, _) = listen(
        &client,
        "both",
        json!({ "promptsListChanged": true, "resourcesListChanged": true }),
    )
    .await;
    changes.tools();
    assert_eq!(
        change(&mut tools, "tools").await["method"],
        "notifications/tools/list_changed"
    );
    changes.prompts();
    assert_eq!(
        change(&mut prompts, 2).await["method"],
        "notifications/prompts/list_changed"
    );
    assert_eq!(
        change(&mut both, "both").await["method"],
        "notifications/prompts/list_changed"
    );
    changes.resources();
    assert_eq!(
        change(&mut both, "both").await["method"],
        "notifications/resources/list_changed"
    );
    for events in [&mut tools, &mut prompts, &mut both] {
        events.quiet().await;
    }
}

#[tokio::test]
async fn sub_08_res_13_resources_are_told_of_by_uri_and_by_what_is_above_them() {
    let server = server();
    let (client, changes) = (Client::new(&server), server.changes());
    let (mut one, _) = listen(&client, 1, json!({ "resourceSubscriptions": ["note://one"] })).await;
    let (mut other, _) = listen(
        &client,
        2,
        json!({ "resourceSubscriptions": ["note://numbered/7"] }),
    )
    .await;
    for uri in ["note://one", "note://one/part"] {
        changes.resource_updated(uri);
        let told = change(&mut one, 1).await;
        assert_eq!(told["method"], "notifications/resources/updated");
        assert_eq!(told["params"]["uri"], uri);
    }
    changes.resource_updated("note://oneself");
    changes.resource_updated("note://numbered/77");
    changes.resources();
    one.quiet().await;
    other.quiet().await;
    changes.resource_updated("note://numbered/7");
    assert_eq!(change(&mut other, 2).await["params"]["uri"], "note://numbered/7");
}

#[tokio::test]
async fn sub_06_sub_07_changes_are_on_no_other_stream_and_nothing_else_is_on_this_one() {
    let gate = Gate::default();
    let server = builder(&gate).build().unwrap();
    let (client, changes) = (Client::new(&server), server.changes());
    let (mut events, _) = listen(&client, 1, json!({ "toolsListChanged": true })).await;
    let meta = json!({ "progressToken": 1, "io.modelcontextprotocol/logLevel": "debug" });
    let params = json!({ "name": "steps", "arguments": { "count": 2 }, "_meta": meta });
    let mut stream = client.request("tools/call", params).send().await.events();
    gate.reached().await;
    changes.tools();
    gate.pass();
    stream.answer_and_go_on().await;
    let of_changes = |one: &Value| {
        one["method"]
            .as_str()
            .is_some_and(|method| method.contains("list_changed"))
    };
    assert!(!stream.notifications.iter().any(of_changes), "SUB-06");
    assert_eq!(stream.notifications.len(), 5);
    assert_eq!(
        change(&mut events, 1).await["method"],
        "notifications/tools/list_changed"
    );
    events.quiet().await;
}

#[tokio::test]
async fn sub_09_a_stream_that_is_dropped_is_forgotten() {
    let limits = Limits {
        subscriptions: Some(2),
        ..Limits::default()
    };
    let server = builder(&Gate::default()).limits(limits).build().unwrap();
    let client = Client::new(&server);
    for round in 0..50 {
        let (_first, _) = listen(&client, round, json!({ "toolsListChanged": true })).await;
        let (_second, _) = listen(&client, round, json!({ "toolsListChanged": true })).await;
        let third = call(&client, round, json!({ "toolsListChanged": true }))
            .send()
            .await;
        let answer = third.refused(503, -32603).await;
        assert_eq!(answer["error"]["message"], "Subscription capacity unavailable");
    }
    server.changes().tools();
}

#[tokio::test]
async fn sub_16_a_change_that_was_not_read_yet_is_told_once() {
    let server = server();
    let (client, changes) = (Client::new(&server), server.changes());
    let wanted = json!({ "toolsListChanged": true, "resourceSubscriptions": ["note://one"] });
    let (mut events, _) = listen(&client, 1, wanted).await;
    // Nobody reads meanwhile, so that whatever is buffered is bounded.
    for _ in 0..10_000 {
        changes.tools();
        changes.resource_updated("note://one");
    }
    let mut told = 0;
    while let Ok(message) = tokio::time::timeout(crate::client::QUIET, events.next()).await {
        assert!(message.is_some(), "the stream stays open");
        told += 1;
    }
    assert!(
        (2..=100).contains(&told),
        "{told} notifications for 20000 changes"
    );
    // And it still works.
    changes.tools();
    change(&mut events, 1).await;
}

#[tokio::test]
async fn sub_12_an_idle_stream_is_kept_alive_by_comments() {
    let server = builder(&Gate::default()).build().unwrap();
    let client = Client::of(server.http().keep_alive(std::time::Duration::from_millis(50)));
    let (mut events, _) = listen(&client, 1, json!({ "toolsListChanged": true })).await;
    events.comments(3).await;
    server.changes().tools();
    change(&mut events, 1).await;
}

#[tokio::test]
async fn sub_02_what_changes_while_the_stream_opens_is_not_lost() {
    let server = server();
    let (client, changes) = (Client::new(&server), server.changes());
    for round in 0..200 {
        let sent = tokio::spawn(call(&client, round, json!({ "toolsListChanged": true })).send());
        let reply = sent.await.unwrap();
        // The head is there, so the subscription is too, read or unread.
        changes.tools();
        let mut events = reply.events();
        assert_eq!(
            events.message().await["method"],
            "notifications/subscriptions/acknowledged"
        );
        change(&mut events, round).await;
    }
}
