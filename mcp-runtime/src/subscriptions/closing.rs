use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Tells the streams of a transport that it ends.
#[derive(Clone, Default)]
pub(crate) struct Closing(Arc<State>);

#[derive(Default)]
struct State {
    begun: AtomicBool,
    changed: Notify,
}

impl Closing {
    pub(crate) fn begin(&self) {
        self.0.begun.store(true, Ordering::Release);
        self.0.changed.notify_waiters();
    }

    /// Waits until the transport ends.
    pub(crate) async fn begun(&self) {
        loop {
            let changed = self.0.changed.notified();
            if self.0.begun.load(Ordering::Acquire) {
                return;
            }
            changed.await;
        }
    }
}
