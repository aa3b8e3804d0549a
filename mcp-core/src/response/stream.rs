use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::McpResponse;
use crate::error::{IntoMcpError, McpError};

/// A handler's answer in several steps: progress, then content.
///
/// Items are [`McpResponse`]s; those made by [`McpResponse::progress`] are sent to the client at
/// once, if it asked for progress, and the others form the result when the stream ends. An error
/// ends the call with that error, and nothing partial is answered.
///
/// ```
/// use mcp_core::{McpResponse, ResponseError, ResponseStream};
///
/// async fn import() -> ResponseStream {
///     ResponseStream::new(futures_util::stream::iter([
///         McpResponse::progress(1.0, Some(2.0), None),
///         McpResponse::progress(2.0, Some(2.0), Some("done")),
///         Ok(McpResponse::text("Two orders imported.")),
///     ]))
/// }
/// ```
pub struct ResponseStream(Pin<Box<dyn Stream<Item = Result<McpResponse, McpError>> + Send>>);

impl ResponseStream {
    /// Takes any stream of `Result<McpResponse, E>`.
    pub fn new<S, E>(stream: S) -> Self
    where
        S: Stream<Item = Result<McpResponse, E>> + Send + 'static,
        E: IntoMcpError + 'static,
    {
        Self(Box::pin(Converted(Box::pin(stream))))
    }
}

impl Stream for ResponseStream {
    type Item = Result<McpResponse, McpError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for ResponseStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResponseStream")
    }
}

/// The author's stream with its errors converted.
struct Converted<S>(Pin<Box<S>>);

impl<S, E> Stream for Converted<S>
where
    S: Stream<Item = Result<McpResponse, E>>,
    E: IntoMcpError,
{
    type Item = Result<McpResponse, McpError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0
            .as_mut()
            .poll_next(cx)
            .map(|item| item.map(|item| item.map_err(E::into_mcp_error)))
    }
}
