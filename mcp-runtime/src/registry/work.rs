//! How the calls of one handler are run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use mcp_core::primitive::WorkClass;
use tokio::sync::Semaphore;

/// A poll that takes longer holds up everything else that its thread has to do.
const LONG: Duration = Duration::from_micros(100);
/// The very first poll may also bring code and data into memory.
const LONG_AT_FIRST: Duration = Duration::from_millis(2);

/// The work class of a handler, and what is known of how it works.
pub(crate) struct Work {
    pub(crate) blocking: bool,
    pub(crate) timeout: Option<Duration>,
    /// Permits for the calls that may run at a time.
    pub(crate) permits: Option<Arc<Semaphore>>,
    /// What the first polls were like.
    pace: AtomicU8,
}

/// Nothing is known: the handler was never polled.
const UNKNOWN: u8 = 0;
/// No first poll was slow so far.
const QUICK: u8 = 1;
/// A first poll was slow: from then on none is made on the thread that reads.
const SLOW: u8 = 2;

impl Work {
    /// How a handler is run that nothing is known of.
    pub(crate) fn new(class: WorkClass) -> Self {
        Self {
            blocking: class.blocking,
            timeout: class.timeout,
            permits: class
                .concurrency
                .map(|calls| Arc::new(Semaphore::new(calls.min(Semaphore::MAX_PERMITS)))),
            pace: AtomicU8::new(UNKNOWN),
        }
    }

    pub(crate) fn is_slow(&self) -> bool {
        self.pace.load(Ordering::Relaxed) == SLOW
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.pace.load(Ordering::Relaxed) == UNKNOWN
    }

    /// Takes note of how long a first poll took.
    pub(crate) fn polled(&self, took: Duration) {
        let limit = if self.is_unknown() { LONG_AT_FIRST } else { LONG };
        match took > limit {
            true => self.pace.store(SLOW, Ordering::Relaxed),
            false if self.is_unknown() => self.pace.store(QUICK, Ordering::Relaxed),
            false => {}
        }
    }
}
