//! How the calls of one handler are run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcp_core::primitive::WorkClass;
use tokio::sync::Semaphore;

/// A poll that takes longer holds up everything else that its thread has to do.
const SLOW: Duration = Duration::from_micros(100);

/// The work class of a handler, and what is known of how it works.
pub(crate) struct Work {
    pub(crate) blocking: bool,
    pub(crate) timeout: Option<Duration>,
    /// Permits for the calls that may run at a time.
    pub(crate) permits: Option<Arc<Semaphore>>,
    /// Whether a first poll was slow once: from then on none is made on the thread that reads.
    slow: AtomicBool,
}

impl Work {
    /// How a handler is run that nothing is known of.
    pub(crate) fn new(class: WorkClass) -> Self {
        Self {
            blocking: class.blocking,
            timeout: class.timeout,
            permits: class.concurrency.map(|calls| Arc::new(Semaphore::new(calls))),
            slow: AtomicBool::new(false),
        }
    }

    pub(crate) fn is_slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed)
    }

    /// Takes note of how long a first poll took.
    pub(crate) fn polled(&self, took: Duration) {
        if took > SLOW {
            self.slow.store(true, Ordering::Relaxed);
        }
    }
}
