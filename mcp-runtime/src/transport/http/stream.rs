//! A stream of a session: its events are kept for a client that comes back (`LSSE-*`).

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use mcp_core::context::Outbound;
use tokio::time::{Instant, Sleep};

use super::sessions::Using;
use super::sse;
use crate::dispatch::Never;
use crate::lock::lock;

/// How many events a stream keeps.
const KEPT_EVENTS: usize = 64;
/// How many bytes of events a stream keeps, beside the last one.
const KEPT_BYTES: usize = 1 << 20;
/// When a client that was sent away comes back.
const RETRY_MS: u64 = 500;

/// The events of one stream.
pub(super) struct EventStream {
    /// Tells it from the session's other streams.
    number: u64,
    /// Whether its events have ids, so that a client can come back for the rest.
    is_resumable: bool,
    /// Whether the client takes more than an answer.
    takes_events: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    events: VecDeque<Event>,
    bytes: usize,
    /// The number of the next event; the first is 1.
    next: u64,
    /// The number of the next event to be read.
    unread: u64,
    /// Nothing more will come.
    is_over: bool,
    /// The client was asked to come back later.
    is_released: bool,
    /// The reader that may read; earlier ones end.
    reader: u64,
    waker: Option<Waker>,
}

struct Event {
    number: u64,
    message: Vec<u8>,
    is_progress: bool,
}

impl EventStream {
    pub(super) fn new(number: u64, is_resumable: bool, takes_events: bool) -> Self {
        Self {
            number,
            is_resumable,
            takes_events,
            state: Mutex::new(State {
                next: 1,
                unread: 1,
                ..State::default()
            }),
        }
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn is_over(&self) -> bool {
        self.state().is_over
    }

    /// The number of the last event that was read.
    pub(super) fn last_read(&self) -> u64 {
        self.state().unread - 1
    }

    /// Adds the last event, if there is one, and ends the stream.
    pub(super) fn finish(&self, message: Option<Vec<u8>>) {
        let mut state = self.state();
        if let Some(message) = message {
            state.push(message, false);
        }
        state.is_over = true;
        state.wake();
    }

    /// Waits until it is known how the stream goes on: `true` if it has to be a stream, `false` if its
    /// only event is the last.
    pub(super) async fn is_stream(&self) -> bool {
        poll_fn(|cx| {
            let mut state = self.state();
            let count = state.events.len();
            match (state.is_over, count) {
                (true, ..=1) if !state.is_released => Poll::Ready(false),
                (true, _) => Poll::Ready(true),
                (false, 1..) => Poll::Ready(true),
                (false, 0) if state.is_released => Poll::Ready(true),
                (false, 0) => {
                    state.waker = Some(cx.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Takes the only event of a stream that is none.
    pub(super) fn take_last(&self) -> Option<Vec<u8>> {
        self.state().events.pop_back().map(|event| event.message)
    }

    /// Appends every event, for a stream that is complete already.
    pub(super) fn append_all(&self, out: &mut Vec<u8>) {
        let mut state = self.state();
        for event in &state.events {
            let id = self.is_resumable.then(|| self.id(event.number));
            sse::append_event(out, id.as_deref(), &event.message);
        }
        state.unread = state.next;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.state().events.is_empty()
    }

    /// Reads on after the event of this number; whoever read before is done.
    pub(super) fn reader(self: &Arc<Self>, after: u64, is_primed: bool, keep_alive: Duration) -> Reader {
        let mut state = self.state();
        state.reader += 1;
        state.is_released = state.is_released && is_primed;
        state.unread = after + 1;
        state.wake();
        Reader {
            generation: state.reader,
            stream: Arc::clone(self),
            next: after + 1,
            priming: is_primed.then(|| self.id(after)),
            silence: Box::pin(tokio::time::sleep(keep_alive)),
            keep_alive,
            background: None,
            using: None,
        }
    }

    fn id(&self, event: u64) -> String {
        format!("{}-{event}", self.number)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// The stream and the event that an id names.
pub(super) fn parse_id(id: &str) -> Option<(u64, u64)> {
    let (stream, event) = id.split_once('-')?;
    Some((stream.parse().ok()?, event.parse().ok()?))
}

impl State {
    fn push(&mut self, message: Vec<u8>, is_progress: bool) {
        self.bytes += message.len();
        let number = self.next;
        self.next += 1;
        self.events.push_back(Event {
            number,
            message,
            is_progress,
        });
    }

    /// Puts progress in the place of the latest that nobody has read yet.
    fn replace(&mut self, message: Vec<u8>) -> bool {
        let unread = self.unread;
        let mut events = self.events.iter_mut().rev();
        match events.find(|event| event.is_progress && event.number >= unread) {
            Some(event) => {
                self.bytes = self.bytes - event.message.len() + message.len();
                event.message = message;
                true
            }
            None => false,
        }
    }

    /// Whether there is room for one more event; what was read already makes room.
    fn make_room(&mut self) -> bool {
        while self.events.len() >= KEPT_EVENTS || self.bytes > KEPT_BYTES {
            match self.events.front() {
                Some(oldest) if oldest.number < self.unread => {
                    self.bytes -= oldest.message.len();
                    self.events.pop_front();
                }
                _ => return false,
            }
        }
        true
    }

    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Outbound for EventStream {
    fn notify(&self, message: Vec<u8>) -> bool {
        let mut state = self.state();
        if !self.takes_events || state.is_over || !state.make_room() {
            return false;
        }
        state.push(message, false);
        state.wake();
        true
    }

    fn progress(&self, _token: &str, message: Vec<u8>) -> bool {
        let mut state = self.state();
        if !self.takes_events || state.is_over {
            return false;
        }
        if !state.make_room() {
            return state.replace(message);
        }
        state.push(message, true);
        state.wake();
        true
    }

    #[cfg(feature = "ask")]
    fn request(&self, _key: &str, message: Vec<u8>) -> bool {
        let mut state = self.state();
        if !self.takes_events || state.is_over {
            return false;
        }
        // Few can wait at a time, so it need not wait for room.
        state.push(message, false);
        state.wake();
        true
    }

    fn release(&self) -> bool {
        let mut state = self.state();
        if !self.is_resumable || state.is_over {
            return false;
        }
        state.is_released = true;
        state.wake();
        true
    }
}

/// One client that reads a stream.
pub(super) struct Reader {
    stream: Arc<EventStream>,
    generation: u64,
    next: u64,
    /// The id that the client is given before anything else.
    priming: Option<String>,
    silence: Pin<Box<Sleep>>,
    keep_alive: Duration,
    /// What fills the stream while it is read.
    background: Option<Pin<Box<dyn Future<Output = Never> + Send>>>,
    /// Keeps the session while it is read.
    using: Option<Using>,
}

impl Reader {
    /// Adds what fills the stream while it is read.
    pub(super) fn beside(mut self, background: impl Future<Output = Never> + Send + 'static) -> Self {
        self.background = Some(Box::pin(background));
        self
    }

    /// Keeps the session while the stream is read.
    pub(super) fn during(mut self, using: Using) -> Self {
        self.using = Some(using);
        self
    }

    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(background) = &mut self.background {
            match background.as_mut().poll(cx) {
                Poll::Ready(never) => match never {},
                Poll::Pending => {}
            }
        }
        let mut out = Vec::new();
        if let Some(id) = self.priming.take() {
            sse::append_priming(&mut out, &id, RETRY_MS);
        }
        let mut state = self.stream.state();
        if state.reader != self.generation {
            return Poll::Ready(None);
        }
        for event in &state.events {
            if event.number >= self.next {
                let id = self.stream.is_resumable.then(|| self.stream.id(event.number));
                sse::append_event(&mut out, id.as_deref(), &event.message);
                self.next = event.number + 1;
            }
        }
        state.unread = self.next;
        if !out.is_empty() {
            self.silence.as_mut().reset(Instant::now() + self.keep_alive);
            return Poll::Ready(Some(out.into()));
        }
        if state.is_over || state.is_released {
            return Poll::Ready(None);
        }
        state.waker = Some(cx.waker().clone());
        drop(state);
        match self.silence.as_mut().poll(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                self.silence.as_mut().reset(Instant::now() + self.keep_alive);
                Poll::Ready(Some(Bytes::from_static(sse::KEEP_ALIVE)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(reader: &mut Reader) -> Option<String> {
        match reader.poll_next(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Some(bytes)) => Some(String::from_utf8(bytes.to_vec()).unwrap()),
            Poll::Ready(None) => Some(String::new()),
            Poll::Pending => None,
        }
    }

    #[tokio::test]
    async fn lsse_03_a_released_stream_is_read_on_later() {
        let stream = Arc::new(EventStream::new(7, true, true));
        let mut first = stream.reader(0, true, Duration::from_secs(9));
        assert_eq!(read(&mut first).unwrap(), "id: 7-0\nretry: 500\ndata: \n\n");
        assert_eq!(read(&mut first), None);
        assert!(stream.notify(b"1".to_vec()));
        assert_eq!(read(&mut first).unwrap(), "id: 7-1\ndata: 1\n\n");
        assert!(stream.release());
        assert_eq!(read(&mut first).unwrap(), "");
        stream.finish(Some(b"2".to_vec()));
        let mut second = stream.reader(1, false, Duration::from_secs(9));
        assert_eq!(read(&mut second).unwrap(), "id: 7-2\ndata: 2\n\n");
        assert_eq!(read(&mut second).unwrap(), "");
        // `LSSE-02`: replayed as often as the client asks.
        let mut third = stream.reader(0, false, Duration::from_secs(9));
        assert_eq!(
            read(&mut third).unwrap(),
            "id: 7-1\ndata: 1\n\nid: 7-2\ndata: 2\n\n"
        );
    }

    #[tokio::test]
    async fn lhttp_10_the_newest_reader_gets_everything() {
        let stream = Arc::new(EventStream::new(1, true, true));
        let mut old = stream.reader(0, false, Duration::from_secs(9));
        let mut new = stream.reader(0, false, Duration::from_secs(9));
        stream.notify(b"1".to_vec());
        assert_eq!(read(&mut old).unwrap(), "");
        assert_eq!(read(&mut new).unwrap(), "id: 1-1\ndata: 1\n\n");
    }

    #[tokio::test]
    async fn what_nobody_reads_is_bounded_and_what_was_read_makes_room() {
        let stream = Arc::new(EventStream::new(1, true, true));
        let taken = (0..200).filter(|_| stream.notify(b"x".to_vec())).count();
        assert_eq!(taken, KEPT_EVENTS);
        let mut reader = stream.reader(0, false, Duration::from_secs(9));
        assert!(read(&mut reader).is_some());
        assert!(stream.notify(b"y".to_vec()));
        // The latest progress has room in the place of one that nobody has read (`PROG-04`).
        assert!((0..1000).all(|each| stream.progress("1", format!("step {each}").into_bytes())));
        assert!(!stream.notify(b"z".to_vec()));
        let read_now = read(&mut reader).unwrap();
        assert!(read_now.ends_with("data: step 999\n\n") && read_now.contains("data: step 0\n\n"));
        // The answer always has room.
        for _ in 0..200 {
            stream.notify(vec![0; 1 << 16]);
        }
        stream.finish(Some(b"answer".to_vec()));
        assert!(read(&mut reader).unwrap().ends_with("data: answer\n\n"));
    }
}
