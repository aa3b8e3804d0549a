//! One session that needs memory.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::session::Uid;
use super::stream::EventStream;
#[cfg(feature = "ask")]
use crate::dispatch::Questions;
use crate::dispatch::{Pushes, Session};
use crate::in_flight::InFlight;
use crate::lock::lock;
use crate::server::Parts;

/// How long the events of a stream that has ended are kept for a client that comes back.
const KEPT: Duration = Duration::from_secs(60);
/// How many streams a session keeps for a client that comes back.
const STREAMS: usize = 16;

/// A session that needs memory.
pub(super) struct Live {
    pub(super) uid: Uid,
    pub(super) session: Arc<Session>,
    pub(super) in_flight: Arc<InFlight>,
    #[cfg(feature = "ask")]
    pub(super) questions: Arc<Questions>,
    pub(super) next_stream: AtomicU64,
    pub(super) streams: Mutex<Streams>,
    /// How many requests and streams use it now.
    pub(super) users: AtomicUsize,
    pub(super) last_used: Mutex<Instant>,
}

#[derive(Default)]
pub(super) struct Streams {
    /// Those of requests, oldest first, with the time of their end.
    pub(super) of_requests: VecDeque<(Arc<EventStream>, Option<Instant>)>,
    pub(super) own: Option<Own>,
}

/// The stream of a session itself.
pub(super) struct Own {
    pub(super) stream: Arc<EventStream>,
    /// What it is told.
    pub(super) pushes: Option<Arc<Pushes>>,
    /// Since when nobody has been seen reading it.
    pub(super) left: Option<Instant>,
}

impl Live {
    #[cfg_attr(not(feature = "ask"), expect(unused_variables, reason = "nobody asks"))]
    pub(super) fn new(uid: Uid, session: Session, server: &Parts) -> Self {
        #[cfg(feature = "ask")]
        let questions = Questions::new(server);
        // Whether the client has said that it is ready is not in its id; it has had the time for it.
        #[cfg(feature = "ask")]
        questions.open();
        Self {
            uid,
            session: Arc::new(session),
            in_flight: Arc::default(),
            #[cfg(feature = "ask")]
            questions,
            next_stream: AtomicU64::new(first_stream()),
            streams: Mutex::default(),
            users: AtomicUsize::new(0),
            last_used: Mutex::new(Instant::now()),
        }
    }

    /// Keeps the stream of a request for a client that comes back.
    pub(super) fn keep(&self, stream: &Arc<EventStream>) {
        let mut streams = lock(&self.streams);
        streams.of_requests.push_back((Arc::clone(stream), None));
        if streams.of_requests.len() > STREAMS {
            streams.of_requests.pop_front();
        }
    }

    pub(super) fn forget_streams(&self, now: Instant) {
        let mut streams = lock(&self.streams);
        streams.of_requests.retain_mut(|(stream, ended)| match ended {
            Some(ended) => now.duration_since(*ended) < KEPT,
            None => {
                *ended = stream.is_over().then_some(now);
                true
            }
        });
        let Some(own) = &mut streams.own else {
            return;
        };
        // Whoever reads it holds it.
        let is_read = Arc::strong_count(&own.stream) > 1;
        own.left = own.left.filter(|_| !is_read);
        match own.left {
            Some(left) if now.duration_since(left) >= KEPT => streams.own = None,
            None if !is_read => own.left = Some(now),
            _ => {}
        }
    }

    pub(super) fn needs_memory(&self) -> bool {
        let streams = lock(&self.streams);
        self.session.is_changed() || streams.own.is_some() || !streams.of_requests.is_empty()
    }
}

/// The number of the first stream. Another replica, and this one when it has forgotten the session,
/// begin elsewhere, so that no id of an event ever means two (`LSSE-02`).
fn first_stream() -> u64 {
    let mut random = [0; 4];
    // Without randomness the ids are as unique as one process can make them.
    let _ = getrandom::fill(&mut random);
    u64::from(u32::from_ne_bytes(random)) << 24 | 1
}
