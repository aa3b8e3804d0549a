use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Tells everything that would go on for ever that the end has begun: of a transport, or of the process.
#[derive(Clone, Default)]
pub(crate) struct Closing(Arc<State>);

#[derive(Default)]
struct State {
    begun: AtomicBool,
    changed: Notify,
}

impl Closing {
    /// Begins the end; `false` if it has begun before.
    pub(crate) fn begin(&self) -> bool {
        let is_first = !self.0.begun.swap(true, Ordering::AcqRel);
        self.0.changed.notify_waiters();
        is_first
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.0.begun.load(Ordering::Acquire)
    }

    /// Waits until the end begins.
    pub(crate) async fn begun(&self) {
        loop {
            let changed = self.0.changed.notified();
            if self.has_begun() {
                return;
            }
            changed.await;
        }
    }
}
