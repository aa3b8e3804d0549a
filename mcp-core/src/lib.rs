//! The vocabulary of an MCP server: what handlers take and return, and how they are described.
//!
//! Authors usually depend on `mcp-runtime`, which re-exports all of this and serves it. This crate
//! has no executor and no input or output.
//!
//! - [`McpResponse`] and [`response`]: what handlers return.
//! - [`Context`], [`State`] and [`context`]: what they see of their request.
//! - `ask` and `#[derive(Form)]`, with the feature `ask`: how they ask the client in the middle.
//! - [`ToolError`], [`ResourceError`], [`PromptError`] and [`error`]: how they fail.
//! - [`macro@tool`], [`macro@resource`], [`macro@prompt`] and [`primitive`]: how they are defined.
//! - [`schema`]: the JSON Schemas of their arguments and results.
//! - [`uri_template`]: the URIs of resource families.
//! - [`protocol`] and [`jsonrpc`]: the words on the wire.

// Macro output names this crate by its root path, in its own tests too.
extern crate self as mcp_core;

#[cfg(feature = "ask")]
pub mod ask;
pub mod context;
pub mod error;
mod instant;
pub mod jsonrpc;
mod name;
pub mod primitive;
mod principal;
pub mod protocol;
pub mod response;
pub mod schema;
mod strict_json;
mod suggest;
pub mod uri_template;

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "ask")]
pub use ask::Form;
pub use context::{Context, FromContext, State};
pub use error::{IntoMcpError, McpError, PromptError, ResourceError, ToolError};
pub use name::is_valid_name;
pub use primitive::{Args, Completer, CompletionRequest, Prompt, Resource, Tool};
pub use principal::Principal;
pub use protocol::{
    CacheHint, CacheScope, CallToolResult, Completion, ContentAnnotations, ContentBlock, GetPromptResult,
    Icon, LogLevel, PromptArgument, PromptMessage, ReadResourceResult, ResourceContents, ResourceLink, Role,
    ToolAnnotations,
};
pub use response::{McpResponse, ResponseError, ResponseStream, Structured};
pub use strict_json::{StrictJsonError, StrictJsonReason};
pub use suggest::closest;

#[cfg(feature = "ask")]
pub use mcp_macros::Form;
pub use mcp_macros::{prompt, resource, tool};

/// The crate that makes schemas of types, for `#[schemars(crate = "…")]`.
pub use schemars;
