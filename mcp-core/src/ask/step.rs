//! Work that is done once, however often the handler runs.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::AskError;
use super::conversation::Conversation;
use crate::context::Context;
use crate::error::{IntoMcpError, McpError};
use crate::strict_json::to_raw;

impl Context {
    /// Does something once, also when the handler is run again after a question.
    ///
    /// The result is kept in the call's sealed state, so it should be small, and JSON must give it back
    /// as it was. Later runs get it from there and do not call `work`. Steps may run side by side; while
    /// one runs, no question goes out, so that nothing is cut off in the middle.
    ///
    /// An error is given back and **not** kept: the next run tries again. To keep failures too, let the
    /// work succeed with a `Result`, `T = Result<A, B>`.
    ///
    /// Before 2026-07-28 a handler runs only once, unless it asks by hand, and the work is simply done.
    ///
    /// ```
    /// use mcp_core::{Context, McpResponse, ToolError};
    ///
    /// async fn book(ctx: Context) -> Result<McpResponse, ToolError> {
    ///     let number: u64 = ctx.step("number", || async { Ok::<_, ToolError>(7) }).await?;
    ///     Ok(McpResponse::text(format!("Booked as number {number}.")))
    /// }
    /// ```
    ///
    /// # Once, whatever clients do
    ///
    /// A step is not run again by a call that goes on. But a client may send one state twice, also to two
    /// processes at once, and then both go on from it: what comes after the question happens in both. The
    /// state cannot know of that; only a place that all processes share can. So an effect that must not
    /// happen twice needs two things of its author:
    ///
    /// 1. a name for the effect, made in a step **before** a question, so that every retry has the same;
    /// 2. storage that takes each name only once: a unique key, an idempotency key of a payment service,
    ///    a locked file.
    ///
    /// ```
    /// use mcp_core::ask::Answer;
    /// use mcp_core::{Context, McpResponse, ToolError};
    /// # use mcp_core::Form;
    /// # use schemars::JsonSchema;
    /// # use serde::Deserialize;
    /// # #[derive(Deserialize, JsonSchema, Form)]
    /// # struct Confirm { sure: bool }
    /// # struct Shop;
    /// # impl Shop {
    /// #     fn new_order_id(&self) -> u64 { 1 }
    /// #     async fn insert_unless_present(&self, _: u64) -> Result<(), ToolError> { Ok(()) }
    /// # }
    ///
    /// async fn order(ctx: Context, shop: Shop) -> Result<McpResponse, ToolError> {
    ///     let id: u64 = ctx.step("id", || async { Ok::<_, ToolError>(shop.new_order_id()) }).await?;
    ///     match ctx.elicit::<Confirm>("confirm", "Order it?").await? {
    ///         Answer::Accept(Confirm { sure: true }) => {
    ///             ctx.step("order", || shop.insert_unless_present(id)).await?;
    ///             Ok(McpResponse::text(format!("Ordered as number {id}.")))
    ///         }
    ///         _ => Ok(McpResponse::text("Nothing was ordered.")),
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// That of the work. Unexpected failures when the result cannot be kept, when what was kept is of
    /// another type, and when the key was used before in the same run.
    pub async fn step<T, E, F>(&self, key: impl Into<String>, work: impl FnOnce() -> F) -> Result<T, McpError>
    where
        T: Serialize + DeserializeOwned,
        E: IntoMcpError,
        F: Future<Output = Result<T, E>>,
    {
        let key = key.into();
        let unusable = |problem: String| McpError::unexpected(AskError::Unusable(problem));
        let conversation = self.conversation();
        if let Some(result) = conversation.begin_step(&key).map_err(unusable)? {
            return serde_json::from_str(result.get()).map_err(|error| {
                unusable(format!("the result of the step `{key}` cannot be read: {error}"))
            });
        }
        let running = Running {
            ctx: self,
            conversation,
        };
        let result = work().await.map_err(E::into_mcp_error)?;
        let kept = to_raw(&result)
            .map_err(|error| unusable(format!("the result of the step `{key}` cannot be kept: {error}")))?;
        conversation.record_step(&key, kept);
        drop(running);
        Ok(result)
    }
}

/// A step at work, until it is done or dropped.
struct Running<'c> {
    ctx: &'c Context,
    conversation: &'c Conversation,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.conversation.end_step();
        // A question may have waited for the step, and the call may be polled elsewhere.
        self.ctx.wake_call();
    }
}
