//! The protocol: a message in, at most one message out.
//!
//! A transport makes a [`Connection`] for each client, hands it every message, and gives it an
//! [`Outbound`] for notifications. A request is worked on at once, on the caller's thread; only
//! one whose handler has to wait comes back as a [`PendingAnswer`].

mod admission;
mod batch;
mod blocks;
mod call;
mod completion;
mod failure;
mod handler;
mod handshake;
#[cfg(feature = "ask")]
mod input;
mod invalid_arguments;
mod lists;
mod prompts;
#[cfg(feature = "ask")]
mod questions;
mod resources;
mod results;
mod route;
mod tools;

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as TaskContext, Poll};

use mcp_core::Principal;
use mcp_core::context::Outbound;
use mcp_core::jsonrpc::{ErrorObject, RequestId};
use serde_json::value::RawValue;

use crate::envelope::{Incoming, Params, Rejected, decode, encode_error};
use crate::in_flight::{InFlight, Registration};
use crate::server::Parts;

#[cfg(feature = "ask")]
pub(crate) use input::AskSettings;
#[cfg(feature = "ask")]
pub(crate) use questions::Questions;

use admission::Session;
use call::guarded;
use failure::masked_error;

/// One client of a server: what its handshake agreed on, and its unanswered requests.
pub(crate) struct Connection {
    server: Arc<Parts>,
    outbound: Arc<dyn Outbound>,
    session: Mutex<Option<Arc<Session>>>,
    in_flight: Arc<InFlight>,
    /// Who calls, where the transport knows.
    principal: Option<Principal>,
    #[cfg(feature = "ask")]
    questions: Arc<Questions>,
}

/// An answer that is still being worked on; `None` when the request was cancelled.
pub(crate) struct PendingAnswer(Pin<Box<dyn Future<Output = Option<Answer>> + Send>>);

/// An answer that was worked on, with the place of its request until it has gone out.
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    /// Several for a batch.
    places: Vec<Registration>,
}

impl Answer {
    /// Whether it may not go out any more (`CANC-03`).
    pub(crate) fn is_cancelled(&self) -> bool {
        !self.places.is_empty() && self.places.iter().all(Registration::is_cancelled)
    }
}

impl Future for PendingAnswer {
    type Output = Option<Answer>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

impl Connection {
    pub(crate) fn new(server: Arc<Parts>, outbound: Arc<dyn Outbound>) -> Self {
        Self {
            #[cfg(feature = "ask")]
            questions: Questions::new(&server),
            server,
            outbound,
            session: Mutex::new(None),
            in_flight: Arc::default(),
            principal: None,
        }
    }

    /// With the caller that the transport found out.
    #[allow(dead_code, reason = "who knows it is decided by features")]
    pub(crate) fn with_principal(mut self, principal: Option<Principal>) -> Self {
        self.principal = principal;
        self
    }

    /// With the questions that other connections of the same client share.
    #[cfg(feature = "ask")]
    #[allow(dead_code, reason = "who shares them is decided by features")]
    pub(crate) fn with_questions(mut self, questions: Arc<Questions>) -> Self {
        self.questions = questions;
        self
    }

    /// Nothing more comes from the client: whoever waits for its answer learns it.
    pub(crate) fn no_more_answers(&self) {
        #[cfg(feature = "ask")]
        self.questions.close();
    }

    /// Takes one message. What is answered at once is appended to `out`, without a line end.
    pub(crate) fn receive(&self, message: &[u8], out: &mut Vec<u8>) -> Option<PendingAnswer> {
        if message.len() > self.server.limits.request_size {
            self.refuse_size(out);
            return None;
        }
        match decode(message) {
            Ok(Incoming::Batch(messages)) => self.receive_batch(&messages, out),
            Ok(incoming) => self.handle(incoming, out),
            Err(Rejected { id, error }) => {
                // An id that is being worked on will get its answer; this is not it.
                let id = id.filter(|id| !self.in_flight.contains(id));
                encode_error(out, id.as_deref(), &error);
                None
            }
        }
    }

    /// Stops every unanswered request and answers it with an error, into one message a request.
    pub(crate) fn abandon(&self) -> Vec<Vec<u8>> {
        let error = ErrorObject::internal("The server is shutting down");
        let answer = |id: Box<str>| {
            let mut out = Vec::new();
            encode_error(&mut out, Some(&id), &error);
            out
        };
        self.in_flight.cancel_all().into_iter().map(answer).collect()
    }

    /// Answers a message that is too large to be kept.
    pub(crate) fn refuse_size(&self, out: &mut Vec<u8>) {
        let limit = self.server.limits.request_size;
        let error = ErrorObject::invalid_request(format!("Request too large: at most {limit} bytes"));
        encode_error(out, None, &error);
    }

    fn handle(&self, incoming: Incoming<'_>, out: &mut Vec<u8>) -> Option<PendingAnswer> {
        match incoming {
            Incoming::Request { id, method, params } => {
                let start = out.len();
                // Whatever goes wrong, the request is answered and the connection goes on.
                let routed = guarded(|| self.request(&id, &method, params, out)).unwrap_or_else(|failure| {
                    out.truncate(start);
                    Err(masked_error(&self.server, "request", known(&method), &failure))
                });
                routed.unwrap_or_else(|error| {
                    encode_error(out, Some(&id), &error);
                    None
                })
            }
            Incoming::Notification { method, params } => {
                if let Ok(params) = Params::decode(params) {
                    self.notification(&method, &params);
                }
                None
            }
            Incoming::Response(response) => {
                #[cfg(feature = "ask")]
                self.questions.answer(response);
                // This server has asked nothing, so there is nothing to answer.
                #[cfg(not(feature = "ask"))]
                let _ = response;
                None
            }
            // Inside a batch a batch is nothing (`BATCH-02`).
            Incoming::Batch(_) => {
                encode_error(
                    out,
                    None,
                    &ErrorObject::invalid_request("Invalid Request: a batch inside a batch"),
                );
                None
            }
        }
    }

    /// Notifications are never answered, whatever is wrong with them (`RPC-08`).
    fn notification(&self, method: &str, params: &Params<'_>) {
        #[cfg(feature = "ask")]
        if method == "notifications/initialized" {
            self.questions.open();
        }
        if method != "notifications/cancelled" {
            return;
        }
        let id = params
            .request_id
            .and_then(|id| RequestId::canonical(id.get()).ok());
        if id.is_some_and(|id| self.in_flight.cancel(&id)) {
            tracing::debug!(
                reason = params.reason.map(RawValue::get),
                "a request was cancelled"
            );
        }
    }

    fn session(&self) -> MutexGuard<'_, Option<Arc<Session>>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A method's name for the operator; what a client made up is not repeated.
fn known(method: &str) -> &str {
    match method.len() <= 64
        && method
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'/')
    {
        true => method,
        false => "unknown method",
    }
}
