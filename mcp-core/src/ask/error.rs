use std::error::Error as StdError;

use serde_json::{Value, json};

use super::FormError;
use crate::error::{BoxError, McpError};
use crate::jsonrpc::{ErrorCode, ErrorObject};

/// Why a question has no answer.
///
/// `?` in a handler turns it into what the client should see, also when it is the source of an error
/// of the author's own.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The client did not declare that it can be asked this. Clients of 2026-07-28 get `-32021`
    /// with the capability, older ones a text (`ERR-07`, `LERR-04`).
    #[error("the client cannot be asked: it does not declare the capability {required}")]
    #[non_exhaustive]
    MissingCapability {
        /// The capability, as the client would declare it.
        required: Value,
        /// Whether the client knows `-32021`.
        is_modern: bool,
    },
    /// The revision that the client speaks has no such question.
    #[error("the client cannot be asked: its protocol version {version} does not have {what}")]
    #[non_exhaustive]
    UnknownToRevision {
        /// The revision.
        version: &'static str,
        /// What it does not have.
        what: &'static str,
    },
    /// There is no way to reach the client while it waits.
    #[error("this connection cannot be asked")]
    Unreachable,
    /// The client did not put the question, or its user did not want it.
    #[error("{0}")]
    Refused(String),
    /// Nobody answered in time.
    #[error("the question was not answered in time")]
    TimedOut,
    /// The connection ended before the answer came.
    #[error("the client left before it answered")]
    Disconnected,
    /// The call is over: nobody is there any more who could be asked.
    #[error("the call is over")]
    Over,
    /// The answer does not fit the question. Only clients before 2026-07-28 cannot be asked again.
    #[error("the answer does not fit the question: {}", .0.join("; "))]
    Unfit(Vec<String>),
    /// The answer is none: it does not have the form of a result (`MRTR-15`).
    #[error("the answer to `{0}` does not have the protocol's form")]
    Malformed(String),
    /// What [`Context::seal`](crate::Context::seal) gave does not open here, or no longer.
    #[error("the sealed value cannot be opened")]
    InvalidSeal,
    /// The question cannot be put: the author's mistake.
    #[error(transparent)]
    Form(#[from] FormError),
    /// The question cannot be put, or what is kept cannot be written or read: the author's mistake.
    #[error("{0}")]
    Unusable(String),
}

impl AskError {
    /// What the client sees; `None` if that is nothing but the fixed text.
    fn public(&self) -> Option<McpError> {
        Some(match self {
            Self::MissingCapability {
                required,
                is_modern: true,
            } => {
                let error = ErrorObject::new(
                    ErrorCode::MISSING_CLIENT_CAPABILITY,
                    "The call needs a capability that the client did not declare",
                );
                McpError::Protocol(error.with_data(json!({ "requiredCapabilities": required })))
            }
            Self::Malformed(_) => McpError::Protocol(ErrorObject::invalid_params("Invalid input response")),
            // As for a request state, and as little is said of why (`MRTR-10`).
            Self::InvalidSeal => McpError::Protocol(ErrorObject::invalid_params("Invalid request state")),
            Self::MissingCapability { .. }
            | Self::UnknownToRevision { .. }
            | Self::Unreachable
            | Self::Refused(_)
            | Self::TimedOut
            | Self::Disconnected
            | Self::Unfit(_) => {
                let text = self.to_string();
                let mut letters = text.chars();
                let first = letters.next().into_iter().flat_map(char::to_uppercase);
                McpError::Expected(first.chain(letters).chain(['.']).collect::<String>().into())
            }
            Self::Over | Self::Form(_) | Self::Unusable(_) => return None,
        })
    }
}

/// The failure that an error of any kind is: the question without an answer that it comes from, or
/// else an unexpected one.
pub(crate) fn classify(error: BoxError) -> McpError {
    let mut cause: Option<&(dyn StdError + 'static)> = Some(&*error);
    while let Some(current) = cause {
        if let Some(public) = current.downcast_ref::<AskError>().and_then(AskError::public) {
            return public;
        }
        cause = current.source();
    }
    McpError::Unexpected(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{IntoMcpError, PromptError, ResourceError, ToolError};

    #[derive(Debug, thiserror::Error)]
    #[error("deploying failed")]
    struct Deploy(#[from] AskError);

    fn missing(is_modern: bool) -> AskError {
        AskError::MissingCapability {
            required: json!({ "sampling": {} }),
            is_modern,
        }
    }

    fn code(error: McpError) -> Option<i64> {
        match error {
            McpError::Protocol(error) => Some(error.code.value()),
            _ => None,
        }
    }

    #[test]
    fn err_06_a_missing_capability_passes_through_every_kind_of_handler() {
        fn tool() -> Result<(), ToolError> {
            Err(missing(true))?
        }
        fn resource() -> Result<(), ResourceError> {
            Err(missing(true))?
        }
        fn prompt() -> Result<(), PromptError> {
            Err(missing(true))?
        }
        assert_eq!(code(tool().unwrap_err().into()), Some(-32021));
        assert_eq!(code(resource().unwrap_err().into()), Some(-32021));
        assert_eq!(code(prompt().unwrap_err().into()), Some(-32021));
        assert_eq!(code(missing(true).into_mcp_error()), Some(-32021));
        assert_eq!(code(ToolError::from(Deploy(missing(true))).into()), Some(-32021));
        let McpError::Protocol(error) = McpError::from(tool().unwrap_err()) else {
            panic!()
        };
        assert_eq!(
            error.data,
            Some(json!({ "requiredCapabilities": { "sampling": {} } }))
        );
    }

    #[test]
    fn lerr_04_older_clients_get_a_text() {
        let McpError::Expected(text) = McpError::from(ToolError::from(missing(false))) else {
            panic!()
        };
        assert_eq!(
            text,
            r#"The client cannot be asked: it does not declare the capability {"sampling":{}}."#
        );
    }

    #[test]
    fn mistakes_of_the_author_and_other_errors_stay_hidden() {
        let unusable = AskError::Unusable("secret".to_owned());
        assert!(matches!(
            ToolError::from(unusable).into(),
            McpError::Unexpected(_)
        ));
        assert!(matches!(
            ToolError::from(std::fmt::Error).into(),
            McpError::Unexpected(_)
        ));
    }
}
