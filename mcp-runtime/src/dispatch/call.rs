//! One call from its start to its answer, whatever kind of handler it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Instant;

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::primitive::BoxFuture;
use mcp_core::protocol::ProtocolVersion;
use mcp_core::response::Reply;
use mcp_core::{Context, McpError};

use super::admission::Request;
use super::failure::masked_error;
use super::handler::{Collected, Ended, Handler};
use super::route::Routed;
use super::{Answer, Connection, PendingAnswer};
use crate::envelope::{encode_error, encode_result};
use crate::registry::Work;
use crate::server::{Failure, Parts};

/// The end of a call: what a handler's reply becomes for the client.
pub(super) trait Finish: Send + 'static {
    /// The protocol result of the handler's kind.
    type Result: Send + 'static;

    /// The name of what is called, for reports.
    fn name(&self) -> &str;

    /// Appends the result, or gives the error to send instead.
    fn finish(
        &self,
        server: &Parts,
        version: ProtocolVersion,
        reply: Result<Collected<Self::Result>, Ended>,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject>;
}

/// What a client is told for whom there is no room.
pub(crate) const NO_CAPACITY: &str = "Request capacity unavailable";

/// Tells a handler that its call is over, if the call is dropped before it is.
struct Watched(Context);

impl Drop for Watched {
    fn drop(&mut self) {
        if !self.0.is_over() {
            self.0.cancel();
        }
    }
}

impl Connection {
    /// Runs a handler as far as it goes without waiting; only the rest of it is put off.
    pub(super) fn start<F: Finish>(
        &self,
        request: &Request<'_>,
        ctx: Context,
        future: BoxFuture<Result<Reply<F::Result>, McpError>>,
        work: &Arc<Work>,
        finish: F,
        out: &mut Vec<u8>,
    ) -> Routed {
        let server = &self.server;
        #[cfg(debug_assertions)]
        let running = server.activity.begin(finish.name());
        let busy = server.pending.get().max(server.blocking.get());
        if busy >= server.limits.concurrent_requests {
            tracing::warn!(
                name = finish.name(),
                "a call was refused: too many are unanswered"
            );
            return Err(ErrorObject::internal(NO_CAPACITY));
        }
        let mut handler = Handler::new(future, work, &ctx, server);
        // A handler that held up the reading thread is left to the runtime's workers, until it is seen
        // to be quick there.
        let mut watched = work.is_slow().then(|| Arc::clone(work));
        if watched.is_none() {
            if work.is_unknown() {
                self.outbound.make_way();
            }
            let began = Instant::now();
            let polled = pin!(&mut handler).poll(&mut TaskContext::from_waker(Waker::noop()));
            work.polled(began.elapsed());
            if let Poll::Ready(reply) = polled {
                ctx.finish();
                answer(server, request.version, request.id, &finish, reply, out);
                return Ok(None);
            }
        }
        let registration = self.in_flight.register(request.id, &ctx, server.pending.begin());
        let (server, id, version) = (Arc::clone(server), Box::<str>::from(request.id), request.version);
        let ctx = Watched(ctx);
        Ok(Some(PendingAnswer(Box::pin(async move {
            let outcome = std::future::poll_fn(|cx| match watched.take() {
                Some(work) => {
                    let began = Instant::now();
                    let polled = registration.poll(&mut handler, cx);
                    work.polled(began.elapsed());
                    polled
                }
                None => registration.poll(&mut handler, cx),
            })
            .await;
            // The handler's future goes before its answer does: what it held is free by then. What it
            // held may panic when it is dropped.
            let dropped = guarded(|| drop(handler));
            #[cfg(debug_assertions)]
            drop(running);
            ctx.0.finish();
            let reply = outcome?;
            let reply = dropped.map_err(Ended::Failed).and(reply);
            let mut bytes = Vec::new();
            answer(&server, version, &id, &finish, reply, &mut bytes);
            Some(Answer {
                bytes,
                places: vec![registration],
            })
        }))))
    }
}

fn answer<F: Finish>(
    server: &Parts,
    version: ProtocolVersion,
    id: &str,
    finish: &F,
    reply: Result<Collected<F::Result>, Ended>,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    if let Err(Ended::TimedOut(timeout)) = &reply {
        tracing::warn!(name = finish.name(), ?timeout, "a call took too long");
    }
    let body = |out: &mut Vec<u8>| finish.finish(server, version, reply, out);
    // Conversions of the author's may run in here.
    if let Err(failure) = guarded(|| respond(server, finish.name(), id, out, body)) {
        out.truncate(start);
        encode_error(
            out,
            Some(id),
            &masked_error(server, "answer", finish.name(), &failure),
        );
    }
}

/// Appends a response whose result `body` writes, within the size limit; or the error that takes its
/// place. `name` is for the operator.
pub(super) fn respond(
    server: &Parts,
    name: &str,
    id: &str,
    out: &mut Vec<u8>,
    body: impl FnOnce(&mut Vec<u8>) -> Result<(), ErrorObject>,
) {
    let start = out.len();
    let mut written = Ok(());
    encode_result(out, id, |out| written = body(out));
    if written.is_ok() && out.len() - start > server.limits.response_size {
        tracing::warn!(name, "a response was larger than the limit");
        written = Err(ErrorObject::internal("Response too large"));
    }
    if let Err(error) = written {
        out.truncate(start);
        encode_error(out, Some(id), &error);
    }
}

/// Runs the author's code that is not a future yet: conversions, extractors, the first step.
pub(super) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    // What panicked is dropped, so a broken state of it is never seen.
    catch_unwind(AssertUnwindSafe(run)).map_err(Failure::of_panic)
}
