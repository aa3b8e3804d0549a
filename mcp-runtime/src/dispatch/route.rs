//! Method to arm, one line each.

use super::admission::Request;
use super::mirror::{Headers, check_name};
use super::tools::shortened;
use super::{Connection, PendingAnswer};
use crate::envelope::{Params, encode_result};
use mcp_core::jsonrpc::{ErrorCode, ErrorObject};
use mcp_core::protocol::ProtocolVersion;

/// What became of a request: answered into the buffer, or still being worked on.
pub(super) type Routed = Result<Option<PendingAnswer>, ErrorObject>;

/// The member of a request's parameters that a header repeats.
#[derive(Clone, Copy)]
enum Mirrored {
    Nothing,
    Name,
    Uri,
}

/// The arm of a method.
type Route = fn(&Connection, Request<'_>, &mut Vec<u8>) -> Routed;

/// Why a request is not answered with a result, and whether it got as far as its method.
pub(crate) enum Refused {
    /// What every request of its revision needs is missing or wrong.
    Admission(ErrorObject),
    /// The method says so.
    Method(ErrorObject),
}

impl Refused {
    pub(crate) fn into_error(self) -> ErrorObject {
        match self {
            Self::Admission(error) | Self::Method(error) => error,
        }
    }
}

impl Connection {
    pub(super) fn request(
        &self,
        id: &str,
        method: &str,
        params: &Params<'_>,
        headers: Option<&dyn Headers>,
        out: &mut Vec<u8>,
    ) -> Result<Option<PendingAnswer>, Refused> {
        let request = match self.opened(id, method, params, headers, out) {
            Ok(None) => return Ok(None),
            Ok(Some(request)) => request,
            Err(error) => return Err(Refused::Admission(error)),
        };
        let Some((route, mirrored)) = self.served(method, request.version) else {
            return Err(Refused::Method(ErrorObject::new(
                ErrorCode::METHOD_NOT_FOUND,
                format!("Method not found: {}", shortened(method)),
            )));
        };
        self.mirrored(&request, mirrored)
            .and_then(|()| route(self, request, out))
            .map_err(Refused::Method)
    }

    /// Admits a request; `None` if it needed no admission and is answered.
    fn opened<'a>(
        &self,
        id: &'a str,
        method: &str,
        params: &'a Params<'a>,
        headers: Option<&'a dyn Headers>,
        out: &mut Vec<u8>,
    ) -> Result<Option<Request<'a>>, ErrorObject> {
        if self.in_flight.contains(id) {
            return Err(ErrorObject::invalid_request("Duplicate active request ID"));
        }
        params.check()?;
        let modern = headers.is_some() || params.meta.is_modern();
        match method {
            "initialize" if !modern => {
                self.initialize(id, params, out)?;
                Ok(None)
            }
            // Answered before the handshake too (`ERA-04`).
            "ping" if !modern => {
                answer_empty(id, out);
                Ok(None)
            }
            _ => self.admit(id, method, params, headers).map(Some),
        }
    }

    /// Checks the header that repeats the subject of a request (`HDR-02`).
    fn mirrored(&self, request: &Request<'_>, member: Mirrored) -> Result<(), ErrorObject> {
        let Some(headers) = request.headers else {
            return Ok(());
        };
        match member {
            Mirrored::Nothing => Ok(()),
            Mirrored::Name => check_name(headers, &Params::text(request.params.name, "name")?),
            Mirrored::Uri => check_name(headers, &Params::text(request.params.uri, "uri")?),
        }
    }

    /// The arm of a method, unless the revision does not have it or its capability is not
    /// advertised (`DISC-03`).
    fn served(&self, method: &str, version: ProtocolVersion) -> Option<(Route, Mirrored)> {
        let kinds = self.server.catalog.current().kinds;
        let modern = !version.has_handshake();
        let subscribes = kinds.resources && self.server.resource_subscriptions;
        let plain = |route: Route| (route, Mirrored::Nothing);
        Some(match method {
            "tools/call" if kinds.tools => (Self::call_tool, Mirrored::Name),
            "tools/list" if kinds.tools => plain(Self::list_tools),
            "resources/read" if kinds.resources => (Self::read_resource, Mirrored::Uri),
            "resources/list" if kinds.resources => plain(Self::list_resources),
            "resources/templates/list" if kinds.resources => plain(Self::list_templates),
            "prompts/get" if kinds.prompts => (Self::get_prompt, Mirrored::Name),
            "prompts/list" if kinds.prompts => plain(Self::list_prompts),
            "completion/complete" if kinds.completions => plain(Self::complete),
            "server/discover" if modern => plain(Self::discover),
            "subscriptions/listen" if modern => plain(Self::listen),
            "logging/setLevel" if !modern => plain(Self::set_log_level),
            "resources/subscribe" if !modern && subscribes => plain(Self::subscribe),
            "resources/unsubscribe" if !modern && subscribes => plain(Self::unsubscribe),
            _ => return None,
        })
    }
}

/// An empty result, exactly `{}` (`LRES-02`).
pub(super) fn answer_empty(id: &str, out: &mut Vec<u8>) -> Option<PendingAnswer> {
    encode_result(out, id, |out| out.extend_from_slice(b"{}"));
    None
}
