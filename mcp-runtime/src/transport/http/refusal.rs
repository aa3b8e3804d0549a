use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Response, StatusCode};
use http_body::Body;
use mcp_core::jsonrpc::{ErrorCode, ErrorObject};

use super::body::HttpBody;
use crate::dispatch::{NO_CAPACITY, NO_SUBSCRIPTIONS};
use crate::envelope::encode_error;

/// How long a client may go on sending what is refused.
const LINGER: Duration = Duration::from_secs(1);
/// How many bytes of it are read, and dropped.
const LINGER_SIZE: usize = 16 << 20;

/// An answer that is an error, with the status that goes with it.
pub(super) struct Refusal {
    status: StatusCode,
    id: Option<Box<str>>,
    error: ErrorObject,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, error: ErrorObject) -> Self {
        Self {
            status,
            id: None,
            error,
        }
    }

    /// A request that is none, or not one for here.
    pub(super) fn invalid(status: StatusCode, message: &'static str) -> Self {
        Self::new(status, ErrorObject::invalid_request(message))
    }

    pub(super) fn forbidden(message: &'static str) -> Self {
        Self::invalid(StatusCode::FORBIDDEN, message)
    }

    pub(super) fn method() -> Self {
        Self::invalid(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed")
    }

    /// The session is over, or there never was one (`SESS-03`).
    pub(super) fn dead_session() -> Self {
        Self::invalid(
            StatusCode::NOT_FOUND,
            "Session not found: begin again with `initialize`",
        )
    }

    /// Says whose error it is.
    pub(super) fn of(mut self, id: Option<&str>) -> Self {
        self.id = id.map(Into::into);
        self
    }

    /// The answer, when the client has sent the rest of what is refused: a connection that is closed
    /// before takes the answer away from it. What never ends, or is very long, is not waited for.
    pub(super) async fn after<B>(self, headers: &HeaderMap, mut body: Pin<&mut B>) -> Response<HttpBody>
    where
        B: Body<Data = Bytes>,
    {
        // A client that waits to be told to go on has sent nothing.
        if body.is_end_stream() || headers.contains_key(header::EXPECT) {
            return self.into_response();
        }
        let mut left = LINGER_SIZE;
        let drained = poll_fn(|cx| {
            while let Some(Ok(frame)) = ready!(body.as_mut().poll_frame(cx)) {
                match left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) {
                    Some(less) => left = less,
                    None => break,
                }
            }
            Poll::Ready(())
        });
        let _ = tokio::time::timeout(LINGER, drained).await;
        self.into_response()
    }

    fn into_response(self) -> Response<HttpBody> {
        let mut bytes = Vec::new();
        encode_error(&mut bytes, self.id.as_deref(), &self.error);
        let mut response = json(bytes);
        *response.status_mut() = self.status;
        if self.status == StatusCode::METHOD_NOT_ALLOWED {
            let methods = HeaderValue::from_static("POST, GET, DELETE");
            response.headers_mut().insert(header::ALLOW, methods);
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// An answer as JSON.
pub(super) fn json(bytes: Vec<u8>) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::full(bytes));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// The status of an error of a stateless request: the ones that clients look at are told apart, all
/// others are ordinary answers (`AMB-02`).
pub(super) fn status_of(error: &ErrorObject) -> StatusCode {
    match error.code {
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        ErrorCode::INTERNAL_ERROR if [NO_CAPACITY, NO_SUBSCRIPTIONS].contains(&&*error.message) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        code => status_of_code(code.value()),
    }
}

/// The same for an error of which only the code is known.
pub(super) fn status_of_code(code: i64) -> StatusCode {
    const BAD: [ErrorCode; 5] = [
        ErrorCode::PARSE_ERROR,
        ErrorCode::INVALID_REQUEST,
        ErrorCode::HEADER_MISMATCH,
        ErrorCode::MISSING_CLIENT_CAPABILITY,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
    ];
    match BAD.iter().any(|bad| bad.value() == code) {
        true => StatusCode::BAD_REQUEST,
        false => StatusCode::OK,
    }
}
