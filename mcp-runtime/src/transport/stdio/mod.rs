//! Standard input and output: one message a line (`STDIO-*`).
//!
//! A thread of its own reads; what is answered at once is written by the same thread, before it
//! waits for more, as far as the client takes it. What takes longer is handed to the runtime, and a
//! second thread writes its answers, so that nothing here ever blocks the runtime's workers and that
//! a client which writes much before it reads is not stuck.

mod kept;
mod lines;
mod output;
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

use crate::dispatch::Connection;
use crate::server::Parts;
use crate::transport::race::{beside, first};
use crate::transport::signals::{self, Shutdown};

use kept::Kept;
use lines::{Line, Lines};
use output::Output;
use streams::Streams;

/// How long unfinished requests may go on after the input has ended.
const DRAIN: Duration = Duration::from_secs(30);
/// How long a client may take to read its last answers.
const LAST_WORDS: Duration = Duration::from_secs(10);
/// How long what was stopped may take to end.
const STOPPING: Duration = Duration::from_millis(100);
/// How often it is seen whether the client still reads, once its input has ended.
const LOOKING: Duration = Duration::from_millis(100);
/// How many bytes of answers are written at once, although more lines are waiting.
const ENOUGH: usize = 256 * 1024;

/// How serving one client ended.
pub(crate) struct Served {
    pub(crate) result: io::Result<()>,
    /// Something that nobody can stop is still running: a handler that blocks or computes.
    pub(crate) is_busy: bool,
}

/// Serves one client until its input ends or a signal comes, then finishes what was asked.
pub(crate) async fn serve(server: Arc<Parts>) -> Served {
    let begun = signals::shutdown().and_then(|shutdown| Ok((shutdown, Streams::take(&server)?)));
    let (shutdown, streams) = match begun {
        Ok(begun) => begun,
        Err(error) => {
            return Served {
                result: Err(error),
                is_busy: false,
            };
        }
    };
    let Streams { input, output, guard } = streams;
    let _serving = shutdown.serve();
    let output = Arc::new(Output::new(output));
    let connection = Arc::new(Connection::new(
        Arc::clone(&server),
        Arc::<Output>::clone(&output),
    ));
    let (tasks, mut unfinished) = mpsc::channel::<()>(1);
    let result = {
        let reader = Reader {
            connection: Arc::clone(&connection),
            output: Arc::clone(&output),
            runtime: Handle::current(),
            tasks: tasks.downgrade(),
            stop: shutdown.clone(),
        };
        let lines = Lines::new(input, server.limits.request_size);
        let gone = || guard.reader_is_gone();
        let talk = talk(reader, lines, (tasks, &mut unfinished), gone);
        beside(connection.push_changes(), talk).await
    };
    // Nobody waits for what is still unfinished.
    connection.abandon();
    let stopped = tokio::time::timeout(STOPPING, unfinished.recv()).await;
    let is_busy = stopped.is_err() || server.blocking.get() > 0;
    if is_busy {
        // What it prints must not come between the messages.
        guard.keep();
    }
    Served { result, is_busy }
}

/// Reads, works and writes until everything is answered. Every unfinished task holds a sender of
/// `tasks`, so that channel ends with the last of them.
async fn talk(
    reader: Reader,
    lines: Lines<impl Read + Send + 'static>,
    (tasks, unfinished): (mpsc::Sender<()>, &mut mpsc::Receiver<()>),
    reader_is_gone: impl Fn() -> bool,
) -> io::Result<()> {
    let (output, connection) = (Arc::clone(&reader.output), Arc::clone(&reader.connection));
    let shutdown = reader.stop.clone();
    let (read_end, read) = oneshot::channel();
    let (write_end, written) = oneshot::channel();
    let writer = Arc::clone(&output);
    spawn("mcp-stdout", write_end, move || writer.write_until_closed())?;
    // However this future ends, the writing thread ends too.
    let _closing = Closing(Arc::clone(&output));
    spawn("mcp-stdin", read_end, move || reader.read(lines))?;

    let end = or_failure(&output, async {
        first(shutdown.wished(), read).await.unwrap_or(Ok(Ok(())))
    });
    let end = match end.await {
        // The client does not read any more: nothing is left to be done for it.
        Err(error) => return Err(error),
        Ok(Ok(read)) => read,
        Ok(Err(_)) => Err(io::Error::other("the reading thread died")),
    };
    // Nobody reads the answers to what was asked.
    connection.no_more_answers();
    drop(tasks);
    connection.end_subscriptions();
    let finished = first(until(reader_is_gone), finish(unfinished, &connection, &output));
    or_failure(&output, finished)
        .await?
        .ok_or(io::ErrorKind::BrokenPipe)?;
    output.close();
    if tokio::time::timeout(LAST_WORDS, written).await.is_err() {
        return Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the client does not read its last answers",
        ));
    }
    output.error().map_or(end, Err)
}

/// Waits for what is unfinished; what is not done in time is answered with an error.
async fn finish(unfinished: &mut mpsc::Receiver<()>, connection: &Connection, output: &Output) {
    if tokio::time::timeout(DRAIN, unfinished.recv()).await.is_err() {
        let abandoned = connection.abandon();
        tracing::warn!(
            count = abandoned.len(),
            "requests were given up when their time to finish was over"
        );
        for mut answer in abandoned {
            output.push(&mut answer);
        }
    }
}

/// Waits until `condition` is seen to hold.
async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(LOOKING).await;
    }
}

/// The outcome of `work`, unless writing fails before it.
async fn or_failure<T>(output: &Output, work: impl Future<Output = T>) -> io::Result<T> {
    let (mut failure, mut work) = (pin!(output.failure()), pin!(work));
    poll_fn(|cx| match failure.as_mut().poll(cx) {
        Poll::Ready(error) => Poll::Ready(Err(error)),
        Poll::Pending => work.as_mut().poll(cx).map(Ok),
    })
    .await
}

/// Starts a thread that tells when it ends.
fn spawn<T: Send + 'static>(
    name: &str,
    end: oneshot::Sender<T>,
    run: impl FnOnce() -> T + Send + 'static,
) -> io::Result<()> {
    // The receiver is gone only if nobody waits any more.
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || drop(end.send(run())))?;
    Ok(())
}

/// Ends the writing thread.
struct Closing(Arc<Output>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

struct Reader {
    connection: Arc<Connection>,
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
        let (mut answer, mut kept) = (Vec::new(), Kept::default());
        while !self.stop.is_wished() {
            let line = lines.next(|| self.output.flush_while_reading())?;
            // Held until the answer is out, so that nothing ends before it.
            let Some(task) = self.tasks.upgrade() else { break };
            let pending = match line {
                Line::Message(message) => {
                    self.output.lend(&mut answer);
                    self.connection.receive(message, &mut answer)
                }
                Line::TooLong => {
                    self.connection.refuse_size(&mut answer);
                    None
                }
                Line::End => break,
            };
            if let Some(pending) = pending {
                self.output.take_back(&mut answer);
                let output = Arc::clone(&self.output);
                self.runtime.spawn(async move {
                    output.room().await;
                    if let Some(answer) = pending.await {
                        output.send(answer).await;
                    }
                    drop(task);
                });
            } else if !answer.is_empty() {
                let queued = self.output.push(&mut answer);
                kept.clear(&mut answer);
                if queued > ENOUGH {
                    self.output.flush_while_reading()?;
                }
            }
        }
        self.output.flush_while_reading()
    }
}
