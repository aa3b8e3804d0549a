//! Finds out under which revision each message was served, and has the exchange checked.

use std::sync::{Mutex, PoisonError};

use mcp_core::protocol::{ProtocolVersion, key};
use mcp_runtime::testing::Exchange;
use serde_json::Value;

use crate::wire;

/// Watches one connection.
#[derive(Default)]
pub(crate) struct Observer {
    /// What the handshake agreed on, also one that a test wrote by hand.
    negotiated: Mutex<Option<ProtocolVersion>>,
}

impl Observer {
    pub(crate) fn see(&self, exchange: &Exchange<'_>) {
        let method = exchange
            .message
            .and_then(|message| message["method"].as_str())
            .unwrap_or_default();
        let version = self.served_under(method, exchange);
        let seen = exchange.into();
        wire::check(version, method, &seen);
        #[cfg(feature = "validate")]
        crate::schema::check(version, method, &seen);
    }

    /// The marker in the message decides, then the handshake (`ERA-04`).
    fn served_under(&self, method: &str, exchange: &Exchange<'_>) -> ProtocolVersion {
        let marked = match exchange.message {
            Some(message) => is_marked(message),
            // Too deep for this client, but not for the server: only the answer tells.
            None => exchange
                .answer
                .is_some_and(|answer| answer["result"].get("resultType").is_some()),
        };
        if marked {
            return ProtocolVersion::V2026_07_28;
        }
        let mut negotiated = self.negotiated.lock().unwrap_or_else(PoisonError::into_inner);
        let agreed = exchange.answer.map(|answer| &answer["result"]["protocolVersion"]);
        if let ("initialize", Some(Value::String(agreed))) = (method, agreed) {
            *negotiated = ProtocolVersion::from_wire(agreed);
        }
        // Before a handshake only `ping` and errors come, alike in all older revisions.
        negotiated.unwrap_or(ProtocolVersion::LATEST_HANDSHAKE)
    }
}

fn is_marked(message: &Value) -> bool {
    let meta = &message["params"]["_meta"];
    [key::PROTOCOL_VERSION, key::CLIENT_CAPABILITIES]
        .iter()
        .any(|key| meta.get(key).is_some())
}
