//! One connection: HTTP/1.1 or HTTP/2 without encryption, on hyper.
//!
//! It is closed when nothing happens on it. Something happens as long as a request is being answered,
//! or bytes of answers go out. What a client sends does not count before it is a request: a head could
//! be sent for ever.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::time::{Instant, sleep};

use super::HttpService;
use super::body::HttpBody;
use super::refusal::Refusal;

/// Where the server is found.
pub(super) const PATH: &str = "/mcp";
/// How many bytes the head of a request may have.
const HEAD_SIZE: usize = 64 << 10;
/// How often it is looked whether something has happened.
const LOOK: Duration = Duration::from_secs(15);
/// After how many looks that see nothing a connection is closed: after 60 to 75 seconds.
const PATIENCE: u32 = 4;
/// How often a client of HTTP/2 is asked whether it is still there.
const PING: Duration = Duration::from_secs(60);

/// How HTTP is spoken on every connection.
pub(super) type Protocol = Builder<TokioExecutor>;

pub(super) fn protocol() -> Protocol {
    let mut protocol = Builder::new(TokioExecutor::new());
    // A time for each head would be set and taken back with each request.
    protocol.http1().max_buf_size(HEAD_SIZE).header_read_timeout(None);
    protocol
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING)
        .max_header_list_size(HEAD_SIZE as u32);
    protocol
}

/// Serves a connection until it is done, or nothing happens on it; when the server closes, it is ended
/// in good order.
///
/// It has to be a task of its own: what it waits for is told once who is to be woken.
pub(super) async fn serve<T>(protocol: &Protocol, bytes: T, service: HttpService)
where
    T: Read + Write + Unpin + 'static,
{
    let (activity, closing) = (Activity::default(), service.shared.closing.clone());
    let bytes = Counted {
        bytes,
        activity: activity.clone(),
    };
    let answering = activity.clone();
    let answer = service_fn(move |request| answer(service.clone(), request, answering.clone()));
    let mut connection = pin!(protocol.serve_connection(bytes, answer));
    let (mut look, mut end) = (pin!(sleep(LOOK)), pin!(closing.begun()));
    let (mut is_awaited, mut is_ending) = (false, false);
    let mut silence = Silence::of(activity);
    let outcome = poll_fn(|cx| {
        if !is_awaited {
            is_awaited = true;
            // Neither is due; from now on they are looked at without being asked to wake anybody.
            let _ = (look.as_mut().poll(cx), end.as_mut().poll(cx));
        }
        if look.is_elapsed() {
            if silence.goes_on() {
                return Poll::Ready(None);
            }
            look.as_mut().reset(Instant::now() + LOOK);
            let _ = look.as_mut().poll(cx);
        }
        if !is_ending && closing.has_begun() {
            is_ending = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(cx).map(Some)
    });
    match outcome.await {
        Some(Ok(())) => {}
        Some(Err(error)) => tracing::debug!(%error, "a connection ended early"),
        None => tracing::debug!("a connection was closed: nothing happened on it"),
    }
}

/// Answers what is asked for at the one place that there is.
fn answer(
    service: HttpService,
    request: Request<Incoming>,
    activity: Activity,
) -> impl Future<Output = Result<Response<Answering>, Infallible>> + Send {
    let begun = match request.uri().path() == PATH {
        true => Ok(service.begin(request)),
        false => Err(request),
    };
    async move {
        let response = match begun {
            Ok(begun) => begun.answer().await,
            Err(request) => {
                let (parts, body) = request.into_parts();
                Refusal::invalid(StatusCode::NOT_FOUND, "There is nothing here but /mcp")
                    .after(&parts.headers, pin!(body))
                    .await
            }
        };
        Ok(response.map(|body| Answering {
            body,
            _activity: activity,
        }))
    }
}

/// What happens on a connection: the bytes that went out, and whoever else holds it is answering.
#[derive(Clone, Default)]
struct Activity(Arc<AtomicUsize>);

impl Activity {
    fn written(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long nothing has happened.
struct Silence {
    activity: Activity,
    /// Of the activity, while nothing is being answered.
    holders: usize,
    written: usize,
    looks: u32,
}

impl Silence {
    fn of(activity: Activity) -> Self {
        Self {
            holders: Arc::strong_count(&activity.0),
            activity,
            written: 0,
            looks: 0,
        }
    }

    /// Looks again; `true` if it has been silent for too long.
    fn goes_on(&mut self) -> bool {
        let written = self.activity.written();
        let is_silent = written == self.written && Arc::strong_count(&self.activity.0) == self.holders;
        self.written = written;
        self.looks = if is_silent { self.looks + 1 } else { 0 };
        self.looks == PATIENCE
    }
}

/// The bytes of a connection; those that go out are counted.
struct Counted<T> {
    bytes: T,
    activity: Activity,
}

impl<T> Counted<T> {
    fn count(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(written)) = written {
            // Nobody else writes.
            let before = self.activity.written();
            let count = before.wrapping_add(written);
            self.activity.0.store(count, Ordering::Relaxed);
        }
        written
    }
}

impl<T: Read + Unpin> Read for Counted<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(cx, buffer)
    }
}

impl<T: Write + Unpin> Write for Counted<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, slice: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.bytes).poll_write(cx, slice);
        self.count(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.bytes.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.bytes).poll_write_vectored(cx, slices);
        self.count(written)
    }
}

/// The body of an answer, which is being given as long as it is there.
struct Answering {
    body: HttpBody,
    _activity: Activity,
}

impl Body for Answering {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use hyper_util::rt::TokioIo;
    use mcp_core::McpResponse;
    use mcp_core::primitive::ToolBuilder;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::task::JoinHandle;

    use super::*;
    use crate::Server;

    const AN_HOUR: Duration = Duration::from_secs(3600);

    /// A connection to a server of which the one tool takes its time for a large answer.
    fn connect() -> (HttpService, DuplexStream, JoinHandle<()>) {
        let tool = ToolBuilder::new("large").handler((), (), |(), ()| async {
            sleep(AN_HOUR).await;
            McpResponse::text("x".repeat(20_000))
        });
        let service = Server::builder("s", "1").add_tool(tool).build().unwrap().http();
        let (client, bytes) = duplex(256);
        let server = {
            let service = service.clone();
            tokio::spawn(async move { serve(&protocol(), TokioIo::new(bytes), service).await })
        };
        (service, client, server)
    }

    fn post(method: &str, params: &str) -> String {
        let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}{meta}}}}}"#);
        format!(
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\ncontent-type: application/json\r\n\
             mcp-protocol-version: 2026-07-28\r\nmcp-method: {method}\r\nmcp-name: large\r\n\
             content-length: {}\r\n\r\n{message}",
            message.len()
        )
    }

    fn call() -> String {
        post("tools/call", r#""name":"large","#)
    }

    async fn is_closed_in_time(server: JoinHandle<()>, since: Instant) {
        server.await.unwrap();
        let patience = since.elapsed().as_secs();
        assert!((60..=75).contains(&patience), "{patience} s");
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_is_not_waited_for() {
        let (_service, _client, server) = connect();
        is_closed_in_time(server, Instant::now()).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_does_not_end_is_not_waited_for() {
        let (_service, mut client, server) = connect();
        let since = Instant::now();
        let trickle = async {
            for byte in "GET /mcp HTTP/1.1\r\nx: ".bytes().chain(std::iter::repeat(b'x')) {
                client.write_all(&[byte]).await?;
                sleep(Duration::from_secs(1)).await;
            }
            Ok::<_, io::Error>(())
        };
        assert!(trickle.await.is_err());
        is_closed_in_time(server, since).await;
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_may_take_its_time_and_so_may_its_reader() {
        let (_service, mut client, server) = connect();
        client.write_all(call().as_bytes()).await.unwrap();
        let asked = Instant::now();
        let (mut answer, mut part) = (Vec::new(), [0; 100]);
        while !answer.ends_with(b"}") {
            let count = client.read(&mut part).await.unwrap();
            assert_ne!(count, 0, "{}", String::from_utf8_lossy(&answer));
            answer.extend_from_slice(&part[..count]);
            sleep(Duration::from_secs(10)).await;
        }
        assert!(answer.len() > 20_000);
        assert!(asked.elapsed() > AN_HOUR + Duration::from_secs(2000));
        // Then it is idle, and may go on.
        sleep(Duration::from_secs(30)).await;
        client
            .write_all(post("server/discover", "").as_bytes())
            .await
            .unwrap();
        assert_ne!(client.read(&mut part).await.unwrap(), 0);
        let since = Instant::now();
        let rest = tokio::spawn(async move { client.read_to_end(&mut Vec::new()).await });
        is_closed_in_time(server, since).await;
        rest.await.unwrap().unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_reading_is_not_waited_for() {
        let (_service, mut client, server) = connect();
        client.write_all(call().as_bytes()).await.unwrap();
        client.read_exact(&mut [0; 1000]).await.unwrap();
        is_closed_in_time(server, Instant::now()).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_asked_is_finished_before_the_end() {
        let (service, client, idle) = connect();
        service.shut_down();
        idle.await.unwrap();
        drop(client);

        let (service, mut client, server) = connect();
        client.write_all(call().as_bytes()).await.unwrap();
        sleep(AN_HOUR / 2).await;
        service.shut_down();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.ends_with('}'),
            "{answer}"
        );
        server.await.unwrap();
    }
}
