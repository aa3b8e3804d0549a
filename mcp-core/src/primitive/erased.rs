//! The object-safe side of a handler: what the runtime calls.

use std::pin::Pin;

use super::{InvalidText, TextValues};
use crate::context::Context;
use crate::error::McpError;
use crate::protocol::{CallToolResult, GetPromptResult, ReadResourceResult};
use crate::response::Reply;
use crate::schema::Tape;

/// A boxed future that may be sent to another thread.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The arguments of a call, in the form in which they were read.
#[derive(Clone, Copy, Debug)]
pub enum RawArguments<'a> {
    /// JSON text: decoded straight into the typed arguments.
    Json(&'a str),
    /// A tape that was checked against the schema already.
    Tape(&'a Tape<'a>),
}

/// The arguments do not fit the handler's types.
///
/// The schema walker finds out what is wrong; this text is for what only the types know, such as
/// the format of a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidArguments {
    /// What the type says, without a position.
    pub message: String,
}

/// A tool whose types are gone.
pub trait ErasedTool: Send + Sync {
    /// Decodes the arguments, then starts the handler; the future borrows nothing.
    ///
    /// # Errors
    ///
    /// [`InvalidArguments`], before the handler has run.
    fn call(
        &self,
        ctx: &Context,
        arguments: RawArguments<'_>,
    ) -> Result<BoxFuture<Result<Reply<CallToolResult>, McpError>>, InvalidArguments>;
}

/// A resource whose types are gone.
pub trait ErasedResource: Send + Sync {
    /// Reads the template's variables, then starts the handler.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] when a variable does not fit its type, before the handler has run.
    fn read(
        &self,
        ctx: &Context,
        variables: &TextValues,
    ) -> Result<BoxFuture<Result<Reply<ReadResourceResult>, McpError>>, InvalidText>;
}

/// A prompt whose types are gone.
pub trait ErasedPrompt: Send + Sync {
    /// Reads the arguments, then starts the handler.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] when an argument is missing or does not fit its type, before the handler
    /// has run.
    fn get(
        &self,
        ctx: &Context,
        arguments: &TextValues,
    ) -> Result<BoxFuture<Result<Reply<GetPromptResult>, McpError>>, InvalidText>;
}

/// A future that fails at once.
pub(super) fn failed<T: Send + 'static>(error: McpError) -> BoxFuture<Result<T, McpError>> {
    Box::pin(std::future::ready(Err(error)))
}
