//! An event stream, read as the standard says and held to what we promise beyond it.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use mcp_core::protocol::ProtocolVersion;
use mcp_tests::wire::Seen;
use serde_json::Value;

use crate::client::{PATIENCE, QUIET};
use crate::reply::{Body, check};

/// A stream of events that is being read. Dropping it is what a client that is gone looks like.
pub(crate) struct Events {
    body: Body,
    unread: Vec<u8>,
    version: ProtocolVersion,
    message: Option<Value>,
    /// What came before the answer.
    pub(crate) notifications: Vec<Value>,
    /// How many comments came.
    pub(crate) comments: usize,
    /// The last id that an event had.
    pub(crate) last_id: Option<String>,
    /// How long the server wants to be left alone before the next attempt.
    pub(crate) retry: Option<u64>,
}

/// One event.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) data: Option<String>,
    pub(crate) retry: Option<u64>,
}

impl Events {
    pub(crate) fn new(body: Body, version: ProtocolVersion, message: Option<Value>) -> Self {
        Self {
            body,
            unread: Vec::new(),
            version,
            message,
            notifications: Vec::new(),
            comments: 0,
            last_id: None,
            retry: None,
        }
    }

    /// The next event; `None` at the end of the stream.
    pub(crate) async fn event(&mut self) -> Option<Event> {
        loop {
            let event = self.block().await?;
            if event != Event::default() {
                self.keep(&event);
                return Some(event);
            }
        }
    }

    /// The next message; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let event = self.event().await?;
            if let Some(data) = event.data.filter(|data| !data.is_empty()) {
                let message = serde_json::from_str(&data).unwrap_or_else(|error| panic!("{error} in {data}"));
                return Some(self.checked(message));
            }
        }
    }

    /// The next message.
    pub(crate) async fn message(&mut self) -> Value {
        self.next().await.expect("a message before the end of the stream")
    }

    /// The answer; what comes before it is kept. The stream has to end with it (`HTTP-11`).
    pub(crate) async fn answer(mut self) -> Value {
        let answer = self.answer_and_go_on().await;
        self.end().await;
        answer
    }

    /// The answer; what comes before it is kept.
    pub(crate) async fn answer_and_go_on(&mut self) -> Value {
        loop {
            let message = self.message().await;
            if message.get("method").is_none() {
                return message;
            }
            self.notifications.push(message);
        }
    }

    /// Asserts that the stream ends and has nothing more to say.
    pub(crate) async fn end(mut self) {
        let after = self.next().await;
        assert_eq!(after, None, "HTTP-11: nothing comes after the answer");
    }

    /// Asserts that nothing is said for a while.
    pub(crate) async fn quiet(&mut self) {
        self.quiet_for(QUIET).await;
    }

    /// Asserts that nothing is said for so long.
    pub(crate) async fn quiet_for(&mut self, time: Duration) {
        if let Ok(said) = tokio::time::timeout(time, self.next()).await {
            panic!("nobody asked for {said:?}");
        }
    }

    /// Waits until so many comments have come, and nothing else.
    pub(crate) async fn comments(&mut self, count: usize) {
        while self.comments < count {
            let event = self.block().await.expect("the stream goes on");
            assert_eq!(event, Event::default(), "only comments");
        }
    }

    fn keep(&mut self, event: &Event) {
        if !self.version.has_handshake() {
            assert!(
                event.id.is_none() && event.retry.is_none(),
                "HTTP-12: neither ids nor retry: {event:?}"
            );
            assert!(
                event.data.is_some(),
                "HTTP-12: every event is a message: {event:?}"
            );
        }
        if let Some(id) = &event.id {
            assert!(
                self.last_id.as_ref() != Some(id),
                "LSSE-02: every event has an id of its own"
            );
            self.last_id = Some(id.clone());
        }
        self.retry = event.retry.or(self.retry);
    }

    fn checked(&self, message: Value) -> Value {
        let is_notification = message.get("method").is_some() && message.get("id").is_none();
        if message.get("method").is_some() && message.get("id").is_some() {
            assert!(
                self.version.has_handshake(),
                "RPC-09: the server never asks: {message}"
            );
            return message;
        }
        let (answer, notifications) = match is_notification {
            true => (None, std::slice::from_ref(&message)),
            false => (Some(&message), [].as_slice()),
        };
        let request = self.message.as_ref().filter(|_| !is_notification);
        check(
            self.version,
            Seen {
                message: request,
                answer,
                notifications,
                questions: &[],
            },
        );
        message
    }

    /// Everything up to the next empty line.
    async fn block(&mut self) -> Option<Event> {
        let end = loop {
            if let Some(end) = self.unread.windows(2).position(|two| two == b"\n\n") {
                break end;
            }
            let read = tokio::time::timeout(PATIENCE, self.frame()).await;
            let Some(bytes) = read.expect("something on the stream in time") else {
                assert!(
                    self.unread.is_empty(),
                    "the stream ends inside an event: {:?}",
                    self.unread
                );
                return None;
            };
            self.unread.extend_from_slice(&bytes);
        };
        let block: Vec<u8> = self.unread.drain(..end + 2).collect();
        Some(self.read(std::str::from_utf8(&block).expect("HTTP-12: UTF-8")))
    }

    async fn frame(&mut self) -> Option<Bytes> {
        loop {
            let frame = self.body.frame().await?.expect("the stream is whole");
            if let Ok(data) = frame.into_data() {
                return Some(data);
            }
        }
    }

    fn read(&mut self, block: &str) -> Event {
        let mut event = Event::default();
        for line in block.lines().filter(|line| !line.is_empty()) {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "" => self.comments += 1,
                "data" => assert_eq!(
                    event.data.replace(value.to_owned()),
                    None,
                    "HTTP-12: one line of data"
                ),
                "id" => event.id = Some(value.to_owned()),
                "retry" => event.retry = Some(value.parse().expect("a number of milliseconds")),
                "event" => assert_eq!(value, "message", "HTTP-12: the usual type"),
                other => panic!("no event has a field `{other}`"),
            }
        }
        event
    }
}
