use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use mcp_core::context::Outbound;
use tokio::sync::Notify;

use crate::dispatch::Answer;

/// How many bytes may wait for a slow reader before notifications are dropped and answers wait.
const HIGH_WATER: usize = 8 << 20;
/// How much memory the queue keeps for what comes next.
const KEPT: usize = 256 << 10;

/// The one way out: whole lines, in the order in which they were pushed.
pub(super) struct Output {
    queue: Mutex<Queue>,
    /// Whoever holds it writes what is in the queue.
    sink: Mutex<Sink>,
    /// There is something for the writing thread.
    filled: Condvar,
    /// There is room again.
    drained: Notify,
    failed: Notify,
}

#[derive(Default)]
struct Queue {
    bytes: Vec<u8>,
    closed: bool,
    /// Why nothing can be written any more.
    failure: Option<io::ErrorKind>,
}

struct Sink {
    stream: Box<dyn Write + Send>,
    /// The queue's other buffer: one is filled while the other is written.
    spare: Vec<u8>,
}

impl Output {
    pub(super) fn new(stream: Box<dyn Write + Send>) -> Self {
        Self {
            queue: Mutex::default(),
            sink: Mutex::new(Sink {
                stream,
                spare: Vec::new(),
            }),
            filled: Condvar::new(),
            drained: Notify::new(),
            failed: Notify::new(),
        }
    }

    /// Queues a line, which somebody has to flush; gives how many bytes are queued now.
    pub(super) fn push(&self, line: &[u8]) -> usize {
        let mut queue = self.queue();
        if queue.failure.is_none() {
            queue.bytes.extend_from_slice(line);
            queue.bytes.push(b'\n');
        }
        queue.bytes.len()
    }

    /// Queues an answer once there is room, and lets the writing thread write it; unless its request
    /// is cancelled meanwhile.
    pub(super) async fn send(&self, answer: Answer) {
        loop {
            let drained = self.drained.notified();
            if answer.is_cancelled() {
                return;
            }
            if self.queue().bytes.len() < HIGH_WATER {
                break;
            }
            drained.await;
        }
        self.push(&answer.bytes);
        self.filled.notify_one();
    }

    /// Writes what is queued, from the thread that reads. While another thread is writing, it is
    /// left to that one, as long as there is room.
    pub(super) fn flush_while_reading(&self) -> io::Result<()> {
        match self.sink.try_lock() {
            Ok(sink) => self.write(sink),
            Err(TryLockError::WouldBlock) if self.queue().bytes.len() < HIGH_WATER => {
                self.filled.notify_one();
                Ok(())
            }
            Err(TryLockError::WouldBlock) => self.flush(),
            Err(TryLockError::Poisoned(poisoned)) => self.write(poisoned.into_inner()),
        }
    }

    /// Writes what is queued. It blocks as long as the client does not read.
    fn flush(&self) -> io::Result<()> {
        self.write(lock(&self.sink))
    }

    fn write(&self, mut sink: MutexGuard<'_, Sink>) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut sink.spare);
        {
            let mut queue = self.queue();
            if let Some(kind) = queue.failure {
                return Err(kind.into());
            }
            std::mem::swap(&mut queue.bytes, &mut bytes);
        }
        let written = match bytes.is_empty() {
            true => Ok(()),
            false => sink.stream.write_all(&bytes).and_then(|()| sink.stream.flush()),
        };
        if let Err(error) = &written {
            self.queue().failure = Some(error.kind());
            self.failed.notify_one();
        }
        bytes.clear();
        bytes.shrink_to(KEPT);
        sink.spare = bytes;
        self.drained.notify_waiters();
        written
    }

    /// Writes whatever is pushed without being flushed; the life of the writing thread. It ends when
    /// all is written after `close`, or when writing fails.
    pub(super) fn write_until_closed(&self) {
        loop {
            let mut queue = self.queue();
            while queue.bytes.is_empty() && !queue.closed && queue.failure.is_none() {
                queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            let done = queue.failure.is_some() || queue.bytes.is_empty();
            drop(queue);
            // Also when there is nothing left: another thread may still be writing the last of it.
            // A failure is kept in the queue, where `failure` finds it.
            let _ = self.flush();
            if done {
                return;
            }
        }
    }

    /// Waits until writing has failed.
    pub(super) async fn failure(&self) -> io::Error {
        loop {
            let failed = self.failed.notified();
            if let Some(error) = self.error() {
                return error;
            }
            failed.await;
        }
    }

    /// Why nothing can be written any more.
    pub(super) fn error(&self) -> Option<io::Error> {
        self.queue().failure.map(io::Error::from)
    }

    /// Lets the writing thread write the rest and end.
    pub(super) fn close(&self) {
        self.queue().closed = true;
        self.filled.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }
}

impl Outbound for Output {
    fn notify(&self, message: Vec<u8>) -> bool {
        if self.queue().bytes.len() >= HIGH_WATER {
            return false;
        }
        self.push(&message);
        self.filled.notify_one();
        true
    }

    fn make_way(&self) {
        if !self.queue().bytes.is_empty() {
            self.filled.notify_one();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
