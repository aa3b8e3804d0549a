//! Messages: a letter for the revision, then messages, one a line.
//!
//! Whatever is sent, nothing panics; a request is answered once, under its own id, with a response
//! that has the protocol's form; a notification and a response are never answered.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mcp_fuzz::client::{MODERN_META, REVISIONS, client, now};
use mcp_fuzz::mutate::{Random, change, write};
use mcp_fuzz::server::server;
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use serde_json::{Value, json};

static SERVER: LazyLock<Server> = LazyLock::new(server);

fuzz_target!(|data: &[u8]| {
    let Some((&letter, messages)) = data.split_first() else {
        return;
    };
    let client = match REVISIONS.get(usize::from(letter.wrapping_sub(b'a'))) {
        Some(revision) => client(&SERVER, revision),
        // One that has not begun with `initialize`.
        None => TestClient::new(&SERVER),
    };
    for message in messages.split(|&byte| byte == b'\n') {
        let answer = now(client.send_unobserved(message));
        let shown = || String::from_utf8_lossy(message).into_owned();
        assert_ne!(
            answer.as_deref(),
            Some(&b""[..]),
            "an answer of nothing: {}",
            shown()
        );
        let answer = answer.map(|bytes| {
            assert!(!bytes.contains(&b'\n'), "an answer is one line: {}", shown());
            serde_json::from_slice::<Value>(&bytes)
                .unwrap_or_else(|error| panic!("{error}: {} to {}", String::from_utf8_lossy(&bytes), shown()))
        });
        check(message, answer.as_ref());
    }
});

fn check(message: &[u8], answer: Option<&Value>) {
    let sent = serde_json::from_slice::<Value>(message);
    let shown = || format!("{} was answered {answer:?}", String::from_utf8_lossy(message));
    match (sent, answer) {
        (Ok(Value::Array(messages)), answer) => check_batch(&messages, answer, &shown),
        (Ok(message), answer) => check_one(&message, answer, &shown),
        // It may still be a message: the server does not look into what it does not need.
        (Err(_), Some(Value::Array(answers))) => answers.iter().for_each(|answer| check_form(answer, &shown)),
        (Err(_), Some(answer)) => check_form(answer, &shown),
        (Err(_), None) => {
            let text = String::from_utf8(message.to_vec()).expect("what is not UTF-8 is answered");
            assert!(text.contains('{'), "what is not JSON is answered: {}", shown());
        }
    }
}

fn check_batch(messages: &[Value], answer: Option<&Value>, shown: &dyn Fn() -> String) {
    match answer {
        // Refused as a whole.
        Some(answer @ Value::Object(_)) => {
            check_form(answer, shown);
            assert!(
                answer.get("error").is_some() && answer.get("id").is_none(),
                "{}",
                shown()
            );
        }
        Some(Value::Array(answers)) => {
            assert!(
                !answers.is_empty() && answers.len() <= messages.len(),
                "{}",
                shown()
            );
            if cancels(messages) {
                return answers.iter().for_each(|answer| check_form(answer, shown));
            }
            let mut left = answers.iter();
            for message in messages.iter().filter(|message| wants_answer(message)) {
                check_one(message, left.next(), shown);
            }
            assert_eq!(left.next(), None, "{}", shown());
        }
        None if cancels(messages) => {}
        Some(_) => panic!("{}", shown()),
        None => assert!(
            !messages.is_empty() && !messages.iter().any(wants_answer),
            "{}",
            shown()
        ),
    }
}

/// Whether a batch takes one of its own requests back, if that was put off: it is not answered then.
fn cancels(messages: &[Value]) -> bool {
    messages
        .iter()
        .any(|message| message["method"] == "notifications/cancelled")
}

/// Whether a message gets an answer: all but notifications and responses do.
fn wants_answer(message: &Value) -> bool {
    let is_message = message.is_object() && message["jsonrpc"] == "2.0";
    let is_notification = message["method"].is_string() && message.get("id").is_none();
    let is_response = message.get("method").is_none()
        && (message.get("result").is_some() || message.get("error").is_some());
    !(is_message && (is_notification || is_response))
}

fn check_one(message: &Value, answer: Option<&Value>, shown: &dyn Fn() -> String) {
    if !wants_answer(message) {
        assert_eq!(answer, None, "{}", shown());
        return;
    }
    let Some(answer) = answer else {
        panic!("not answered: {}", shown())
    };
    check_form(answer, shown);
    let id = message.get("id");
    let short = id.is_some_and(|id| id.to_string().len() < 40);
    let is_request = message["jsonrpc"] == "2.0" && message["method"].is_string();
    match id {
        Some(Value::String(_)) if short && is_request => assert_eq!(answer.get("id"), id, "{}", shown()),
        Some(Value::Number(number)) if !number.is_f64() && is_request => {
            assert_eq!(answer.get("id"), id, "{}", shown());
        }
        // An id that cannot be one is not told back.
        _ => assert!(
            answer.get("id").is_none_or(|told| Some(told) == id),
            "{}",
            shown()
        ),
    }
    if !is_request {
        assert_eq!(answer["error"]["code"], -32600, "{}", shown());
    }
}

fn check_form(answer: &Value, shown: &dyn Fn() -> String) {
    assert_eq!(answer["jsonrpc"], "2.0", "{}", shown());
    let (result, error) = (answer.get("result"), answer.get("error"));
    assert_ne!(result.is_some(), error.is_some(), "{}", shown());
    assert!(result.is_none_or(Value::is_object), "{}", shown());
    if let Some(error) = error {
        assert!(
            error["code"].is_i64() && error["message"].is_string(),
            "{}",
            shown()
        );
        // What a fuzzer sends is never the server's fault.
        assert_ne!(error["code"], -32603, "{}", shown());
    }
    for key in answer.as_object().expect("an answer is an object").keys() {
        assert!(
            ["jsonrpc", "id", "result", "error"].contains(&key.as_str()),
            "{}",
            shown()
        );
    }
}

const KEYS: [&str; 37] = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "name",
    "arguments",
    "_meta",
    "uri",
    "cursor",
    "ref",
    "argument",
    "value",
    "type",
    "ref/prompt",
    "ref/resource",
    "context",
    "progressToken",
    "requestId",
    "protocolVersion",
    "capabilities",
    "clientInfo",
    "version",
    "level",
    "a",
    "b",
    "text",
    "to",
    "street",
    "zip",
    "parcels",
    "city",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
];

fn valid(random: &mut Random) -> Value {
    let requests = [
        json!({ "method": "tools/call", "params": { "name": "add", "arguments": { "a": 1, "b": 2 } } }),
        json!({ "method": "tools/call", "params": { "name": "text", "arguments": { "text": "é\n\"" } } }),
        json!({ "method": "tools/call", "params": { "name": "deliver", "arguments": { "to": { "street": "s", "zip": 1 }, "parcels": 3 } } }),
        json!({ "method": "tools/call", "params": { "name": "fail", "arguments": {} } }),
        json!({ "method": "tools/list", "params": { "cursor": "dG9vbHM6YWRk" } }),
        json!({ "method": "resources/list" }),
        json!({ "method": "resources/templates/list", "params": {} }),
        json!({ "method": "resources/read", "params": { "uri": "orders://42" } }),
        json!({ "method": "resources/read", "params": { "uri": "files://docs/a/b%20c" } }),
        json!({ "method": "prompts/list", "params": {} }),
        json!({ "method": "prompts/get", "params": { "name": "travel", "arguments": { "city": "x", "days": "3" } } }),
        json!({ "method": "completion/complete", "params": { "ref": { "type": "ref/prompt", "name": "travel" }, "argument": { "name": "city", "value": "b" } } }),
        json!({ "method": "server/discover", "params": {} }),
        json!({ "method": "logging/setLevel", "params": { "level": "debug" } }),
        json!({ "method": "ping" }),
        json!({ "method": "initialize", "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "n", "version": "1" } } }),
        json!({ "method": "notifications/cancelled", "params": { "requestId": 1 } }),
        json!({ "method": "notifications/initialized" }),
    ];
    let mut request = requests[random.below(requests.len())].clone();
    request["jsonrpc"] = "2.0".into();
    if random.below(8) > 0 {
        request["id"] = [json!(1), json!("a"), json!(u64::MAX)][random.below(3)].clone();
    }
    request
}

// Changes a valid message, or the last one, in one place; half of the time libFuzzer does as it likes.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(seed);
    if random.below(2) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let old = &data[..size];
    let letter = b'a' + random.below(6) as u8;
    let (head, last) = match old.iter().rposition(|&byte| byte == b'\n') {
        Some(end) if random.below(8) > 0 => (&old[..=end], &old[end + 1..]),
        _ if size > 0 => old.split_at(1),
        _ => (&[letter][..], old),
    };
    let parsed = serde_json::from_slice::<Value>(last)
        .ok()
        .filter(|_| random.below(4) > 0);
    let is_new = parsed.is_none();
    let mut message = parsed.unwrap_or_else(|| valid(&mut random));
    let mut head = head.to_vec();
    if is_new {
        head[0] = if random.below(2) == 0 { b'e' } else { letter };
        if head[0] == b'e' && message["params"].is_object() {
            message["params"]["_meta"] = serde_json::from_str(MODERN_META).unwrap_or_default();
        }
        if random.below(8) == 0 {
            message = json!([message, valid(&mut random)]);
        }
    } else {
        change(&mut message, &KEYS, &mut random);
    }
    head.extend_from_slice(message.to_string().as_bytes());
    write(&head, data, max_size).unwrap_or_else(|| fuzzer_mutate(data, size, max_size))
});
