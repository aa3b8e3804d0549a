//! A message of a client before 2026-07-28: it begins a session, or belongs to one (`SESS-*`, `LSSE-*`).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use http::header::HeaderMap;
use http::request::Parts as RequestParts;
use http::{HeaderValue, Response, StatusCode};
use mcp_core::Principal;
use mcp_core::protocol::ProtocolVersion;

use super::accept::Accept;
use super::body::HttpBody;
use super::headers::{SESSION_ID, only};
use super::live::Own;
use super::post::{Taken, check_session_version};
use super::refusal::{Refusal, json};
use super::sessions::Using;
use super::stateless::{USUAL_ANSWER, accepted};
use super::stream::{EventStream, parse_id};
use super::{HttpService, session, sse};
use crate::dispatch::{Connection, Headers, Pushes};
use crate::envelope::Incoming;
use crate::lock::lock;

impl HttpService {
    /// Takes a message of a client before 2026-07-28.
    pub(super) fn session(
        &self,
        parts: &RequestParts,
        accept: Accept,
        incoming: Incoming<'_>,
    ) -> Result<Taken, Refusal> {
        let id = match &incoming {
            Incoming::Request { id, method, .. } if method.as_ref() == "initialize" => {
                let id = id.clone();
                return self.begin_session(parts, incoming, &id).map(Taken::Answered);
            }
            Incoming::Request { id, .. } => Some(id.clone()),
            _ => None,
        };
        let using = self.enter(parts).map_err(|refusal| refusal.of(id.as_deref()))?;
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

    /// `GET`: the stream of the session itself, or the rest of one that broke off (`LSSE-01`, `LSSE-02`).
    pub(super) fn get(&self, parts: &RequestParts) -> Result<Response<HttpBody>, Refusal> {
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
        self.shared.sessions.keep(&using.live);
        let mut streams = lock(&using.live.streams);
        let resumed = last.and_then(|(number, event)| {
            let mut kept = streams.of_requests.iter().map(|(stream, _)| stream);
            Some((Arc::clone(kept.find(|stream| stream.number() == number)?), event))
        });
        let reader = match resumed {
            Some((stream, event)) => stream.reader(event, false, self.options.keep_alive),
            None => {
                let Own { stream, pushes, left } = streams.own.get_or_insert_with(|| {
                    let number = using.live.next_stream.fetch_add(1, Ordering::Relaxed);
                    let pushes = Pushes::of_session(&self.shared.server, &using.live.session);
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
                let reader = stream.reader(after, false, self.options.keep_alive);
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
        // It may have begun before the stream was there to be ended.
        if self.shared.closing.has_begun() {
            self.shared.sessions.close();
        }
        Ok(sse::response(HttpBody::session(reader.during(using.again()))))
    }

    /// `DELETE`: the end of a session (`SESS-04`).
    pub(super) fn delete(&self, parts: &RequestParts) -> Result<Response<HttpBody>, Refusal> {
        check_session_version(&parts.headers)?;
        let using = self.enter(parts)?;
        self.shared.sessions.end(&using.live);
        let mut response = Response::new(HttpBody::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        Ok(response)
    }

    /// Finds the session that a request names.
    fn enter(&self, parts: &RequestParts) -> Result<Using, Refusal> {
        let id = session_id(&parts.headers)?;
        let principal = parts.extensions.get::<Principal>();
        let using = self.shared.sessions.enter(id, principal);
        using.ok_or_else(Refusal::dead_session)
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
