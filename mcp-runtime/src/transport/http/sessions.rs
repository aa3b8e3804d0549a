//! The sessions of a server, as far as they need memory: those that work on something, have streams,
//! or were told something that their id does not say.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use http::header::HeaderMap;
use http::request::Parts as RequestParts;
use http::{HeaderValue, Response, StatusCode};
use mcp_core::Principal;
use mcp_core::protocol::ProtocolVersion;

use super::accept::Accept;
use super::body::HttpBody;
use super::headers::{SESSION_ID, only};
use super::live::{Live, Own};
use super::post::{Taken, check_session_version};
use super::refusal::{Refusal, json};
use super::session::{self, Opened, Recent, Uid};
use super::stateless::{USUAL_ANSWER, accepted};
use super::stream::{EventStream, parse_id};
use super::{HttpService, Options, sse};
use crate::dispatch::{Connection, Headers, Pushes};
use crate::envelope::Incoming;
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
    live: Mutex<HashMap<Uid, Arc<Live>>>,
    ended: Mutex<Ended>,
    recent: Recent<Arc<Live>>,
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
    uid: Uid,
    live: Arc<Live>,
    sessions: Arc<Sessions>,
}

impl HttpService {
    /// Takes a message of a client before 2026-07-28.
    pub(super) fn session(
        &self,
        parts: &RequestParts,
        accept: Accept,
        incoming: Incoming<'_>,
    ) -> Result<Taken, Refusal> {
        let sessions = &self.shared.sessions;
        let id = match &incoming {
            Incoming::Request { id, method, .. } if method.as_ref() == "initialize" => {
                let id = id.clone();
                return self.begin_session(parts, incoming, &id).map(Taken::Answered);
            }
            Incoming::Request { id, .. } => Some(id.clone()),
            _ => None,
        };
        let using = sessions
            .enter(parts)
            .map_err(|refusal| refusal.of(id.as_deref()))?;
        let live = &using.live;
        if matches!(incoming, Incoming::Batch(_)) && live.session.version != ProtocolVersion::V2025_03_26 {
            let message = "Invalid Request: batches are not served in this protocol version";
            return Err(Refusal::invalid(StatusCode::BAD_REQUEST, message));
        }
        // Events without ids cannot be asked for again; the first revision knows none.
        let is_resumable = live.session.version >= ProtocolVersion::V2025_03_26 && accept.events;
        let number = live.next_stream.fetch_add(1, Ordering::Relaxed);
        let stream = Arc::new(EventStream::new(number, is_resumable, accept.events));
        let mut connection = Connection::of_session(
            Arc::clone(&self.shared.server),
            Arc::<EventStream>::clone(&stream),
            Arc::clone(&live.session),
            Arc::clone(&live.in_flight),
            self.shared.closing.clone(),
        );
        #[cfg(feature = "ask")]
        connection.share_questions(Arc::clone(&live.questions));
        connection.set_principal(parts.extensions.get::<Principal>().cloned());
        let mut out = Vec::with_capacity(USUAL_ANSWER);
        match connection.take(incoming, &mut out) {
            None if out.is_empty() => return Ok(Taken::Answered(accepted())),
            None if accept.json && stream.is_empty() => return Ok(Taken::Answered(json(out))),
            None => stream.finish(Some(out)),
            Some(pending) => {
                let (stream, using) = (Arc::clone(&stream), using.again());
                // A client that is gone does not stop it (`LHTTP-06`).
                tokio::spawn(async move {
                    let answer = pending.await;
                    stream.finish(answer.map(|answer| answer.bytes));
                    drop(using);
                });
            }
        }
        let keep_alive = self.options.keep_alive;
        Ok(Taken::Working(Box::pin(async move {
            if !stream.is_stream().await && accept.json {
                return match stream.take_last() {
                    Some(answer) => Ok(json(answer)),
                    // Cancelled: there is nothing to say.
                    None => Ok(accepted()),
                };
            }
            if stream.is_over() && !is_resumable {
                let mut events = Vec::new();
                stream.append_all(&mut events);
                return Ok(sse::response(HttpBody::full(events)));
            }
            if is_resumable {
                using.live.keep(&stream);
            }
            // Older clients cannot read an event without data (`LSSE-03`).
            let is_primed = is_resumable && using.live.session.version >= ProtocolVersion::V2025_11_25;
            let reader = stream.reader(0, is_primed, keep_alive);
            Ok(sse::response(HttpBody::session(reader.during(using))))
        })))
    }

    /// The handshake: its result carries the id of the session (`SESS-01`).
    fn begin_session(
        &self,
        parts: &RequestParts,
        incoming: Incoming<'_>,
        id: &str,
    ) -> Result<Response<HttpBody>, Refusal> {
        let nowhere = Arc::new(EventStream::new(0, false, false));
        let connection = Connection::stateless(
            Arc::clone(&self.shared.server),
            nowhere,
            self.shared.closing.clone(),
        );
        let mut out = Vec::new();
        drop(connection.take(incoming, &mut out));
        let mut response = json(out);
        if let Some(session) = connection.agreed() {
            let principal = parts.extensions.get::<Principal>();
            let sealed = session::seal(&self.shared.server, principal, &session);
            let value = sealed
                .and_then(|id| HeaderValue::from_str(&id).ok())
                .ok_or_else(|| {
                    let error = mcp_core::jsonrpc::ErrorObject::internal("No session can be begun");
                    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error).of(Some(id))
                })?;
            response.headers_mut().insert(&SESSION_ID, value);
        }
        Ok(response)
    }
}

impl Sessions {
    pub(super) fn new(server: Arc<Parts>) -> Arc<Self> {
        Arc::new(Self {
            server,
            live: Mutex::default(),
            ended: Mutex::default(),
            recent: Recent::new(),
            is_swept: AtomicBool::new(false),
        })
    }

    /// `GET`: the stream of the session itself, or the rest of one that broke off (`LSSE-01`, `LSSE-02`).
    pub(super) fn get(
        self: &Arc<Self>,
        parts: &RequestParts,
        options: &Options,
    ) -> Result<Response<HttpBody>, Refusal> {
        if !Accept::of(&parts.headers).events || !parts.headers.contains_key("accept") {
            return Err(Refusal::invalid(
                StatusCode::NOT_ACCEPTABLE,
                "Accept must include text/event-stream",
            ));
        }
        check_session_version(&parts.headers)?;
        let using = self.enter(parts)?;
        let last = parts.headers.only("last-event-id");
        let last = last.and_then(|id| parse_id(std::str::from_utf8(id).ok()?));
        let mut streams = lock(&using.live.streams);
        let resumed = last.and_then(|(number, event)| {
            let mut kept = streams.of_requests.iter().map(|(stream, _)| stream);
            Some((Arc::clone(kept.find(|stream| stream.number() == number)?), event))
        });
        let reader = match resumed {
            Some((stream, event)) => stream.reader(event, false, options.keep_alive),
            None => {
                let Own { stream, pushes, left } = streams.own.get_or_insert_with(|| {
                    let number = using.live.next_stream.fetch_add(1, Ordering::Relaxed);
                    let pushes = Pushes::of_session(&self.server, &using.live.session);
                    Own {
                        stream: Arc::new(EventStream::new(number, true, true)),
                        pushes: pushes.map(Arc::new),
                        left: None,
                    }
                });
                *left = None;
                let after = match last {
                    Some((number, event)) if number == stream.number() => event,
                    _ => stream.last_read(),
                };
                let reader = stream.reader(after, false, options.keep_alive);
                match pushes {
                    Some(pushes) => {
                        let (pushes, stream) = (Arc::clone(pushes), Arc::clone(stream));
                        reader.beside(async move { pushes.tell(stream).await })
                    }
                    None => reader,
                }
            }
        };
        drop(streams);
        Ok(sse::response(HttpBody::session(reader.during(using.again()))))
    }

    /// `DELETE`: the end of a session (`SESS-04`).
    pub(super) fn delete(self: &Arc<Self>, parts: &RequestParts) -> Result<Response<HttpBody>, Refusal> {
        check_session_version(&parts.headers)?;
        let using = self.enter(parts)?;
        self.end(using.uid);
        let mut response = Response::new(HttpBody::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        Ok(response)
    }

    /// Ends the streams of all sessions.
    pub(super) fn close(&self) {
        for live in lock(&self.live).values() {
            if let Some(own) = &lock(&live.streams).own {
                own.stream.finish(None);
            }
        }
    }

    /// Finds the session that a request names.
    fn enter(self: &Arc<Self>, parts: &RequestParts) -> Result<Using, Refusal> {
        let id = session_id(&parts.headers)?;
        let principal = parts.extensions.get::<Principal>();
        let keep = |session| Arc::new(Live::new(session, &self.server));
        let Some(Opened { uid, kept, .. }) = self.recent.open(&self.server, principal, id, keep) else {
            return Err(Refusal::dead_session());
        };
        if lock(&self.ended).contains(uid) {
            return Err(Refusal::dead_session());
        }
        let mut live = lock(&self.live);
        // One that is in use may have been closed meanwhile among the recent ones.
        let live = live.entry(uid).or_insert(kept);
        live.users.fetch_add(1, Ordering::AcqRel);
        Ok(Using {
            uid,
            live: Arc::clone(live),
            sessions: Arc::clone(self),
        })
    }

    fn end(&self, uid: Uid) {
        self.recent.forget(uid);
        lock(&self.ended).insert(uid);
        let live = lock(&self.live).remove(&uid);
        if let Some(live) = live {
            live.in_flight.cancel_all();
            #[cfg(feature = "ask")]
            live.questions.close();
            let streams = lock(&live.streams);
            let own = streams.own.iter().map(|own| &own.stream);
            for stream in streams.of_requests.iter().map(|(stream, _)| stream).chain(own) {
                stream.finish(None);
            }
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
        lock(&self.live).retain(|&uid, live| {
            live.forget_streams(now);
            let is_used = live.users.load(Ordering::Acquire) > 0;
            if !is_used && now.duration_since(*lock(&live.last_used)) > IDLE {
                idle.push(uid);
            }
            is_used || live.needs_memory()
        });
        idle.into_iter().for_each(|uid| self.end(uid));
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
    fn again(&self) -> Self {
        self.live.users.fetch_add(1, Ordering::AcqRel);
        Self {
            uid: self.uid,
            live: Arc::clone(&self.live),
            sessions: Arc::clone(&self.sessions),
        }
    }
}

impl Drop for Using {
    fn drop(&mut self) {
        // The lock comes first, so that nobody enters between the last look and the end.
        let mut live = lock(&self.sessions.live);
        *lock(&self.live.last_used) = Instant::now();
        let is_last = self.live.users.fetch_sub(1, Ordering::AcqRel) == 1;
        if !is_last {
            return;
        }
        match self.live.needs_memory() {
            true => self.sessions.sweep_from_now_on(),
            false => {
                live.remove(&self.uid);
            }
        }
    }
}

fn session_id(headers: &HeaderMap) -> Result<&str, Refusal> {
    match only(headers, &SESSION_ID).and_then(|id| std::str::from_utf8(id).ok()) {
        Some(id) => Ok(id),
        None if headers.contains_key(&SESSION_ID) => Err(Refusal::dead_session()),
        None => Err(Refusal::invalid(
            StatusCode::BAD_REQUEST,
            "Invalid Request: begin with `initialize` and send its Mcp-Session-Id, or send the headers and \
             `_meta` of 2026-07-28",
        )),
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::Request;
    use http_body_util::Full;
    use mcp_core::McpResponse;
    use mcp_core::primitive::ResourceBuilder;

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
    async fn sess_06_what_a_client_that_vanished_left_is_forgotten() {
        let server = Server::builder("s", "1").list_changed(true).build().unwrap();
        let service = server.http();
        let sessions = &service.shared.sessions;
        let session = begin(&service).await;
        assert!(
            lock(&sessions.live).is_empty(),
            "a session that only asks needs no memory"
        );

        let stream = answer(&service, get(&session)).await;
        let start = Instant::now();
        for seconds in [10, 100, 1000] {
            sessions.sweep(start + Duration::from_secs(seconds));
            assert_eq!(lock(&sessions.live).len(), 1, "it is being read");
        }
        drop(stream);
        sessions.sweep(start + Duration::from_secs(1010));
        // Somebody comes back in time, and goes for good.
        drop(answer(&service, get(&session)).await);
        sessions.sweep(start + Duration::from_secs(1080));
        sessions.sweep(start + Duration::from_secs(1130));
        assert_eq!(lock(&sessions.live).len(), 1);
        sessions.sweep(start + Duration::from_secs(1150));
        assert!(lock(&sessions.live).is_empty());
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
        assert_eq!(lock(&sessions.live).len(), 1);
        sessions.sweep(start + IDLE * 2);
        assert!(lock(&sessions.live).is_empty());
        // Its subscription is gone, and so that nobody waits for it in vain, the session is.
        assert_eq!(
            answer(&service, get(&session)).await.status(),
            StatusCode::NOT_FOUND
        );
    }
}
