//! The requests that are still being worked on: who they are, and how to stop them.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as TaskContext, Poll, Waker};

use mcp_core::Context;
/// The unanswered requests of one connection, by id.
///
/// Only requests that were not answered at once are in it: those that were could neither be
/// cancelled nor collide with another.
#[derive(Default)]
pub(crate) struct InFlight {
    entries: Mutex<HashMap<Box<str>, Arc<Entry>>>,
}

struct Entry {
    ctx: Context,
    /// Wakes the task that works on the request, so that it notices a cancellation.
    waker: Mutex<Option<Waker>>,
}

/// The place of one request; leaving it frees the id.
pub(crate) struct Registration {
    id: Box<str>,
    entry: Arc<Entry>,
    in_flight: Arc<InFlight>,
}

impl InFlight {
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.entries().contains_key(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries().len()
    }

    pub(crate) fn register(self: &Arc<Self>, id: &str, ctx: &Context) -> Registration {
        let entry = Arc::new(Entry {
            ctx: ctx.clone(),
            waker: Mutex::new(None),
        });
        self.entries().insert(id.into(), Arc::clone(&entry));
        Registration {
            id: id.into(),
            entry,
            in_flight: Arc::clone(self),
        }
    }

    /// Stops a request. Ids that are unknown or answered already are ignored (`CANC-04`).
    pub(crate) fn cancel(&self, id: &str) {
        let entry = self.entries().get(id).cloned();
        if let Some(entry) = entry {
            entry.ctx.cancel();
            if let Some(waker) = lock(&entry.waker).take() {
                waker.wake();
            }
        }
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<Entry>>> {
        lock(&self.entries)
    }
}

impl Registration {
    /// Polls `future` unless the request was cancelled, which ends it with `None`.
    pub(crate) fn poll<F: Future + Unpin>(
        &self,
        future: &mut F,
        cx: &mut TaskContext<'_>,
    ) -> Poll<Option<F::Output>> {
        // The waker is in place before the flag is read, so a cancellation between the two wakes.
        *lock(&self.entry.waker) = Some(cx.waker().clone());
        if self.entry.ctx.is_cancelled() {
            return Poll::Ready(None);
        }
        Pin::new(future).poll(cx).map(Some)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.in_flight.entries().remove(&self.id);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
