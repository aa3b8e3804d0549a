//! How the calls of one handler are run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use mcp_core::primitive::WorkClass;
use tokio::sync::Semaphore;

/// A poll that takes longer holds up everything else that its thread has to do.
const LONG: Duration = Duration::from_micros(100);
/// No interruption takes that long as a rule.
const VERY_LONG: Duration = Duration::from_millis(5);

/// The work class of a handler, and what is known of how it works.
pub(crate) struct Work {
    pub(crate) blocking: bool,
    pub(crate) timeout: Option<Duration>,
    /// Permits for the calls that may run at a time.
    pub(crate) permits: Option<Arc<Semaphore>>,
    /// Whether it was polled at all.
    known: AtomicBool,
    /// How slow its first polls were of late.
    score: AtomicU8,
    /// Its first polls are not made on the thread that reads.
    slow: AtomicBool,
}

/// The score at which a handler counts as slow; it counts as quick again at zero.
const SLOW: u8 = 8;

impl Work {
    /// How a handler is run that nothing is known of.
    pub(crate) fn new(class: WorkClass) -> Self {
        Self {
            blocking: class.blocking,
            timeout: class.timeout,
            permits: class
                .concurrency
                .map(|calls| Arc::new(Semaphore::new(calls.min(Semaphore::MAX_PERMITS)))),
            known: AtomicBool::new(false),
            score: AtomicU8::new(0),
            slow: AtomicBool::new(false),
        }
    }

    pub(crate) fn is_slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed)
    }

    pub(crate) fn is_unknown(&self) -> bool {
        !self.known.load(Ordering::Relaxed)
    }

    /// Takes note of how long a first poll took, wherever it was made.
    ///
    /// One that held up its thread for long is enough; a somewhat long one may only have been
    /// interrupted, so it takes two of them.
    pub(crate) fn polled(&self, took: Duration) {
        let score = self.score.load(Ordering::Relaxed);
        let new = match took {
            took if took > VERY_LONG => SLOW,
            took if took > LONG => score.saturating_add(SLOW / 2).min(SLOW),
            _ => score.saturating_sub(1),
        };
        // Two threads may overwrite each other's note; the next poll makes up for it.
        if new != score {
            self.score.store(new, Ordering::Relaxed);
        }
        if new == SLOW {
            self.slow.store(true, Ordering::Relaxed);
        } else if new == 0 && self.is_slow() {
            self.slow.store(false, Ordering::Relaxed);
        }
        if self.is_unknown() {
            self.known.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_very_long_poll_or_two_long_ones_make_a_handler_slow_until_it_is_quick_again() {
        let (quick, long) = (Duration::from_micros(5), Duration::from_micros(500));
        let work = Work::new(WorkClass::default());
        assert!(work.is_unknown());
        work.polled(long);
        assert!(!work.is_slow() && !work.is_unknown());
        work.polled(long);
        assert!(work.is_slow());
        (0..7).for_each(|_| work.polled(quick));
        assert!(work.is_slow());
        work.polled(quick);
        assert!(!work.is_slow());
        work.polled(Duration::from_millis(50));
        assert!(work.is_slow());
    }
}
