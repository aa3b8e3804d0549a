//! Tools, resources and prompts: how they are defined and what the runtime gets of them.
//!
//! The macros write a [`Tool`], [`Resource`] or [`Prompt`] impl whose one method runs a builder of
//! this module; a program may run the builders itself. A builder collects typed parameters, erases
//! the handler once, and gives a definition: plain data and one `dyn` call.

mod arguments;
mod common;
mod complete;
mod erased;
mod parameter;
mod prompt;
mod resource;
mod text;
mod tool;

pub use arguments::{Args, Argument, ArgumentSpec, ArgumentStruct, InputSpec, ToolInput, Whole};
pub use common::WorkClass;
pub use complete::{Completer, CompletionRequest, ErasedCompleter};
pub use erased::{
    BoxFuture, ErasedPrompt, ErasedResource, ErasedTool, InvalidArguments, PromptFuture, RawArguments,
    ResourceFuture, ToolFuture,
};
pub use parameter::{
    Constraints, Extract, HeaderArgument, Json, Param, Parameter, ParameterList, Text, argument, arguments,
    context, text,
};
pub use prompt::{Prompt, PromptBuilder, PromptDefinition};
pub use resource::{Resource, ResourceBuilder, ResourceDefinition, ResourceTarget};
pub use text::{InvalidText, Required, TextArgument, TextForm, TextInput, TextList, TextSpec, TextValues};
pub use tool::{Tool, ToolBuilder, ToolDefinition};

pub(crate) use parameter::for_each_tuple;
