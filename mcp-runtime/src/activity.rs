//! Which handlers are at work; in debug builds, where a stray print is reported with its author.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use crate::lock::lock;

/// How often, and how long each time, a handler's end waits for its prints to be noticed.
const PATIENCE: (u32, Duration) = (200, Duration::from_micros(100));

/// The handlers at work, and the one that began last.
#[derive(Clone, Default)]
pub(crate) struct Activity(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    running: Vec<String>,
    last: Option<String>,
    /// Whether something was printed that was not taken yet.
    has_printed: Option<Box<dyn Fn() -> bool + Send>>,
}

/// A handler at work, until it is dropped.
pub(crate) struct Running {
    name: String,
    activity: Activity,
}

impl Activity {
    pub(crate) fn begin(&self, name: &str) -> Running {
        let mut state = self.state();
        state.running.push(name.to_owned());
        state.last = Some(name.to_owned());
        Running {
            name: name.to_owned(),
            activity: self.clone(),
        }
    }

    /// From now on no handler is taken for ended while `has_printed` says yes.
    pub(crate) fn watch(&self, has_printed: impl Fn() -> bool + Send + 'static) {
        self.state().has_printed = Some(Box::new(has_printed));
    }

    /// Takes what was printed; the handlers that may have done it cannot end meanwhile.
    pub(crate) fn attribute<T>(&self, take: impl FnOnce() -> T) -> (T, String) {
        let state = self.state();
        let suspects = match (state.running.as_slice(), &state.last) {
            ([], Some(last)) => last.clone(),
            ([], None) => "no handler yet".to_owned(),
            (running, _) => running.join(" or "),
        };
        (take(), suspects)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let (times, pause) = PATIENCE;
        let mut state = self.activity.state();
        for _ in 0..times {
            if !state
                .has_printed
                .as_ref()
                .is_some_and(|has_printed| has_printed())
            {
                break;
            }
            drop(state);
            thread::sleep(pause);
            state = self.activity.state();
        }
        if let Some(position) = state.running.iter().position(|name| *name == self.name) {
            state.running.swap_remove(position);
        }
    }
}
