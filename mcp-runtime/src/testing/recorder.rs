use std::sync::{Mutex, MutexGuard};
#[cfg(feature = "ask")]
use std::task::Waker;

use mcp_core::context::Outbound;
use serde_json::Value;

use crate::lock::lock;

/// Keeps what a server sends by itself, oldest first.
#[derive(Default)]
pub(super) struct Recorder(Mutex<Recorded>);

#[derive(Default)]
struct Recorded {
    notifications: Vec<Value>,
    /// Each with what the handler calls it.
    #[cfg(feature = "ask")]
    questions: Vec<(String, Value)>,
    /// Those that were taken.
    #[cfg(feature = "ask")]
    asked: Vec<Value>,
    #[cfg(feature = "ask")]
    waker: Option<Waker>,
}

impl Recorder {
    pub(super) fn take_notifications(&self) -> Vec<Value> {
        std::mem::take(&mut self.lock().notifications)
    }

    /// Takes the questions; if there are none, `waker` is woken by the next.
    #[cfg(feature = "ask")]
    pub(super) fn take_questions(&self, waker: &Waker) -> Vec<(String, Value)> {
        let mut recorded = self.lock();
        recorded.waker = Some(waker.clone());
        let questions = std::mem::take(&mut recorded.questions);
        recorded
            .asked
            .extend(questions.iter().map(|(_, question)| question.clone()));
        questions
    }

    /// All the questions since this was last called, as they came.
    #[cfg(feature = "ask")]
    pub(super) fn take_asked(&self) -> Vec<Value> {
        std::mem::take(&mut self.lock().asked)
    }

    fn lock(&self) -> MutexGuard<'_, Recorded> {
        lock(&self.0)
    }
}

impl Outbound for Recorder {
    fn notify(&self, message: Vec<u8>) -> bool {
        let message = serde_json::from_slice(&message);
        self.lock().notifications.extend(message);
        true
    }

    #[cfg(feature = "ask")]
    fn request(&self, key: &str, message: Vec<u8>) -> bool {
        let Ok(message) = serde_json::from_slice(&message) else {
            return false;
        };
        let mut recorded = self.lock();
        recorded.questions.push((key.to_owned(), message));
        if let Some(waker) = recorded.waker.take() {
            waker.wake();
        }
        true
    }
}
