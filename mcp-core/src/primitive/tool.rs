use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::common::{Common, common_methods, handler_methods};
use super::erased::Function;
use super::{ErasedTool, InputSpec, ToolFuture, ToolInput, WorkClass};
use crate::context::{ContextList, Needs};
use crate::protocol::{Icon, ToolAnnotations, ToolDescriptor};
use crate::response::{IntoToolResponse, OutputSchema, ResponseError};
use crate::schema::{InputContract, OutputContract};

/// A tool: something the model can do. `#[tool]` implements it for a marker type beside the
/// function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "annotate the function with `#[tool]`, and name it without parentheses: `.tool::<my_tool>()`"
)]
pub trait Tool: 'static {
    /// Describes the tool and gives its handler.
    fn define() -> ToolDefinition;
}

/// A tool that is ready to be registered.
#[non_exhaustive]
pub struct ToolDefinition {
    /// How `tools/list` shows it.
    pub descriptor: ToolDescriptor,
    /// What its arguments have to fulfil.
    pub input: InputContract,
    /// What its structured result has to fulfil.
    pub output: Option<OutputContract>,
    /// Whether arguments are taken exactly as they come; the server's own setting when `None`.
    pub strict: Option<bool>,
    /// How the handler is run.
    pub work: WorkClass,
    /// What the handler needs of the server.
    pub needs: Needs,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
    /// The handler.
    pub handler: Arc<dyn ErasedTool>,
}

/// Defines a tool: its words, then what it takes and its handler.
///
/// ```
/// use mcp_core::primitive::{ToolBuilder, argument, context};
/// use mcp_core::{McpResponse, State};
///
/// let tool = ToolBuilder::new("greet").description("Greet somebody.").read_only(true).handler(
///     (argument::<String>("name").description("Whom to greet."),),
///     (context::<State<&'static str>>(),),
///     |(name,), (State(greeting),)| async move { McpResponse::text(format!("{greeting}, {name}!")) },
/// );
/// assert_eq!(tool.descriptor.input_schema["required"][0], "name");
/// ```
#[must_use = "a builder defines nothing until `handler` is called"]
pub struct ToolBuilder {
    common: Common,
    annotations: ToolAnnotations,
    output: Option<fn(&mut SchemaGenerator) -> Schema>,
    strict: Option<bool>,
}

impl ToolBuilder {
    /// A tool by name: 1 to 128 of `A–Z a–z 0–9 _ - .` (`TOOL-05`).
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new(name),
            annotations: ToolAnnotations::default(),
            output: None,
            strict: None,
        }
    }

    common_methods!();

    /// Hint: it changes nothing.
    pub fn read_only(mut self, hint: bool) -> Self {
        self.annotations.read_only = Some(hint);
        self
    }

    /// Hint: a change may destroy.
    pub fn destructive(mut self, hint: bool) -> Self {
        self.annotations.destructive = Some(hint);
        self
    }

    /// Hint: calling it twice does no more than calling it once.
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.annotations.idempotent = Some(hint);
        self
    }

    /// Hint: it reaches beyond a closed set of things.
    pub fn open_world(mut self, hint: bool) -> Self {
        self.annotations.open_world = Some(hint);
        self
    }

    /// Whether arguments are taken exactly as they come. By default a value that can be read in one
    /// way only is repaired: `"5"` where an integer belongs, `"true"` where a boolean does.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = Some(strict);
        self
    }

    /// Declares the type of the structured result, for handlers whose return type does not tell
    /// it. Every successful result then has to carry one that fits (`B9`).
    pub fn output<T: JsonSchema>(mut self) -> Self {
        self.output = Some(|generator| generator.subschema_for::<T>());
        self
    }

    handler_methods!(ToolInput, IntoToolResponse, into_tool_response, ToolFuture => ToolDefinition);

    fn finish<I, P, R, S>(mut self, input: I, _context: P, blocking: bool, start: S) -> ToolDefinition
    where
        I: ToolInput,
        P: ContextList,
        R: IntoToolResponse,
        S: Fn(I::Values, P::Values) -> ToolFuture + Send + Sync + 'static,
    {
        P::needs(&mut self.common.needs);
        let work = WorkClass {
            blocking,
            ..self.common.work
        };
        let input = match input.spec() {
            InputSpec::Struct(schema) => InputContract::of_struct(schema),
            InputSpec::List(specs) => {
                for spec in &specs {
                    self.common.problems.extend(spec.problems.iter().cloned());
                    self.common.parameter(spec.name.clone());
                }
                InputContract::of_list(&specs)
            }
        };
        let output = match self.output {
            Some(schema) => OutputContract::new(|generator| {
                Some(OutputSchema {
                    schema: schema(generator),
                    typed: false,
                })
            }),
            None => OutputContract::new(R::output_schema),
        };
        let Common {
            name,
            title,
            description,
            icons,
            meta,
            needs,
            mut problems,
            parameters,
            work: _,
        } = self.common;
        problems.extend(input.problems.iter().cloned());
        problems.extend(output.iter().flat_map(|output| output.problems.clone()));
        let descriptor = ToolDescriptor {
            name,
            title,
            description,
            input_schema: input.published.clone(),
            output_schema: output.as_ref().map(|output| output.schema.clone()),
            annotations: self.annotations,
            icons,
            meta,
        };
        let handler = Arc::new(Function::<I, P, S>::new(parameters, start));
        ToolDefinition {
            strict: self.strict,
            descriptor,
            input,
            output,
            work,
            needs,
            problems,
            handler,
        }
    }
}

impl fmt::Debug for ToolBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolBuilder")
            .field("common", &self.common)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ToolDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition")
            .field("descriptor", &self.descriptor)
            .finish_non_exhaustive()
    }
}
