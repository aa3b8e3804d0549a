//! How a handler fails: what the client is told, apart from what the operator is told.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use crate::jsonrpc::{ErrorCode, ErrorObject};

/// A boxed error of any kind.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// How a handler failed, whatever kind it is.
///
/// Handlers usually return [`ToolError`], [`ResourceError`] or [`PromptError`], which offer what
/// suits the kind; all of them become this.
#[derive(Debug)]
#[non_exhaustive]
pub enum McpError {
    /// A failure whose message is meant for the client (`B15`).
    Expected(Cow<'static, str>),
    /// What was asked for does not exist.
    NotFound,
    /// A JSON-RPC error, sent as it is.
    Protocol(ErrorObject),
    /// Anything else: the report hook gets it, the client a fixed text and an id (`B17`).
    Unexpected(BoxError),
}

impl McpError {
    /// An unexpected failure from any error or message.
    pub fn unexpected(error: impl Into<BoxError>) -> Self {
        Self::Unexpected(error.into())
    }
}

/// What may stand in the `E` of a handler's `Result`: the framework's errors and every
/// [`std::error::Error`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a handler",
    label = "neither an error of this framework nor a `std::error::Error`",
    note = "return `ToolError`, `ResourceError` or `PromptError`, or implement `std::error::Error` for `{Self}`",
    note = "a plain message for the client is `ToolError::expected(\"…\")`"
)]
pub trait IntoMcpError {
    /// The failure.
    fn into_mcp_error(self) -> McpError;
}

#[diagnostic::do_not_recommend]
impl IntoMcpError for McpError {
    fn into_mcp_error(self) -> McpError {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<E: StdError + Send + Sync + 'static> IntoMcpError for E {
    fn into_mcp_error(self) -> McpError {
        of_any(self)
    }
}

/// The failure that any error is: an unexpected one, or, if it comes from a question that has no
/// answer, what the client should see of that.
fn of_any(error: impl StdError + Send + Sync + 'static) -> McpError {
    #[cfg(feature = "ask")]
    return crate::ask::classify(Box::new(error));
    #[cfg(not(feature = "ask"))]
    McpError::Unexpected(Box::new(error))
}

/// Declares the error of one kind of handler: a newtype that takes any error by `?`.
macro_rules! handler_error {
    ($(#[$docs:meta])* $name:ident { $($methods:tt)* }) => {
        $(#[$docs])*
        pub struct $name(McpError);

        impl $name {
            $($methods)*

            /// A JSON-RPC error with a code of the application's own.
            ///
            /// A code that JSON-RPC or MCP reserves is replaced by
            /// [`ErrorCode::INTERNAL_ERROR`] (`ERR-05`).
            #[must_use]
            pub fn application(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
                let code = ErrorCode::application(code).unwrap_or(ErrorCode::INTERNAL_ERROR);
                Self(McpError::Protocol(ErrorObject::new(code, message)))
            }

            /// A failure that the client must not see: it goes to the report hook, and the client
            /// gets the fixed safe text with a correlation id (`B17`).
            #[must_use]
            pub fn unexpected(error: impl Into<BoxError>) -> Self {
                Self(McpError::Unexpected(error.into()))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        // As in `anyhow`: not itself an `Error`, so that every `Error` can convert by `?`.
        impl<E: StdError + Send + Sync + 'static> From<E> for $name {
            fn from(error: E) -> Self {
                Self(of_any(error))
            }
        }

        impl From<McpError> for $name {
            fn from(error: McpError) -> Self {
                Self(error)
            }
        }

        impl From<$name> for McpError {
            fn from(error: $name) -> Self {
                error.0
            }
        }

        #[diagnostic::do_not_recommend]
        impl IntoMcpError for $name {
            fn into_mcp_error(self) -> McpError {
                self.0
            }
        }
    };
}

handler_error! {
    /// How a tool fails.
    ///
    /// ```
    /// use mcp_core::ToolError;
    ///
    /// fn find(order_id: u64) -> Result<&'static str, ToolError> {
    ///     let number: u8 = "7".parse()?;                              // any error: masked
    ///     match order_id {
    ///         42 if number == 7 => Ok("ready"),
    ///         _ => Err(ToolError::expected("Order not found.")),      // told to the client
    ///     }
    /// }
    /// assert!(find(42).is_ok());
    /// ```
    ToolError {
        /// A failure that the client is told about: the result has `isError: true` and the message
        /// as its text (`B15`).
        #[must_use]
        pub fn expected(message: impl Into<Cow<'static, str>>) -> Self {
            Self(McpError::Expected(message.into()))
        }
    }
}

handler_error! {
    /// How reading a resource fails.
    ///
    /// ```
    /// use mcp_core::{McpResponse, ResourceError};
    ///
    /// fn read(id: u64) -> Result<McpResponse, ResourceError> {
    ///     match id {
    ///         42 => Ok(McpResponse::text("ready")),
    ///         _ => Err(ResourceError::not_found()),
    ///     }
    /// }
    /// assert!(read(7).is_err());
    /// ```
    ResourceError {
        /// There is no such resource: `-32602` with the URI, `-32002` before 2026-07-28 (`RES-07`).
        #[must_use]
        pub fn not_found() -> Self {
            Self(McpError::NotFound)
        }

        /// A failure that the client is told about, as a `-32603` error with this message.
        #[must_use]
        pub fn expected(message: impl Into<Cow<'static, str>>) -> Self {
            Self(McpError::Protocol(ErrorObject::internal(message)))
        }
    }
}

handler_error! {
    /// How a prompt fails.
    PromptError {
        /// A failure that the client is told about, as a `-32602` error with this message.
        #[must_use]
        pub fn expected(message: impl Into<Cow<'static, str>>) -> Self {
            Self(McpError::Protocol(ErrorObject::invalid_params(message)))
        }
    }
}
