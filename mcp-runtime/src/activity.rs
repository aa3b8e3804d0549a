//! Which handlers are at work; in debug builds, where a stray print is reported with its author.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The handlers at work, and the one that began last.
#[derive(Clone, Default)]
pub(crate) struct Activity(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    running: Vec<String>,
    last: Option<String>,
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

    /// The handlers that may have done what is noticed now.
    pub(crate) fn suspects(&self) -> String {
        let state = self.state();
        match (state.running.as_slice(), &state.last) {
            ([], Some(last)) => last.clone(),
            ([], None) => "no handler yet".to_owned(),
            (running, _) => running.join(" or "),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        if let Some(position) = state.running.iter().position(|name| *name == self.name) {
            state.running.swap_remove(position);
        }
    }
}
