//! What is told of a failure, and to whom.

use mcp_core::jsonrpc::ErrorObject;
use serde_json::json;

use crate::server::{Failure, Parts};

/// The key under which a masked failure carries its correlation id.
pub(super) const CORRELATION_ID: &str = "mcp-runtime/correlationId";

/// Reports a failure of a resource, prompt or completer; the client gets the number (`B17`).
pub(super) fn masked_error(server: &Parts, kind: &'static str, name: &str, failure: &Failure) -> ErrorObject {
    let correlation_id = server.reporter.report(kind, name, failure);
    ErrorObject::internal("Internal error").with_data(json!({ "correlationId": correlation_id }))
}
