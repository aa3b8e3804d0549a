//! How many of something a server has at the moment, over all its clients.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of things that are counted while they live.
#[derive(Clone, Default)]
pub(crate) struct Count(Arc<AtomicUsize>);

/// One of them, until it is dropped.
pub(crate) struct Counted(Arc<AtomicUsize>);

impl Count {
    pub(crate) fn begin(&self) -> Counted {
        self.0.fetch_add(1, Ordering::AcqRel);
        Counted(Arc::clone(&self.0))
    }

    /// One more, unless there are `limit` already.
    pub(crate) fn begin_below(&self, limit: usize) -> Option<Counted> {
        // Counted first, so that two that come together cannot both be the last.
        let counted = self.begin();
        (self.get() <= limit).then_some(counted)
    }

    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
