//! `resources/read`: a URI to its contents (`RES-*`).

use std::sync::Arc;

use mcp_core::McpResponse;
use mcp_core::jsonrpc::{ErrorCode, ErrorObject};
use mcp_core::protocol::{CacheHint, Meta, ProtocolVersion, ReadResourceResult, ResourceContents};
use serde_json::json;

use super::Connection;
use super::admission::Request;
use super::blocks::append_contents;
use super::call::{Finish, guarded};
use super::failure::masked_error;
use super::handler::{Collected, Ended, timed_out};
use super::results::{MetadataTooLarge, append_cache, append_meta};
use super::route::Routed;
use crate::envelope::Params;
use crate::registry::{Resolved, ResourceEntry};
use crate::server::{Failure, Parts};

impl Connection {
    pub(super) fn read_resource(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let uri = Params::text(request.params.uri, "uri")?;
        let registry = self.server.catalog.current();
        let (entry, variables) = match registry.resolve(&uri) {
            Resolved::Found(entry, variables) => (entry, variables),
            Resolved::Missing => return Err(not_found(&uri, request.version)),
            Resolved::Refused(reason) => {
                tracing::warn!(reason, "a resource URI was refused");
                return Err(not_found(&uri, request.version));
            }
        };
        let ctx = self.call_context(&request, "resources/read", &uri)?;
        let future = guarded(|| entry.handler.read(&ctx, &variables))
            .map_err(|failure| masked_error(&self.server, "resource", entry.target.uri(), &failure))?
            // A variable that does not fit its type names nothing that exists.
            .map_err(|_| not_found(&uri, request.version))?;
        let cache = match request.params.is_continuation() {
            true => CacheHint::default(),
            false => entry.cache.unwrap_or(self.server.cache),
        };
        let finish = ResourceRead {
            entry: Arc::clone(entry),
            uri: uri.into(),
            cache,
        };
        self.start(&request, ctx, future, &entry.work, finish, out)
    }
}

/// `-32602` with the URI, and `-32002` before 2026-07-28 (`RES-07`, `LERR-01`).
pub(super) fn not_found(uri: &str, version: ProtocolVersion) -> ErrorObject {
    let code = match version.has_handshake() {
        true => ErrorCode::LEGACY_RESOURCE_NOT_FOUND,
        false => ErrorCode::INVALID_PARAMS,
    };
    ErrorObject::new(code, "Resource not found").with_data(json!({ "uri": uri }))
}

struct ResourceRead {
    entry: Arc<ResourceEntry>,
    uri: Box<str>,
    cache: CacheHint,
}

impl Finish for ResourceRead {
    type Result = ReadResourceResult;

    const ASKS: Option<&'static str> = Some("resources/read");

    fn name(&self) -> &str {
        // Not what was asked for, which may hold secrets.
        self.entry.target.uri()
    }

    fn target(&self) -> &str {
        &self.uri
    }

    #[cfg(feature = "ask")]
    fn again(
        &self,
        server: &Parts,
        ctx: &mcp_core::Context,
        _: Option<&serde_json::value::RawValue>,
    ) -> Result<mcp_core::primitive::ResourceFuture, Ended> {
        match server.catalog.current().resolve(&self.uri) {
            Resolved::Found(entry, variables) => {
                entry.handler.read(ctx, &variables).map_err(|_| Ended::NotFound)
            }
            Resolved::Missing | Resolved::Refused(_) => Err(Ended::NotFound),
        }
    }

    fn finish(
        &self,
        server: &Parts,
        version: ProtocolVersion,
        reply: Result<Collected<ReadResourceResult>, Ended>,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject> {
        let masked = |failure: &Failure| masked_error(server, "resource", self.name(), failure);
        let (contents, meta) = match reply {
            Ok(reply) => self.contents(reply).map_err(|failure| masked(&failure))?,
            Err(Ended::NotFound) => return Err(not_found(&self.uri, version)),
            Err(Ended::Protocol(error)) => return Err(error),
            Err(Ended::TimedOut(timeout)) => return Err(ErrorObject::internal(timed_out(timeout))),
            Err(Ended::Expected(message)) => return Err(ErrorObject::internal(message)),
            Err(Ended::Failed(failure)) => return Err(masked(&failure)),
        };
        out.push(b'{');
        if !version.has_handshake() {
            out.extend_from_slice(br#""resultType":"complete","#);
        }
        out.extend_from_slice(br#""contents":["#);
        for (position, contents) in contents.iter().enumerate() {
            if position > 0 {
                out.push(b',');
            }
            append_contents(out, contents, version);
        }
        out.push(b']');
        if !version.has_handshake() {
            append_cache(out, self.cache);
        }
        append_meta(out, server, version, &meta).map_err(|MetadataTooLarge| {
            masked(&Failure::error(
                "the metadata of the result is larger than the limit",
            ))
        })?;
        out.push(b'}');
        Ok(())
    }
}

impl ResourceRead {
    fn contents(
        &self,
        reply: Collected<ReadResourceResult>,
    ) -> Result<(Vec<ResourceContents>, Meta), Failure> {
        let responses = match reply {
            Collected::One(response) => vec![response],
            Collected::Many(responses) => responses,
            Collected::Explicit(ReadResourceResult { contents, meta }) => {
                meta.check().map_err(Failure::error)?;
                contents
                    .iter()
                    .try_for_each(ResourceContents::check)
                    .map_err(Failure::error)?;
                return Ok((contents, meta));
            }
        };
        let mut contents = Vec::new();
        let mut meta = Meta::default();
        for response in responses {
            meta.merge(response.meta()).map_err(Failure::error)?;
            contents.extend(self.contents_of(response).map_err(Failure::error)?);
        }
        Ok((contents, meta))
    }

    fn contents_of(&self, response: McpResponse) -> Result<Vec<ResourceContents>, mcp_core::ResponseError> {
        response.into_contents(&self.uri, self.entry.mime_type.as_deref())
    }
}
