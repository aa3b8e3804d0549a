use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::common::{Common, common_methods};
use super::erased::failed;
use super::{
    Args, Argument, ArgumentOptions, ArgumentSpec, ArgumentStruct, BoxFuture, ErasedTool, InvalidArguments,
    RawArguments, ToolInput,
};
use crate::context::{Context, ContextList, FromContext, Needs};
use crate::error::McpError;
use crate::protocol::{CallToolResult, Icon, ToolAnnotations, ToolDescriptor};
use crate::response::{IntoToolResponse, OutputSchema, Reply, ResponseError};
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
    /// Whether the handler blocks its thread, and so belongs on the blocking pool.
    pub blocking: bool,
    /// What the handler needs of the server.
    pub needs: Needs,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
    /// The handler.
    pub handler: Arc<dyn ErasedTool>,
}

/// Defines a tool, one parameter after the other.
///
/// `A` is the list of its arguments, `C` that of its context parameters; both begin empty.
///
/// ```
/// use mcp_core::primitive::{ArgumentOptions, ToolBuilder};
/// use mcp_core::{McpResponse, State};
///
/// let tool = ToolBuilder::new("greet")
///     .description("Greet somebody.")
///     .read_only(true)
///     .argument::<String>("name", ArgumentOptions::new().description("Whom to greet."))
///     .context::<State<&'static str>>()
///     .handler(|((), name), ((), State(greeting))| async move {
///         McpResponse::text(format!("{greeting}, {name}!"))
///     });
/// assert_eq!(tool.descriptor.input_schema["required"][0], "name");
/// ```
#[must_use = "a builder defines nothing until `handler` is called"]
pub struct ToolBuilder<A = (), C = ()> {
    common: Common,
    annotations: ToolAnnotations,
    specs: Vec<ArgumentSpec>,
    whole: Option<fn(&mut SchemaGenerator) -> Schema>,
    output: Option<fn(&mut SchemaGenerator) -> Schema>,
    types: PhantomData<fn() -> (A, C)>,
}

impl ToolBuilder {
    /// A tool by name: 1 to 128 of `A–Z a–z 0–9 _ - .` (`TOOL-05`).
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new(name),
            annotations: ToolAnnotations::default(),
            specs: Vec::new(),
            whole: None,
            output: None,
            types: PhantomData,
        }
    }
}

impl<A, C> ToolBuilder<A, C> {
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

    /// Declares the type of the structured result, for handlers whose return type does not tell
    /// it. Every successful result then has to carry one that fits (`B9`).
    pub fn output<T: JsonSchema>(mut self) -> Self {
        self.output = Some(|generator| generator.subschema_for::<T>());
        self
    }

    /// States the return type. Macros use it to put an error at the author's own token.
    pub fn returns<R: IntoToolResponse>(self) -> Self {
        self
    }

    /// Adds an argument.
    pub fn argument<T: Argument>(
        mut self,
        name: impl Into<Cow<'static, str>>,
        options: ArgumentOptions,
    ) -> ToolBuilder<(A, T), C> {
        let name = name.into();
        self.common.parameter(name.clone(), &options);
        self.specs.push(ArgumentSpec::new::<T>(name, &options));
        self.retyped()
    }

    /// Takes the arguments as one whole struct, instead of one by one.
    pub fn arguments<T: ArgumentStruct>(mut self) -> ToolBuilder<Args<T>, C> {
        self.whole = Some(|generator| generator.subschema_for::<T>());
        self.retyped()
    }

    /// Adds a parameter that comes from the context.
    pub fn context<P: FromContext>(mut self) -> ToolBuilder<A, (C, P)> {
        self.common.context::<P>();
        self.retyped()
    }

    /// Gives the handler: a function of the two lists that returns a future.
    pub fn handler<F, R>(self, handler: F) -> ToolDefinition
    where
        A: ToolInput,
        C: ContextList,
        F: Fn(A, C) -> R + Send + Sync + 'static,
        R: Future<Output: IntoToolResponse> + Send + 'static,
    {
        let names = self.common.parameters.clone().into();
        self.finish::<R::Output>(
            false,
            Arc::new(AsyncTool {
                names,
                handler,
                types: PhantomData,
            }),
        )
    }

    /// Gives the handler as a function that may block its thread.
    pub fn blocking_handler<F, R>(self, handler: F) -> ToolDefinition
    where
        A: ToolInput,
        C: ContextList,
        F: Fn(A, C) -> R + Send + Sync + 'static,
        R: IntoToolResponse + 'static,
    {
        let names = self.common.parameters.clone().into();
        let handler = Arc::new(handler);
        self.finish::<R>(
            true,
            Arc::new(BlockingTool {
                names,
                handler,
                types: PhantomData,
            }),
        )
    }

    fn finish<R: IntoToolResponse>(self, blocking: bool, handler: Arc<dyn ErasedTool>) -> ToolDefinition {
        let Common {
            name,
            title,
            description,
            icons,
            meta,
            needs,
            mut problems,
            parameters: _,
        } = self.common;
        let input = match self.whole {
            Some(whole) => InputContract::of_struct(whole),
            None => InputContract::of_list(&self.specs),
        };
        let output = match self.output {
            Some(schema) => Some(OutputContract::new(|generator| {
                Some(OutputSchema {
                    schema: schema(generator),
                    typed: false,
                })
            })),
            None => Some(OutputContract::new(R::output_schema)),
        };
        problems.extend(input.problems.iter().cloned());
        let output = output.flatten();
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
        ToolDefinition {
            descriptor,
            input,
            output,
            blocking,
            needs,
            problems,
            handler,
        }
    }

    fn retyped<A2, C2>(self) -> ToolBuilder<A2, C2> {
        let Self {
            common,
            annotations,
            specs,
            whole,
            output,
            types: _,
        } = self;
        ToolBuilder {
            common,
            annotations,
            specs,
            whole,
            output,
            types: PhantomData,
        }
    }
}

type ToolFuture = BoxFuture<Result<Reply<CallToolResult>, McpError>>;

struct AsyncTool<A, C, F> {
    names: Box<[Cow<'static, str>]>,
    handler: F,
    types: PhantomData<fn(A, C)>,
}

impl<A, C, F, R> ErasedTool for AsyncTool<A, C, F>
where
    A: ToolInput,
    C: ContextList,
    F: Fn(A, C) -> R + Send + Sync,
    R: Future<Output: IntoToolResponse> + Send + 'static,
{
    fn call(&self, ctx: &Context, arguments: RawArguments<'_>) -> Result<ToolFuture, InvalidArguments> {
        let arguments = decode(&self.names, arguments)?;
        Ok(match C::extract(ctx) {
            Ok(context) => {
                let future = (self.handler)(arguments, context);
                Box::pin(async move { future.await.into_tool_response() })
            }
            Err(error) => failed(error),
        })
    }
}

struct BlockingTool<A, C, F> {
    names: Box<[Cow<'static, str>]>,
    handler: Arc<F>,
    types: PhantomData<fn(A, C)>,
}

impl<A, C, F, R> ErasedTool for BlockingTool<A, C, F>
where
    A: ToolInput,
    C: ContextList,
    F: Fn(A, C) -> R + Send + Sync + 'static,
    R: IntoToolResponse,
{
    fn call(&self, ctx: &Context, arguments: RawArguments<'_>) -> Result<ToolFuture, InvalidArguments> {
        let arguments = decode(&self.names, arguments)?;
        Ok(match C::extract(ctx) {
            Ok(context) => {
                let handler = Arc::clone(&self.handler);
                Box::pin(async move { handler(arguments, context).into_tool_response() })
            }
            Err(error) => failed(error),
        })
    }
}

fn decode<A: ToolInput>(
    names: &[Cow<'static, str>],
    arguments: RawArguments<'_>,
) -> Result<A, InvalidArguments> {
    match arguments {
        RawArguments::Json(json) => {
            let mut input = serde_json::Deserializer::from_str(json);
            let decoded = A::decode(names, &mut input).and_then(|arguments| input.end().map(|()| arguments));
            decoded.map_err(|error| invalid(&error.to_string()))
        }
        RawArguments::Tape(tape) => {
            A::decode(names, tape.root()).map_err(|error| invalid(&error.to_string()))
        }
    }
}

#[cold]
fn invalid(message: &str) -> InvalidArguments {
    // The position counts from the start of the arguments and would only mislead.
    let end = message.rfind(" at line ").unwrap_or(message.len());
    InvalidArguments {
        message: message[..end].to_owned(),
    }
}

impl<A, C> fmt::Debug for ToolBuilder<A, C> {
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
