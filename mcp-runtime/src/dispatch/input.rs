//! Calls that stop to ask their client, and come again with the answers (`MRTR-*`).

use std::sync::Arc;
use std::time::Duration;

use mcp_core::ask::{InputResponses, Records, Retry, Suspension};
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::ProtocolVersion;
use mcp_core::{Context, IntoMcpError, Principal};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Connection;
use super::admission::Request;
use super::handler::Ended;
use super::results::append_server_info;
use crate::envelope::{Params, append_json};
use crate::seal::{Binding, SealError};
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
    let records = server
        .keys
        .open_in_time(&origin.binding(server), &text, server.limits.request_state_size)
        .map_err(|reason| refused(&reason))?;
    Records::from_slice(&records).map_err(|reason| refused(&reason))
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
    let lifetime = server.asking.state_lifetime;
    server
        .keys
        .seal_for(
            lifetime,
            &origin.binding(server),
            &records.to_vec(),
            server.limits.request_state_size,
        )
        .map_err(|error| match error {
            SealError::TooLarge { .. } => {
                format!("the request state is too large: {error}: let steps and answers be smaller")
            }
            _ => format!("the request state cannot be sealed: {error}"),
        })
}

impl Origin<'_> {
    /// What a state is sealed to.
    fn binding(&self, server: &Parts) -> [u8; 32] {
        let call = Binding::new("mcp-runtime request state")
            .text(self.version.as_str())
            .text(&server.info.name)
            .caller(self.principal)
            .text(self.method)
            .text(self.target);
        let arguments = self.arguments.map_or("{}", RawValue::get);
        let call = match serde_json::from_str::<Value>(arguments) {
            // Absent arguments are none (`TOOL-14`).
            Ok(Value::Null) => call.value(&Value::Object(Default::default())),
            Ok(arguments) => call.value(&arguments),
            Err(_) => call.text(arguments),
        };
        call.finish()
    }
}
