use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::exchange::Exchange;
use super::stream::Reader;

/// The body of an answer: whole, or a stream of events.
pub struct HttpBody(Inner);

enum Inner {
    Full(Option<Bytes>),
    /// A stateless request that is being worked on; its client's going stops it.
    Exchange(Box<Exchange>),
    /// A stream of a session.
    Session(Box<Reader>),
}

impl HttpBody {
    pub(super) fn empty() -> Self {
        Self(Inner::Full(None))
    }

    pub(super) fn full(bytes: Vec<u8>) -> Self {
        Self(Inner::Full((!bytes.is_empty()).then(|| bytes.into())))
    }

    pub(super) fn exchange(exchange: Exchange) -> Self {
        Self(Inner::Exchange(Box::new(exchange)))
    }

    pub(super) fn session(reader: Reader) -> Self {
        Self(Inner::Session(Box::new(reader)))
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = match &mut self.0 {
            Inner::Full(bytes) => Poll::Ready(bytes.take()),
            Inner::Exchange(exchange) => exchange.poll_next(cx),
            Inner::Session(reader) => reader.poll_next(cx),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.0, Inner::Full(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Inner::Full(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            _ => SizeHint::default(),
        }
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Inner::Full(_) => "HttpBody(whole)",
            Inner::Exchange(_) | Inner::Session(_) => "HttpBody(stream)",
        })
    }
}
