//! Batches, which 2025-03-26 has and no other revision (`BATCH-*`).

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::ProtocolVersion;
use serde_json::value::RawValue;

use super::{Answer, Connection, PendingAnswer};
use crate::envelope::{Incoming, Rejected, decode, encode_error};

/// The answers of one batch, in the order of its requests.
struct Batch {
    elements: Vec<Element>,
    /// How many more bytes all answers together may take (`B20`).
    budget: usize,
}

/// One request of a batch.
struct Element {
    /// Its id, for the error that takes the place of an answer without room.
    id: Option<String>,
    state: State,
}

enum State {
    Waiting(PendingAnswer),
    Answered(Answer),
    /// Cancelled: it gets no answer.
    Gone,
}

impl Connection {
    pub(super) fn receive_batch(&self, messages: &[&RawValue], out: &mut Vec<u8>) -> Option<PendingAnswer> {
        let limits = &self.server.limits;
        let version = self.session().as_ref().map(|session| session.version);
        let refusal = match messages.len() {
            _ if version != Some(ProtocolVersion::V2025_03_26) => {
                "batches are not served in this protocol version"
            }
            0 => "the batch is empty",
            count if count > limits.concurrent_requests => "the batch has too many requests",
            _ => "",
        };
        if !refusal.is_empty() {
            let error = ErrorObject::invalid_request(format!("Invalid Request: {refusal}"));
            encode_error(out, None, &error);
            return None;
        }
        let mut batch = Batch {
            elements: Vec::new(),
            budget: limits.response_size,
        };
        for message in messages {
            batch
                .elements
                .extend(self.receive_element(message.get().as_bytes()));
        }
        batch.charge();
        if batch.is_waiting() {
            return Some(PendingAnswer(Box::pin(poll_fn(move |cx| batch.poll(cx)))));
        }
        out.extend(batch.join().into_iter().flat_map(|answer| answer.bytes));
        None
    }

    /// Begins one element; `None` if it gets no answer.
    fn receive_element(&self, message: &[u8]) -> Option<Element> {
        let mut bytes = Vec::new();
        let (id, pending) = match decode(message) {
            Ok(Incoming::Request { id, method, .. }) if method == "initialize" => {
                let error =
                    ErrorObject::invalid_request("Invalid Request: `initialize` cannot be part of a batch");
                encode_error(&mut bytes, Some(&id), &error);
                (Some(id.into_owned()), None)
            }
            Ok(incoming) => {
                let id = match &incoming {
                    Incoming::Request { id, .. } => Some(id.as_ref().to_owned()),
                    _ => None,
                };
                (id, self.handle(incoming, &mut bytes))
            }
            Err(Rejected { id, error }) => {
                encode_error(&mut bytes, id.as_deref(), &error);
                (id, None)
            }
        };
        let state = match pending {
            Some(pending) => State::Waiting(pending),
            None if bytes.is_empty() => return None,
            None => State::Answered(Answer {
                bytes,
                places: Vec::new(),
            }),
        };
        Some(Element { id, state })
    }
}

impl Batch {
    fn is_waiting(&self) -> bool {
        self.elements
            .iter()
            .any(|element| matches!(element.state, State::Waiting(_)))
    }

    /// Polls every element that waits: they are worked on together.
    fn poll(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Answer>> {
        for position in 0..self.elements.len() {
            let State::Waiting(pending) = &mut self.elements[position].state else {
                continue;
            };
            let Poll::Ready(answer) = Pin::new(pending).poll(cx) else {
                continue;
            };
            self.elements[position].state = match answer {
                Some(answer) => State::Answered(answer),
                None => State::Gone,
            };
            charge(&mut self.elements[position], &mut self.budget);
        }
        match self.is_waiting() {
            true => Poll::Pending,
            false => Poll::Ready(self.join()),
        }
    }

    /// Counts what was answered at once.
    fn charge(&mut self) {
        for element in &mut self.elements {
            charge(element, &mut self.budget);
        }
    }

    /// The answers as one array; `None` if there is not one.
    fn join(&mut self) -> Option<Answer> {
        let mut joined = Answer {
            bytes: Vec::new(),
            places: Vec::new(),
        };
        for element in self.elements.drain(..) {
            let State::Answered(Answer { bytes, places }) = element.state else {
                continue;
            };
            joined
                .bytes
                .push(if joined.bytes.is_empty() { b'[' } else { b',' });
            joined.bytes.extend(bytes);
            joined.places.extend(places);
        }
        if joined.bytes.is_empty() {
            return None;
        }
        joined.bytes.push(b']');
        Some(joined)
    }
}

/// Takes an answer's size from the budget, or puts a short error in its place.
fn charge(element: &mut Element, budget: &mut usize) {
    let State::Answered(answer) = &mut element.state else {
        return;
    };
    match budget.checked_sub(answer.bytes.len()) {
        Some(left) => *budget = left,
        None => {
            answer.bytes.clear();
            encode_error(
                &mut answer.bytes,
                element.id.as_deref(),
                &ErrorObject::internal("Response too large"),
            );
        }
    }
}
