//! Rules of the wire that no schema expresses.

use mcp_core::protocol::{ProtocolVersion, key};
use mcp_runtime::testing::Exchange;
use serde_json::Value;

/// One message and what came back, over whatever transport.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen<'a> {
    /// What was sent; `None` if it is not JSON.
    pub message: Option<&'a Value>,
    /// What was answered, if anything.
    pub answer: Option<&'a Value>,
    /// The notifications that came before the answer.
    pub notifications: &'a [Value],
    /// The requests of the server that came before the answer.
    pub questions: &'a [Value],
}

impl<'a> From<&Exchange<'a>> for Seen<'a> {
    fn from(exchange: &Exchange<'a>) -> Self {
        Self {
            message: exchange.message,
            answer: exchange.answer,
            notifications: exchange.notifications,
            questions: exchange.questions,
        }
    }
}

/// The methods whose results say how long they may be kept (`CACHE-01`).
const CACHEABLE: [&str; 6] = [
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// The methods of older revisions whose results say nothing (`LRES-02`).
pub(crate) const EMPTY: [&str; 4] = [
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
];

/// Checks one exchange.
///
/// # Panics
///
/// When a rule is broken, with its id.
pub fn check(version: ProtocolVersion, method: &str, exchange: &Seen<'_>) {
    for (message, answer) in pairs(exchange) {
        let broken = |rule: &str| panic!("{version}: `{method}` breaks {rule}: {answer}");
        if answer.get("result").is_some() == answer.get("error").is_some() {
            broken("RPC-06, one of result and error");
        }
        match answer.get("id") {
            Some(Value::Null) => broken("RPC-04, no null id"),
            Some(id) if message.is_some_and(|message| message.get("id") != Some(id)) => {
                broken("RPC-03, the id of the request");
            }
            _ => {}
        }
        if let Some(result) = answer.get("result") {
            check_result(version, method_of(message, method), result);
        }
        if let Some(code) = answer["error"]["code"].as_i64() {
            check_code(version, code);
        }
    }
}

/// The answers of an exchange, each with the message that it answers; several only in a batch.
pub(crate) fn pairs<'e>(exchange: &Seen<'e>) -> Vec<(Option<&'e Value>, &'e Value)> {
    match exchange.answer {
        Some(Value::Array(answers)) => {
            let messages = exchange.message.and_then(Value::as_array);
            let request = |answer: &Value| {
                messages?
                    .iter()
                    .find(|message| message.get("id") == answer.get("id"))
            };
            answers.iter().map(|answer| (request(answer), answer)).collect()
        }
        Some(answer) => vec![(exchange.message, answer)],
        None => Vec::new(),
    }
}

/// The method of one message of a batch, or of the message itself.
pub(crate) fn method_of<'m>(message: Option<&'m Value>, method: &'m str) -> &'m str {
    message
        .and_then(|message| message["method"].as_str())
        .unwrap_or(method)
}

fn check_result(version: ProtocolVersion, method: &str, result: &Value) {
    let broken = |rule: &str| panic!("{version}: the result of `{method}` breaks {rule}: {result}");
    let names_server = result["_meta"].get(key::SERVER_INFO).is_some();
    let keeps = |member| result.get(member).is_some();
    if version.has_handshake() {
        if ["resultType", "ttlMs", "cacheScope"].into_iter().any(keeps) || names_server {
            broken("LRES-02, nothing of 2026-07-28");
        }
        if EMPTY.contains(&method) && *result != Value::Object(Default::default()) {
            broken("LRES-02, empty results are exactly {}");
        }
        return;
    }
    if !names_server {
        broken("META-06, the server's name");
    }
    let cacheable = CACHEABLE.contains(&method) && result["resultType"] != "input_required";
    if keeps("ttlMs") != cacheable || keeps("cacheScope") != cacheable {
        broken("CACHE-01 or B23, caching hints where they belong");
    }
}

/// Only the codes that the revision has, or the application's own (`ERR-02`, `ERR-04`, `LERR-02`).
fn check_code(version: ProtocolVersion, code: i64) {
    let known = match code {
        -32700 | -32603..=-32600 => true,
        -32022..=-32020 => !version.has_handshake(),
        -32002 => version.has_handshake(),
        -32768..=-32000 => false,
        _ => true,
    };
    assert!(known, "{version}: the error code {code} is not the revision's");
}
