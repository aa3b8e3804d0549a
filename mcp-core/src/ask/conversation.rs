//! What one call has asked and done so far, and when it has to stop and wait for its client.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Waker;

use serde_json::value::RawValue;

use super::records::Digest;
use super::{InputRequest, Records, Retry};

/// The part of a request's context that is for asking. Nothing of it costs a call that does not ask.
#[derive(Default)]
pub(crate) struct Asking {
    conversation: OnceLock<Box<Conversation>>,
    /// Wakes the call when a task beside it asks.
    waker: Mutex<Option<Waker>>,
    /// How many questions are on their way over a connection.
    live: AtomicUsize,
    /// What later rounds brought, if the client was asked by hand over its connection.
    next: OnceLock<Box<Round>>,
}

/// A round that took place within one request. Handlers borrow from it, so it is kept until the end.
struct Round {
    retry: Arc<Retry>,
    next: OnceLock<Box<Round>>,
}

/// A call that stops: what to ask its client, and what to remember until it comes again.
#[derive(Debug)]
#[non_exhaustive]
pub struct Suspension {
    /// The questions, by their keys, which differ.
    pub requests: Vec<(String, InputRequest)>,
    /// What to remember.
    pub records: Records,
}

#[derive(Default)]
pub(crate) struct Conversation(Mutex<State>);

#[derive(Default)]
struct State {
    retry: Option<Arc<Retry>>,
    records: Records,
    open: Vec<Open>,
    next_place: u64,
    /// How many steps are at work.
    running: usize,
    /// The questions of this run, to notice a key that stands for two.
    asked: Vec<(String, Digest)>,
    /// How often this run got an answer without waiting.
    answered: usize,
    /// The steps that this run has passed.
    passed: BTreeSet<String>,
    /// What the operator should know.
    notes: Vec<String>,
    is_over: bool,
}

/// A question that waits for the client.
struct Open {
    place: u64,
    key: String,
    request: InputRequest,
    waker: Waker,
}

/// What there is for a question.
pub(super) enum Found {
    /// An answer that was accepted in an earlier round.
    Recorded(Box<RawValue>),
    /// An answer that came with this request.
    Fresh(Box<RawValue>),
    Nothing,
    /// The handler asks the same over and over, and would never wait again.
    TooOften,
}

/// How many answers one run may get without waiting for its client.
const MAX_ANSWERS: usize = 10_000;

impl Asking {
    pub(crate) fn conversation(&self, retry: Option<&Arc<Retry>>) -> &Conversation {
        self.conversation
            .get_or_init(|| Box::new(Conversation::new(retry.cloned())))
    }

    /// What the latest round within this request brought; `None` in the first one.
    pub(crate) fn latest(&self) -> Option<&Arc<Retry>> {
        let mut round = self.next.get()?;
        while let Some(later) = round.next.get() {
            round = later;
        }
        Some(&round.retry)
    }

    /// Another round begins, in which the handler runs from the top.
    pub(super) fn begin_round(&self, retry: Retry) {
        let retry = Arc::new(retry);
        if let Some(conversation) = self.conversation.get() {
            conversation.begin_round(Arc::clone(&retry));
        }
        let mut place = &self.next;
        while let Some(round) = place.get() {
            place = &round.next;
        }
        let next = OnceLock::new();
        place.get_or_init(|| Box::new(Round { retry, next }));
    }

    /// Stops the call if it waits for its client and for nothing else; otherwise remembers whom to
    /// wake when that comes to be.
    pub(crate) fn suspend(&self, waker: &Waker) -> Option<Suspension> {
        {
            let mut kept = lock(&self.waker);
            match &mut *kept {
                Some(kept) => kept.clone_from(waker),
                None => *kept = Some(waker.clone()),
            }
        }
        // In this order: a question asked in between finds the waker.
        self.conversation.get()?.suspend()
    }

    pub(crate) fn wake(&self) {
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(crate) fn is_live(&self) -> bool {
        self.live.load(Ordering::Acquire) > 0
    }

    /// A question goes out, until what is returned is dropped.
    pub(super) fn begin_live(&self) -> impl Drop {
        struct Live<'a>(&'a AtomicUsize);

        impl Drop for Live<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::AcqRel);
            }
        }

        self.live.fetch_add(1, Ordering::AcqRel);
        Live(&self.live)
    }

    pub(crate) fn take_notes(&self) -> Vec<String> {
        self.conversation
            .get()
            .map(|conversation| std::mem::take(&mut conversation.state().notes))
            .unwrap_or_default()
    }

    /// Nothing more can be asked: who still waits for an answer elsewhere learns it.
    pub(crate) fn close(&self) {
        if let Some(conversation) = self.conversation.get() {
            conversation.close();
        }
    }
}

impl Suspension {
    /// A call that stops with these questions; one more round begins.
    pub(crate) fn new(requests: Vec<(String, InputRequest)>, mut records: Records) -> Self {
        records.next_round(requests.iter().map(|(key, request)| (key, request)));
        Self { requests, records }
    }
}

impl Conversation {
    fn new(retry: Option<Arc<Retry>>) -> Self {
        let records = retry.as_ref().and_then(|retry| retry.records.clone());
        Self(Mutex::new(State {
            retry,
            records: records.unwrap_or_default(),
            ..State::default()
        }))
    }

    fn begin_round(&self, retry: Arc<Retry>) {
        let mut state = self.state();
        *state = State {
            records: retry.records.clone().unwrap_or_default(),
            retry: Some(retry),
            notes: std::mem::take(&mut state.notes),
            ..State::default()
        };
    }

    /// What there is for a question that the handler comes to.
    pub(super) fn find(&self, key: &str, question: &Digest) -> Found {
        let mut state = self.state();
        if state
            .asked
            .iter()
            .any(|(asked, other)| asked == key && other != question)
        {
            state.note(format!(
                "the key `{key}` stands for two different questions in one call: give each its own"
            ));
        }
        if !state
            .asked
            .iter()
            .any(|(asked, other)| asked == key && other == question)
        {
            state.asked.push((key.to_owned(), question.clone()));
        }
        state.answered += 1;
        if state.answered > MAX_ANSWERS {
            return Found::TooOften;
        }
        if let Some(answer) = state.records.answer(key, question) {
            return Found::Recorded(answer.to_owned());
        }
        let is_changed = state.records.knows(key);
        let Some(retry) = state.retry.clone() else {
            return Found::Nothing;
        };
        let answer = retry.responses.get(key);
        let found = match (answer, &retry.records) {
            (Some(answer), None) => Found::Fresh(answer.to_owned()),
            (Some(answer), Some(records)) if records.open(key) == Some(question) => {
                Found::Fresh(answer.to_owned())
            }
            // An answer to what was never asked is no answer.
            _ => Found::Nothing,
        };
        let was_open = retry.records.as_ref().and_then(|records| records.open(key));
        if matches!(found, Found::Nothing) && (is_changed || was_open.is_some_and(|open| open != question)) {
            state.note(format!(
                "the question `{key}` is another one than in the round before, so it is asked anew: what leads \
                 to a question has to be the same in every round, or a step"
            ));
        }
        found
    }

    pub(crate) fn take_records(&self) -> Records {
        std::mem::take(&mut self.state().records)
    }

    pub(super) fn record(&self, key: &str, question: &Digest, answer: Box<RawValue>) {
        self.state().records.record(key, question, answer);
    }

    pub(super) fn note(&self, note: String) {
        self.state().note(note);
    }

    /// Puts a question among the open ones; gives its place there.
    pub(super) fn open(&self, key: &str, request: &InputRequest, waker: &Waker) -> u64 {
        let mut state = self.state();
        let place = state.next_place;
        state.next_place += 1;
        state.open.push(Open {
            place,
            key: key.to_owned(),
            request: request.clone(),
            waker: waker.clone(),
        });
        place
    }

    /// Whether an open question still has a chance; if so, who waits for it now.
    pub(super) fn still_open(&self, place: u64, waker: &Waker) -> bool {
        let mut state = self.state();
        if let Some(open) = state.open.iter_mut().find(|open| open.place == place) {
            open.waker.clone_from(waker);
        }
        !state.is_over
    }

    pub(super) fn is_over(&self) -> bool {
        self.state().is_over
    }

    /// Takes a question back that nobody waits for any more.
    pub(super) fn take_back(&self, place: u64) {
        self.state().open.retain(|open| open.place != place);
    }

    /// The result of a step that was done before, unless this run has passed it already.
    pub(super) fn begin_step(&self, key: &str) -> Result<Option<Box<RawValue>>, String> {
        let mut state = self.state();
        if state.passed.contains(key) {
            return Err(format!(
                "the step `{key}` was done twice in one call: give each step its own key"
            ));
        }
        let result = state.records.step(key).map(ToOwned::to_owned);
        match result {
            Some(result) => {
                state.passed.insert(key.to_owned());
                Ok(Some(result))
            }
            None => {
                state.running += 1;
                Ok(None)
            }
        }
    }

    pub(super) fn end_step(&self) {
        let mut state = self.state();
        state.running = state.running.saturating_sub(1);
    }

    pub(super) fn record_step(&self, key: &str, result: Box<RawValue>) {
        let mut state = self.state();
        state.records.record_step(key, result);
        state.passed.insert(key.to_owned());
    }

    fn suspend(&self) -> Option<Suspension> {
        let mut state = self.state();
        if state.open.is_empty() || state.running > 0 || state.is_over {
            return None;
        }
        let mut requests: Vec<(String, InputRequest)> = Vec::new();
        for Open { key, request, .. } in &state.open {
            // The second question under a key has to wait for the next round.
            if !requests.iter().any(|(other, _)| other == key) {
                requests.push((key.clone(), request.clone()));
            }
        }
        let records = std::mem::take(&mut state.records);
        drop(state);
        self.close();
        Some(Suspension::new(requests, records))
    }

    fn close(&self) {
        let open = {
            let mut state = self.state();
            state.is_over = true;
            std::mem::take(&mut state.open)
        };
        open.into_iter().for_each(|open| open.waker.wake());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl State {
    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
