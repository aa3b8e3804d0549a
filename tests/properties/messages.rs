//! Whatever arrives, the connection answers at most once and goes on.

use mcp_core::McpResponse;
use mcp_core::primitive::ToolBuilder;
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use mcp_tests::{NEWEST, client, message, unopened_client};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::generate::anything;
use crate::{block_on, check};

fn server(tools: usize) -> Server {
    let builder = Server::builder("messages", "1.0.0");
    (0..tools)
        .map(|index| {
            ToolBuilder::new(format!("tool-{index:03}"))
                .handler((), (), |(), ()| async { McpResponse::text("Done.") })
        })
        .fold(builder, |builder, tool| builder.add_tool(tool))
        .build()
        .expect("every tool can be served")
}

/// Sends bytes and checks that nothing, or one JSON text of one line, comes back.
fn send(client: &TestClient, bytes: &[u8]) -> Result<Option<Value>, TestCaseError> {
    let answer = block_on(client.send_unobserved(bytes));
    let Some(answer) = answer else { return Ok(None) };
    let parsed = serde_json::from_slice::<Value>(&answer);
    let shown = String::from_utf8_lossy(&answer).into_owned();
    prop_assert!(parsed.is_ok(), "not one JSON text: {shown}");
    let newlines = answer.iter().filter(|byte| **byte == b'\n').count();
    prop_assert!(newlines <= 1, "more than one line: {shown}");
    let parsed = parsed.unwrap_or_default();
    let is_answer = |answer: &Value| answer["jsonrpc"] == "2.0" && answer.get("id") != Some(&Value::Null);
    let all = match &parsed {
        Value::Array(answers) => !answers.is_empty() && answers.iter().all(is_answer),
        answer => is_answer(answer),
    };
    prop_assert!(all, "not an answer: {shown}");
    Ok(Some(parsed))
}

/// A request still gets its answer.
fn is_alive(client: &TestClient) -> Result<(), TestCaseError> {
    let ping = message(client, "alive", "tools/call", json!({ "name": "tool-000" }));
    let answer = send(client, ping.to_string().as_bytes())?.unwrap_or_default();
    prop_assert_eq!(&answer["id"], &json!("alive"), "{}", answer);
    Ok(())
}

/// Clients before and after a handshake: what is not JSON-RPC meets both.
fn clients(server: &Server) -> [TestClient; 3] {
    [
        unopened_client(server),
        block_on(client(server, "2025-03-26")),
        block_on(client(server, NEWEST)),
    ]
}

#[test]
fn any_bytes_are_answered_at_most_once() {
    let server = server(1);
    let clients = clients(&server);
    check(1_000, &vec(any::<u8>(), 0..200), |bytes| {
        for client in &clients {
            send(client, &bytes)?;
        }
        is_alive(&clients[2])
    });
}

/// Pieces of which messages are made, so that more of them get past the first byte.
#[test]
fn anything_like_json_is_answered_at_most_once() {
    const PIECES: [&str; 40] = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u",
        "\\ud800",
        "null",
        "true",
        "-",
        "0",
        "1e999",
        "1.5",
        "\"jsonrpc\"",
        "\"2.0\"",
        "\"id\"",
        "\"method\"",
        "\"params\"",
        "\"result\"",
        "\"error\"",
        "\"_meta\"",
        "\"tools/call\"",
        "\"tools/list\"",
        "\"initialize\"",
        "\"ping\"",
        "\"name\"",
        "\"arguments\"",
        "\"cursor\"",
        "\"progressToken\"",
        "{\"jsonrpc\":\"2.0\",",
        "\"id\":1,",
        "\"method\":\"ping\"",
        " ",
        "\n",
        "\u{feff}",
        "é",
        "\u{0}",
    ];
    let server = server(1);
    let clients = clients(&server);
    check(1_500, &vec(select(&PIECES[..]), 0..24), |pieces| {
        for client in &clients {
            send(client, pieces.concat().as_bytes())?;
        }
        is_alive(&clients[2])
    });
}

/// A good request in which bytes are changed, cut out, doubled or added.
#[test]
fn a_damaged_request_is_answered_at_most_once() {
    let server = server(1);
    let clients = clients(&server);
    let good: Vec<Vec<u8>> = [
        message(&clients[2], 1, "tools/call", json!({ "name": "tool-000", "arguments": {} })),
        message(&clients[2], "a", "tools/list", json!({})),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" },
        } }),
        json!([{ "jsonrpc": "2.0", "id": 1, "method": "ping" }, { "jsonrpc": "2.0", "method": "notifications/initialized" }]),
    ]
    .iter()
    .map(|message| message.to_string().into_bytes())
    .collect();
    let damage = vec((0..4_u8, any::<Index>(), any::<u8>()), 1..4);
    check(1_500, &(select(good), damage), |(mut bytes, damage)| {
        for (kind, index, byte) in damage {
            let at = index.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at),
            }
            if bytes.is_empty() {
                break;
            }
        }
        for client in &clients {
            send(client, &bytes)?;
        }
        is_alive(&clients[2])
    });
}

/// What is a request gets exactly one answer, with its id, whatever else is in it.
#[test]
fn any_request_is_answered_with_its_id() {
    let server = server(1);
    let client = block_on(client(&server, NEWEST));
    let ids = prop_oneof![
        any::<i64>().prop_map(Value::from),
        "[ -~]{1,20}".prop_map(Value::from),
    ];
    let methods = prop_oneof![
        select(vec![
            "tools/call",
            "tools/list",
            "resources/read",
            "prompts/get",
            "completion/complete",
            "server/discover"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    check(1_000, &(ids, methods, anything()), |(id, method, params)| {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let answer = send(&client, request.to_string().as_bytes())?;
        let answer = answer.ok_or_else(|| TestCaseError::fail(format!("no answer to {request}")))?;
        prop_assert_eq!(&answer["id"], &id, "{}: {}", request, answer);
        prop_assert!(answer.get("error").is_some() != answer.get("result").is_some());
        Ok(())
    });
}

/// A cursor is the server's own word: any other is invalid params, and none is fatal.
#[test]
fn any_cursor_is_a_page_or_invalid_params() {
    let server = server(120);
    let client = block_on(client(&server, NEWEST));
    let page = block_on(client.request("tools/list", json!({}))).unwrap();
    let good = page["nextCursor"].as_str().unwrap().to_owned();
    let near = (Just(good), any::<Index>(), any::<char>()).prop_map(|(good, index, letter)| {
        let mut letters: Vec<char> = good.chars().collect();
        let at = index.index(letters.len());
        letters[at] = letter;
        letters.into_iter().collect::<String>()
    });
    let cursors = prop_oneof![any::<String>(), "[A-Za-z0-9+/=_-]{0,40}", near];
    let methods = select(vec![
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ]);
    check(600, &(methods, cursors), |(method, cursor)| {
        let request = message(&client, 1, method, json!({ "cursor": cursor }));
        let answer = block_on(client.exchange(&request));
        let answer = answer.ok_or_else(|| TestCaseError::fail("no answer"))?;
        let code = answer["error"]["code"].as_i64();
        let is_page = answer["result"].is_object();
        prop_assert!(
            is_page || matches!(code, Some(-32602 | -32601)),
            "{method} {cursor:?}: {answer}"
        );
        Ok(())
    });
}
