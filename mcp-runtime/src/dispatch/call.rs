//! One call from its start to its answer, whatever kind of handler it is.

use std::ops::ControlFlow;
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
use serde_json::value::RawValue;

use super::admission::Request;
use super::failure::masked_error;
use super::handler::{Collected, Ended, Handler, Outcome};
use super::route::Routed;
use super::{Answer, Connection, PendingAnswer};
use crate::envelope::{encode_error, encode_result};
use crate::registry::Work;
use crate::server::{Failure, Parts};

/// A handler that was started.
pub(super) type Started<R> = BoxFuture<Result<Reply<R>, McpError>>;

/// The end of a call: what a handler's reply becomes for the client.
pub(super) trait Finish: Send + Sync + 'static {
    /// The protocol result of the handler's kind.
    type Result: Send + 'static;

    /// The method, if a call of it may ask its client (`MRTR-02`).
    #[cfg_attr(not(feature = "ask"), allow(dead_code, reason = "nobody asks"))]
    const ASKS: Option<&'static str>;

    /// The name of what is called, for reports.
    fn name(&self) -> &str;

    /// What was called, as the client wrote it.
    #[cfg_attr(not(feature = "ask"), allow(dead_code, reason = "nobody asks"))]
    fn target(&self) -> &str {
        self.name()
    }

    /// Starts the handler another time, for a client that was asked by hand over its connection.
    #[cfg(feature = "ask")]
    fn again(
        &self,
        server: &Parts,
        ctx: &Context,
        arguments: Option<&RawValue>,
    ) -> Result<Started<Self::Result>, Ended>;

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
        future: Started<F::Result>,
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
        let mut early = None;
        if watched.is_none() {
            if work.is_unknown() {
                self.outbound.make_way();
            }
            let began = Instant::now();
            let polled = pin!(&mut handler).poll(&mut TaskContext::from_waker(Waker::noop()));
            work.polled(began.elapsed());
            if let Poll::Ready(outcome) = polled {
                if !outcome.asks_live(&ctx) {
                    ctx.finish();
                    let call = Call {
                        server,
                        id: request.id,
                        ctx: &ctx,
                        arguments: request.params.arguments,
                    };
                    call.answer(&finish, outcome, out);
                    return Ok(None);
                }
                early = Some(outcome);
            }
        }
        let arguments = kept_arguments(request, &ctx, early.is_some());
        #[cfg(feature = "ask")]
        let work = Arc::clone(work);
        let registration = self.in_flight.register(request.id, &ctx, server.pending.begin());
        let (server, id) = (Arc::clone(server), Box::<str>::from(request.id));
        let (ctx, outbound) = (Watched(ctx), Arc::clone(&self.outbound));
        Ok(Some(PendingAnswer(Box::pin(async move {
            let outcome = loop {
                let outcome = match early.take() {
                    Some(outcome) => Some(outcome),
                    None => {
                        std::future::poll_fn(|cx| match watched.take() {
                            Some(work) => {
                                let began = Instant::now();
                                let polled = registration.poll(&mut handler, cx);
                                work.polled(began.elapsed());
                                polled
                            }
                            None => registration.poll(&mut handler, cx),
                        })
                        .await
                    }
                };
                // The handler's future goes before its answer does: what it held is free by then. What
                // it held may panic when it is dropped.
                let outcome = match guarded(|| drop(handler)) {
                    Ok(()) => outcome,
                    Err(failure) => outcome.map(|_| Outcome::Ended(Err(Ended::Failed(failure)))),
                };
                #[cfg(feature = "ask")]
                let next = {
                    let call = super::by_hand::Again {
                        server: &server,
                        ctx: &ctx.0,
                        work: &work,
                        arguments: arguments.as_ref(),
                    };
                    call.next(&finish, outcome, &registration).await
                };
                #[cfg(not(feature = "ask"))]
                let next = ControlFlow::Break(outcome);
                match next {
                    ControlFlow::Continue(again) => handler = again,
                    ControlFlow::Break(outcome) => break outcome,
                }
            };
            #[cfg(debug_assertions)]
            drop(running);
            ctx.0.finish();
            let outcome = outcome?;
            let mut bytes = outbound.buffer();
            let call = Call {
                server: &server,
                id: &id,
                ctx: &ctx.0,
                arguments: arguments
                    .as_ref()
                    .and_then(|Kept(arguments)| arguments.as_deref()),
            };
            call.answer(&finish, outcome, &mut bytes);
            Some(Answer {
                bytes,
                places: vec![registration],
            })
        }))))
    }
}

/// The arguments of a call, if there are any.
pub(super) struct Kept(pub(super) Option<Box<RawValue>>);

/// Keeps the arguments of a call that asks or may yet ask: it has to be told from others then, or is
/// begun again. Nobody asks without the context, which is held here and by the handler's frame.
fn kept_arguments(request: &Request<'_>, ctx: &Context, asks: bool) -> Option<Kept> {
    #[cfg(feature = "ask")]
    if asks || ctx.is_held(2) {
        return Some(Kept(request.params.arguments.map(ToOwned::to_owned)));
    }
    let _ = (request, ctx, asks);
    None
}

/// A call that has come to its end, or to a question.
struct Call<'c> {
    server: &'c Parts,
    id: &'c str,
    ctx: &'c Context,
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nothing asks"))]
    arguments: Option<&'c RawValue>,
}

impl Call<'_> {
    fn answer<F: Finish>(&self, finish: &F, outcome: Outcome<F::Result>, out: &mut Vec<u8>) {
        let start = out.len();
        let Self { server, id, ctx, .. } = *self;
        let version = ctx.version();
        if let Outcome::Ended(Err(Ended::TimedOut(timeout))) = &outcome {
            tracing::warn!(name = finish.name(), ?timeout, "a call took too long");
        }
        #[cfg(feature = "ask")]
        for note in ctx.take_notes() {
            tracing::warn!(name = finish.name(), "{note}");
        }
        let body = |out: &mut Vec<u8>| match outcome {
            Outcome::Ended(reply) => finish.finish(server, version, reply, out),
            #[cfg(feature = "ask")]
            Outcome::Asks(suspension) => {
                let start = out.len();
                self.append_questions(finish, &suspension, out).or_else(|ended| {
                    out.truncate(start);
                    finish.finish(server, version, Err(ended), out)
                })
            }
        };
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

    #[cfg(feature = "ask")]
    fn append_questions<F: Finish>(
        &self,
        finish: &F,
        suspension: &mcp_core::ask::Suspension,
        out: &mut Vec<u8>,
    ) -> Result<(), Ended> {
        let Some(method) = F::ASKS else {
            return Err(Ended::Failed(Failure::error(
                "only tools, resources and prompts can ask",
            )));
        };
        let origin = super::input::Origin {
            version: self.ctx.version(),
            principal: self.ctx.principal(),
            method,
            target: finish.target(),
            arguments: self.arguments,
        };
        super::input::append_input_required(self.server, &origin, self.ctx, suspension, out)
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
