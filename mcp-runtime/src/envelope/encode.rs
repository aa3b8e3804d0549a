use mcp_core::jsonrpc::ErrorObject;
use serde::Serialize;

/// Appends a response with a result; `body` appends the result itself.
pub(crate) fn encode_result(out: &mut Vec<u8>, id: &str, body: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(br#","result":"#);
    body(out);
    out.push(b'}');
}

/// Appends a response with an error; without an id when it could not be read (`RPC-04`).
pub(crate) fn encode_error(out: &mut Vec<u8>, id: Option<&str>, error: &ErrorObject) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0""#);
    if let Some(id) = id {
        out.extend_from_slice(br#","id":"#);
        out.extend_from_slice(id.as_bytes());
    }
    out.extend_from_slice(br#","error":"#);
    append_json(out, error);
    out.push(b'}');
}

/// Appends the notification that a request is taken back, or over before its time.
pub(crate) fn append_cancelled(out: &mut Vec<u8>, id: &str, reason: &str) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"#);
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(br#","reason":"#);
    append_json(out, reason);
    out.extend_from_slice(b"}}");
}

/// The code of the error that a response to the request `id` holds, if it is one.
#[cfg(feature = "http")]
pub(crate) fn error_code(response: &[u8], id: &str) -> Option<i64> {
    let rest = response.strip_prefix(br#"{"jsonrpc":"2.0","id":"#)?;
    let rest = rest
        .strip_prefix(id.as_bytes())?
        .strip_prefix(br#","error":{"code":"#)?;
    let digits = rest
        .iter()
        .take_while(|byte| **byte == b'-' || byte.is_ascii_digit());
    std::str::from_utf8(&rest[..digits.count()]).ok()?.parse().ok()
}

/// Appends a value whose serialisation cannot fail: the framework's own wire types and text.
pub(crate) fn append_json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let start = out.len();
    if serde_json::to_writer(&mut *out, value).is_err() {
        out.truncate(start);
        out.extend_from_slice(b"null");
    }
}
