use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use mcp_core::context::Outbound;
use tokio::sync::Notify;

/// How many bytes may wait for a slow reader before notifications are dropped and answers wait.
const HIGH_WATER: usize = 8 << 20;

/// The one way out: whole lines, in the order in which they were pushed.
pub(super) struct Output {
    queue: Mutex<Queue>,
    /// Whoever holds it writes what is in the queue.
    stream: Mutex<Box<dyn Write + Send>>,
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

impl Output {
    pub(super) fn new(stream: Box<dyn Write + Send>) -> Self {
        Self {
            queue: Mutex::default(),
            stream: Mutex::new(stream),
            filled: Condvar::new(),
            drained: Notify::new(),
            failed: Notify::new(),
        }
    }

    /// Queues a line; the caller flushes.
    pub(super) fn push(&self, line: &[u8]) {
        let mut queue = self.queue();
        if queue.failure.is_none() {
            queue.bytes.extend_from_slice(line);
            queue.bytes.push(b'\n');
        }
    }

    /// Queues a line once there is room, and lets the writing thread write it.
    pub(super) async fn send(&self, line: &[u8]) {
        loop {
            let drained = self.drained.notified();
            if self.queue().bytes.len() < HIGH_WATER {
                break;
            }
            drained.await;
        }
        self.push(line);
        self.filled.notify_one();
    }

    /// Writes what is queued. It blocks as long as the client does not read.
    pub(super) fn flush(&self) -> io::Result<()> {
        let mut stream = lock(&self.stream);
        let bytes = {
            let mut queue = self.queue();
            if let Some(kind) = queue.failure {
                return Err(kind.into());
            }
            std::mem::take(&mut queue.bytes)
        };
        if bytes.is_empty() {
            return Ok(());
        }
        let written = stream.write_all(&bytes).and_then(|()| stream.flush());
        if let Err(error) = &written {
            self.queue().failure = Some(error.kind());
            self.failed.notify_one();
        }
        self.drained.notify_waiters();
        written
    }

    /// Writes whatever is pushed without being flushed; the life of the writing thread.
    pub(super) fn write_until_closed(&self) {
        loop {
            let mut queue = self.queue();
            while queue.bytes.is_empty() && !queue.closed && queue.failure.is_none() {
                queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            if queue.bytes.is_empty() || queue.failure.is_some() {
                return;
            }
            drop(queue);
            // A failure is kept in the queue, where `failure` finds it.
            let _ = self.flush();
        }
    }

    /// Waits until writing has failed.
    pub(super) async fn failure(&self) -> io::Error {
        loop {
            let failed = self.failed.notified();
            if let Some(kind) = self.queue().failure {
                return kind.into();
            }
            failed.await;
        }
    }

    /// Writes the rest and ends the writing thread.
    pub(super) fn close(&self) -> io::Result<()> {
        self.queue().closed = true;
        self.filled.notify_all();
        self.flush()
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
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
