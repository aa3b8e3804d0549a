//! Standard input and output: one message a line (`STDIO-*`).
//!
//! A thread of its own reads; what is answered at once is written by the same thread, as soon as
//! no further line is waiting. What takes longer is handed to the runtime, and a second thread
//! writes its answers, so that nothing here ever blocks the runtime's workers.

mod lines;
mod output;

use std::future::poll_fn;
use std::io::{self, Read};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::dispatch::Connection;
use crate::server::Parts;

use lines::{Line, Lines};
use output::Output;

/// How long unfinished requests may go on after the input has ended.
const DRAIN: Duration = Duration::from_secs(30);

/// Serves one client until its input ends, then finishes what it has asked.
pub(crate) async fn serve(server: Arc<Parts>) -> io::Result<()> {
    let output = Arc::new(Output::new(Box::new(io::stdout())));
    let connection = Connection::new(Arc::clone(&server), Arc::<Output>::clone(&output));
    let (tasks, mut unfinished) = mpsc::channel::<()>(1);
    let (ended, end) = oneshot::channel();

    let writer = Arc::clone(&output);
    thread::Builder::new()
        .name("mcp-stdout".into())
        .spawn(move || writer.write_until_closed())?;
    let reader = Reader {
        connection,
        output: Arc::clone(&output),
        runtime: Handle::current(),
        tasks,
    };
    thread::Builder::new().name("mcp-stdin".into()).spawn(move || {
        let limit = server.limits.request_size;
        // The receiver is gone only if the program has stopped waiting.
        let _ = ended.send(reader.read(Lines::new(io::stdin(), limit)));
    })?;

    let (mut failure, mut end) = (pin!(output.failure()), pin!(end));
    poll_fn(|cx| match failure.as_mut().poll(cx) {
        // The client does not read any more: nothing is left to be done for it.
        Poll::Ready(error) => Poll::Ready(Err(error)),
        Poll::Pending => end.as_mut().poll(cx).map(|read| read.unwrap_or(Ok(()))),
    })
    .await?;
    // Every task holds a sender, so the channel ends with the last of them.
    if tokio::time::timeout(DRAIN, unfinished.recv()).await.is_err() {
        tracing::warn!("requests were still running when their time after the end of the input was over");
    }
    output.close()
}

struct Reader {
    connection: Connection,
    output: Arc<Output>,
    runtime: Handle,
    tasks: mpsc::Sender<()>,
}

impl Reader {
    fn read(self, mut lines: Lines<impl Read>) -> io::Result<()> {
        // Handlers are polled on this thread first and may need the runtime's timers.
        let _entered = self.runtime.enter();
        let mut answer = Vec::new();
        loop {
            let pending = match lines.next()? {
                Line::Message(message) => self.connection.receive(message, &mut answer),
                Line::TooLong => {
                    self.connection.refuse_size(&mut answer);
                    None
                }
                Line::End => return self.output.flush(),
            };
            if let Some(pending) = pending {
                let (output, task) = (Arc::clone(&self.output), self.tasks.clone());
                self.runtime.spawn(async move {
                    if let Some(answer) = pending.await {
                        output.send(&answer).await;
                    }
                    drop(task);
                });
            } else if !answer.is_empty() {
                self.output.push(&answer);
                answer.clear();
            }
            if !lines.has_line() {
                self.output.flush()?;
            }
        }
    }
}
