//! A handler at work: polled to its end, streams included, panics caught.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Duration;

use futures_core::Stream;
#[cfg(feature = "ask")]
use mcp_core::ask::Suspension;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::primitive::BoxFuture;
use mcp_core::protocol::{ContentBlock, ResourceContents};
use mcp_core::response::Reply;
use mcp_core::{Context, McpError, McpResponse, ResponseStream};

use tokio::sync::Semaphore;
use tokio::time::Sleep;

use crate::count::Count;
use crate::registry::Work;
use crate::server::{Failure, Parts};

/// What a handler gave in the end.
pub(super) enum Collected<R> {
    One(McpResponse),
    Many(Vec<McpResponse>),
    Explicit(R),
}

/// What a handler came to.
pub(super) enum Outcome<R> {
    Ended(Result<Collected<R>, Ended>),
    /// It waits for its client.
    #[cfg(feature = "ask")]
    Asks(Box<Suspension>),
}

impl<R> Outcome<R> {
    /// Whether the client is to be asked over the connection that it holds.
    pub(super) fn asks_live(&self, ctx: &Context) -> bool {
        let _ = ctx;
        match self {
            Self::Ended(_) => false,
            #[cfg(feature = "ask")]
            Self::Asks(_) => ctx.version().has_handshake(),
        }
    }
}

/// How a handler failed.
pub(super) enum Ended {
    /// Told to the client as a failure of the call.
    Expected(Cow<'static, str>),
    /// There is no such thing.
    NotFound,
    /// A JSON-RPC error of the handler's own.
    Protocol(ErrorObject),
    /// It took longer than it may.
    TimedOut(Duration),
    /// Told to the operator only.
    Failed(Failure),
}

/// How many steps of a stream are taken at once.
const STEPS: usize = 64;

/// What the client is told of a call that took too long.
pub(super) fn timed_out(timeout: Duration) -> String {
    format!("The call took longer than {timeout:?} and was stopped.")
}

impl From<McpError> for Ended {
    fn from(error: McpError) -> Self {
        match error {
            McpError::Expected(message) => Self::Expected(message),
            McpError::NotFound => Self::NotFound,
            McpError::Protocol(error) => Self::Protocol(error),
            McpError::Unexpected(error) => Self::Failed(Failure::Error(error)),
            // The enum is open for kinds of failure yet to come; until then they are unexpected.
            other => Self::Failed(Failure::error(format!("{other:?}"))),
        }
    }
}

/// A started handler and, when it answers with a stream, what the stream gave so far.
pub(super) struct Handler<R> {
    phase: Phase<R>,
    ctx: Context,
    /// How many more bytes a stream may give.
    budget: usize,
    deadline: Option<(Pin<Box<Sleep>>, Duration)>,
}

enum Phase<R> {
    Running(BoxFuture<Result<Reply<R>, McpError>>),
    Streaming {
        stream: ResponseStream,
        responses: Vec<McpResponse>,
    },
    /// Its future is dropped: it begins again when the client has answered.
    #[cfg(feature = "ask")]
    Suspended,
}

impl<R: Send + 'static> Handler<R> {
    pub(super) fn new(
        future: BoxFuture<Result<Reply<R>, McpError>>,
        work: &Work,
        ctx: &Context,
        server: &Parts,
    ) -> Self {
        let permits = work.permits.clone();
        let future = match (work.blocking, permits) {
            (true, permits) => on_blocking_pool(future, permits, server.blocking.clone()),
            (false, Some(permits)) => in_turn(permits, future),
            (false, None) => future,
        };
        let deadline = work
            .timeout
            .map(|timeout| (Box::pin(tokio::time::sleep(timeout)), timeout));
        let budget = server.limits.response_size;
        Self {
            phase: Phase::Running(future),
            ctx: ctx.clone(),
            budget,
            deadline,
        }
    }

    fn poll_steps(&mut self, cx: &mut TaskContext<'_>) -> Poll<Outcome<R>> {
        if let Some((deadline, timeout)) = &mut self.deadline {
            // The time that the client's user takes is not the handler's.
            #[cfg(feature = "ask")]
            if self.ctx.waits_for_client() {
                deadline.as_mut().reset(tokio::time::Instant::now() + *timeout);
            }
            if deadline.as_mut().poll(cx).is_ready() {
                // Dropping the future stops it, unless it blocks its thread: that is told.
                self.ctx.cancel();
                return Poll::Ready(Outcome::Ended(Err(Ended::TimedOut(*timeout))));
            }
        }
        for _ in 0..STEPS {
            match &mut self.phase {
                Phase::Running(future) => match future.as_mut().poll(cx) {
                    Poll::Pending => return self.wait(cx),
                    Poll::Ready(Ok(Reply::Stream(stream))) => {
                        self.phase = Phase::Streaming {
                            stream,
                            responses: Vec::new(),
                        }
                    }
                    #[cfg(feature = "ask")]
                    Poll::Ready(Ok(Reply::InputRequired(questions))) => {
                        let suspension = questions.into_suspension(self.ctx.take_records());
                        return Poll::Ready(Outcome::Asks(Box::new(suspension)));
                    }
                    Poll::Ready(Ok(reply)) => return Poll::Ready(Outcome::Ended(collected(reply))),
                    Poll::Ready(Err(error)) => return ended(error.into()),
                },
                Phase::Streaming { stream, responses } => match Pin::new(stream).poll_next(cx) {
                    Poll::Pending => return self.wait(cx),
                    Poll::Ready(None) => {
                        let responses = std::mem::take(responses);
                        return Poll::Ready(Outcome::Ended(Ok(Collected::Many(responses))));
                    }
                    Poll::Ready(Some(Err(error))) => return ended(error.into()),
                    Poll::Ready(Some(Ok(response))) => match response.as_progress() {
                        Some(progress) => {
                            self.ctx
                                .progress(progress.current, progress.total, progress.message.as_deref());
                        }
                        None => match self.budget.checked_sub(size(&response)) {
                            Some(left) => {
                                self.budget = left;
                                responses.push(response);
                            }
                            None => return ended(too_large()),
                        },
                    },
                },
                #[cfg(feature = "ask")]
                Phase::Suspended => return Poll::Pending,
            }
        }
        // A stream that is always ready lets others have their turn.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// The handler has to wait: for its client, or for something else.
    fn wait(&mut self, cx: &mut TaskContext<'_>) -> Poll<Outcome<R>> {
        #[cfg(feature = "ask")]
        if let Some(suspension) = self.ctx.suspend(cx.waker()) {
            self.phase = Phase::Suspended;
            return Poll::Ready(Outcome::Asks(Box::new(suspension)));
        }
        let _ = cx;
        Poll::Pending
    }
}

fn ended<R>(ended: Ended) -> Poll<Outcome<R>> {
    Poll::Ready(Outcome::Ended(Err(ended)))
}

impl<R: Send + 'static> Future for Handler<R> {
    type Output = Outcome<R>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        // A handler that panicked is never polled again, so a broken state of it is never seen.
        match catch_unwind(AssertUnwindSafe(|| self.poll_steps(cx))) {
            Ok(poll) => poll,
            Err(payload) => ended(Ended::Failed(Failure::of_panic(payload))),
        }
    }
}

fn collected<R>(reply: Reply<R>) -> Result<Collected<R>, Ended> {
    let collected = match reply {
        Reply::One(response) => Collected::One(response),
        Reply::Many(responses) => Collected::Many(responses),
        Reply::Explicit(result) => return Ok(Collected::Explicit(result)),
        other => {
            return Err(Ended::Failed(Failure::error(format!(
                "a reply that cannot be sent: {}",
                kind(&other)
            ))));
        }
    };
    let is_progress = match &collected {
        Collected::One(response) => response.as_progress().is_some(),
        Collected::Many(responses) => responses.iter().any(|response| response.as_progress().is_some()),
        Collected::Explicit(_) => false,
    };
    match is_progress {
        true => Err(Ended::Failed(Failure::error(
            "`McpResponse::progress` is an item of a `ResponseStream`; elsewhere use `Context::progress`",
        ))),
        false => Ok(collected),
    }
}

fn kind<R>(reply: &Reply<R>) -> &'static str {
    match reply {
        Reply::Stream(_) => "a stream inside a stream",
        _ => "of an unknown kind",
    }
}

fn too_large() -> Ended {
    Ended::Failed(Failure::error(
        "the stream of responses is larger than the response limit",
    ))
}

/// About how many bytes a response takes on the wire.
fn size(response: &McpResponse) -> usize {
    const OVERHEAD: usize = 64;
    let base64 = |bytes: &[u8]| bytes.len() / 3 * 4;
    let block = |block: &ContentBlock| match block {
        ContentBlock::Text(content) => content.text.len(),
        ContentBlock::Image(content) => base64(content.data.as_bytes()),
        ContentBlock::Audio(content) => base64(content.data.as_bytes()),
        ContentBlock::Resource(content) => match &content.resource {
            ResourceContents::Text { text, .. } => text.len(),
            ResourceContents::Blob { blob, .. } => base64(blob.as_bytes()),
        },
        _ => 0,
    };
    response
        .content()
        .iter()
        .map(|content| block(content) + OVERHEAD)
        .sum()
}

/// Begins the handler when one of the permits for it is free.
fn in_turn<T: Send + 'static>(
    permits: Arc<Semaphore>,
    future: BoxFuture<Result<T, McpError>>,
) -> BoxFuture<Result<T, McpError>> {
    Box::pin(async move {
        let _permit = permits.acquire_owned().await.map_err(McpError::unexpected)?;
        future.await
    })
}

/// Moves a handler that blocks its thread to the blocking pool. Such a handler is a plain function
/// in a future's clothing: one poll runs it to its end. Nothing can stop it before that, so its
/// permit and its place among the blocking calls are its own.
fn on_blocking_pool<T: Send + 'static>(
    mut future: BoxFuture<Result<T, McpError>>,
    permits: Option<Arc<Semaphore>>,
    calls: Count,
) -> BoxFuture<Result<T, McpError>> {
    Box::pin(async move {
        let permit = match permits {
            Some(permits) => Some(permits.acquire_owned().await.map_err(McpError::unexpected)?),
            None => None,
        };
        let place = calls.begin();
        let run = move || {
            let _held = (permit, place);
            match future.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())) {
                Poll::Ready(result) => result,
                Poll::Pending => Err(McpError::unexpected("a blocking handler returned before its end")),
            }
        };
        match tokio::task::spawn_blocking(run).await {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(payload) => resume_unwind(payload),
                Err(error) => Err(McpError::unexpected(error)),
            },
        }
    })
}
