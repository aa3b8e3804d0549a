use serde::{Deserialize, Serialize};

/// Typed data: a structured result whose type gives the tool its output schema (`B8`).
///
/// Returned from a tool it is like [`McpResponse::structured`](crate::McpResponse::structured),
/// and the schema of `T` is advertised and kept. As the value of
/// [`McpResponse::resource`](crate::McpResponse::resource) it is any serialisable data.
///
/// ```
/// use mcp_core::{McpResponse, Structured};
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Status { ready: bool }
///
/// let packed = McpResponse::resource("reports://status", Structured(Status { ready: true }), "application/msgpack")?;
/// assert_eq!(packed.content()[0].as_resource().unwrap().blob().unwrap()[0], 0x81);
/// # Ok::<(), mcp_core::ResponseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Structured<T>(pub T);
