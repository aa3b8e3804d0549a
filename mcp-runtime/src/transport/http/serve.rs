//! A listener of our own.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpSocket, ToSocketAddrs};
use tokio::sync::mpsc;

use super::HttpService;
use super::connection::{self, PATH};
use crate::transport::race::first;
use crate::transport::signals;

/// How long unfinished requests may go on once the process is to end.
const DRAIN: Duration = Duration::from_secs(30);
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
    let protocol = Arc::new(connection::protocol());
    let (connected, mut all_gone) = mpsc::channel::<Infallible>(1);
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
        let (service, protocol, connected) = (service.clone(), Arc::clone(&protocol), connected.clone());
        tokio::spawn(async move {
            connection::serve(&protocol, TokioIo::new(stream), service).await;
            drop(connected);
        });
    }
    drop((listener, connected));
    service.shut_down();
    if tokio::time::timeout(DRAIN, all_gone.recv()).await.is_err() {
        tracing::warn!("connections were given up when their time to finish was over");
    }
    Ok(())
}
