//! The sessions that are used, as far as they need memory: those that work on something, have streams,
//! or were told something that their id does not say.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use mcp_core::Principal;

use super::live::Live;
use super::session::{self, Known, Opened, Recent, Uid};
use crate::lock::lock;
use crate::server::Parts;

/// How long a session that needs memory may do nothing.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// How often it is looked for what need not be kept any more.
const SWEEP: Duration = Duration::from_secs(10);
/// How many ended sessions are remembered at least; their ids would still open.
const ENDED: usize = 1 << 15;

pub(super) struct Sessions {
    server: Arc<Parts>,
    /// Those that were used last; most need no other place.
    recent: Recent<Arc<Live>>,
    /// Those that must be found again: all that need memory while nobody uses them, and those that are
    /// in use but not among the recent ones any more.
    kept: Mutex<HashMap<Uid, Arc<Live>>>,
    ended: Mutex<Ended>,
    is_swept: AtomicBool,
}

/// The sessions that have ended, as far as they are remembered: the latest, and those before them.
#[derive(Default)]
struct Ended {
    /// Half of an id tells it from all others.
    latest: HashSet<u64>,
    before: HashSet<u64>,
}

/// A use of a session; without any, what it keeps may be forgotten.
pub(super) struct Using {
    pub(super) live: Arc<Live>,
    sessions: Arc<Sessions>,
}

impl Sessions {
    pub(super) fn new(server: Arc<Parts>) -> Arc<Self> {
        Arc::new(Self {
            server,
            recent: Recent::new(),
            kept: Mutex::default(),
            ended: Mutex::default(),
            is_swept: AtomicBool::new(false),
        })
    }

    /// Begins a use of the session with this id, unless it is over, or was begun elsewhere or by
    /// somebody else.
    pub(super) fn enter(self: &Arc<Self>, id: &str, principal: Option<&Principal>) -> Option<Using> {
        let mut place = self.recent.place(id);
        let live = match &*place {
            Some(known) if known.is_of(id, principal) => Arc::clone(&known.kept),
            _ => {
                let opened = session::open(&self.server, principal, id)?;
                if lock(&self.ended).contains(opened.uid) {
                    return None;
                }
                let Opened { uid, begun, session } = opened;
                let kept = lock(&self.kept).get(&uid).cloned();
                let live = kept.unwrap_or_else(|| Arc::new(Live::new(uid, session, &self.server)));
                let former = place.replace(Known::new(id, principal, begun, Arc::clone(&live)));
                if let Some(Known { kept: former, .. }) = former
                    && former.users.load(Ordering::Acquire) > 0
                {
                    self.keep(&former);
                }
                live
            }
        };
        // Nobody can take its place before it is counted.
        live.users.fetch_add(1, Ordering::AcqRel);
        drop(place);
        Some(Using {
            live,
            sessions: Arc::clone(self),
        })
    }

    /// Lets a session be found as long as it is used or needs memory.
    pub(super) fn keep(self: &Arc<Self>, live: &Arc<Live>) {
        lock(&self.kept)
            .entry(live.uid)
            .or_insert_with(|| Arc::clone(live));
        self.sweep_from_now_on();
    }

    /// Ends the streams of all sessions.
    pub(super) fn close(&self) {
        for live in lock(&self.kept).values() {
            if let Some(own) = &lock(&live.streams).own {
                own.stream.finish(None);
            }
        }
    }

    /// Ends a session: its id opens nothing any more, and what it works on is stopped.
    pub(super) fn end(&self, live: &Live) {
        // In this order: whoever opens the id meanwhile sees that it has ended, or is forgotten.
        lock(&self.ended).insert(live.uid);
        self.recent.forget(|recent| recent.uid == live.uid);
        lock(&self.kept).remove(&live.uid);
        live.in_flight.cancel_all();
        #[cfg(feature = "ask")]
        live.questions.close();
        let streams = lock(&live.streams);
        let own = streams.own.iter().map(|own| &own.stream);
        for stream in streams.of_requests.iter().map(|(stream, _)| stream).chain(own) {
            stream.finish(None);
        }
    }

    /// Begins to look for what need not be kept any more.
    fn sweep_from_now_on(self: &Arc<Self>) {
        if self.is_swept.swap(true, Ordering::AcqRel) {
            return;
        }
        let sessions = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                match Weak::upgrade(&sessions) {
                    Some(sessions) => sessions.sweep(Instant::now()),
                    None => return,
                }
            }
        });
    }

    fn sweep(&self, now: Instant) {
        let mut idle = Vec::new();
        lock(&self.kept).retain(|_, live| {
            live.forget_streams(now);
            if live.users.load(Ordering::Acquire) > 0 {
                return true;
            }
            let needs_memory = live.needs_memory();
            if needs_memory && now.duration_since(*lock(&live.last_used)) > IDLE {
                idle.push(Arc::clone(live));
            }
            needs_memory
        });
        idle.iter().for_each(|live| self.end(live));
    }
}

impl Ended {
    fn contains(&self, uid: Uid) -> bool {
        let uid = half(uid);
        self.latest.contains(&uid) || self.before.contains(&uid)
    }

    fn insert(&mut self, uid: Uid) {
        if self.latest.len() == ENDED {
            std::mem::swap(&mut self.latest, &mut self.before);
            self.latest.clear();
        }
        self.latest.insert(half(uid));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "all of its bits are random")]
fn half(uid: Uid) -> u64 {
    uid as u64
}

impl Using {
    pub(super) fn again(&self) -> Self {
        self.live.users.fetch_add(1, Ordering::AcqRel);
        Self {
            live: Arc::clone(&self.live),
            sessions: Arc::clone(&self.sessions),
        }
    }
}

impl Drop for Using {
    fn drop(&mut self) {
        // Before the use ends, so that it can be found at any time.
        if self.live.needs_memory() {
            *lock(&self.live.last_used) = Instant::now();
            self.sessions.keep(&self.live);
        }
        self.live.users.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::{HeaderValue, Request, Response, StatusCode};
    use http_body_util::Full;
    use mcp_core::McpResponse;
    use mcp_core::primitive::ResourceBuilder;

    use super::super::HttpService;
    use super::super::body::HttpBody;
    use super::super::headers::SESSION_ID;
    use super::*;
    use crate::Server;

    async fn answer(service: &HttpService, request: Request<Full<Bytes>>) -> Response<HttpBody> {
        service.clone().begin(request).answer().await
    }

    async fn begin(service: &HttpService) -> HeaderValue {
        let hello = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#;
        let request = Request::post("/").header("content-type", "application/json");
        let response = answer(service, request.body(Full::from(&hello[..])).unwrap()).await;
        response.headers()[&SESSION_ID].clone()
    }

    fn get(session: &HeaderValue) -> Request<Full<Bytes>> {
        let request = Request::get("/").header("accept", "text/event-stream");
        request
            .header(&SESSION_ID, session)
            .body(Full::default())
            .unwrap()
    }

    #[test]
    fn sess_04_the_latest_that_ended_are_remembered() {
        let mut ended = Ended::default();
        (0..ENDED as Uid * 5 / 2).for_each(|uid| ended.insert(uid));
        assert!((ENDED as Uid..ENDED as Uid * 5 / 2).all(|uid| ended.contains(uid)));
        assert!(!ended.contains(0));
    }

    #[tokio::test]
    async fn a_session_in_use_is_found_however_many_others_there_are() {
        let service = Server::builder("s", "1").build().unwrap().http();
        let sessions = &service.shared.sessions;
        let enter = |id: &HeaderValue| sessions.enter(id.to_str().unwrap(), None).unwrap();
        let session = begin(&service).await;
        let using = enter(&session);
        let mut is_displaced = false;
        while !is_displaced {
            drop(enter(&begin(&service).await));
            is_displaced = !lock(&sessions.kept).is_empty();
        }
        assert!(Arc::ptr_eq(&using.live, &enter(&session).live));
        sessions.sweep(Instant::now());
        assert_eq!(lock(&sessions.kept).len(), 1);
        drop(using);
        sessions.sweep(Instant::now() + IDLE * 2);
        assert!(lock(&sessions.kept).is_empty());
        // It needed nothing, so it did not end.
        let using = enter(&session);
        sessions.end(&using.live);
        assert!(sessions.enter(session.to_str().unwrap(), None).is_none());
    }

    #[tokio::test]
    async fn sess_06_what_a_client_that_vanished_left_is_forgotten() {
        let server = Server::builder("s", "1").list_changed(true).build().unwrap();
        let service = server.http();
        let sessions = &service.shared.sessions;
        let session = begin(&service).await;
        assert!(
            lock(&sessions.kept).is_empty(),
            "a session that only asks needs no memory"
        );

        let stream = answer(&service, get(&session)).await;
        let start = Instant::now();
        for seconds in [10, 100, 1000] {
            sessions.sweep(start + Duration::from_secs(seconds));
            assert_eq!(lock(&sessions.kept).len(), 1, "it is being read");
        }
        drop(stream);
        sessions.sweep(start + Duration::from_secs(1010));
        // Somebody comes back in time, and goes for good.
        drop(answer(&service, get(&session)).await);
        sessions.sweep(start + Duration::from_secs(1080));
        sessions.sweep(start + Duration::from_secs(1130));
        assert_eq!(lock(&sessions.kept).len(), 1);
        sessions.sweep(start + Duration::from_secs(1150));
        assert!(lock(&sessions.kept).is_empty());
        // The session itself is as good as ever.
        assert_eq!(answer(&service, get(&session)).await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn sess_06_a_session_that_holds_something_and_does_nothing_ends() {
        let note = ResourceBuilder::new("note", "note://one");
        let note = note.handler((), (), |(), ()| async { McpResponse::text("x") });
        let builder = Server::builder("s", "1")
            .resource_subscriptions(true)
            .add_resource(note);
        let service = builder.build().unwrap().http();
        let sessions = &service.shared.sessions;
        let session = begin(&service).await;
        let subscribe =
            br#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"note://one"}}"#;
        let request = Request::post("/").header("content-type", "application/json");
        let request = request
            .header(&SESSION_ID, &session)
            .body(Full::from(&subscribe[..]));
        assert_eq!(answer(&service, request.unwrap()).await.status(), StatusCode::OK);
        let start = Instant::now();
        sessions.sweep(start + IDLE / 2);
        assert_eq!(lock(&sessions.kept).len(), 1);
        sessions.sweep(start + IDLE * 2);
        assert!(lock(&sessions.kept).is_empty());
        // Its subscription is gone, and so that nobody waits for it in vain, the session is.
        assert_eq!(
            answer(&service, get(&session)).await.status(),
            StatusCode::NOT_FOUND
        );
    }
}
