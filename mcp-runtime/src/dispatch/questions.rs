//! Requests of the server to clients that hold a connection: those before 2026-07-28 (`LREQ-*`).

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use mcp_core::ask::{AskFailure, Asker, LiveQuestion};
use mcp_core::context::Outbound;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::primitive::BoxFuture;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::envelope::{Response, append_cancelled, append_json};
use crate::lock::lock;
use crate::server::Parts;

/// What a question came to.
type Answered = Result<Box<RawValue>, AskFailure>;

/// The questions to one client that wait for an answer. All connections of a client share them: its
/// answer may come over another one than the question went out on.
pub(crate) struct Questions {
    state: Mutex<State>,
    /// How many may wait at a time.
    limit: usize,
    timeout: Duration,
    /// Makes the ids of one process differ from those of another, since both may serve one session.
    salt: u32,
}

#[derive(Default)]
struct State {
    waiting: HashMap<u64, oneshot::Sender<Answered>>,
    last: u64,
    /// The client has said that it is ready (`LREQ-02`).
    is_open: bool,
    /// The client will not answer any more.
    is_closed: bool,
}

impl Questions {
    pub(crate) fn new(server: &Parts) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            limit: server.limits.concurrent_requests,
            timeout: server.asking.question_timeout,
            #[expect(clippy::cast_possible_truncation, reason = "any part of a hash will do")]
            salt: RandomState::new().hash_one(0_u8) as u32,
        })
    }

    /// The client has finished its handshake, so it may be asked.
    pub(crate) fn open(&self) {
        self.state().is_open = true;
    }

    /// The client is gone: whoever waits for an answer learns it.
    pub(crate) fn close(&self) {
        let waiting = {
            let mut state = self.state();
            state.is_closed = true;
            std::mem::take(&mut state.waiting)
        };
        drop(waiting);
    }

    /// Takes an answer. One that nobody waits for is dropped.
    pub(crate) fn answer(&self, response: Response<'_>) {
        let Response { id, result, error } = response;
        let number = id.as_deref().and_then(|id| self.number(id));
        let Some(answer) = number.and_then(|number| self.state().waiting.remove(&number)) else {
            tracing::debug!("an answer to nothing was dropped");
            return;
        };
        let answered = match (result, error) {
            (Some(result), None) => Ok(result.to_owned()),
            (_, error) => {
                let error = error.and_then(|error| serde_json::from_str(error.get()).ok());
                let error = error.unwrap_or_else(|| ErrorObject::internal("an answer without a result"));
                Err(AskFailure::Refused(error))
            }
        };
        // Nobody waits any more if it fails.
        let _ = answer.send(answered);
    }

    fn begin(&self) -> Result<(u64, oneshot::Receiver<Answered>), AskFailure> {
        let mut state = self.state();
        if state.is_closed {
            return Err(AskFailure::Closed);
        }
        if !state.is_open || state.waiting.len() >= self.limit {
            tracing::warn!(
                is_ready = state.is_open,
                "a question was not sent: the client is not ready, or has too many already"
            );
            return Err(AskFailure::Unreachable);
        }
        state.last += 1;
        let (answer, answered) = oneshot::channel();
        let number = state.last;
        state.waiting.insert(number, answer);
        Ok((number, answered))
    }

    /// The id on the wire; apart from those of the client's requests (`LMSG-01`).
    fn id(&self, number: u64) -> String {
        format!("\"s-{:x}-{number}\"", self.salt)
    }

    fn number(&self, id: &str) -> Option<u64> {
        let number = id.strip_suffix('"')?.rsplit('-').next()?.parse().ok()?;
        (self.id(number) == id).then_some(number)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Asker for Questions {
    fn ask(self: Arc<Self>, outbound: Arc<dyn Outbound>, question: LiveQuestion) -> BoxFuture<Answered> {
        Box::pin(async move {
            let (number, answered) = self.begin()?;
            let mut waiting = Waiting {
                questions: &self,
                outbound: &*outbound,
                number,
                is_sent: false,
            };
            if !outbound.request(&question.key, encode(&self.id(number), &question)) {
                return Err(AskFailure::Unreachable);
            }
            waiting.is_sent = true;
            let answered = match tokio::time::timeout(self.timeout, answered).await {
                Ok(answered) => answered.unwrap_or(Err(AskFailure::Closed)),
                Err(_) => return Err(AskFailure::TimedOut),
            };
            waiting.is_sent = false;
            answered
        })
    }
}

fn encode(id: &str, question: &LiveQuestion) -> Vec<u8> {
    let mut message = br#"{"jsonrpc":"2.0","id":"#.to_vec();
    message.extend_from_slice(id.as_bytes());
    message.extend_from_slice(br#","method":"#);
    append_json(&mut message, question.method);
    message.extend_from_slice(br#","params":"#);
    message.extend_from_slice(question.params.get().as_bytes());
    message.push(b'}');
    message
}

/// The place of a question; leaving it takes the question back.
struct Waiting<'q> {
    questions: &'q Questions,
    outbound: &'q dyn Outbound,
    number: u64,
    /// The client has it and has not answered it.
    is_sent: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.questions.state().waiting.remove(&self.number);
        if self.is_sent {
            let mut message = Vec::new();
            let id = self.questions.id(self.number);
            append_cancelled(&mut message, &id, "The answer is not needed any more");
            // A client that does not keep up is asked in vain; no more than that.
            let _ = self.outbound.notify(message);
        }
    }
}
