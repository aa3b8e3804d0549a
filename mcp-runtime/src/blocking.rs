//! The calls that run on the blocking pool: counted until their function has returned, since nothing
//! can stop them before.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many blocking calls a server has, over all its clients.
#[derive(Clone, Default)]
pub(crate) struct BlockingCalls(Arc<AtomicUsize>);

/// One blocking call, until it is dropped.
pub(crate) struct BlockingCall(Arc<AtomicUsize>);

impl BlockingCalls {
    pub(crate) fn begin(&self) -> BlockingCall {
        self.0.fetch_add(1, Ordering::AcqRel);
        BlockingCall(Arc::clone(&self.0))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}

impl Drop for BlockingCall {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
