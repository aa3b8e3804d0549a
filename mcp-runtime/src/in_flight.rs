//! The requests that are still being worked on: who they are, and how to stop them.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context as TaskContext, Poll, Waker};

use mcp_core::Context;

use crate::count::Counted;
use crate::lock::lock;

/// The unanswered requests of one connection, by id.
///
/// Only requests that were not answered at once are in it: those that were could neither be
/// cancelled nor collide with another.
#[derive(Default)]
pub(crate) struct InFlight {
    entries: Mutex<HashMap<Box<str>, Arc<Entry>>>,
    /// How many there are, so that the usual answer needs no lock.
    count: AtomicUsize,
}

struct Entry {
    ctx: Context,
    /// Apart from the context's own flag, which a timeout sets too.
    cancelled: AtomicBool,
    /// Wakes the task that works on the request, so that it notices a cancellation.
    waker: Mutex<Option<Waker>>,
}

/// The place of one request; leaving it frees the id.
pub(crate) struct Registration {
    id: Box<str>,
    entry: Arc<Entry>,
    in_flight: Arc<InFlight>,
    /// Among the unanswered requests of the whole server, or among its subscriptions.
    _counted: Counted,
}

impl InFlight {
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.len() > 0 && self.entries().contains_key(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    pub(crate) fn register(self: &Arc<Self>, id: &str, ctx: &Context, counted: Counted) -> Registration {
        let entry = Arc::new(Entry {
            ctx: ctx.clone(),
            cancelled: AtomicBool::new(false),
            waker: Mutex::new(None),
        });
        let mut entries = self.entries();
        entries.insert(id.into(), Arc::clone(&entry));
        self.count.store(entries.len(), Ordering::Release);
        Registration {
            id: id.into(),
            entry,
            in_flight: Arc::clone(self),
            _counted: counted,
        }
    }

    /// Stops a request. Ids that are unknown or answered already are ignored (`CANC-04`).
    pub(crate) fn cancel(&self, id: &str) -> bool {
        let entry = self.entries().get(id).cloned();
        let known = entry.is_some();
        if let Some(entry) = entry {
            entry.cancel();
        }
        known
    }

    /// Stops every request and gives their ids.
    pub(crate) fn cancel_all(&self) -> Vec<Box<str>> {
        let entries: Vec<_> = self
            .entries()
            .iter()
            .map(|(id, entry)| (id.clone(), Arc::clone(entry)))
            .collect();
        entries
            .into_iter()
            .filter(|(_, entry)| entry.cancel())
            .map(|(id, _)| id)
            .collect()
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<Entry>>> {
        lock(&self.entries)
    }
}

impl Entry {
    /// Returns `false` if it was cancelled before.
    fn cancel(&self) -> bool {
        let was_cancelled = self.cancelled.swap(true, Ordering::AcqRel);
        self.ctx.cancel();
        if let Some(waker) = lock(&self.waker).take() {
            waker.wake();
        }
        !was_cancelled
    }
}

impl Registration {
    /// Whether nothing more may go out for the request (`CANC-03`).
    pub(crate) fn is_cancelled(&self) -> bool {
        self.entry.cancelled.load(Ordering::Acquire)
    }

    /// Polls `future` unless the request was cancelled, which ends it with `None`.
    pub(crate) fn poll<F: Future + Unpin>(
        &self,
        future: &mut F,
        cx: &mut TaskContext<'_>,
    ) -> Poll<Option<F::Output>> {
        // The waker is in place before the flag is read, so a cancellation between the two wakes.
        *lock(&self.entry.waker) = Some(cx.waker().clone());
        if self.is_cancelled() {
            return Poll::Ready(None);
        }
        Pin::new(future).poll(cx).map(Some)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut entries = self.in_flight.entries();
        entries.remove(&self.id);
        self.in_flight.count.store(entries.len(), Ordering::Release);
    }
}
