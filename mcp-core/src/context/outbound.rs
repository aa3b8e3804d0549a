use serde::Serialize;

use crate::StrictJsonError;
use crate::protocol::LogLevel;

/// Where a request's notifications go; a transport supplies it, tests record with it.
pub trait Outbound: Send + Sync {
    /// Takes one whole JSON-RPC notification, without a line end.
    ///
    /// Returns `false` when it was dropped because the client does not keep up. It never waits.
    fn notify(&self, message: Vec<u8>) -> bool;

    /// As [`notify`](Outbound::notify), for the progress of the request with this token, as JSON: where a
    /// client does not keep up, it may take the place of one that waits (`PROG-04`).
    fn progress(&self, token: &str, message: Vec<u8>) -> bool {
        let _ = token;
        self.notify(message)
    }

    /// Lets the client go for now, if it can come back for the rest: see
    /// [`Context::release_stream`](crate::Context::release_stream).
    fn release(&self) -> bool {
        false
    }

    /// Takes one whole JSON-RPC request to the client, without a line end, which must not be dropped.
    /// `key` is what the handler calls its question, and is no part of the message.
    ///
    /// Returns `false` when there is no way to the client, as on a connection that only takes one
    /// answer. It never waits.
    fn request(&self, key: &str, message: Vec<u8>) -> bool {
        let _ = (key, message);
        false
    }

    /// Memory for an answer, empty: what a large one needed may be there for the next.
    fn buffer(&self) -> Vec<u8> {
        Vec::new()
    }

    /// A handler is about to run on the thread that also writes, and nobody knows how fast it is:
    /// what was answered before should not wait for it.
    fn make_way(&self) {}
}

pub(super) fn progress(token: &str, current: f64, total: Option<f64>, message: Option<&str>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Rest<'a> {
        progress: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        total: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<&'a str>,
    }
    let mut out = Vec::with_capacity(160);
    out.extend_from_slice(
        br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#,
    );
    out.extend_from_slice(token.as_bytes());
    out.push(b',');
    append_members(
        &mut out,
        &Rest {
            progress: current,
            total,
            message,
        },
    );
    out.push(b'}');
    out
}

pub(super) fn log(
    level: LogLevel,
    logger: Option<&str>,
    data: &impl Serialize,
) -> Result<Vec<u8>, StrictJsonError> {
    #[derive(Serialize)]
    struct Params<'a> {
        level: LogLevel,
        #[serde(skip_serializing_if = "Option::is_none")]
        logger: Option<&'a str>,
        data: Box<serde_json::value::RawValue>,
    }
    let data = crate::strict_json::to_raw(data)?;
    let mut out = Vec::with_capacity(160);
    out.extend_from_slice(br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"#);
    append_members(&mut out, &Params { level, logger, data });
    out.push(b'}');
    Ok(out)
}

/// Appends the members of an object, and its closing brace, to an object begun by hand.
fn append_members(out: &mut Vec<u8>, members: &impl Serialize) {
    let start = out.len();
    // Text, finite numbers and checked JSON into memory: nothing here can fail.
    if serde_json::to_writer(&mut *out, members).is_ok() {
        out.remove(start);
    }
}
