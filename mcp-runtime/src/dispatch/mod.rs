//! The protocol: a message in, at most one message out.
//!
//! A transport makes a [`Connection`] for each client, hands it every message, and gives it an
//! [`Outbound`] for notifications. A request is worked on at once, on the caller's thread; only
//! one whose handler has to wait comes back as a [`PendingAnswer`].

mod admission;
mod batch;
mod blocks;
#[cfg(feature = "ask")]
mod by_hand;
mod call;
mod completion;
mod failure;
mod handler;
mod handshake;
#[cfg(feature = "ask")]
mod input;
mod invalid_arguments;
mod listen;
mod lists;
mod mirror;
mod prompts;
mod push;
#[cfg(feature = "ask")]
mod questions;
mod resources;
mod results;
mod route;
mod tools;

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context as TaskContext, Poll};

use mcp_core::Principal;
use mcp_core::context::Outbound;
use mcp_core::jsonrpc::{ErrorObject, RequestId};
use serde_json::value::RawValue;
use tokio::sync::Notify;

use crate::closing::Closing;
use crate::envelope::{Incoming, Params, Rejected, decode, encode_error};
use crate::in_flight::{InFlight, Registration};
use crate::lock::lock;
use crate::server::Parts;

#[cfg(feature = "ask")]
pub(crate) use input::AskSettings;
#[cfg(all(feature = "ask", feature = "http"))]
pub(crate) use questions::Questions;
#[cfg(all(feature = "ask", not(feature = "http")))]
use questions::Questions;

use call::guarded;
use failure::masked_error;
#[cfg(not(feature = "http"))]
use push::Pushes;

pub(crate) use admission::Session;
pub(crate) use listen::Never;
#[cfg(feature = "http")]
pub(crate) use {
    admission::unsupported_version,
    call::NO_CAPACITY,
    listen::NO_SUBSCRIPTIONS,
    mirror::{Headers, Standard, mismatch},
    push::Pushes,
    route::Refused,
};

/// One client of a server: what its handshake agreed on, and its unanswered requests.
pub(crate) struct Connection {
    server: Arc<Parts>,
    outbound: Arc<dyn Outbound>,
    session: Mutex<Option<Arc<Session>>>,
    in_flight: Arc<InFlight>,
    /// Who calls, as far as the transport knows.
    principal: Option<Principal>,
    /// Ends its subscriptions.
    closing: Closing,
    /// Told of its handshake.
    opened: Notify,
    /// The changes since its handshake, until somebody tells it of them.
    pushes: Mutex<Option<Pushes>>,
    /// All messages go one way out, one after the other; over HTTP every request has its own.
    is_stream: bool,
    /// How it is asked while it waits; a stateless client is not.
    #[cfg(feature = "ask")]
    questions: Option<Arc<Questions>>,
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

#[cfg(feature = "http")]
impl PendingAnswer {
    /// One that is there.
    pub(crate) fn ready(answer: Answer) -> Self {
        Self(Box::pin(std::future::ready(Some(answer))))
    }
}

impl Future for PendingAnswer {
    type Output = Option<Answer>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

impl Connection {
    /// A client whose messages all go one way out.
    pub(crate) fn new(server: Arc<Parts>, outbound: Arc<dyn Outbound>) -> Self {
        Self {
            #[cfg(feature = "ask")]
            questions: Some(Questions::new(&server)),
            is_stream: true,
            ..Self::exchange(server, outbound, Arc::default(), Closing::default())
        }
    }

    /// One exchange with a client.
    fn exchange(
        server: Arc<Parts>,
        outbound: Arc<dyn Outbound>,
        in_flight: Arc<InFlight>,
        closing: Closing,
    ) -> Self {
        Self {
            server,
            outbound,
            session: Mutex::new(None),
            in_flight,
            principal: None,
            closing,
            opened: Notify::new(),
            pushes: Mutex::new(None),
            is_stream: false,
            #[cfg(feature = "ask")]
            questions: None,
        }
    }

    /// One exchange with a client, whose subscriptions end with `closing`.
    #[cfg(feature = "http")]
    pub(crate) fn stateless(server: Arc<Parts>, outbound: Arc<dyn Outbound>, closing: Closing) -> Self {
        Self::exchange(server, outbound, Arc::default(), closing)
    }

    /// One exchange of a session, which shares its unanswered requests with the others.
    #[cfg(feature = "http")]
    pub(crate) fn of_session(
        server: Arc<Parts>,
        outbound: Arc<dyn Outbound>,
        session: Arc<Session>,
        in_flight: Arc<InFlight>,
        closing: Closing,
    ) -> Self {
        Self {
            session: Mutex::new(Some(session)),
            ..Self::exchange(server, outbound, in_flight, closing)
        }
    }

    #[cfg(any(feature = "http", feature = "testing"))]
    pub(crate) fn set_principal(&mut self, principal: Option<Principal>) {
        self.principal = principal;
    }

    /// What the handshake agreed on.
    #[cfg(feature = "http")]
    pub(crate) fn agreed(&self) -> Option<Arc<Session>> {
        self.session().clone()
    }

    /// Ends its subscriptions with a result each (`SUB-10`).
    pub(crate) fn end_subscriptions(&self) {
        self.closing.begin();
    }

    /// Shares the questions of the client's other connections.
    #[cfg(all(feature = "ask", feature = "http"))]
    pub(crate) fn share_questions(&mut self, questions: Arc<Questions>) {
        self.questions = Some(questions);
    }

    /// Nothing more comes from the client: whoever waits for its answer learns it.
    pub(crate) fn no_more_answers(&self) {
        #[cfg(feature = "ask")]
        if let Some(questions) = &self.questions {
            questions.close();
        }
    }

    /// Takes one message. What is answered at once is appended to `out`, without a line end.
    pub(crate) fn receive(&self, message: &[u8], out: &mut Vec<u8>) -> Option<PendingAnswer> {
        if message.len() > self.server.limits.request_size {
            self.refuse_size(out);
            return None;
        }
        match decode(message) {
            Ok(incoming) => self.take(incoming, out),
            Err(Rejected { id, error }) => {
                // An id that is being worked on will get its answer; this is not it.
                let id = id.filter(|id| !self.in_flight.contains(id));
                encode_error(out, id.as_deref(), &error);
                None
            }
        }
    }

    /// Takes one message that was read already.
    pub(crate) fn take(&self, incoming: Incoming<'_>, out: &mut Vec<u8>) -> Option<PendingAnswer> {
        match incoming {
            Incoming::Batch(messages) => self.receive_batch(&messages, out),
            incoming => self.handle(incoming, out),
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
                let routed = self.guarded_request(&id, &method, &params, None, out);
                routed.unwrap_or_else(|refused| {
                    encode_error(out, Some(&id), &refused.into_error());
                    None
                })
            }
            Incoming::Notification { method, params } => {
                self.notification(&method, &params);
                None
            }
            Incoming::Response(response) => {
                #[cfg(feature = "ask")]
                if let Some(questions) = &self.questions {
                    questions.answer(response);
                }
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

    /// Takes one request of a stateless revision with its headers; what is wrong with it is not
    /// written yet.
    #[cfg(feature = "http")]
    pub(crate) fn receive_mirrored(
        &self,
        (id, method, params): (&str, &str, &Params<'_>),
        headers: &dyn Headers,
        out: &mut Vec<u8>,
    ) -> Result<Option<PendingAnswer>, Refused> {
        self.guarded_request(id, method, params, Some(headers), out)
    }

    /// Whatever goes wrong, the request is answered and the connection goes on.
    fn guarded_request(
        &self,
        id: &str,
        method: &str,
        params: &Params<'_>,
        headers: Option<&dyn mirror::Headers>,
        out: &mut Vec<u8>,
    ) -> Result<Option<PendingAnswer>, route::Refused> {
        let start = out.len();
        guarded(|| self.request(id, method, params, headers, out)).unwrap_or_else(|failure| {
            out.truncate(start);
            let error = masked_error(&self.server, "request", known(method), &failure);
            Err(route::Refused::Method(error))
        })
    }

    /// Notifications are never answered, whatever is wrong with them (`RPC-08`).
    fn notification(&self, method: &str, params: &Params<'_>) {
        #[cfg(feature = "ask")]
        if let ("notifications/initialized", Some(questions)) = (method, &self.questions) {
            questions.open();
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
        lock(&self.session)
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
