//! Calls without an executor.

use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;

/// The output of a future that is ready at once, as that of every call here is.
fn now<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(std::sync::Arc::new(Unwoken));
    match pin!(future).poll(&mut Context::from_waker(&waker)) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a workload has to wait"),
    }
}

/// A waker that has data, and does nothing.
struct Unwoken;

impl std::task::Wake for Unwoken {
    fn wake(self: std::sync::Arc<Self>) {}
}

static PUT_OFF: AtomicU64 = AtomicU64::new(0);

/// Called by handlers: takes note of whether they are run where the request was read.
///
/// The server leaves a handler to the executor once a poll of it took long, which on a busy machine
/// happens to the fastest. Such a call costs more, and is not what is measured.
pub(crate) async fn note_place() {
    std::future::poll_fn(|cx| {
        // The waker of a poll on the spot is `Waker::noop()`, which has no data; ours has.
        if !cx.waker().data().is_null() {
            PUT_OFF.fetch_add(1, Ordering::Relaxed);
        }
        Poll::Ready(())
    })
    .await;
}

/// How many calls were put off since this was last asked.
pub(crate) fn take_put_off() -> u64 {
    PUT_OFF.swap(0, Ordering::Relaxed)
}

/// A client of a revision, after its handshake if it has one.
pub(crate) fn client(server: &Server, revision: &str) -> TestClient {
    match revision {
        "2026-07-28" => TestClient::new(server),
        _ => now(TestClient::with_handshake(server, revision)).expect("the handshake is taken"),
    }
}

/// Sends one message.
pub(crate) fn send(client: &TestClient, message: &[u8]) -> Option<Vec<u8>> {
    now(client.send_unobserved(message))
}
