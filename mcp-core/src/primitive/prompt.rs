use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;

use super::common::{Common, common_methods};
use super::erased::failed;
use super::{
    ArgumentOptions, BoxFuture, ErasedCompleter, ErasedPrompt, InvalidText, TextInput, TextList, TextValues,
};
use crate::context::{Context, ContextList, FromContext, Needs};
use crate::error::McpError;
use crate::protocol::{GetPromptResult, Icon, PromptArgument, PromptDescriptor};
use crate::response::{IntoPromptResponse, Reply, ResponseError};

/// A prompt: messages the user can start from. `#[prompt]` implements it for a marker type beside
/// the function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "annotate the function with `#[prompt]`, and name it without parentheses: `.prompt::<my_prompt>()`"
)]
pub trait Prompt: 'static {
    /// Describes the prompt and gives its handler.
    fn define() -> PromptDefinition;
}

/// A prompt that is ready to be registered.
#[non_exhaustive]
pub struct PromptDefinition {
    /// How `prompts/list` shows it.
    pub descriptor: PromptDescriptor,
    /// Whether the handler blocks its thread.
    pub blocking: bool,
    /// What the handler needs of the server.
    pub needs: Needs,
    /// The functions that suggest values, by argument.
    pub completers: Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>)>,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
    /// The handler.
    pub handler: Arc<dyn ErasedPrompt>,
}

/// Defines a prompt, one argument after the other.
///
/// ```
/// use mcp_core::McpResponse;
/// use mcp_core::primitive::{ArgumentOptions, PromptBuilder, Required};
///
/// let prompt = PromptBuilder::new("review-order")
///     .argument::<Required<String>>("summary", ArgumentOptions::new().description("What was bought."))
///     .handler(|((), Required(summary)), ()| async move { McpResponse::text(summary) });
/// assert!(prompt.descriptor.arguments[0].required);
/// ```
#[must_use = "a builder defines nothing until `handler` is called"]
pub struct PromptBuilder<A = (), C = ()> {
    common: Common,
    arguments: Vec<PromptArgument>,
    completers: Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>)>,
    types: PhantomData<fn() -> (A, C)>,
}

impl PromptBuilder {
    /// A prompt by name: 1 to 128 of `A–Z a–z 0–9 _ - .`.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new(name),
            arguments: Vec::new(),
            completers: Vec::new(),
            types: PhantomData,
        }
    }
}

impl<A, C> PromptBuilder<A, C> {
    common_methods!();

    /// States the return type. Macros use it to put an error at the author's own token.
    pub fn returns<R: IntoPromptResponse>(self) -> Self {
        self
    }

    /// Adds an argument: [`Required<T>`](super::Required), or `Option<T>` for one that may be
    /// absent.
    pub fn argument<T: TextInput>(
        mut self,
        name: impl Into<Cow<'static, str>>,
        options: ArgumentOptions,
    ) -> PromptBuilder<(A, T), C> {
        let name = name.into();
        self.common.parameter(name.clone(), &options);
        let ArgumentOptions {
            title,
            description,
            default: _,
            completer,
        } = options;
        self.arguments.push(PromptArgument {
            name: name.clone().into_owned(),
            title: title.map(Cow::into_owned),
            description: description.map(Cow::into_owned),
            required: T::REQUIRED,
        });
        self.completers
            .extend(completer.map(|completer| (name, completer)));
        self.retyped()
    }

    /// Adds a parameter that comes from the context.
    pub fn context<P: FromContext>(mut self) -> PromptBuilder<A, (C, P)> {
        self.common.context::<P>();
        self.retyped()
    }

    /// Gives the handler: a function of the two lists that returns a future.
    pub fn handler<F, R>(self, handler: F) -> PromptDefinition
    where
        A: TextList,
        C: ContextList,
        F: Fn(A, C) -> R + Send + Sync + 'static,
        R: Future<Output: IntoPromptResponse> + Send + 'static,
    {
        let names = self.common.parameters.clone().into();
        self.finish(
            false,
            Arc::new(AsyncPrompt {
                names,
                handler,
                types: PhantomData,
            }),
        )
    }

    /// Gives the handler as a function that may block its thread.
    pub fn blocking_handler<F, R>(self, handler: F) -> PromptDefinition
    where
        A: TextList,
        C: ContextList,
        F: Fn(A, C) -> R + Send + Sync + 'static,
        R: IntoPromptResponse + 'static,
    {
        let names = self.common.parameters.clone().into();
        let handler = Arc::new(handler);
        self.finish(
            true,
            Arc::new(BlockingPrompt {
                names,
                handler,
                types: PhantomData,
            }),
        )
    }

    fn finish(self, blocking: bool, handler: Arc<dyn ErasedPrompt>) -> PromptDefinition {
        let Common {
            name,
            title,
            description,
            icons,
            meta,
            needs,
            problems,
            parameters: _,
        } = self.common;
        let arguments = self.arguments;
        let descriptor = PromptDescriptor {
            name,
            title,
            description,
            arguments,
            icons,
            meta,
        };
        PromptDefinition {
            descriptor,
            blocking,
            needs,
            completers: self.completers,
            problems,
            handler,
        }
    }

    fn retyped<A2, C2>(self) -> PromptBuilder<A2, C2> {
        let Self {
            common,
            arguments,
            completers,
            types: _,
        } = self;
        PromptBuilder {
            common,
            arguments,
            completers,
            types: PhantomData,
        }
    }
}

type PromptFuture = BoxFuture<Result<Reply<GetPromptResult>, McpError>>;

struct AsyncPrompt<A, C, F> {
    names: Box<[Cow<'static, str>]>,
    handler: F,
    types: PhantomData<fn(A, C)>,
}

impl<A, C, F, R> ErasedPrompt for AsyncPrompt<A, C, F>
where
    A: TextList,
    C: ContextList,
    F: Fn(A, C) -> R + Send + Sync,
    R: Future<Output: IntoPromptResponse> + Send + 'static,
{
    fn get(&self, ctx: &Context, arguments: &TextValues) -> Result<PromptFuture, InvalidText> {
        let arguments = A::take(&self.names, arguments)?;
        Ok(match C::extract(ctx) {
            Ok(context) => {
                let future = (self.handler)(arguments, context);
                Box::pin(async move { future.await.into_prompt_response() })
            }
            Err(error) => failed(error),
        })
    }
}

struct BlockingPrompt<A, C, F> {
    names: Box<[Cow<'static, str>]>,
    handler: Arc<F>,
    types: PhantomData<fn(A, C)>,
}

impl<A, C, F, R> ErasedPrompt for BlockingPrompt<A, C, F>
where
    A: TextList,
    C: ContextList,
    F: Fn(A, C) -> R + Send + Sync + 'static,
    R: IntoPromptResponse,
{
    fn get(&self, ctx: &Context, arguments: &TextValues) -> Result<PromptFuture, InvalidText> {
        let arguments = A::take(&self.names, arguments)?;
        Ok(match C::extract(ctx) {
            Ok(context) => {
                let handler = Arc::clone(&self.handler);
                Box::pin(async move { handler(arguments, context).into_prompt_response() })
            }
            Err(error) => failed(error),
        })
    }
}

impl<A, C> fmt::Debug for PromptBuilder<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptBuilder")
            .field("common", &self.common)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for PromptDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptDefinition")
            .field("descriptor", &self.descriptor)
            .finish_non_exhaustive()
    }
}
