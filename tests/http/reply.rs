//! What comes back, and what has to hold for all of it.

use bytes::Bytes;
use http::response::Parts;
use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use mcp_core::protocol::ProtocolVersion;
use mcp_tests::schema;
use mcp_tests::wire::{self, Seen};
use serde_json::Value;

use crate::client::PATIENCE;
use crate::events::Events;

/// A response's body, of whatever type the service has.
pub(crate) type Body = UnsyncBoxBody<Bytes, Box<dyn std::error::Error + Send + Sync>>;

/// The head of a response, and a body that is still to be read.
#[derive(Debug)]
pub(crate) struct Reply {
    head: Parts,
    body: Body,
    version: ProtocolVersion,
    message: Option<Value>,
}

impl Reply {
    pub(crate) fn new(head: Parts, body: Body, version: ProtocolVersion, message: Option<Value>) -> Self {
        assert!(
            !version.has_handshake()
                || head.headers.get("mcp-session-id").is_none()
                || is_initialize(&message),
            "SESS-01: only the answer to `initialize` gives a session"
        );
        assert!(
            version.has_handshake() || head.headers.get("mcp-session-id").is_none(),
            "SESS-07: no session for a stateless request"
        );
        Self {
            head,
            body,
            version,
            message,
        }
    }

    pub(crate) fn status(&self) -> u16 {
        self.head.status.as_u16()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.head.headers.get_all(name).iter();
        let value = values.next()?;
        assert!(values.next().is_none(), "`{name}` stands there twice");
        Some(value.to_str().unwrap())
    }

    /// Asserts the status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status(), status, "{:?}; sent {:?}", self.head, self.message);
        self
    }

    fn is_stream(&self) -> bool {
        self.header("content-type")
            .is_some_and(|media| media.starts_with("text/event-stream"))
    }

    /// Asserts that there is no body.
    pub(crate) async fn empty(self) {
        assert_eq!(self.bytes().await, "", "HTTP-04: an empty body");
    }

    /// The whole body.
    pub(crate) async fn bytes(self) -> Bytes {
        let collected = tokio::time::timeout(PATIENCE, self.body.collect()).await;
        collected
            .expect("the body ends")
            .expect("the body is whole")
            .to_bytes()
    }

    /// The message that the body is, which has to be JSON.
    pub(crate) async fn json(self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "HTTP-03");
        let (version, message) = (self.version, self.message.clone());
        let bytes = self.bytes().await;
        let answer = serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{error} in {bytes:?}"));
        check(
            version,
            Seen {
                message: message.as_ref(),
                answer: Some(&answer),
                notifications: &[],
                questions: &[],
            },
        );
        answer
    }

    /// The stream that the body is.
    #[track_caller]
    pub(crate) fn events(self) -> Events {
        assert_eq!(self.status(), 200);
        assert_eq!(
            self.header("content-type"),
            Some("text/event-stream"),
            "HTTP-03; sent {:?}",
            self.message
        );
        assert_eq!(self.header("x-accel-buffering"), Some("no"), "HTTP-13");
        let cached = self
            .header("cache-control")
            .expect("HTTP-13: caching is ruled out");
        assert!(
            cached.contains("no-cache") || cached.contains("no-store"),
            "HTTP-13: {cached}"
        );
        Events::new(self.body, self.version, self.message)
    }

    /// The answer, in whichever of the two forms it comes.
    pub(crate) async fn answer(self) -> Value {
        match self.is_stream() {
            true => self.events().answer().await,
            false => self.json().await,
        }
    }

    /// The error that the body has to be.
    pub(crate) async fn error(self) -> Value {
        let mut answer = self.json().await;
        assert!(answer.get("error").is_some(), "no error: {answer}");
        answer["error"].take()
    }

    /// Asserts the status and the code of an error, and whether it names the request.
    pub(crate) async fn refused(self, status: u16, code: i64) -> Value {
        let request = self
            .message
            .as_ref()
            .and_then(|message| message.get("id"))
            .cloned();
        let answer = self.expect(status).json().await;
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(
            answer.get("id").is_none() || answer.get("id") == request.as_ref(),
            "{answer}"
        );
        answer
    }
}

fn is_initialize(message: &Option<Value>) -> bool {
    message
        .as_ref()
        .is_some_and(|message| message["method"] == "initialize")
}

/// Holds what came back against the revision's schema and the rules that are prose.
pub(crate) fn check(version: ProtocolVersion, seen: Seen<'_>) {
    let method = seen
        .message
        .and_then(|message| message["method"].as_str())
        .unwrap_or_default();
    wire::check(version, method, &seen);
    schema::check(version, method, &seen);
}
