use crate::StrictJsonError;
use crate::protocol::MetaError;

/// Why a response could not be built.
///
/// It is an ordinary error: `?` in a handler turns it into an unexpected failure, which the client
/// does not get to see.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ResponseError {
    /// The value cannot be JSON.
    #[error("the value cannot be JSON: {0}")]
    NotJson(#[from] StrictJsonError),
    /// The value cannot be MessagePack.
    #[error("the value cannot be MessagePack: {0}")]
    NotMessagePack(String),
    /// A metadata entry was refused.
    #[error(transparent)]
    Meta(#[from] MetaError),
    /// The URI is not absolute.
    #[error("`{uri}` is not an absolute URI: write `scheme:rest`, such as `orders://42`")]
    InvalidUri {
        /// What was given.
        uri: String,
    },
    /// The MIME type is malformed.
    #[error("`{mime_type}` is not a MIME type: write `type/subtype`, such as `image/png`")]
    InvalidMimeType {
        /// What was given.
        mime_type: String,
    },
    /// The icon is neither `https:` nor `data:`.
    #[error("`{src}` cannot be an icon: its source must be an `https:` or `data:` URI")]
    InvalidIcon {
        /// What was given.
        src: String,
    },
    /// The priority is out of range.
    #[error("the content priority {priority} is not between 0 and 1")]
    InvalidPriority {
        /// What was given.
        priority: f64,
    },
    /// The time is no instant.
    #[error("`{instant}` is not an ISO 8601 instant such as `2026-10-21T12:00:00Z`")]
    InvalidInstant {
        /// What was given.
        instant: String,
    },
    /// A progress value is not finite.
    #[error("progress values must be finite")]
    InvalidProgress,
    /// Data was given a MIME type that cannot express it.
    #[error(
        "structured data needs a JSON or MessagePack MIME type, not `{mime_type}`: encode it yourself and give text or bytes"
    )]
    NoCodec {
        /// What was given.
        mime_type: String,
    },
    /// A resource was given a picture, sound or a link.
    #[error(
        "a resource holds text or binary data: for a picture or sound return `McpResponse::resource` with its bytes and MIME type"
    )]
    NotContents,
}
