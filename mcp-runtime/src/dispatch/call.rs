//! One call from its start to its answer, whatever kind of handler it is.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::primitive::BoxFuture;
use mcp_core::protocol::ProtocolVersion;
use mcp_core::response::Reply;
use mcp_core::{Context, McpError};

use super::admission::Request;
use super::handler::{Collected, Ended, Handler};
use super::route::Routed;
use super::{Connection, PendingAnswer};
use crate::envelope::{encode_error, encode_result};
use crate::server::Parts;

/// The end of a call: what a handler's reply becomes for the client.
pub(super) trait Finish: Send + 'static {
    /// The protocol result of the handler's kind.
    type Result: Send + 'static;

    /// Appends the result, or gives the error to send instead.
    fn finish(
        &self,
        server: &Parts,
        version: ProtocolVersion,
        reply: Result<Collected<Self::Result>, Ended>,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject>;
}

impl Connection {
    /// Runs a handler as far as it goes without waiting; only the rest of it is put off.
    pub(super) fn start<F: Finish>(
        &self,
        request: &Request<'_>,
        ctx: Context,
        future: BoxFuture<Result<Reply<F::Result>, McpError>>,
        blocking: bool,
        finish: F,
        out: &mut Vec<u8>,
    ) -> Routed {
        let server = &self.server;
        if self.in_flight.len() >= server.limits.concurrent_requests {
            return Err(ErrorObject::internal("Request capacity unavailable"));
        }
        let mut handler = Handler::new(future, blocking, &ctx, server.limits.response_size);
        let polled = pin!(&mut handler).poll(&mut TaskContext::from_waker(Waker::noop()));
        if let Poll::Ready(reply) = polled {
            ctx.finish();
            answer(server, request.version, request.id, &finish, reply, out);
            return Ok(None);
        }
        let registration = self.in_flight.register(request.id, &ctx);
        let (server, id, version) = (Arc::clone(server), Box::<str>::from(request.id), request.version);
        Ok(Some(PendingAnswer(Box::pin(async move {
            let reply = std::future::poll_fn(|cx| registration.poll(&mut handler, cx)).await;
            // The handler's future goes before its answer does: what it held is free by then.
            drop(handler);
            ctx.finish();
            let mut out = Vec::new();
            answer(&server, version, &id, &finish, reply?, &mut out);
            drop(registration);
            Some(out)
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
    let mut finished = Ok(());
    encode_result(out, id, |out| {
        finished = finish.finish(server, version, reply, out)
    });
    if finished.is_ok() && out.len() - start > server.limits.response_size {
        finished = Err(ErrorObject::internal("Response too large"));
    }
    if let Err(error) = finished {
        out.truncate(start);
        encode_error(out, Some(id), &error);
    }
}
