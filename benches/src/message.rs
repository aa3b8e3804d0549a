//! Requests as clients write them.

/// The `_meta` of every request of the newest revision.
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A request of a revision; `params` are the members of its parameters.
pub(crate) fn request(revision: &str, method: &str, params: &str) -> Vec<u8> {
    let comma = if params.is_empty() { "" } else { "," };
    let params = match revision {
        "2026-07-28" => format!("{params}{comma}{META}"),
        _ => params.to_owned(),
    };
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{params}}}}}"#).into_bytes()
}

/// A call of a tool, in the newest revision.
pub(crate) fn call(tool: &str, arguments: &str) -> Vec<u8> {
    call_in("2026-07-28", tool, arguments)
}

/// A call of a tool.
pub(crate) fn call_in(revision: &str, tool: &str, arguments: &str) -> Vec<u8> {
    let params = format!(r#""name":"{tool}","arguments":{arguments}"#);
    request(revision, "tools/call", &params)
}
