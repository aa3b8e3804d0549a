//! One stateless request that is being worked on, and what it says before its answer.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use mcp_core::context::Outbound;
use tokio::time::{Instant, Sleep};

use super::sse;
use crate::dispatch::{Answer, PendingAnswer};
use crate::lock::lock;

/// How many messages wait for a slow client; further ones are dropped, but for the latest progress.
const BUFFER: usize = 64;

/// The messages that a request sends before its answer.
pub(super) struct Queue {
    /// Whether the client takes a stream at all.
    is_open: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    messages: VecDeque<Message>,
    waker: Option<Waker>,
}

struct Message {
    bytes: Vec<u8>,
    is_progress: bool,
}

impl Queue {
    pub(super) fn new(is_open: bool) -> Self {
        Self {
            is_open,
            state: Mutex::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.state().messages.is_empty()
    }

    /// Appends what waits, as events.
    pub(super) fn drain(&self, out: &mut Vec<u8>) {
        for message in self.state().messages.drain(..) {
            sse::append_event(out, None, &message.bytes);
        }
    }

    fn push(&self, message: Message) -> bool {
        if !self.is_open {
            return false;
        }
        let mut state = self.state();
        if state.messages.len() >= BUFFER {
            let replaced = state.messages.iter().rposition(|message| message.is_progress);
            let Some(replaced) = replaced.filter(|_| message.is_progress) else {
                return false;
            };
            state.messages.remove(replaced);
        }
        state.messages.push_back(message);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    fn wake_with(&self, cx: &Context<'_>) {
        let mut state = self.state();
        match &mut state.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            empty => *empty = Some(cx.waker().clone()),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Outbound for Queue {
    fn notify(&self, bytes: Vec<u8>) -> bool {
        self.push(Message {
            bytes,
            is_progress: false,
        })
    }

    fn progress(&self, _token: &str, bytes: Vec<u8>) -> bool {
        self.push(Message {
            bytes,
            is_progress: true,
        })
    }
}

/// The answer and what comes before it. Dropping it stops the work (`HTTP-14`).
pub(super) struct Exchange {
    /// Gone once it has been answered.
    pending: Option<PendingAnswer>,
    queue: Arc<Queue>,
    silence: Pin<Box<Sleep>>,
    keep_alive: Duration,
}

/// What comes first of a request that is being worked on.
pub(super) enum First {
    /// Nothing but the answer; `None` if there is none, because the request was stopped.
    Answer(Option<Answer>),
    /// A message: the answer has to be a stream.
    Message,
}

impl Exchange {
    pub(super) fn new(pending: PendingAnswer, queue: Arc<Queue>, keep_alive: Duration) -> Self {
        Self {
            pending: Some(pending),
            queue,
            silence: Box::pin(tokio::time::sleep(keep_alive)),
            keep_alive,
        }
    }

    pub(super) fn poll_first(&mut self, cx: &mut Context<'_>) -> Poll<First> {
        let Some(pending) = &mut self.pending else {
            return Poll::Ready(First::Answer(None));
        };
        self.queue.wake_with(cx);
        let polled = Pin::new(pending).poll(cx);
        match (polled, self.queue.is_empty()) {
            (Poll::Ready(answer), true) => {
                self.pending = None;
                Poll::Ready(First::Answer(answer))
            }
            (Poll::Ready(answer), false) => {
                // The answer is the last event of a stream that is complete already.
                self.pending = answer.map(PendingAnswer::ready);
                Poll::Ready(First::Message)
            }
            (Poll::Pending, false) => Poll::Ready(First::Message),
            (Poll::Pending, true) => Poll::Pending,
        }
    }

    /// The next events; `None` after the answer.
    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some(pending) = &mut self.pending else {
            return Poll::Ready(None);
        };
        self.queue.wake_with(cx);
        let polled = Pin::new(pending).poll(cx);
        let mut out = Vec::new();
        self.queue.drain(&mut out);
        if let Poll::Ready(answer) = polled {
            self.pending = None;
            if let Some(answer) = answer {
                sse::append_event(&mut out, None, &answer.bytes);
            }
            return Poll::Ready((!out.is_empty()).then(|| out.into()));
        }
        if out.is_empty() {
            if self.silence.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            out.extend_from_slice(sse::KEEP_ALIVE);
        }
        self.silence.as_mut().reset(Instant::now() + self.keep_alive);
        Poll::Ready(Some(out.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prog_04_of_what_has_no_room_the_latest_progress_stays() {
        let queue = Queue::new(true);
        let number = |number: usize| number.to_string().into_bytes();
        assert!((0..BUFFER).all(|each| queue.progress("1", number(each))));
        assert!(!queue.notify(b"a log message".to_vec()));
        assert!((BUFFER..1000).all(|each| queue.progress("1", number(each))));
        let mut events = Vec::new();
        queue.drain(&mut events);
        let events = String::from_utf8(events).unwrap();
        let told: Vec<_> = events
            .lines()
            .filter_map(|line| line.strip_prefix("data: "))
            .collect();
        assert_eq!((told.len(), told[0], told[BUFFER - 1]), (BUFFER, "0", "999"));
    }
}
