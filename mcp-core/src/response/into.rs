use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

#[cfg(feature = "ask")]
use super::{InputOr, InputRequired};
use super::{McpResponse, ResponseStream, Structured};
use crate::error::{IntoMcpError, McpError};
use crate::protocol::{CallToolResult, GetPromptResult, ReadResourceResult};

/// What a handler returned, before it is shaped for the client; `R` is the protocol result of its
/// kind.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reply<R> {
    /// One response.
    One(McpResponse),
    /// Several, in order (`B2`).
    Many(Vec<McpResponse>),
    /// Several, over time.
    Stream(ResponseStream),
    /// The protocol's own result (`B24`).
    Explicit(R),
    /// Questions, asked by hand (`MRTR-03`).
    #[cfg(feature = "ask")]
    InputRequired(InputRequired),
}

/// The schema that a return type gives a tool.
#[derive(Debug)]
pub struct OutputSchema {
    /// The schema of the structured value.
    pub schema: Schema,
    /// Whether the value is of the schema's own type, so that only constraints beyond the type are
    /// left to check.
    pub typed: bool,
}

/// One or several [`McpResponse`]s: what tools, resources and prompts alike may return (`B2`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a response",
    label = "not a response",
    note = "what a handler returns is wrapped: `McpResponse::text(…)` for text, `McpResponse::structured(…)` or `Structured(…)` for data, `McpResponse::resource(…)` for bytes"
)]
pub trait IntoResponses {
    /// Appends the responses.
    ///
    /// # Errors
    ///
    /// When a value cannot be encoded.
    fn append_to(self, responses: &mut Vec<McpResponse>) -> Result<(), McpError>;

    /// The responses as a reply.
    ///
    /// # Errors
    ///
    /// As [`IntoResponses::append_to`].
    fn into_reply<R>(self) -> Result<Reply<R>, McpError>
    where
        Self: Sized,
    {
        let mut responses = Vec::new();
        self.append_to(&mut responses)?;
        Ok(Reply::Many(responses))
    }

    /// The schema of the structured value among them, if its type is known.
    fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
        let _ = generator;
        None
    }
}

#[diagnostic::do_not_recommend]
impl IntoResponses for McpResponse {
    fn append_to(self, responses: &mut Vec<McpResponse>) -> Result<(), McpError> {
        responses.push(self);
        Ok(())
    }

    fn into_reply<R>(self) -> Result<Reply<R>, McpError> {
        Ok(Reply::One(self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> IntoResponses for Structured<T> {
    fn append_to(self, responses: &mut Vec<McpResponse>) -> Result<(), McpError> {
        responses.push(McpResponse::structured(self.0).map_err(McpError::unexpected)?);
        Ok(())
    }

    fn into_reply<R>(self) -> Result<Reply<R>, McpError> {
        McpResponse::structured(self.0)
            .map(Reply::One)
            .map_err(McpError::unexpected)
    }

    fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
        Some(OutputSchema {
            schema: generator.subschema_for::<T>(),
            typed: true,
        })
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResponses> IntoResponses for Vec<T> {
    fn append_to(self, responses: &mut Vec<McpResponse>) -> Result<(), McpError> {
        self.into_iter().try_for_each(|item| item.append_to(responses))
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResponses, const N: usize> IntoResponses for [T; N] {
    fn append_to(self, responses: &mut Vec<McpResponse>) -> Result<(), McpError> {
        self.into_iter().try_for_each(|item| item.append_to(responses))
    }
}

/// Implements [`IntoResponses`] for tuples.
macro_rules! tuple_responses {
    ($($item:ident)+) => {
        #[diagnostic::do_not_recommend]
        impl<$($item: IntoResponses),+> IntoResponses for ($($item,)+) {
            fn append_to(self, responses: &mut Vec<McpResponse>) -> Result<(), McpError> {
                #[expect(non_snake_case, reason = "the variables are named after their types")]
                let ($($item,)+) = self;
                $($item.append_to(responses)?;)+
                Ok(())
            }

            fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
                let mut found = None;
                $(found = found.or_else(|| $item::output_schema(generator));)+
                found
            }
        }
    };
}

tuple_responses! { A }
tuple_responses! { A B }
tuple_responses! { A B C }
tuple_responses! { A B C D }
tuple_responses! { A B C D E }
tuple_responses! { A B C D E F }

/// Implements a return-type trait for types that are [`IntoResponses`]. Each is named, so that no type
/// has two impls to choose from: the compiler then says which part of a `Result` does not do.
macro_rules! forward_responses {
    ($trait:ident, $method:ident, $result:ty: $($(#[$attribute:meta])* [$($generics:tt)*] $type:ty;)+) => {$(
        $(#[$attribute])*
        impl<$($generics)*> $trait for $type {
            fn $method(self) -> Result<Reply<$result>, McpError> {
                self.into_reply()
            }

            fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
                <Self as IntoResponses>::output_schema(generator)
            }
        }
    )+};
}

/// Declares the return-type trait of one kind of handler and implements it for everything that the
/// kind may return.
macro_rules! return_type {
    ($(#[$docs:meta])* $trait:ident, $method:ident, $result:ty) => {
        $(#[$docs])*
        pub trait $trait {
            /// The reply.
            ///
            /// # Errors
            ///
            /// The handler's failure.
            fn $method(self) -> Result<Reply<$result>, McpError>;

            /// The schema of the structured value, if its type is known.
            fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
                let _ = generator;
                None
            }
        }

        forward_responses! {
            $trait, $method, $result:
            [] McpResponse;
            #[diagnostic::do_not_recommend]
            [T: Serialize + JsonSchema] Structured<T>;
            [T: IntoResponses] Vec<T>;
            [T: IntoResponses, const N: usize] [T; N];
            #[diagnostic::do_not_recommend]
            [A: IntoResponses] (A,);
            #[diagnostic::do_not_recommend]
            [A: IntoResponses, B: IntoResponses] (A, B);
            #[diagnostic::do_not_recommend]
            [A: IntoResponses, B: IntoResponses, C: IntoResponses] (A, B, C);
            #[diagnostic::do_not_recommend]
            [A: IntoResponses, B: IntoResponses, C: IntoResponses, D: IntoResponses] (A, B, C, D);
            #[diagnostic::do_not_recommend]
            [A: IntoResponses, B: IntoResponses, C: IntoResponses, D: IntoResponses, E: IntoResponses] (A, B, C, D, E);
            #[diagnostic::do_not_recommend]
            [A: IntoResponses, B: IntoResponses, C: IntoResponses, D: IntoResponses, E: IntoResponses, F: IntoResponses] (A, B, C, D, E, F);
        }

        impl $trait for ResponseStream {
            fn $method(self) -> Result<Reply<$result>, McpError> {
                Ok(Reply::Stream(self))
            }
        }

        impl $trait for $result {
            fn $method(self) -> Result<Reply<$result>, McpError> {
                Ok(Reply::Explicit(self))
            }
        }

        #[cfg(feature = "ask")]
        #[diagnostic::do_not_recommend]
        impl $trait for InputRequired {
            fn $method(self) -> Result<Reply<$result>, McpError> {
                Ok(Reply::InputRequired(self))
            }
        }

        #[cfg(feature = "ask")]
        #[diagnostic::do_not_recommend]
        impl<T: $trait> $trait for InputOr<T> {
            fn $method(self) -> Result<Reply<$result>, McpError> {
                match self {
                    Self::Done(response) => response.$method(),
                    Self::Ask(questions) => questions.$method(),
                }
            }

            fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
                <T as $trait>::output_schema(generator)
            }
        }

        impl<T: $trait, E: IntoMcpError> $trait for Result<T, E> {
            fn $method(self) -> Result<Reply<$result>, McpError> {
                self.map_err(E::into_mcp_error)?.$method()
            }

            fn output_schema(generator: &mut SchemaGenerator) -> Option<OutputSchema> {
                <T as $trait>::output_schema(generator)
            }
        }
    };
}

return_type! {
    /// What a tool may return.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the result of a tool",
        label = "not a response",
        note = "what a tool returns is wrapped: `McpResponse::text(…)` for text, `Structured(…)` for data, whose type derives `serde::Serialize` and `schemars::JsonSchema`",
        note = "it may also be a `Vec`, an array or a tuple of responses, a `ResponseStream`, a `CallToolResult`, or a `Result` of one of these"
    )]
    IntoToolResponse, into_tool_response, CallToolResult
}

return_type! {
    /// What a resource may return.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the result of a resource",
        label = "not a response",
        note = "what a resource returns is wrapped: `McpResponse::text(…)` for text, `McpResponse::structured(…)` for data, `McpResponse::resource(…)` for bytes",
        note = "it may also be a `Vec`, an array or a tuple of responses, a `ResponseStream`, a `ReadResourceResult`, or a `Result` of one of these"
    )]
    IntoResourceResponse, into_resource_response, ReadResourceResult
}

return_type! {
    /// What a prompt may return.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the result of a prompt",
        label = "not a response",
        note = "what a prompt returns is wrapped: `McpResponse::text(…)` for each message, `.as_assistant()` behind it for the model's",
        note = "it may also be a `Vec`, an array or a tuple of responses, a `ResponseStream`, a `GetPromptResult`, or a `Result` of one of these"
    )]
    IntoPromptResponse, into_prompt_response, GetPromptResult
}
