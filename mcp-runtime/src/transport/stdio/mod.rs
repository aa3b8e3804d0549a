//! Standard input and output: one message a line (`STDIO-*`).
//!
//! A thread of its own reads; what is answered at once is written by the same thread, as soon as
//! no further line is waiting. What takes longer is handed to the runtime, and a second thread
//! writes its answers, so that nothing here ever blocks the runtime's workers.

mod lines;
mod output;
mod signals;
mod streams;

use std::future::poll_fn;
use std::io::{self, Read};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::dispatch::{Connection, PendingAnswer};
use crate::server::Parts;

use lines::{Line, Lines};
use output::Output;
use signals::Shutdown;

/// How long unfinished requests may go on after the input has ended.
const DRAIN: Duration = Duration::from_secs(30);
/// How much memory the buffer of one answer keeps for the next.
const KEPT_BUFFER: usize = 64 * 1024;

/// Serves one client until its input ends or a signal comes, then finishes what was asked.
pub(crate) async fn serve(server: Arc<Parts>) -> io::Result<()> {
    let streams = streams::take(&server)?;
    let (shutdown, _listening) = signals::listen()?;
    let output = Arc::new(Output::new(streams.output));
    let connection = Connection::new(Arc::clone(&server), Arc::<Output>::clone(&output));
    let (tasks, mut unfinished) = mpsc::channel::<()>(1);
    let (ended, end) = oneshot::channel();

    let writer = Arc::clone(&output);
    thread::Builder::new()
        .name("mcp-stdout".into())
        .spawn(move || writer.write_until_closed())?;
    let (runtime, stop) = (Handle::current(), shutdown.clone());
    let reader = Reader {
        connection,
        output: Arc::clone(&output),
        runtime,
        tasks: tasks.downgrade(),
        stop,
    };
    let lines = Lines::new(streams.input, server.limits.request_size);
    thread::Builder::new().name("mcp-stdin".into()).spawn(move || {
        // The receiver is gone only if the program has stopped waiting.
        let _ = ended.send(reader.read(lines));
    })?;

    let (mut failure, mut end, mut wished) = (pin!(output.failure()), pin!(end), pin!(shutdown.wished()));
    poll_fn(|cx| {
        // The client does not read any more: nothing is left to be done for it.
        if let Poll::Ready(error) = failure.as_mut().poll(cx) {
            return Poll::Ready(Err(error));
        }
        if wished.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let ended =
            |read: Result<_, _>| read.unwrap_or_else(|_| Err(io::Error::other("the reading thread died")));
        end.as_mut().poll(cx).map(ended)
    })
    .await?;
    // Every unfinished task holds a sender, so the channel ends with the last of them.
    drop(tasks);
    if tokio::time::timeout(DRAIN, unfinished.recv()).await.is_err() {
        tracing::warn!("requests were still running when their time to finish was over");
    }
    output.close()
}

struct Reader {
    connection: Connection,
    output: Arc<Output>,
    runtime: Handle,
    /// Gone once no new work is taken.
    tasks: mpsc::WeakSender<()>,
    stop: Shutdown,
}

impl Reader {
    fn read(self, mut lines: Lines<impl Read>) -> io::Result<()> {
        // Handlers are polled on this thread first and may need the runtime's timers.
        let _entered = self.runtime.enter();
        let mut answer = Vec::new();
        while !self.stop.is_wished() {
            let pending = match lines.next()? {
                Line::Message(message) => self.connection.receive(message, &mut answer),
                Line::TooLong => {
                    self.connection.refuse_size(&mut answer);
                    None
                }
                Line::End => break,
            };
            if let Some(pending) = pending {
                self.spawn(pending);
            } else if !answer.is_empty() {
                self.output.push(&answer);
                answer.clear();
                answer.shrink_to(KEPT_BUFFER);
            }
            if !lines.has_line() {
                self.output.flush()?;
            }
        }
        self.output.flush()
    }

    fn spawn(&self, pending: PendingAnswer) {
        let Some(task) = self.tasks.upgrade() else { return };
        let output = Arc::clone(&self.output);
        self.runtime.spawn(async move {
            if let Some(answer) = pending.await {
                output.send(&answer).await;
            }
            drop(task);
        });
    }
}
