//! Asking the client in the middle of a call: its user, its model, or for its folders.
//!
//! A handler asks in straight-line code, and the same code serves clients of every revision:
//!
//! ```
//! use mcp_core::ask::Answer;
//! use mcp_core::{Context, Form, McpResponse, ToolError};
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize, JsonSchema, Form)]
//! struct Confirm {
//!     /// Whether to go on.
//!     sure: bool,
//! }
//!
//! async fn deploy(env: String, ctx: Context) -> Result<McpResponse, ToolError> {
//!     let build = ctx.step("build", || async { Ok::<_, ToolError>(42) }).await?;
//!     match ctx.elicit::<Confirm>("confirm", format!("Deploy build {build} to {env}?")).await? {
//!         Answer::Accept(Confirm { sure: true }) => {
//!             ctx.step("deploy", || async { Ok::<_, ToolError>(()) }).await?;
//!             Ok(McpResponse::text("Deployed."))
//!         }
//!         _ => Ok(McpResponse::text("Nothing was deployed.")),
//!     }
//! }
//! ```
//!
//! # How it works
//!
//! Before 2026-07-28 a question is a request to the client over the connection it holds, and the
//! handler waits for the answer. The process that asked has to get it: over HTTP, whatever spreads the
//! requests of a session over processes has to bring the answer to that one. The call is lost if the
//! process ends before; the session is not, and goes on at another process with the same keys.
//!
//! From 2026-07-28 on there is no such connection. When the handler has to wait and a question is
//! open, the handler's future is **dropped**, and the client gets every open question at once (so
//! questions under one `join!` go out together) with a sealed state. It sends the call again with the
//! answers and the state, perhaps to another process, and the handler runs **from the top**: what was
//! answered is answered at once. Therefore:
//!
//! - What has an effect, or may come out differently, belongs into a [`step`](crate::Context::step),
//!   whose result is kept in the state and which is not run again. All else before a question is run
//!   again, and work beside an open question that is not in a step is dropped.
//! - Each question and each step has a key of its own within the handler. A key that stands for
//!   another question than before is asked anew, and a warning is logged.
//! - The state is readable by nobody and useful for nothing but this call by this caller, but the
//!   client may send the same state twice. A step that must happen at most once, whatever clients do,
//!   needs a mark in the author's own storage: [`step`](crate::Context::step) says how.
//! - A client may also answer without any state. Then nothing was kept, and all steps are done.
//!
//! What is to travel through the client beside that state is sealed by hand: see
//! [`seal`](crate::Context::seal).
//!
//! An answer is held to the form that was sent before the handler gets it; one that does not fit is
//! asked for again.

mod answer;
mod by_hand;
mod context;
mod conversation;
mod error;
mod form;
mod live;
mod packed;
mod question;
mod records;
mod request;
mod sealed;
mod step;

pub use answer::Answer;
pub use conversation::Suspension;
pub use error::AskError;
pub use form::{Form, FormChoice, FormError, FormField, FormSchema};
pub use live::{AskFailure, Asker, LiveQuestion};
pub use records::{InputResponses, Records, Retry};
pub use request::InputRequest;
pub use sealed::Sealer;

pub(crate) use conversation::{Asking, Conversation};
pub(crate) use error::classify;
