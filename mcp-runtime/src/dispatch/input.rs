//! Calls that stop to ask their client, and come again with the answers (`MRTR-*`).

use std::sync::Arc;
use std::time::Duration;

use mcp_core::ask::{InputResponses, Records, Retry, Suspension};
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::ProtocolVersion;
use mcp_core::{Context, IntoMcpError, Principal};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::Connection;
use super::admission::Request;
use super::handler::Ended;
use super::results::append_server_info;
use crate::envelope::{Params, append_json};
use crate::seal::now;
use crate::server::{Failure, Parts};

/// How calls ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskSettings {
    /// How long a client that holds a connection may take to answer.
    pub(crate) question_timeout: Duration,
    /// How long a state can be continued.
    pub(crate) state_lifetime: Duration,
}

impl Default for AskSettings {
    fn default() -> Self {
        Self {
            question_timeout: Duration::from_secs(600),
            state_lifetime: Duration::from_secs(300),
        }
    }
}

/// Which call a state belongs to; it continues no other (`MRTR-11`).
pub(super) struct Origin<'a> {
    pub(super) version: ProtocolVersion,
    pub(super) principal: Option<&'a Principal>,
    pub(super) method: &'static str,
    /// The name or URI that the client wrote.
    pub(super) target: &'a str,
    pub(super) arguments: Option<&'a RawValue>,
}

impl Connection {
    /// The context of a call, with what it brings along if it continues an earlier one.
    pub(super) fn call_context(
        &self,
        request: &Request<'_>,
        method: &'static str,
        target: &str,
    ) -> Result<Context, ErrorObject> {
        let mut parts = self.request_parts(request);
        if request.version.has_handshake() {
            let questions = self.questions.clone();
            parts.asker = questions.map(|questions| questions as _);
        } else if request.params.is_continuation() {
            let origin = Origin {
                version: request.version,
                principal: parts.principal.as_ref(),
                method,
                target,
                arguments: request.params.arguments,
            };
            parts.retry = Some(Arc::new(retry(&self.server, request.params, &origin)?));
        }
        Ok(Context::new(parts))
    }
}

fn retry(server: &Parts, params: &Params<'_>, origin: &Origin<'_>) -> Result<Retry, ErrorObject> {
    let responses = match params.input_responses {
        None => InputResponses::default(),
        Some(responses) => Some(responses.get())
            .filter(|json| json.starts_with('{'))
            .and_then(|json| serde_json::from_str(json).ok())
            .ok_or_else(|| ErrorObject::invalid_params("Invalid input response"))?,
    };
    let records = match params.request_state {
        None => None,
        Some(state) => Some(opened(server, state, origin)?),
    };
    Ok(Retry::new(responses, records))
}

/// What a state holds. Whatever is wrong with it, the client is told the same (`MRTR-10`).
fn opened(server: &Parts, state: &RawValue, origin: &Origin<'_>) -> Result<Records, ErrorObject> {
    let refused = |reason: &dyn std::fmt::Display| {
        tracing::warn!(method = origin.method, %reason, "a request state was refused");
        ErrorObject::invalid_params("Invalid request state")
    };
    let text = Params::text(Some(state), "requestState").map_err(|_| refused(&"it is no text"))?;
    let bytes = server
        .keys
        .open(&origin.binding(server), &text, server.limits.request_state_size)
        .map_err(|reason| refused(&reason))?;
    let (expiry, records) = bytes
        .split_first_chunk()
        .ok_or_else(|| refused(&"it is incomplete"))?;
    if u64::from_be_bytes(*expiry) <= milliseconds(now()) {
        return Err(refused(&"it has expired"));
    }
    Records::from_slice(records).map_err(|reason| refused(&reason))
}

/// Appends the result of a call that stops to ask: what to ask, and a state to come back with.
pub(super) fn append_input_required(
    server: &Parts,
    origin: &Origin<'_>,
    ctx: &Context,
    suspension: &Suspension,
    out: &mut Vec<u8>,
) -> Result<(), Ended> {
    let Suspension {
        requests, records, ..
    } = suspension;
    for (_, request) in requests {
        // What a handler asks by hand was not checked before (`MRTR-06`).
        request
            .check(ctx.client_capabilities())
            .map_err(|missing| Ended::from(missing.into_mcp_error()))?;
    }
    let state = sealed(server, origin, records).map_err(|reason| Ended::Failed(Failure::error(reason)))?;
    out.extend_from_slice(br#"{"resultType":"input_required""#);
    let mut before = br#","inputRequests":{"#.as_slice();
    for (key, request) in requests {
        out.extend_from_slice(before);
        append_json(out, key);
        out.push(b':');
        append_json(out, request);
        before = b",";
    }
    if !requests.is_empty() {
        out.push(b'}');
    }
    out.extend_from_slice(br#","requestState":"#);
    append_json(out, &state);
    append_server_info(out, server);
    out.push(b'}');
    Ok(())
}

/// Whether the client may be asked once more.
pub(super) fn check_rounds(server: &Parts, records: &Records) -> Result<(), String> {
    let rounds = server.limits.input_rounds;
    match usize::try_from(records.round()).is_ok_and(|round| round > rounds) {
        true => Err(format!(
            "the call has asked its client {rounds} times, which is the limit"
        )),
        false => Ok(()),
    }
}

fn sealed(server: &Parts, origin: &Origin<'_>, records: &Records) -> Result<String, String> {
    check_rounds(server, records)?;
    let expiry = milliseconds(now().saturating_add(server.asking.state_lifetime));
    let mut bytes = expiry.to_be_bytes().to_vec();
    bytes.extend(records.to_vec());
    let sealed = server
        .keys
        .seal(&origin.binding(server), &bytes)
        .map_err(|error| error.to_string())?;
    let limit = server.limits.request_state_size;
    match sealed.len() <= limit {
        true => Ok(sealed),
        false => Err(format!(
            "the request state has {} bytes, and the limit is {limit}: let steps and answers be smaller",
            sealed.len()
        )),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Origin<'_> {
    /// What a state is sealed to.
    fn binding(&self, server: &Parts) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(b"mcp-runtime request state\0");
        for part in [
            self.version.as_str(),
            &server.info.name,
            if self.principal.is_some() { "by" } else { "" },
            self.principal.map_or("", Principal::subject),
            self.method,
            self.target,
        ] {
            append_part(&mut digest, part.as_bytes());
        }
        let arguments = self.arguments.map_or("{}", RawValue::get);
        match serde_json::from_str::<Value>(arguments) {
            // Absent arguments are none (`TOOL-14`).
            Ok(Value::Null) => append_value(&mut digest, &Value::Object(Default::default())),
            Ok(arguments) => append_value(&mut digest, &arguments),
            Err(_) => append_part(&mut digest, arguments.as_bytes()),
        }
        digest.finalize().into()
    }
}

fn append_part(digest: &mut Sha256, part: &[u8]) {
    digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
    digest.update(part);
}

/// Adds a value in a form that does not depend on the order of members, nor on white space.
fn append_value(digest: &mut Sha256, value: &Value) {
    let mut count = |kind: &[u8], length: usize| {
        digest.update(kind);
        digest.update(u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
    };
    match value {
        Value::Array(items) => {
            count(b"[", items.len());
            items.iter().for_each(|item| append_value(digest, item));
        }
        Value::Object(members) => {
            count(b"{", members.len());
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in members {
                append_part(digest, name.as_bytes());
                append_value(digest, value);
            }
        }
        scalar => {
            digest.update(b"=");
            append_part(digest, scalar.to_string().as_bytes());
        }
    }
}
