//! What the server says of itself: `initialize` to old clients, `server/discover` to new ones.

use std::sync::Arc;

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::{Implementation, ProtocolVersion};
use serde_json::{Map, Value, json};

use super::admission::{Request, Session, log_level_named, member};
use super::push::Pushes;
use super::route::{Routed, answer_empty};
use super::{Connection, results};
use crate::envelope::{Params, append_json, encode_result};
use crate::lock::lock;
use crate::server::supported_versions;

impl Connection {
    /// The handshake of the revisions before 2026-07-28 (`INIT-*`).
    pub(super) fn initialize(&self, id: &str, params: &Params<'_>, out: &mut Vec<u8>) -> Routed {
        let requested = Params::text(params.protocol_version, "protocolVersion")?;
        // Another version is answered with the newest that has a handshake (`INIT-02`).
        let version = ProtocolVersion::from_wire(&requested)
            .filter(|version| version.has_handshake())
            .unwrap_or(ProtocolVersion::LATEST_HANDSHAKE);
        let capabilities = params
            .capabilities
            .map(|raw| member(raw, "capabilities"))
            .transpose()?
            .unwrap_or_default();
        let client_info = params
            .client_info
            .map(|raw| member(raw, "clientInfo"))
            .transpose()?;
        let mut session = self.session();
        if session.is_some() {
            return Err(ErrorObject::invalid_request(
                "Invalid Request: the connection is initialized already",
            ));
        }
        let begun = Arc::new(Session::new(version, capabilities, client_info));
        if self.is_stream {
            // Before the answer: a change that follows it is told, however soon it comes.
            *lock(&self.pushes) = Pushes::of_session(&self.server, &begun);
            self.opened.notify_one();
        }
        *session = Some(begun);
        drop(session);

        let mut result = json!({
            "protocolVersion": version.as_str(),
            "capabilities": self.capabilities(version),
            "serverInfo": known_info(&self.server.info, version),
        });
        if let Some(instructions) = &self.server.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        encode_result(out, id, |out| append_json(out, &result));
        Ok(None)
    }

    /// `server/discover` (`DISC-*`).
    pub(super) fn discover(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        encode_result(out, request.id, |out| {
            out.extend_from_slice(br#"{"resultType":"complete","supportedVersions":"#);
            append_json(out, &supported_versions().collect::<Vec<_>>());
            out.extend_from_slice(br#","capabilities":"#);
            append_json(out, &self.capabilities(request.version));
            if let Some(instructions) = &self.server.instructions {
                out.extend_from_slice(br#","instructions":"#);
                append_json(out, instructions);
            }
            results::append_cache(out, self.server.cache);
            results::append_server_info(out, &self.server);
            out.push(b'}');
        });
        Ok(None)
    }

    /// `logging/setLevel` (`LLOG-01`).
    pub(super) fn set_log_level(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let level = log_level_named(&Params::text(request.params.level, "level")?)?;
        if let Some(session) = self.session().as_ref() {
            session.set_log_level(level);
        }
        Ok(answer_empty(request.id, out))
    }

    /// Exactly what is served (`DISC-03`, `INIT-06`).
    fn capabilities(&self, version: ProtocolVersion) -> Value {
        let server = &self.server;
        let kinds = server.catalog.current().kinds;
        let mut list = Map::new();
        if server.list_changed {
            list.insert("listChanged".to_owned(), true.into());
        }
        let mut resources = list.clone();
        if server.resource_subscriptions {
            resources.insert("subscribe".to_owned(), true.into());
        }
        // `completions` came with 2025-03-26; before it completion was served unannounced.
        let completions = kinds.completions && version >= ProtocolVersion::V2025_03_26;
        let served = [
            ("completions", completions, Map::new()),
            ("logging", true, Map::new()),
            ("prompts", kinds.prompts, list.clone()),
            ("resources", kinds.resources, resources),
            ("tools", kinds.tools, list),
        ];
        let served = served.into_iter().filter(|(_, served, _)| *served);
        Value::Object(
            served
                .map(|(name, _, settings)| (name.to_owned(), settings.into()))
                .collect(),
        )
    }
}

/// The server's description without what the revision does not know (`INIT-09`).
fn known_info(info: &Implementation, version: ProtocolVersion) -> Implementation {
    let mut known = Implementation::new(&info.name, &info.version);
    if version >= ProtocolVersion::V2025_06_18 {
        known.title.clone_from(&info.title);
    }
    if version >= ProtocolVersion::V2025_11_25 {
        known.description.clone_from(&info.description);
        known.website_url.clone_from(&info.website_url);
        known.icons.clone_from(&info.icons);
    }
    known
}
