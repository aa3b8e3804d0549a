use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::common::{Common, common_methods};
use super::erased::Function;
use super::{ErasedCompleter, ErasedPrompt, PromptFuture, TextList, TextSpec, WorkClass};
use crate::context::{ContextList, Needs};
use crate::protocol::{Icon, PromptArgument, PromptDescriptor};
use crate::response::{IntoPromptResponse, ResponseError};

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
    /// How the handler is run.
    pub work: WorkClass,
    /// What the handler needs of the server.
    pub needs: Needs,
    /// The functions that suggest values, by argument.
    pub completers: Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>)>,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
    /// The handler.
    pub handler: Arc<dyn ErasedPrompt>,
}

/// Defines a prompt: its words, then what it takes and its handler.
///
/// ```
/// use mcp_core::McpResponse;
/// use mcp_core::primitive::{PromptBuilder, Required, text};
///
/// let prompt = PromptBuilder::new("review-order").handler(
///     (text::<Required<String>>("summary").description("What was bought."),),
///     (),
///     |(summary,), ()| async move { McpResponse::text(summary) },
/// );
/// assert!(prompt.descriptor.arguments[0].required);
/// ```
#[must_use = "a builder defines nothing until `handler` is called"]
pub struct PromptBuilder {
    common: Common,
}

impl PromptBuilder {
    /// A prompt by name: 1 to 128 of `A–Z a–z 0–9 _ - .`.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new(name),
        }
    }

    common_methods!();

    /// Gives the handler: what it takes from the client, what it takes from the context, and a
    /// function of the two tuples that returns a future.
    pub fn handler<I, P, F, Fut, R>(self, input: I, context: P, handler: F) -> PromptDefinition
    where
        I: TextList,
        P: ContextList,
        F: Fn(I::Values, P::Values) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoPromptResponse,
    {
        let start = move |input: I::Values, context: P::Values| -> PromptFuture {
            let future = handler(input, context);
            Box::pin(async move { future.await.into_prompt_response() })
        };
        self.finish::<I, P, _>(input, context, false, start)
    }

    /// Gives the handler as a function that may block its thread; it is run where it may.
    pub fn blocking_handler<I, P, F, R>(self, input: I, context: P, handler: F) -> PromptDefinition
    where
        I: TextList,
        P: ContextList,
        F: Fn(I::Values, P::Values) -> R + Send + Sync + 'static,
        R: IntoPromptResponse,
    {
        let handler = Arc::new(handler);
        let start = move |input: I::Values, context: P::Values| -> PromptFuture {
            let handler = Arc::clone(&handler);
            Box::pin(async move { handler(input, context).into_prompt_response() })
        };
        self.finish::<I, P, _>(input, context, true, start)
    }

    fn finish<I, P, S>(mut self, input: I, _context: P, blocking: bool, start: S) -> PromptDefinition
    where
        I: TextList,
        P: ContextList,
        S: Fn(I::Values, P::Values) -> PromptFuture + Send + Sync + 'static,
    {
        P::needs(&mut self.common.needs);
        let work = WorkClass {
            blocking,
            ..self.common.work
        };
        let mut arguments = Vec::new();
        let mut completers = Vec::new();
        for spec in input.specs() {
            self.common.parameter(spec.name.clone());
            let TextSpec {
                name,
                title,
                description,
                required,
                completer,
            } = spec;
            arguments.push(PromptArgument {
                name: name.clone().into_owned(),
                title: title.map(Cow::into_owned),
                description: description.map(Cow::into_owned),
                required,
            });
            completers.extend(completer.map(|completer| (name, completer)));
        }
        let Common {
            name,
            title,
            description,
            icons,
            meta,
            needs,
            problems,
            parameters,
            work: _,
        } = self.common;
        let descriptor = PromptDescriptor {
            name,
            title,
            description,
            arguments,
            icons,
            meta,
        };
        let handler = Arc::new(Function::<I, P, S>::new(parameters, start));
        PromptDefinition {
            descriptor,
            work,
            needs,
            completers,
            problems,
            handler,
        }
    }
}

impl fmt::Debug for PromptBuilder {
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
