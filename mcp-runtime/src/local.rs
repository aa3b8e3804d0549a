//! A client in the same process, through the same bytes as any other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcp_core::context::Outbound;
use mcp_core::jsonrpc::{ErrorCode, ErrorObject};
use mcp_core::protocol::{ProtocolVersion, key};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::dispatch::Connection;
use crate::server::Server;

/// One in-memory connection.
pub(crate) struct Local {
    connection: Connection,
    next_id: AtomicU64,
}

impl Local {
    /// Connects; notifications go to `outbound`.
    pub(crate) fn new(server: &Server, outbound: Arc<dyn Outbound>) -> Self {
        Self {
            connection: Connection::new(Arc::clone(server.parts()), outbound),
            next_id: AtomicU64::new(1),
        }
    }

    /// Calls as somebody.
    #[cfg(feature = "testing")]
    pub(crate) fn with_principal(mut self, principal: mcp_core::Principal) -> Self {
        self.connection.set_principal(Some(principal));
        self
    }

    /// Sends a message as it is and waits for its answer, if it gets one.
    pub(crate) async fn send(&self, message: &[u8]) -> Option<Vec<u8>> {
        let mut answer = Vec::new();
        match self.connection.receive(message, &mut answer) {
            Some(pending) => pending.await.map(|answer| answer.bytes),
            None => (!answer.is_empty()).then_some(answer),
        }
    }

    /// Hands over a message that gets no answer.
    #[cfg(all(feature = "ask", feature = "testing"))]
    pub(crate) fn deliver(&self, message: &[u8]) {
        drop(self.connection.receive(message, &mut Vec::new()));
    }

    /// Builds a request of a revision, with an id of its own.
    pub(crate) fn request(&self, version: ProtocolVersion, method: &str, mut params: Value) -> Value {
        if !version.has_handshake() {
            let meta = &mut params["_meta"];
            meta[key::PROTOCOL_VERSION] = version.as_str().into();
            if meta.get(key::CLIENT_CAPABILITIES).is_none() {
                meta[key::CLIENT_CAPABILITIES] = json!({});
            }
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }
}

/// The result of a response as its JSON text, or its error.
pub(crate) fn result_of(response: &[u8]) -> Result<Box<RawValue>, ErrorObject> {
    #[derive(Deserialize)]
    struct Response {
        result: Option<Box<RawValue>>,
        error: Option<ErrorObject>,
    }
    match serde_json::from_slice(response) {
        Ok(Response {
            result: Some(result), ..
        }) => Ok(result),
        Ok(Response {
            error: Some(error), ..
        }) => Err(error),
        _ => Err(ErrorObject::new(
            ErrorCode::INTERNAL_ERROR,
            "the server gave no response",
        )),
    }
}
