//! What a [`TestClient`](super::TestClient) says when the server asks it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

/// A question of the server, as a [`TestClient`](super::TestClient) gets it.
#[derive(Debug)]
#[non_exhaustive]
pub struct TestQuestion<'q> {
    /// What the handler calls it. In the revisions before 2026-07-28 it is not on the wire.
    pub key: &'q str,
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: &'q str,
    /// Its parameters.
    pub params: &'q Value,
}

type Closure = Arc<dyn Fn(&TestQuestion<'_>) -> Option<Value> + Send + Sync>;

/// The answers that a client was told to give.
#[derive(Clone, Default)]
pub(super) struct Answers {
    by_key: BTreeMap<String, Value>,
    closure: Option<Closure>,
}

impl Answers {
    pub(super) fn add(&mut self, key: String, answer: Value) {
        self.by_key.insert(key, answer);
    }

    pub(super) fn set_closure(&mut self, closure: Closure) {
        self.closure = Some(closure);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty() && self.closure.is_none()
    }

    pub(super) fn to(&self, question: &TestQuestion<'_>) -> Option<Value> {
        let given = self.by_key.get(question.key).cloned();
        given.or_else(|| self.closure.as_ref()?(question))
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers")
            .field("by_key", &self.by_key)
            .finish_non_exhaustive()
    }
}

/// All that a client can declare to be asked anything.
pub(super) fn every_ability() -> Value {
    json!({
        "elicitation": { "form": {}, "url": {} },
        "sampling": { "tools": {}, "context": {} },
        "roots": {},
    })
}
