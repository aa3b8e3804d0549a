//! Changes told on pipes: subscriptions of the newest revision, and what older clients are told
//! without asking (`SUB-*`, `LSUB-*`).

use mcp_core::protocol::{ProtocolVersion, key};
use serde_json::{Value, json};

use crate::messages::{call, cancel, old_call, request};
use crate::session::Session;

const ID: &str = key::SUBSCRIPTION_ID;

/// Listens; `id` is JSON text.
fn listen(session: &mut Session, id: &str, wanted: &Value) {
    let meta = json!({ key::PROTOCOL_VERSION: mcp_tests::NEWEST, key::CLIENT_CAPABILITIES: {} });
    let params = json!({ "notifications": wanted, "_meta": meta });
    session.send(request(id, "subscriptions/listen", &params));
    let first = session.message();
    assert_eq!(
        first["method"], "notifications/subscriptions/acknowledged",
        "SUB-02"
    );
    assert_eq!(
        first["params"]["_meta"][ID].to_string(),
        id,
        "SUB-02: with its type"
    );
}

/// Changes the tools and a resource; what is told before the answer is kept for later.
fn touch(session: &mut Session, uri: &str) {
    let arguments = json!({ "uri": uri });
    session.send(match session.version.has_handshake() {
        true => old_call("\"touch\"", "touch", arguments),
        false => call("\"touch\"", "touch", arguments),
    });
    let answer = session.answer("\"touch\"");
    assert_eq!(answer["result"]["content"][0]["text"], "touched");
}

/// The next change: its method, and the subscription that it is for.
fn change(session: &mut Session) -> (String, String) {
    let message = session.message();
    let method = message["method"].as_str().expect("a notification");
    (method.to_owned(), message["params"]["_meta"][ID].to_string())
}

#[test]
fn sub_04_sub_05_sub_13_subscriptions_share_the_pipe_and_each_gets_its_own() {
    let mut session = Session::start();
    // `SUB-06`: nobody has asked yet.
    touch(&mut session, "item://all/0");
    session.assert_quiet();
    listen(&mut session, "7", &json!({ "toolsListChanged": true }));
    listen(
        &mut session,
        "\"7\"",
        &json!({ "resourceSubscriptions": ["item://all"] }),
    );
    listen(
        &mut session,
        "\"both\"",
        &json!({ "toolsListChanged": true, "resourceSubscriptions": ["item://all"] }),
    );
    touch(&mut session, "item://all/1");
    let mut changes: Vec<_> = (0..4).map(|_| change(&mut session)).collect();
    changes.sort();
    let told = |method: &str, id: &str| (format!("notifications/{method}"), id.to_owned());
    assert_eq!(
        changes,
        [
            told("resources/updated", "\"7\""),
            told("resources/updated", "\"both\""),
            told("tools/list_changed", "\"both\""),
            told("tools/list_changed", "7"),
        ]
    );
    session.assert_quiet();
}

#[test]
fn canc_03_sub_09_a_cancelled_subscription_is_over_without_a_word() {
    let mut session = Session::start();
    listen(&mut session, "\"gone\"", &json!({ "toolsListChanged": true }));
    listen(&mut session, "\"stays\"", &json!({ "toolsListChanged": true }));
    session.send(cancel("\"gone\""));
    touch(&mut session, "item://all/1");
    let left = (
        "notifications/tools/list_changed".to_owned(),
        "\"stays\"".to_owned(),
    );
    assert_eq!(change(&mut session), left);
    session.assert_quiet();
    // Its id may be used again.
    session.wait_until_free("\"gone\"");
    listen(&mut session, "\"gone\"", &json!({ "toolsListChanged": true }));
}

#[test]
fn sub_10_sub_11_the_end_of_the_input_ends_subscriptions_with_a_result() {
    let mut session = Session::start();
    listen(&mut session, "1", &json!({ "toolsListChanged": true }));
    listen(&mut session, "\"two\"", &json!({}));
    let end = session.finish();
    assert_eq!((end.exit.code, end.errors.as_str()), (Some(0), ""));
    for id in [json!(1), json!("two")] {
        let of = |message: &&Value| message["id"] == id || message["params"]["requestId"] == id;
        let last: Vec<_> = end.messages.iter().filter(of).collect();
        assert_eq!(last.len(), 2, "SUB-11: told twice: {last:?}");
        let result = last
            .iter()
            .find(|message| message.get("result").is_some())
            .expect("SUB-10");
        assert_eq!(result["result"]["_meta"][ID], id);
        assert!(
            last.iter()
                .any(|message| message["method"] == "notifications/cancelled"),
            "SUB-11"
        );
    }
}

#[test]
fn lsub_01_lsub_02_older_clients_are_told_untagged_from_their_handshake_on() {
    for version in ProtocolVersion::ALL
        .into_iter()
        .filter(|version| version.has_handshake())
    {
        let mut session = Session::start_as(version);
        touch(&mut session, "item://all/1");
        let tools = ("notifications/tools/list_changed".to_owned(), "null".to_owned());
        assert_eq!(change(&mut session), tools, "{version}");
        session.send(request(
            "\"s\"",
            "resources/subscribe",
            &json!({ "uri": "item://all" }),
        ));
        assert_eq!(session.answer("\"s\"")["result"], json!({}));
        touch(&mut session, "item://all/2");
        let mut changes = [change(&mut session), change(&mut session)];
        changes.sort();
        assert_eq!(
            changes,
            [
                ("notifications/resources/updated".to_owned(), "null".to_owned()),
                tools.clone()
            ]
        );
        session.send(request(
            "\"u\"",
            "resources/unsubscribe",
            &json!({ "uri": "item://all" }),
        ));
        session.answer("\"u\"");
        touch(&mut session, "item://all/3");
        assert_eq!(change(&mut session), tools);
        session.assert_quiet();
    }
}
