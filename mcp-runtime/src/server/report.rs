//! Unexpected failures: told to the operator in full, to the client by a number only (`B17`).

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An unexpected failure of a handler, for the operator.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report<'a> {
    /// What the client was told to quote.
    pub correlation_id: &'a str,
    /// `tool`, `resource` or `prompt`.
    pub kind: &'static str,
    /// The tool's or prompt's name, the resource's URI.
    pub name: &'a str,
    /// What happened. It may hold secrets.
    pub failure: &'a Failure,
}

/// What happened.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The handler returned an error, or a result that cannot be sent.
    Error(Box<dyn std::error::Error + Send + Sync>),
    /// The handler panicked with this message.
    Panic(String),
}

impl Failure {
    pub(crate) fn error(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Error(error.into())
    }

    /// The failure that a caught panic is.
    pub(crate) fn of_panic(payload: Box<dyn std::any::Any + Send>) -> Self {
        let payload = match payload.downcast::<String>() {
            Ok(message) => return Self::Panic(*message),
            Err(payload) => payload,
        };
        Self::Panic(match payload.downcast::<&str>() {
            Ok(message) => (*message).to_owned(),
            Err(payload) => {
                // Dropping it would run code of the author's, which may panic once more.
                std::mem::forget(payload);
                "a panic without a message".to_owned()
            }
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(f),
            Self::Panic(message) => write!(f, "panicked: {message}"),
        }
    }
}

/// The author's function that gets every report.
pub(super) type Hook = Arc<dyn Fn(&Report<'_>) + Send + Sync>;

/// Numbers failures and hands them to the author's hook and to `tracing`.
pub(crate) struct Reporter {
    hook: Option<Hook>,
    next: AtomicU64,
    /// Makes the numbers of one process differ from those of another.
    salt: RandomState,
}

impl Reporter {
    pub(crate) fn new(hook: Option<Hook>) -> Self {
        Self {
            hook,
            next: AtomicU64::new(0),
            salt: RandomState::new(),
        }
    }

    /// Reports a failure and gives its correlation id.
    #[cold]
    pub(crate) fn report(&self, kind: &'static str, name: &str, failure: &Failure) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let correlation_id = format!("{:016x}", self.salt.hash_one(number));
        // The failure itself may hold secrets: only a debugging log gets to see it.
        tracing::error!(kind, name, correlation_id, "handler failed");
        tracing::debug!(correlation_id, %failure, "cause");
        if let Some(hook) = &self.hook {
            let report = Report {
                correlation_id: &correlation_id,
                kind,
                name,
                failure,
            };
            // A report that fails must not fail the answer.
            let _ = catch_unwind(AssertUnwindSafe(|| hook(&report))).map_err(Failure::of_panic);
        }
        correlation_id
    }
}
