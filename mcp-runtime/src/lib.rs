//! Serves MCP tools, resources and prompts to clients of every protocol revision.
//!
//! ```no_run
//! use mcp_runtime::prelude::*;
//!
//! /// Add two numbers.
//! #[tool(read_only)]
//! async fn add(a: i64, b: i64) -> Result<McpResponse, ResponseError> {
//!     McpResponse::structured(json!({ "sum": a + b }))
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), mcp_runtime::Error> {
//!     Server::builder("adder", env!("CARGO_PKG_VERSION")).tool::<add>().build()?.run().await
//! }
//! ```
//!
//! A message's way through the crate:
//!
//! ```text
//! bytes → transport → envelope → dispatch: admission → registry → arguments → handler
//!                   ← envelope ←           output check ← response ←──────────┘
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `ask` | yes | asking the client in the middle of a call |
//! | `http` | no | Streamable HTTP: a `tower` service, and a listener |
//! | `validate` | yes | the whole vocabulary of JSON Schema in arguments and outputs |
//! | `testing` | no | `TestClient`, a client in memory |

#![cfg_attr(
    all(feature = "seal", not(any(feature = "ask", feature = "http"))),
    allow(dead_code, reason = "what seals is in these features")
)]

// Macro output names this crate by its root path, in its own tests too.
extern crate self as mcp_runtime;

#[cfg(debug_assertions)]
mod activity;
mod cli;
mod closing;
mod count;
mod dispatch;
mod envelope;
mod in_flight;
mod limits;
mod lint;
mod local;
mod lock;
mod registry;
#[cfg(feature = "seal")]
mod seal;
mod server;
mod subscriptions;
#[cfg(feature = "testing")]
pub mod testing;
mod transport;

pub use limits::Limits;
pub use lint::{Finding, LintReport, ToolCost};
#[cfg(feature = "seal")]
pub use seal::{InvalidStateKey, StateKeys};
pub use server::{BuildErrors, Changes, Error, Failure, Report, Server, ServerBuilder};
#[cfg(feature = "http")]
pub use transport::http::{HttpBody, HttpService, InvalidOrigin};

pub use mcp_core::*;
/// ```
/// use mcp_runtime::prelude::*;
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// # #[schemars(crate = "mcp_runtime::schemars")]
/// struct Confirm {
///     /// Whether to go on.
///     sure: bool,
/// }
///
/// /// Asks first.
/// #[tool]
/// async fn erase(ctx: Context) -> Result<McpResponse, ToolError> {
///     match ctx.elicit::<Confirm>("confirm", "Erase everything?").await? {
///         Answer::Accept(Confirm { sure: true }) => Ok(McpResponse::text("Erased.")),
///         _ => Ok(McpResponse::text("Nothing was erased.")),
///     }
/// }
/// ```
///
#[cfg(feature = "ask")]
pub use mcp_macros::RuntimeForm as Form;
/// ```
/// use mcp_runtime::prelude::*;
///
/// /// Ask the model to review an order.
/// #[prompt]
/// fn review_order(
///     /// What the customer bought.
///     summary: String,
/// ) -> [McpResponse; 2] {
///     [McpResponse::text("Summarize the order."), McpResponse::text(summary)]
/// }
///
/// let server = Server::builder("shop", "1.0.0").prompt::<review_order>().build()?;
/// # Ok::<(), mcp_runtime::BuildErrors>(())
/// ```
///
pub use mcp_macros::runtime_prompt as prompt;
/// ```
/// use mcp_runtime::prelude::*;
///
/// /// One order.
/// #[resource(uri = "orders://{id}", mime_type = "application/json")]
/// async fn order(id: u64) -> Result<McpResponse, ResponseError> {
///     McpResponse::structured(json!({ "id": id }))
/// }
///
/// let server = Server::builder("shop", "1.0.0").resource::<order>().build()?;
/// # Ok::<(), mcp_runtime::BuildErrors>(())
/// ```
///
pub use mcp_macros::runtime_resource as resource;
/// ```
/// use mcp_runtime::prelude::*;
///
/// /// Add two numbers.
/// #[tool(read_only)]
/// async fn add(
///     /// The first.
///     a: i64,
///     #[arg(default = 1, range(1..=100))] b: i64,
/// ) -> Result<McpResponse, ResponseError> {
///     McpResponse::structured(json!({ "sum": a + b }))
/// }
///
/// let server = Server::builder("adder", "1.0.0").tool::<add>().build()?;
/// # Ok::<(), mcp_runtime::BuildErrors>(())
/// ```
///
pub use mcp_macros::runtime_tool as tool;

#[doc(hidden)]
pub use mcp_core::__private;

/// What a server's source file usually needs.
pub mod prelude {
    #[cfg(feature = "ask")]
    pub use crate::Form;
    pub use crate::{
        Args, CacheHint, CallToolResult, Completion, CompletionRequest, ContentAnnotations, ContentBlock,
        Context, GetPromptResult, Icon, LogLevel, McpResponse, Principal, PromptError, ReadResourceResult,
        ResourceError, ResourceLink, ResponseError, ResponseStream, Role, Server, State, Structured,
        ToolError, prompt, resource, tool,
    };
    #[cfg(feature = "ask")]
    pub use mcp_core::ask::Answer;
    pub use mcp_core::schemars::JsonSchema;
    pub use serde::{Deserialize, Serialize};
    pub use serde_json::json;
}
