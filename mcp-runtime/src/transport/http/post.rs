//! A posted message: read within the limits, then taken by the era it is of (`ERA-06`).

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use mcp_core::error::BoxError;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::ProtocolVersion;

use super::HttpService;
use super::accept::Accept;
use super::body::HttpBody;
use super::headers::{SESSION_ID, name_of, only};
use super::refusal::Refusal;
use crate::dispatch::{Standard, unsupported_version};
use crate::envelope::{Incoming, Rejected, decode};

/// How long a client may take to send a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The kinds of clients, as a message tells them apart.
enum Era {
    /// 2026-07-28: the message brings everything with it.
    Stateless,
    /// Before it: the message belongs to a session, or begins one.
    Session,
}

/// What became of a message.
pub(super) enum Taken {
    Answered(Response<HttpBody>),
    /// It is not known yet how it is answered.
    Working(Pin<Box<dyn Future<Output = Result<Response<HttpBody>, Refusal>> + Send>>),
}

impl HttpService {
    pub(super) async fn post<B>(
        &self,
        parts: &Parts,
        body: Pin<&mut B>,
    ) -> Result<Response<HttpBody>, Refusal>
    where
        B: Body<Data = Bytes> + Send,
        B::Error: Into<BoxError>,
    {
        if !is_json(&parts.headers) {
            return Err(Refusal::invalid(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Content-Type must be application/json",
            ));
        }
        let accept = Accept::of(&parts.headers);
        if !accept.json && !accept.events {
            return Err(Refusal::invalid(
                StatusCode::NOT_ACCEPTABLE,
                "Accept must include application/json or text/event-stream",
            ));
        }
        let message = self.read(body).await?;
        match self.take(parts, accept, &message)? {
            Taken::Answered(response) => Ok(response),
            Taken::Working(work) => work.await,
        }
    }

    fn take(&self, parts: &Parts, accept: Accept, message: &[u8]) -> Result<Taken, Refusal> {
        let incoming = decode(message).map_err(|Rejected { id, error }| {
            Refusal::new(StatusCode::BAD_REQUEST, error).of(id.as_deref())
        })?;
        match era(&parts.headers, &incoming)? {
            Era::Stateless => self.stateless(parts, accept, &incoming),
            Era::Session => self.session(parts, accept, incoming),
        }
    }

    async fn read<B>(&self, body: Pin<&mut B>) -> Result<Bytes, Refusal>
    where
        B: Body<Data = Bytes>,
        B::Error: Into<BoxError>,
    {
        let limit = self.shared.server.limits.request_size;
        let too_large = || {
            let message = format!("Request too large: at most {limit} bytes");
            Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                ErrorObject::invalid_request(message),
            )
        };
        if body.size_hint().lower() > limit as u64 {
            return Err(too_large());
        }
        let mut collected = pin!(Limited::new(body, limit).collect());
        // Usually the body came with the head, and is there at the second look: no clock is needed.
        let mut looks = 0;
        let at_once = poll_fn(|cx| match collected.as_mut().poll(cx) {
            Poll::Ready(collected) => Poll::Ready(Some(collected)),
            Poll::Pending if looks > 0 => Poll::Ready(None),
            Poll::Pending => {
                looks += 1;
                cx.waker().wake_by_ref();
                Poll::Pending
            }
        });
        let collected = match at_once.await {
            Some(collected) => Ok(collected),
            None => tokio::time::timeout(BODY_TIMEOUT, collected).await,
        };
        match collected {
            Ok(Ok(collected)) => Ok(collected.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
            Ok(Err(_)) => Err(Refusal::invalid(
                StatusCode::BAD_REQUEST,
                "The request was not sent to its end",
            )),
            Err(_) => Err(Refusal::invalid(
                StatusCode::REQUEST_TIMEOUT,
                "The request was sent too slowly",
            )),
        }
    }
}

/// Pages of foreign origins cannot send this type without asking first (`HTTP-10`).
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = only(headers, header::CONTENT_TYPE) else {
        return false;
    };
    let essence = value.split(|&byte| byte == b';').next().unwrap_or_default();
    essence.trim_ascii().eq_ignore_ascii_case(b"application/json")
}

/// Whether the headers are those of a session's message; stateless requests name their method.
pub(super) fn is_of_session(headers: &HeaderMap) -> bool {
    headers.contains_key(&SESSION_ID) && !headers.contains_key(name_of(Standard::Method))
}

/// Only sessions have streams of their own and an end (`HTTP-16`, `LHTTP-04`).
pub(super) fn check_session_version(headers: &HeaderMap) -> Result<(), Refusal> {
    match named_versions(headers) {
        (true, _) => Err(Refusal::method()),
        (false, Some(version)) => Err(unsupported(version)),
        (false, None) => Ok(()),
    }
}

/// Whether the header names a revision that is stateless, and the version in it that is none.
fn named_versions(headers: &HeaderMap) -> (bool, Option<&HeaderValue>) {
    let (mut is_stateless, mut unknown) = (false, None);
    for value in headers.get_all(name_of(Standard::Version)) {
        match value.to_str().ok().and_then(ProtocolVersion::from_wire) {
            Some(version) => is_stateless |= !version.has_handshake(),
            None => unknown = Some(value),
        }
    }
    (is_stateless, unknown)
}

fn unsupported(version: &HeaderValue) -> Refusal {
    let error = unsupported_version(&String::from_utf8_lossy(version.as_bytes()));
    Refusal::new(StatusCode::BAD_REQUEST, error)
}

fn era(headers: &HeaderMap, incoming: &Incoming<'_>) -> Result<Era, Refusal> {
    if let Incoming::Request { params, .. } | Incoming::Notification { params, .. } = incoming
        && params.meta.is_modern()
    {
        return Ok(Era::Stateless);
    }
    let (is_named, unknown) = named_versions(headers);
    if is_named {
        return Ok(Era::Stateless);
    }
    let (id, method) = match incoming {
        Incoming::Request { id, method, .. } => (Some(id.as_ref()), Some(method.as_ref())),
        _ => (None, None),
    };
    match unknown {
        // What a handshake is about is in its body.
        Some(version) if method != Some("initialize") => Err(unsupported(version).of(id)),
        _ => Ok(Era::Session),
    }
}
