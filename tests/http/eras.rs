//! Which era a request is of, by its body and its headers (`ERA-06`).

use http::Method;
use serde_json::{Value, json};

use crate::client::{Call, Client};
use crate::servers::server;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// What became of a request.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// Served statelessly.
    Modern,
    /// Served with a handshake.
    Legacy,
    Refused(u16, i64),
}

use Outcome::{Legacy, Modern, Refused};

async fn outcome(call: Call) -> Outcome {
    let reply = call.send().await;
    let status = reply.status();
    let answer: Value = serde_json::from_slice(&reply.bytes().await).unwrap();
    match (&answer["result"], answer["error"]["code"].as_i64()) {
        (_, Some(code)) => Refused(status, code),
        (result, None) if result.get("resultType").is_some() => Modern,
        _ => Legacy,
    }
}

#[tokio::test]
async fn era_06_the_decision_table() {
    let server = server();
    let old = Client::opened(&server, "2025-06-18").await;
    let session = old.session.clone().unwrap();
    let plain = || {
        old.request("tools/list", json!({}))
            .without("mcp-session-id")
            .without("mcp-protocol-version")
    };
    let marked = |keys: &[&str]| {
        let meta: Value = keys
            .iter()
            .map(|&key| {
                (
                    key.to_owned(),
                    if key == VERSION {
                        json!("2026-07-28")
                    } else {
                        json!({})
                    },
                )
            })
            .collect::<serde_json::Map<_, _>>()
            .into();
        plain().change(|message| message["params"] = json!({ "_meta": meta }))
    };
    let both = [VERSION, CAPABILITIES];
    let modern_headers = |call: Call| {
        call.header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/list")
    };
    let with = |call: Call, version: &str| call.header("mcp-protocol-version", version);
    let in_session = |call: Call| call.header("mcp-session-id", &session);
    for (name, call, expected) in [
        // (1) A marker in the body or a modern header: all of the modern rules.
        ("marked, with its headers", modern_headers(marked(&both)), Modern),
        (
            "marked, with a session that does not matter",
            in_session(modern_headers(marked(&both))),
            Modern,
        ),
        (
            "marked, with a session that never was",
            modern_headers(marked(&both)).header("mcp-session-id", "made-up"),
            Modern,
        ),
        ("marked, without headers", marked(&both), Refused(400, -32020)),
        (
            "marked, in a session, without headers",
            in_session(marked(&both)),
            Refused(400, -32020),
        ),
        (
            "marked, with an older header",
            with(marked(&both), "2025-06-18"),
            Refused(400, -32020),
        ),
        (
            "half marked by version",
            modern_headers(marked(&[VERSION])),
            Refused(400, -32602),
        ),
        (
            "half marked by capabilities",
            modern_headers(marked(&[CAPABILITIES])),
            Refused(400, -32602),
        ),
        (
            "half marked, without headers",
            marked(&[CAPABILITIES]),
            Refused(400, -32602),
        ),
        (
            "a modern header alone",
            modern_headers(plain()),
            Refused(400, -32602),
        ),
        (
            "a modern header in a session",
            in_session(modern_headers(plain())),
            Refused(400, -32602),
        ),
        // (2) A version that has a handshake.
        (
            "an older version in its session",
            in_session(with(plain(), "2025-06-18")),
            Legacy,
        ),
        (
            "another older version in a session",
            in_session(with(plain(), "2025-03-26")),
            Legacy,
        ),
        (
            "an older version without a session",
            with(plain(), "2025-06-18"),
            Refused(400, -32600),
        ),
        (
            "an older version in no session",
            with(plain(), "2025-06-18").header("mcp-session-id", "x"),
            Refused(404, -32600),
        ),
        // (3) A version that nobody knows.
        ("garbage", with(plain(), "garbage"), Refused(400, -32022)),
        (
            "garbage in a session",
            in_session(with(plain(), "garbage")),
            Refused(400, -32022),
        ),
        (
            "the past",
            in_session(with(plain(), "2000-01-01")),
            Refused(400, -32022),
        ),
        (
            "the future",
            in_session(with(plain(), "2099-01-01")),
            Refused(400, -32022),
        ),
        (
            "the future without a session",
            with(plain(), "2099-01-01"),
            Refused(400, -32022),
        ),
        (
            "nothing in the header",
            in_session(with(plain(), "")),
            Refused(400, -32022),
        ),
        // (4) No version.
        ("a session alone", in_session(plain()), Legacy),
        ("no session either", plain(), Refused(400, -32600)),
        (
            "a session that never was",
            plain().header("mcp-session-id", "made-up"),
            Refused(404, -32600),
        ),
        // (`ERA-02`) Some of `_meta` is no marker.
        (
            "an empty meta",
            in_session(plain().change(|message| message["params"] = json!({ "_meta": {} }))),
            Legacy,
        ),
        (
            "a progress token",
            in_session(
                plain().change(|message| message["params"] = json!({ "_meta": { "progressToken": 1 } })),
            ),
            Legacy,
        ),
    ] {
        assert_eq!(outcome(call).await, expected, "{name}");
    }
}

#[tokio::test]
async fn era_06_a_handshake_needs_no_header_and_minds_none_of_an_older_version() {
    let server = server();
    let client = Client::new(&server);
    for version in [None, Some("2024-11-05"), Some("2025-03-26"), Some("2025-11-25")] {
        let call = client.initialize("2025-06-18").judged_as("2025-06-18");
        let call = match version {
            Some(version) => call.header("mcp-protocol-version", version),
            None => call,
        };
        // `LAMB-07`: what the body asks for counts.
        let answer = call.json().await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    }
    // `INIT-02`: another version than those with a handshake gets the newest of those.
    for version in ["2026-07-28", "2099-01-01", "1"] {
        let answer = client.initialize(version).judged_as("2025-11-25").json().await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{version}");
    }
    // `ERA-03`: with a modern header it is an unknown method, and a malformed request at that.
    let call = client
        .initialize("2025-06-18")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "initialize");
    call.refused(400, -32602).await;
    let marked = client.request("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } }));
    marked.refused(404, -32601).await;
}

#[tokio::test]
async fn era_06_get_delete_and_answers_are_of_the_older_era_only() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    for method in [Method::GET, Method::DELETE] {
        let call = client
            .get()
            .method(method)
            .header("mcp-protocol-version", "2026-07-28");
        let reply = call.send().await;
        assert!([400, 405].contains(&reply.status()), "{}", reply.status());
    }
    // The session is still there.
    client.request("ping", json!({})).json().await;
    // `LHTTP-02`: an answer that nobody waits for is taken all the same.
    let answer = json!({ "jsonrpc": "2.0", "id": "s-1", "result": {} });
    client
        .request("ping", json!({}))
        .message(answer.clone())
        .accepted()
        .await;
    let modern = Client::new(&server)
        .request("tools/list", json!({}))
        .message(answer.clone());
    modern.refused(400, -32600).await;
    // Without a session it is nobody's.
    let nobody = client
        .request("ping", json!({}))
        .message(answer)
        .without("mcp-session-id");
    nobody.refused(400, -32600).await;
}

#[tokio::test]
async fn era_08_what_a_probing_client_is_told_keeps_it_in_its_era() {
    let client = Client::new(&server());
    let answer = client.request("server/discover", json!({})).json().await;
    let supported = answer["result"]["supportedVersions"].as_array().unwrap();
    for version in mcp_tests::ALL_REVISIONS {
        assert!(supported.contains(&version.into()), "LAMB-04: {version}");
    }
    // A client of a revision to come learns from the error what there is.
    let call = client
        .request("server/discover", json!({}))
        .header("mcp-protocol-version", "2027-07-28");
    let call = call.change(|message| message["params"]["_meta"][VERSION] = "2027-07-28".into());
    let answer = call.refused(400, -32022).await;
    assert_eq!(answer["error"]["data"]["supported"], json!(supported));
}

#[tokio::test]
async fn era_01_both_eras_on_one_endpoint_at_a_time() {
    let server = server();
    let clients = [
        Client::new(&server),
        Client::opened(&server, "2025-03-26").await,
        Client::opened(&server, "2025-06-18").await,
        Client::opened(&server, "2025-11-25").await,
    ];
    for _ in 0..3 {
        for client in &clients {
            let result = client
                .result(
                    "tools/call",
                    json!({ "name": "echo", "arguments": { "text": "x" } }),
                )
                .await;
            assert_eq!(
                result.get("resultType").is_some(),
                !client.version.has_handshake()
            );
        }
    }
}
