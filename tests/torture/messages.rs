//! What a client says.

use std::time::Duration;

use mcp_core::protocol::key;
use mcp_tests::NEWEST;
use serde_json::{Value, json};

/// A call of the newest revision as a line; `id` is its JSON text.
pub(crate) fn call(id: impl ToString, tool: &str, arguments: Value) -> String {
    call_with(id, tool, arguments, json!({}))
}

/// The same, asking for progress under the id as the token.
pub(crate) fn call_with_progress(id: impl ToString, tool: &str, arguments: Value) -> String {
    let token: Value = serde_json::from_str(&id.to_string()).unwrap();
    call_with(id, tool, arguments, json!({ "progressToken": token }))
}

fn call_with(id: impl ToString, tool: &str, arguments: Value, mut meta: Value) -> String {
    meta[key::PROTOCOL_VERSION] = NEWEST.into();
    meta[key::CLIENT_CAPABILITIES] = json!({});
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    request(id, "tools/call", &params)
}

/// A call as the revisions with a handshake write it.
pub(crate) fn old_call(id: impl ToString, tool: &str, arguments: Value) -> String {
    request(id, "tools/call", &json!({ "name": tool, "arguments": arguments }))
}

/// A request as a line.
pub(crate) fn request(id: impl ToString, method: &str, params: &Value) -> String {
    // The id is put in as it is written: integers of any size stay what they are.
    let id = id.to_string();
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n")
}

pub(crate) fn echo(id: impl ToString) -> String {
    call(id, "echo", json!({ "text": "echo" }))
}

pub(crate) fn sleep(id: impl ToString, time: Duration) -> String {
    call(id, "sleep", json!({ "ms": time.as_millis() as u64 }))
}

pub(crate) fn block(id: impl ToString, time: Duration) -> String {
    call(id, "block", json!({ "ms": time.as_millis() as u64 }))
}

pub(crate) fn burn(id: impl ToString, time: Duration) -> String {
    call(id, "burn", json!({ "ms": time.as_millis() as u64 }))
}

pub(crate) fn never(id: impl ToString) -> String {
    call(id, "never", json!({}))
}

pub(crate) fn big(id: impl ToString, bytes: usize) -> String {
    call(id, "big", json!({ "bytes": bytes }))
}

/// Takes a request back; `id` is its JSON text.
pub(crate) fn cancel(id: impl ToString) -> String {
    let id = id.to_string();
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}\n"
    )
}

/// The first text of an answer to a call.
#[track_caller]
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("an answer without text: {answer}"))
}
