//! Server-sent events: one message an event (`HTTP-12`, `HTTP-13`).

use http::Response;
use http::header::{self, HeaderName, HeaderValue};

use super::body::HttpBody;

/// A comment, which clients skip.
pub(super) const KEEP_ALIVE: &[u8] = b": keep-alive\n\n";

/// Appends a message as one event, under an id if it has one.
pub(super) fn append_event(out: &mut Vec<u8>, id: Option<&str>, message: &[u8]) {
    if let Some(id) = id {
        out.extend_from_slice(b"id: ");
        out.extend_from_slice(id.as_bytes());
        out.push(b'\n');
    }
    out.extend_from_slice(b"data: ");
    let start = out.len();
    out.extend_from_slice(message);
    // A line end in JSON text is space between two tokens; here it would end the event.
    if memchr::memchr2(b'\n', b'\r', message).is_some() {
        for byte in &mut out[start..] {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    out.extend_from_slice(b"\n\n");
}

/// Appends the event that only carries an id, and how long to wait before coming back (`LSSE-03`).
pub(super) fn append_priming(out: &mut Vec<u8>, id: &str, retry_ms: u64) {
    out.extend_from_slice(format!("id: {id}\nretry: {retry_ms}\ndata: \n\n").as_bytes());
}

/// A response whose body is a stream of events.
pub(super) fn response(body: HttpBody) -> Response<HttpBody> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/event-stream"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_12_a_message_is_one_line_whatever_its_spacing() {
        let mut out = Vec::new();
        append_event(&mut out, None, b"{\n\"a\":\r\n1}");
        append_event(&mut out, Some("3-1"), b"{}");
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "data: { \"a\":  1}\n\nid: 3-1\ndata: {}\n\n"
        );
    }
}
