use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use mcp_core::context::Outbound;
use tokio::sync::Notify;

use super::kept::{self, Kept};
use super::streams::Out;
use crate::dispatch::Answer;
use crate::lock::lock;

/// How many bytes may wait for a slow reader before notifications are dropped and answers wait.
const HIGH_WATER: usize = 8 << 20;
/// How many bytes the reading thread writes itself; more is work for the other one.
const FEW: usize = 16 << 10;
/// How many bytes a pipe takes without waiting when it takes any: a page of the smallest size.
const PIECE: usize = 4 << 10;

/// The one way out: whole lines, in the order in which they were pushed.
pub(super) struct Output {
    queue: Mutex<Queue>,
    /// Whoever holds it writes what is in the queue.
    sink: Mutex<Sink>,
    /// The large buffer waits to be filled again.
    has_large: AtomicBool,
    /// There is something for the writing thread.
    filled: Condvar,
    /// There is room again.
    drained: Notify,
    failed: Notify,
}

#[derive(Default)]
struct Queue {
    bytes: Vec<u8>,
    /// The latest progress of requests that there is no room for, by its token.
    late: Vec<(Box<str>, Vec<u8>)>,
    closed: bool,
    /// Why nothing can be written any more.
    failure: Option<io::ErrorKind>,
}

struct Sink {
    stream: Out,
    /// The queue's other buffer: one is filled while the other is written.
    spare: Vec<u8>,
    kept: Kept,
}

impl Output {
    pub(super) fn new(stream: Out) -> Self {
        Self {
            queue: Mutex::default(),
            sink: Mutex::new(Sink {
                stream,
                spare: Vec::new(),
                kept: Kept::default(),
            }),
            has_large: AtomicBool::new(false),
            filled: Condvar::new(),
            drained: Notify::new(),
            failed: Notify::new(),
        }
    }

    /// Lends the large buffer for the next answer, if it is free: one is enough for answers that come
    /// one after the other.
    pub(super) fn lend(&self, buffer: &mut Vec<u8>) {
        if !self.has_large.load(Ordering::Relaxed) {
            return;
        }
        let mut queue = self.queue();
        if queue.bytes.is_empty() && queue.bytes.capacity() > buffer.capacity() {
            std::mem::swap(&mut queue.bytes, buffer);
        }
    }

    /// Takes the buffer back unused, for the answer to a request that has to wait.
    pub(super) fn take_back(&self, buffer: &mut Vec<u8>) {
        if kept::is_large(buffer) {
            self.refill(&mut self.queue(), buffer);
        }
    }

    /// Queues a line, which somebody has to flush; gives how many bytes are queued now. What is left
    /// of the line means nothing.
    pub(super) fn push(&self, line: &mut Vec<u8>) -> usize {
        self.queue().push(line)
    }

    /// Waits until answers need not wait, so that no work is begun whose answer nobody fetches.
    pub(super) async fn room(&self) {
        loop {
            let drained = self.drained.notified();
            if self.queue().bytes.len() < HIGH_WATER {
                return;
            }
            drained.await;
        }
    }

    /// Queues an answer once there is room, and lets the writing thread write it; unless its request
    /// is cancelled meanwhile.
    pub(super) async fn send(&self, mut answer: Answer) {
        loop {
            let drained = self.drained.notified();
            {
                let mut queue = self.queue();
                // Under the lock: what is answered after the cancellation stands after this one.
                if answer.is_cancelled() {
                    return;
                }
                if queue.bytes.len() < HIGH_WATER {
                    queue.push(&mut answer.bytes);
                    // Its id is free before the client can read the answer.
                    drop(answer);
                    break;
                }
            }
            drained.await;
        }
        self.filled.notify_one();
    }

    /// Writes what is queued, from the thread that reads, as far as it goes without waiting. The rest
    /// is left to the writing thread; it is waited for only when there is no room for more.
    pub(super) fn flush_while_reading(&self) -> io::Result<()> {
        let is_written = match self.sink.try_lock() {
            Ok(sink) => self.write_few(sink)?,
            Err(TryLockError::Poisoned(poisoned)) => self.write_few(poisoned.into_inner())?,
            Err(TryLockError::WouldBlock) => false,
        };
        if is_written {
            return Ok(());
        }
        if self.queue().bytes.len() >= HIGH_WATER {
            return self.flush();
        }
        self.filled.notify_one();
        Ok(())
    }

    /// Writes what is queued if it is little and the client takes it now; tells whether it did.
    fn write_few(&self, mut sink: MutexGuard<'_, Sink>) -> io::Result<bool> {
        let Sink { stream, spare, .. } = &mut *sink;
        loop {
            {
                let mut queue = self.queue();
                let length = queue.bytes.len();
                if length == 0 || queue.failure.is_some() {
                    return queue.failure.map_or(Ok(true), |kind| Err(kind.into()));
                }
                if length > FEW || !stream.is_ready() {
                    return Ok(false);
                }
                spare.extend(queue.bytes.drain(..length.min(PIECE)));
            }
            let written = self.noting_failure(stream.write_all(spare));
            spare.clear();
            written?;
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
            if queue.add_late() {
                self.filled.notify_one();
            }
        }
        let written = match bytes.is_empty() {
            true => Ok(()),
            false => sink.stream.write_all(&bytes).and_then(|()| sink.stream.flush()),
        };
        sink.kept.clear(&mut bytes);
        self.refill(&mut self.queue(), &mut bytes);
        sink.spare = match kept::is_large(&bytes) {
            true => Vec::new(),
            false => bytes,
        };
        self.drained.notify_waiters();
        self.noting_failure(written)
    }

    /// Lets the larger of two buffers be filled next, so that only one of them need be large.
    fn refill(&self, queue: &mut Queue, buffer: &mut Vec<u8>) {
        if queue.bytes.is_empty() && queue.bytes.capacity() < buffer.capacity() {
            std::mem::swap(&mut queue.bytes, buffer);
        }
        let is_large = kept::is_large(&queue.bytes);
        self.has_large.store(is_large, Ordering::Relaxed);
    }

    fn noting_failure(&self, written: io::Result<()>) -> io::Result<()> {
        if let Err(error) = &written {
            self.queue().failure = Some(error.kind());
            self.failed.notify_one();
        }
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

impl Queue {
    /// Adds the progress that had no room: before what comes next, which may be its answer (`PROG-02`).
    fn add_late(&mut self) -> bool {
        let late = std::mem::take(&mut self.late);
        for (_, message) in &late {
            self.bytes.extend_from_slice(message);
            self.bytes.push(b'\n');
        }
        !late.is_empty()
    }

    /// Adds a line and gives how many bytes there are now. A large line that is alone is not copied.
    fn push(&mut self, line: &mut Vec<u8>) -> usize {
        if self.failure.is_none() {
            self.add_late();
            line.push(b'\n');
            match self.bytes.is_empty() && line.len() > FEW {
                true => {
                    std::mem::swap(&mut self.bytes, line);
                    // One large buffer is enough.
                    if kept::is_large(line) {
                        *line = Vec::new();
                    }
                }
                false => self.bytes.extend_from_slice(line),
            }
        }
        self.bytes.len()
    }
}

impl Outbound for Output {
    fn notify(&self, mut message: Vec<u8>) -> bool {
        if self.queue().bytes.len() >= HIGH_WATER {
            return false;
        }
        self.push(&mut message);
        self.filled.notify_one();
        true
    }

    fn progress(&self, token: &str, message: Vec<u8>) -> bool {
        let mut queue = self.queue();
        if queue.bytes.len() < HIGH_WATER {
            drop(queue);
            return self.notify(message);
        }
        match queue.late.iter_mut().find(|(known, _)| **known == *token) {
            Some((_, waiting)) => *waiting = message,
            None => queue.late.push((token.into(), message)),
        }
        true
    }

    fn request(&self, _key: &str, mut message: Vec<u8>) -> bool {
        // Few can wait at a time, so what a slow reader lets pile up is bounded.
        self.push(&mut message);
        self.filled.notify_one();
        true
    }

    fn buffer(&self) -> Vec<u8> {
        let mut buffer = Vec::new();
        self.lend(&mut buffer);
        buffer
    }

    fn make_way(&self) {
        if !self.queue().bytes.is_empty() {
            self.filled.notify_one();
        }
    }
}
