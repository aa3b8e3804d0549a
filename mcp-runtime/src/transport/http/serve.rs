//! A listener of our own: HTTP/1.1 and HTTP/2 without encryption, on hyper.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpSocket, ToSocketAddrs};

use super::HttpService;
use super::body::HttpBody;
use super::refusal::Refusal;
use crate::transport::race::first;
use crate::transport::signals;

/// Where the server is found.
const PATH: &str = "/mcp";
/// How long unfinished requests may go on once the process is to end.
const DRAIN: Duration = Duration::from_secs(30);
/// How long a client may take to send the head of a request, and be idle between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);
/// How many bytes the head of a request may have.
const HEAD_SIZE: usize = 64 << 10;
/// How long the listener rests when it has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(50);

/// How many connections may wait to be taken. The usual 128 are soon there when many clients come at
/// once, and those beyond are only tried again after a second.
const BACKLOG: u32 = 4096;

/// Listens at the first of the addresses at which that is possible.
async fn listen(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
    let mut failure = io::Error::new(io::ErrorKind::InvalidInput, "there is no such address");
    for address in tokio::net::lookup_host(address).await? {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        // Or the address of a server that has just ended could not be had for a while. On Windows it
        // would mean that two may have it at a time.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Serves an address until the process is told to end, then finishes what was asked.
pub(crate) async fn serve(service: HttpService, address: impl ToSocketAddrs) -> io::Result<()> {
    let listener = listen(address).await?;
    let shutdown = signals::shutdown()?;
    let _serving = shutdown.serve();
    let connections = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_SIZE);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HEAD_TIMEOUT)
        .max_header_list_size(HEAD_SIZE as u32);
    tracing::info!(address = ?listener.local_addr(), "serving MCP over HTTP at {PATH}");
    while let Some(accepted) = first(shutdown.wished(), listener.accept()).await {
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of descriptors, for instance: those that there are go on.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(NO_ROOM).await;
                continue;
            }
        };
        // Answers are written at once; waiting for more would only delay them.
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        let answer = service_fn(move |request| answer(service.clone(), request));
        let connection = builder
            .serve_connection(TokioIo::new(stream), answer)
            .into_owned();
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    service.shut_down();
    if tokio::time::timeout(DRAIN, connections.shutdown()).await.is_err() {
        tracing::warn!("connections were given up when their time to finish was over");
    }
    Ok(())
}

/// Answers what is asked for at the one place that there is.
fn answer(
    service: HttpService,
    request: Request<Incoming>,
) -> impl Future<Output = Result<Response<HttpBody>, Infallible>> + Send {
    let begun = match request.uri().path() == PATH {
        true => Ok(service.begin(request)),
        false => Err(request),
    };
    async move {
        Ok(match begun {
            Ok(begun) => begun.answer().await,
            Err(request) => {
                let (parts, body) = request.into_parts();
                Refusal::invalid(StatusCode::NOT_FOUND, "There is nothing here but /mcp")
                    .after(&parts.headers, pin!(body))
                    .await
            }
        })
    }
}
