//! The object-safe side of a handler: what the runtime calls.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::pin::Pin;

use super::{InvalidText, TextList, TextValues, ToolInput};
use crate::context::{Context, ContextList};
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
    /// The place, as a JSON pointer (RFC 6901), where it is known: arguments on a tape have places.
    pub pointer: String,
    /// What the type says of it. It may name Rust types.
    pub message: String,
}

/// What a started tool comes to.
pub type ToolFuture = BoxFuture<Result<Reply<CallToolResult>, McpError>>;
/// What a started read comes to.
pub type ResourceFuture = BoxFuture<Result<Reply<ReadResourceResult>, McpError>>;
/// What a started prompt comes to.
pub type PromptFuture = BoxFuture<Result<Reply<GetPromptResult>, McpError>>;

/// A tool whose types are gone.
pub trait ErasedTool: Send + Sync {
    /// Decodes the arguments, then starts the handler; the future borrows nothing.
    ///
    /// # Errors
    ///
    /// [`InvalidArguments`], before the handler has run.
    fn call(&self, ctx: &Context, arguments: RawArguments<'_>) -> Result<ToolFuture, InvalidArguments>;
}

/// A resource whose types are gone.
pub trait ErasedResource: Send + Sync {
    /// Reads the template's variables, then starts the handler.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] when a variable does not fit its type, before the handler has run.
    fn read(&self, ctx: &Context, variables: &TextValues) -> Result<ResourceFuture, InvalidText>;
}

/// A prompt whose types are gone.
pub trait ErasedPrompt: Send + Sync {
    /// Reads the arguments, then starts the handler.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] when an argument is missing or does not fit its type, before the handler
    /// has run.
    fn get(&self, ctx: &Context, arguments: &TextValues) -> Result<PromptFuture, InvalidText>;
}

/// A handler with what it takes: `I` from the client, `P` from the context.
pub(super) struct Function<I, P, S> {
    names: Box<[Cow<'static, str>]>,
    start: S,
    parameters: PhantomData<fn(I, P)>,
}

impl<I, P, S> Function<I, P, S> {
    /// `start` begins the work and does none of it.
    pub(super) fn new(names: Vec<Cow<'static, str>>, start: S) -> Self {
        Self {
            names: names.into(),
            start,
            parameters: PhantomData,
        }
    }
}

impl<I: ToolInput, P: ContextList, S> ErasedTool for Function<I, P, S>
where
    S: Fn(I::Values, P::Values) -> ToolFuture + Send + Sync,
{
    fn call(&self, ctx: &Context, arguments: RawArguments<'_>) -> Result<ToolFuture, InvalidArguments> {
        let arguments = decode::<I>(&self.names, arguments)?;
        Ok(start(P::extract(ctx), |context| (self.start)(arguments, context)))
    }
}

impl<I: TextList, P: ContextList, S> ErasedResource for Function<I, P, S>
where
    S: Fn(I::Values, P::Values) -> ResourceFuture + Send + Sync,
{
    fn read(&self, ctx: &Context, variables: &TextValues) -> Result<ResourceFuture, InvalidText> {
        let variables = I::take(&self.names, variables)?;
        Ok(start(P::extract(ctx), |context| (self.start)(variables, context)))
    }
}

impl<I: TextList, P: ContextList, S> ErasedPrompt for Function<I, P, S>
where
    S: Fn(I::Values, P::Values) -> PromptFuture + Send + Sync,
{
    fn get(&self, ctx: &Context, arguments: &TextValues) -> Result<PromptFuture, InvalidText> {
        let arguments = I::take(&self.names, arguments)?;
        Ok(start(P::extract(ctx), |context| (self.start)(arguments, context)))
    }
}

fn decode<I: ToolInput>(
    names: &[Cow<'static, str>],
    arguments: RawArguments<'_>,
) -> Result<I::Values, InvalidArguments> {
    match arguments {
        RawArguments::Json(json) => {
            let mut input = serde_json::Deserializer::from_str(json);
            let decoded = I::decode(names, &mut input).and_then(|values| input.end().map(|()| values));
            decoded.map_err(|error| InvalidArguments {
                pointer: String::new(),
                message: error.to_string(),
            })
        }
        RawArguments::Tape(tape) => I::decode(names, tape.root()).map_err(|error| InvalidArguments {
            pointer: error.pointer(),
            message: error.message().to_owned(),
        }),
    }
}

/// The future of a handler whose context parameters are there, or one that fails at once.
fn start<C, T: Send + 'static>(
    context: Result<C, McpError>,
    start: impl FnOnce(C) -> BoxFuture<Result<T, McpError>>,
) -> BoxFuture<Result<T, McpError>> {
    match context {
        Ok(context) => start(context),
        Err(error) => Box::pin(std::future::ready(Err(error))),
    }
}
