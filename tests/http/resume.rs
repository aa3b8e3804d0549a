//! Streams that break off and are taken up again (`LSSE-*`, `LHTTP-07`).

use serde_json::{Value, json};

use crate::client::{Call, Client, QUIET};
use crate::events::Events;
use crate::servers::with_gate;

fn steps(client: &Client, count: u32) -> Call {
    let params = json!({ "name": "steps", "arguments": { "count": count }, "_meta": { "progressToken": 1 } });
    client.request_as("steps", "tools/call", params)
}

/// Takes a stream up after an event.
async fn resume(client: &Client, last: &str) -> Events {
    client.get().header("last-event-id", last).send().await.events()
}

/// What is left on a stream, up to its end.
async fn rest(mut events: Events) -> Vec<Value> {
    let mut rest = Vec::new();
    while let Some(message) = events.next().await {
        rest.push(message);
    }
    rest
}

#[tokio::test]
async fn lsse_03_a_stream_of_2025_11_25_begins_with_an_id_and_older_ones_with_a_message() {
    let (server, gate) = with_gate();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = Client::opened(&server, version).await;
        let mut events = steps(&client, 1).send().await.events();
        let first = events.event().await.unwrap();
        match version {
            "2025-11-25" => {
                assert_eq!(first.data.as_deref(), Some(""), "an event without data");
                assert!(first.id.is_some_and(|id| !id.is_empty()));
                assert!(
                    first.retry.is_some_and(|retry| (1..=10_000).contains(&retry)),
                    "{:?}",
                    first.retry
                );
            }
            // Older clients cannot read an event without data.
            _ => assert!(first.data.is_some_and(|data| data.contains("jsonrpc"))),
        }
        gate.reached().await;
        gate.pass();
        while let Some(event) = events.event().await {
            assert!(event.id.is_some(), "LSSE-02: every event has an id");
        }
    }
}

#[tokio::test]
async fn lsse_03_a_released_stream_ends_and_the_client_comes_back_for_the_answer() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut events = client
        .request_as("r", "tools/call", json!({ "name": "release" }))
        .send()
        .await
        .events();
    assert_eq!(events.event().await.unwrap().data.as_deref(), Some(""));
    assert_eq!(events.event().await, None, "it ends before the answer");
    let last = events.last_id.clone().unwrap();
    gate.reached().await;
    // Back before the answer is there.
    let mut back = resume(&client, &last).await;
    back.quiet().await;
    gate.pass();
    let answer = back.answer_and_go_on().await;
    assert_eq!(
        (&answer["id"], &answer["result"]["content"][0]["text"]),
        (&json!("r"), &json!("released: true"))
    );
    back.end().await;
    // `LSSE-02`: once more, for a client that lost it on the way.
    let again = rest(resume(&client, &last).await).await;
    assert_eq!(again, [answer]);
}

#[tokio::test]
async fn lsse_03_only_clients_of_2025_11_25_over_http_are_sent_away() {
    let (server, gate) = with_gate();
    for client in [
        Client::new(&server),
        Client::opened(&server, "2025-03-26").await,
        Client::opened(&server, "2025-06-18").await,
    ] {
        let sent = tokio::spawn(client.tool("release", json!({})).send());
        gate.reached().await;
        gate.pass();
        let answer = sent.await.unwrap().expect(200).answer().await;
        assert_eq!(answer["result"]["content"][0]["text"], "released: false");
    }
    // Nor one that takes no stream.
    let client = Client::opened(&server, "2025-11-25").await;
    let call = client
        .tool("release", json!({}))
        .header("accept", "application/json");
    let sent = tokio::spawn(call.send());
    gate.reached().await;
    gate.pass();
    let answer = sent.await.unwrap().expect(200).json().await;
    assert_eq!(answer["result"]["content"][0]["text"], "released: false");
}

#[tokio::test]
async fn lsse_02_what_came_after_an_event_is_replayed_and_nothing_else() {
    let (server, gate) = with_gate();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = Client::opened(&server, version).await;
        client
            .result("logging/setLevel", json!({ "level": "error" }))
            .await;
        let mut events = steps(&client, 3).send().await.events();
        gate.reached().await;
        let (mut ids, mut messages) = (Vec::new(), Vec::new());
        while messages.len() < 3 {
            let event = events.event().await.unwrap();
            ids.push(event.id.unwrap());
            messages.extend(event.data.filter(|data| !data.is_empty()));
        }
        // The connection breaks; the work goes on (`LHTTP-06`).
        drop(events);
        gate.pass();
        gate.finished(1).await;
        let after_all = rest(resume(&client, ids.last().unwrap()).await).await;
        assert_eq!(
            after_all.len(),
            2,
            "{version}: the last progress and the answer: {after_all:?}"
        );
        assert_eq!(after_all[1]["id"], "steps");
        // From the beginning, as long as it is kept.
        let replayed = rest(resume(&client, &ids[0]).await).await;
        let expected = if version == "2025-11-25" { 5 } else { 4 };
        assert_eq!(replayed.len(), expected, "{version}: {replayed:?}");
        assert_eq!(replayed.last().unwrap()["id"], "steps");
        assert_eq!(client.result("ping", json!({})).await, json!({}));
    }
}

#[tokio::test]
async fn lsse_02_streams_of_a_session_have_ids_of_their_own() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    let one = client
        .request_as("one", "tools/call", json!({ "name": "release" }))
        .send()
        .await
        .events();
    let two = client
        .request_as("two", "tools/call", json!({ "name": "release" }))
        .send()
        .await
        .events();
    let mut ids = Vec::new();
    for mut events in [one, two] {
        while events.event().await.is_some() {}
        ids.push(events.last_id.unwrap());
        gate.reached().await;
    }
    gate.pass();
    gate.pass();
    assert_ne!(ids[0], ids[1]);
    for (id, name) in ids.iter().zip(["one", "two"]) {
        let answers = rest(resume(&client, id).await).await;
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert_eq!(answers[0]["id"], name);
    }
    // Another session has nothing of it.
    let other = Client::opened(&server, "2025-11-25").await;
    let mut stream = resume(&other, &ids[0]).await;
    stream.quiet().await;
}

#[tokio::test]
async fn lsse_02_an_id_that_leads_nowhere_gives_the_sessions_own_stream() {
    let (server, _) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    for id in [
        "",
        "nonsense",
        "999-1",
        "-1",
        "1",
        "1-1-1",
        "18446744073709551616-1",
    ] {
        let mut stream = resume(&client, id).await;
        server.changes().tools();
        assert_eq!(
            stream.message().await["method"],
            "notifications/tools/list_changed",
            "{id}"
        );
    }
}

#[tokio::test]
async fn lsse_02_the_sessions_own_stream_is_taken_up_where_it_broke_off() {
    let (server, _) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut stream = client.get().send().await.events();
    server.changes().tools();
    stream.message().await;
    let first = stream.last_id.clone().unwrap();
    server.changes().prompts();
    stream.message().await;
    drop(stream);
    let mut back = resume(&client, &first).await;
    assert_eq!(
        back.message().await["method"],
        "notifications/prompts/list_changed"
    );
    back.quiet().await;
}

#[tokio::test]
async fn lhttp_10_the_newest_reader_of_a_stream_reads_and_the_older_one_ends() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut events = steps(&client, 1).send().await.events();
    gate.reached().await;
    events.event().await.unwrap();
    let last = events.last_id.clone().unwrap();
    let newer = resume(&client, &last).await;
    let left = rest(events).await;
    assert!(left.iter().all(|message| message.get("id").is_none()), "{left:?}");
    gate.pass();
    assert_eq!(rest(newer).await.last().unwrap()["id"], "steps");
}

#[tokio::test]
async fn lhttp_06_an_answer_that_nobody_waited_for_is_kept_for_a_while() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut events = steps(&client, 1).send().await.events();
    gate.reached().await;
    events.event().await.unwrap();
    let last = events.last_id.clone().unwrap();
    drop(events);
    gate.pass();
    gate.finished(1).await;
    tokio::time::sleep(QUIET).await;
    let answers = rest(resume(&client, &last).await).await;
    assert_eq!(answers.last().unwrap()["result"]["content"][0]["text"], "stepped");
}

#[tokio::test]
async fn what_is_kept_for_a_client_that_never_comes_back_is_bounded() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-11-25").await;
    let mut ids = Vec::new();
    for _ in 0..100 {
        let mut events = client.tool("release", json!({})).send().await.events();
        events.event().await.unwrap();
        ids.push(events.last_id.clone().unwrap());
        gate.reached().await;
        gate.pass();
    }
    gate.finished(100).await;
    // The newest are there, the oldest are not, and asking for those breaks nothing.
    let answers = rest(resume(&client, ids.last().unwrap()).await).await;
    assert_eq!(answers.len(), 1);
    let mut oldest = resume(&client, &ids[0]).await;
    oldest.quiet().await;
}
