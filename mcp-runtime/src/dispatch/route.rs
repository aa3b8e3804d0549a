//! Method to arm, one line each.

use mcp_core::jsonrpc::{ErrorCode, ErrorObject};
use mcp_core::protocol::ProtocolVersion;
use serde_json::value::RawValue;

use super::admission::Request;
use super::tools::shortened;
use super::{Connection, PendingAnswer};
use crate::envelope::{Params, RequestMeta, encode_result};

/// What became of a request: answered into the buffer, or still being worked on.
pub(super) type Routed = Result<Option<PendingAnswer>, ErrorObject>;

/// The arm of a method.
type Route = fn(&Connection, Request<'_>, &mut Vec<u8>) -> Routed;

impl Connection {
    pub(super) fn request(
        &self,
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        out: &mut Vec<u8>,
    ) -> Routed {
        if self.in_flight.contains(id) {
            return Err(ErrorObject::invalid_request("Duplicate active request ID"));
        }
        let params = Params::decode(params)?;
        let modern = RequestMeta::decode(params.meta)?.is_modern();
        match method {
            "initialize" if !modern => return self.initialize(id, &params, out),
            // Answered before the handshake too (`ERA-04`).
            "ping" if !modern => return Ok(answer_empty(id, out)),
            _ => {}
        }
        let request = self.admit(id, method, params)?;
        match self.served(method, request.version) {
            Some(route) => route(self, request, out),
            None => Err(ErrorObject::new(
                ErrorCode::METHOD_NOT_FOUND,
                format!("Method not found: {}", shortened(method)),
            )),
        }
    }

    /// The arm of a method, unless the revision does not have it or its capability is not
    /// advertised (`DISC-03`).
    fn served(&self, method: &str, version: ProtocolVersion) -> Option<Route> {
        let registry = &self.server.registry;
        let modern = !version.has_handshake();
        Some(match method {
            "tools/call" if !registry.tool_list.is_empty() => Self::call_tool,
            "tools/list" if !registry.tool_list.is_empty() => Self::list_tools,
            "resources/read" if registry.has_resources() => Self::read_resource,
            "resources/list" if registry.has_resources() => Self::list_resources,
            "resources/templates/list" if registry.has_resources() => Self::list_templates,
            "prompts/get" if !registry.prompt_list.is_empty() => Self::get_prompt,
            "prompts/list" if !registry.prompt_list.is_empty() => Self::list_prompts,
            "completion/complete" if registry.has_completers() => Self::complete,
            "server/discover" if modern => Self::discover,
            "logging/setLevel" if !modern => Self::set_log_level,
            _ => return None,
        })
    }
}

/// An empty result, exactly `{}` (`LRES-02`).
pub(super) fn answer_empty(id: &str, out: &mut Vec<u8>) -> Option<PendingAnswer> {
    encode_result(out, id, |out| out.extend_from_slice(b"{}"));
    None
}
