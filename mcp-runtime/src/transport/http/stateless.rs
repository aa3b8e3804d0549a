//! A request of 2026-07-28: one exchange, and nothing remembered (`HTTP-*`).

use std::future::poll_fn;
use std::sync::Arc;

use http::header::HeaderMap;
use http::request::Parts;
use http::{Response, StatusCode};
use mcp_core::Principal;
use mcp_core::jsonrpc::{ErrorCode, ErrorObject};

use super::HttpService;
use super::accept::Accept;
use super::body::HttpBody;
use super::exchange::{Exchange, First, Queue};
use super::headers::name_of;
use super::post::Taken;
use super::refusal::{Refusal, json, status_of, status_of_code};
use super::sse;
use crate::dispatch::{Connection, Refused, Standard, mismatch};
use crate::envelope::{Incoming, error_code};

/// The size that most answers do not exceed, in bytes.
pub(super) const USUAL_ANSWER: usize = 512;

impl HttpService {
    pub(super) fn stateless(
        &self,
        parts: &Parts,
        accept: Accept,
        incoming: &Incoming<'_>,
    ) -> Result<Taken, Refusal> {
        let (id, method, params) = match incoming {
            Incoming::Request { id, method, params } => (&**id, &**method, params),
            Incoming::Notification { method, .. } => {
                return notification(&parts.headers, method).map(Taken::Answered);
            }
            Incoming::Batch(_) => return Err(bad("Invalid Request: there are no batches in this revision")),
            _ => return Err(bad("Invalid Request: clients send no responses in this revision")),
        };
        if method == "subscriptions/listen" && !accept.events {
            let error = ErrorObject::invalid_request("Accept must include text/event-stream");
            return Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, error).of(Some(id)));
        }
        let queue = Arc::new(Queue::new(accept.events));
        let mut connection = Connection::stateless(
            Arc::clone(&self.shared.server),
            Arc::<Queue>::clone(&queue),
            self.shared.closing.clone(),
        );
        connection.set_principal(parts.extensions.get::<Principal>().cloned());
        let mut out = Vec::with_capacity(USUAL_ANSWER);
        let received = connection.receive_mirrored((id, method, params), &parts.headers, &mut out);
        let pending = match received {
            Ok(pending) => pending,
            Err(refused) => {
                let (status, error) = match refused {
                    Refused::Admission(error) if error.code == ErrorCode::INVALID_PARAMS => {
                        (StatusCode::BAD_REQUEST, error)
                    }
                    Refused::Admission(error) | Refused::Method(error) => (status_of(&error), error),
                };
                return Err(Refusal::new(status, error).of(Some(id)));
            }
        };
        let Some(pending) = pending else {
            return Ok(Taken::Answered(whole(&queue, out, id, accept)));
        };
        let id = Box::<str>::from(id);
        let mut exchange = Exchange::new(pending, Arc::clone(&queue), self.options.keep_alive);
        Ok(Taken::Working(Box::pin(async move {
            match poll_fn(|cx| exchange.poll_first(cx)).await {
                First::Message => Ok(sse::response(HttpBody::exchange(exchange))),
                First::Answer(Some(answer)) => Ok(whole(&queue, answer.bytes, &id, accept)),
                First::Answer(None) => {
                    let error = ErrorObject::internal("The request was stopped");
                    Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error).of(Some(&id)))
                }
            }
        })))
    }
}

/// An answer that is there already, after what came before it.
fn whole(queue: &Queue, answer: Vec<u8>, id: &str, accept: Accept) -> Response<HttpBody> {
    if queue.is_empty() && accept.json {
        let status = error_code(&answer, id).map_or(StatusCode::OK, status_of_code);
        let mut response = json(answer);
        *response.status_mut() = status;
        return response;
    }
    let mut events = Vec::with_capacity(answer.len() + 16);
    queue.drain(&mut events);
    sse::append_event(&mut events, None, &answer);
    sse::response(HttpBody::full(events))
}

/// There is no notification that means something here (`CANC-08`). Its headers need not be there, but
/// must not lie (`AMB-08`).
fn notification(headers: &HeaderMap, method: &str) -> Result<Response<HttpBody>, Refusal> {
    let header = Standard::Method;
    let named = headers.get(name_of(header));
    if named.is_some_and(|named| named.as_bytes() != method.as_bytes()) {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, mismatch(header.name())));
    }
    Ok(accepted())
}

/// Taken, and there is nothing to say.
pub(super) fn accepted() -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

fn bad(message: &'static str) -> Refusal {
    Refusal::invalid(StatusCode::BAD_REQUEST, message)
}
