//! The example server on pipes: bytes in, lines out (`STDIO-*`).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};

use mcp_tests::NEWEST;
use serde_json::{Value, json};

use crate::process::{self, orders, orders_in_parts};

/// A request of the newest revision as a line.
fn line(id: impl Into<Value>, method: &str, mut params: Value) -> String {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = NEWEST.into();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    format!(
        "{}\n",
        json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
    )
}

fn summary(id: u64, order_id: u64) -> String {
    line(
        id,
        "tools/call",
        json!({ "name": "order-summary", "arguments": { "order_id": order_id } }),
    )
}

fn ping(id: u64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")
}

/// The answers by id; each id has one.
fn by_id(messages: Vec<Value>) -> BTreeMap<String, Value> {
    let mut answers = BTreeMap::new();
    for message in messages {
        let twice = answers.insert(message["id"].to_string(), message);
        assert_eq!(twice, None, "two answers for one request");
    }
    answers
}

#[test]
fn stdio_08_everything_that_was_asked_is_answered_before_the_end() {
    let input: String = (1..=20).map(|id| summary(id, 42)).collect();
    let output = orders(&[], input.as_bytes());
    assert_eq!((output.code(), output.errors()), (Some(0), ""));
    let answers = by_id(output.messages());
    assert_eq!(answers.len(), 20);
    assert!(
        answers
            .values()
            .all(|answer| answer["result"]["structuredContent"]["total"] == 42.5)
    );
}

#[test]
fn stdio_08_no_input_is_no_output() {
    for input in ["", "\n", "\r\n  \n\n"] {
        let output = orders(&[], input.as_bytes());
        assert_eq!((output.code(), output.text(), output.errors()), (Some(0), "", ""));
    }
}

#[test]
fn stdio_01_stdio_10_bad_lines_are_answered_and_the_session_goes_on() {
    let deep = "[".repeat(100_000);
    let closed = format!("{deep}{}", "]".repeat(100_000));
    let arguments = line(
        9,
        "tools/call",
        json!({ "name": "find-order", "arguments": "DEEP" }),
    );
    let oversized = line(1, "ping", json!({ "x": "x".repeat(1 << 20) }));
    let cases: Vec<(Vec<u8>, i64)> = vec![
        (b"{\n".to_vec(), -32700),
        (b"\n \t \n\r\nnonsense\r\n".to_vec(), -32700),
        (
            b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".to_vec(),
            -32700,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n".to_vec(),
            -32700,
        ),
        (format!("{deep}\n").into_bytes(), -32700),
        (format!("{closed}\n").into_bytes(), -32600),
        (
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":{closed}}}\n").into_bytes(),
            -32600,
        ),
        (
            arguments
                .replace("\"DEEP\"", &format!("{{\"order_id\":{closed}}}"))
                .into_bytes(),
            -32602,
        ),
        (b"[]\n".to_vec(), -32600),
        (format!("[{}]\n", ping(1).trim()).into_bytes(), -32600),
        (oversized.into_bytes(), -32600),
        (
            vec![b'x'; (3 << 20) + 1].into_iter().chain(*b"\n").collect(),
            -32600,
        ),
    ];
    for (bad, code) in cases {
        let shown = String::from_utf8_lossy(&bad[..bad.len().min(60)]).into_owned();
        let mut input = bad;
        input.extend_from_slice(ping(77).as_bytes());
        let output = orders(&[], &input);
        let messages = output.messages();
        assert_eq!(
            (output.code(), messages.len()),
            (Some(0), 2),
            "{shown}: {}",
            output.text()
        );
        let refused = messages[0]["error"]["code"] == code
            // Arguments that cannot be read may be told as wrong arguments as well.
            || code == -32602 && messages[0]["result"]["isError"] == true;
        assert!(refused, "{shown}: {}", messages[0]);
        assert_eq!(
            messages[1],
            json!({ "jsonrpc": "2.0", "id": 77, "result": {} }),
            "{shown}"
        );
    }
}

#[test]
fn stdio_01_line_ends_of_windows_and_a_last_line_without_one() {
    let input = format!("{}\r\n{}", ping(1).trim(), ping(2).trim());
    let output = orders(&[], input.as_bytes());
    assert_eq!(by_id(output.messages()).len(), 2);
    let output = orders(&[], summary(1, 43).trim_end().as_bytes());
    assert_eq!(
        output.messages()[0]["result"]["structuredContent"]["status"],
        "shipped"
    );
}

#[test]
fn stdio_01_messages_may_come_byte_by_byte() {
    let input = format!(
        "{}{}{}",
        ping(1),
        summary(2, 42),
        line("drei", "prompts/list", json!({ "x": "é😀" }))
    );
    let output = orders_in_parts(&[], input.as_bytes().chunks(1));
    let answers = by_id(output.messages());
    assert_eq!(answers.keys().collect::<Vec<_>>(), ["\"drei\"", "1", "2"]);
    assert!(answers.values().all(|answer| answer.get("result").is_some()));
}

#[test]
fn stdio_06_two_thousand_requests_in_one_write_are_each_answered_once() {
    let input: String = (1..=2_000)
        .map(|id| match id % 4 {
            0 => ping(id),
            1 => line(id, "tools/list", json!({})),
            2 => summary(id, 57),
            _ => line(id, "resources/read", json!({ "uri": "orders://42" })),
        })
        .collect();
    let output = orders(&[], input.as_bytes());
    assert_eq!(output.code(), Some(0));
    let answers = by_id(output.messages());
    assert_eq!(answers.len(), 2_000);
    for (id, answer) in answers {
        // A thousand of them wait for the disk, which is within the capacity of 1024.
        assert!(answer.get("result").is_some(), "{id}: {answer}");
    }
}

#[test]
fn rpc_13_two_requests_under_one_id_are_two_answers() {
    let output = orders(
        &[],
        format!("{}{}{}", summary(1, 42), summary(1, 42), ping(2)).as_bytes(),
    );
    let messages = output.messages();
    let (first, rest): (Vec<_>, Vec<_>) = messages.iter().partition(|message| message["id"] == 1);
    assert_eq!((first.len(), rest.len()), (2, 1));
    // The second finds the first still at work, unless that was quicker than the next line.
    assert!(first.iter().any(|message| message.get("result").is_some()));
    let refused = first.iter().filter_map(|message| message.get("error"));
    assert!(refused.into_iter().all(|error| error["code"] == -32600));
}

#[test]
fn stdio_07_progress_precedes_its_answer() {
    let params = json!({ "name": "audit-orders", "_meta": { "progressToken": "audit" } });
    let output = orders(&[], line(1, "tools/call", params).as_bytes());
    let messages = output.messages();
    let progress: Vec<_> = messages
        .iter()
        .map(|message| message["params"]["progress"].as_f64())
        .collect();
    assert_eq!(progress, [Some(1.0), Some(2.0), Some(3.0), None]);
    assert_eq!(messages[3]["id"], 1);
}

/// A conversation on one process: each question is answered before the next is asked.
#[test]
fn era_01_era_04_both_eras_interleaved_on_one_process() {
    let mut child = process::start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |line: String| -> Value {
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.flush().unwrap();
        serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()
    };
    let old = |id: u64, method: &str, params: Value| {
        format!(
            "{}\n",
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
        )
    };
    assert_eq!(
        ask(line(1, "server/discover", json!({})))["result"]["resultType"],
        "complete"
    );
    assert_eq!(ask(old(2, "tools/list", json!({})))["error"]["code"], -32602);
    let handshake = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "old", "version": "1" },
        "_meta": {},
    });
    assert_eq!(
        ask(old(3, "initialize", handshake))["result"]["protocolVersion"],
        "2025-06-18"
    );
    for id in 4..8 {
        let answer = ask(old(id, "tools/list", json!({})));
        assert_eq!(
            (&answer["id"], answer["result"].get("resultType")),
            (&json!(id), None)
        );
        let answer = ask(summary(id, 42));
        assert_eq!(answer["result"]["resultType"], "complete");
    }
    drop(stdin);
    assert_eq!(lines.count(), 0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn stdio_08_a_client_that_stops_reading_ends_the_server() {
    let mut child = process::start(&[]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let written = (1..=1_000).try_for_each(|id| stdin.write_all(ping(id).as_bytes()));
    drop(written);
    drop(stdin);
    let code = child.wait().unwrap().code();
    assert_eq!(code, Some(1), "it says that it could not write");
}
