//! What macro output names beside the public API. Not for hand-written code; it may change in any
//! release.

use std::marker::PhantomData;

use crate::context::ContextList;
use crate::primitive::{
    PromptBuilder, PromptDefinition, ResourceBuilder, ResourceDefinition, TextList, ToolBuilder,
    ToolDefinition, ToolInput,
};
use crate::response::{IntoPromptResponse, IntoResourceResponse, IntoToolResponse};

pub use core::concat;
pub use core::convert::{From, Into};
pub use core::default::Default;
pub use core::option::Option;
pub use core::result::Result;
pub use core::time::Duration;
pub use serde::de::DeserializeOwned;
pub use serde_json::json;

/// The body of the fallback that a macro writes when it has reported an error: the program does
/// not compile, so nothing ever calls it.
pub fn unreachable<T>() -> T {
    std::process::abort()
}

/// A return type as a value: an argument like the parameters, so that the compiler reports a type
/// that does not do where the author wrote it.
#[derive(Debug)]
pub struct Returns<R>(PhantomData<fn() -> R>);

/// States a return type.
#[must_use]
pub fn returns<R>() -> Returns<R> {
    Returns(PhantomData)
}

/// The last step of each builder, with the return type stated.
macro_rules! last_step {
    ($handler:ident, $blocking:ident: $builder:ty => $definition:ty, $input:ident, $response:ident) => {
        /// An asynchronous handler.
        pub fn $handler<I, P, F, Fut, R>(
            builder: $builder,
            input: I,
            context: P,
            _: Returns<R>,
            handler: F,
        ) -> $definition
        where
            I: $input,
            P: ContextList,
            F: Fn(I::Values, P::Values) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = R> + Send + 'static,
            R: $response,
        {
            builder.handler(input, context, handler)
        }

        /// A handler that may block its thread.
        pub fn $blocking<I, P, F, R>(
            builder: $builder,
            input: I,
            context: P,
            _: Returns<R>,
            handler: F,
        ) -> $definition
        where
            I: $input,
            P: ContextList,
            F: Fn(I::Values, P::Values) -> R + Send + Sync + 'static,
            R: $response,
        {
            builder.blocking_handler(input, context, handler)
        }
    };
}

last_step!(tool, blocking_tool: ToolBuilder => ToolDefinition, ToolInput, IntoToolResponse);
last_step!(resource, blocking_resource: ResourceBuilder => ResourceDefinition, TextList, IntoResourceResponse);
last_step!(prompt, blocking_prompt: PromptBuilder => PromptDefinition, TextList, IntoPromptResponse);
