use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::common::{Common, common_methods, handler_methods};
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

    handler_methods!(TextList, IntoPromptResponse, into_prompt_response, PromptFuture => PromptDefinition);

    #[expect(
        clippy::extra_unused_type_parameters,
        reason = "a tool has its output schema from `R`"
    )]
    fn finish<I, P, R, S>(mut self, input: I, _context: P, blocking: bool, start: S) -> PromptDefinition
    where
        I: TextList,
        P: ContextList,
        R: IntoPromptResponse,
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
