use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::{InputRequest, packed};

/// What a call has to remember from one round to the next. The runtime seals it into `requestState`.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Records {
    /// How often the client was asked so far.
    #[serde(rename = "r", default)]
    round: u32,
    #[serde(rename = "a", default, skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Recorded>,
    #[serde(rename = "s", default, skip_serializing_if = "BTreeMap::is_empty")]
    steps: BTreeMap<String, Box<RawValue>>,
    /// The large ones among them, on their way.
    #[serde(rename = "z", default, skip_serializing_if = "BTreeMap::is_empty")]
    packed: BTreeMap<String, String>,
    /// What was asked last, so that an answer is never taken for that of another question.
    #[serde(rename = "p", default, skip_serializing_if = "BTreeMap::is_empty")]
    open: BTreeMap<String, Digest>,
    /// What an author who asks by hand keeps.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    own: Option<Box<RawValue>>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Recorded {
    #[serde(rename = "k")]
    key: String,
    #[serde(rename = "d")]
    question: Digest,
    #[serde(rename = "v")]
    answer: Box<RawValue>,
}

/// Stands for a question: its key is only a name, and a name may come to mean something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Digest(Box<str>);

impl Digest {
    pub(super) fn of(request: &InputRequest) -> Self {
        let digest = Sha256::new()
            .chain_update(request.method())
            .chain_update([0])
            .chain_update(request.params().get())
            .finalize();
        // 128 bits: nobody finds two questions with the same.
        Self(URL_SAFE_NO_PAD.encode(&digest[..16]).into())
    }
}

impl Records {
    /// Reads what [`Records::to_vec`] wrote.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn from_slice(bytes: &[u8]) -> serde_json::Result<Self> {
        let mut records: Self = serde_json::from_slice(bytes)?;
        for (key, packed) in std::mem::take(&mut records.packed) {
            let result = packed::unpack(&packed)
                .ok_or_else(|| serde_json::Error::custom("a packed result cannot be unpacked"))?;
            records.steps.insert(key, result);
        }
        Ok(records)
    }

    /// The records as bytes.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut records = self.clone();
        records.packed = self
            .steps
            .iter()
            .filter_map(|(key, result)| Some((key.clone(), packed::pack(result)?)))
            .collect();
        records.steps.retain(|key, _| !records.packed.contains_key(key));
        // Text and checked JSON into memory: nothing here can fail.
        serde_json::to_vec(&records).unwrap_or_default()
    }

    /// How often the client was asked so far, this time included.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    pub(super) fn answer(&self, key: &str, question: &Digest) -> Option<&RawValue> {
        let mut answers = self.answers.iter();
        let found = answers.find(|recorded| recorded.key == key && recorded.question == *question);
        found.map(|recorded| &*recorded.answer)
    }

    /// Whether the key stood for some question already.
    pub(super) fn knows(&self, key: &str) -> bool {
        self.answers.iter().any(|recorded| recorded.key == key)
    }

    pub(super) fn record(&mut self, key: &str, question: &Digest, answer: Box<RawValue>) {
        // A client that holds a connection may have been asked the same twice: what it said last counts.
        self.answers
            .retain(|recorded| recorded.key != key || recorded.question != *question);
        self.answers.push(Recorded {
            key: key.to_owned(),
            question: question.clone(),
            answer,
        });
    }

    pub(super) fn step(&self, key: &str) -> Option<&RawValue> {
        self.steps.get(key).map(|result| &**result)
    }

    pub(super) fn record_step(&mut self, key: &str, result: Box<RawValue>) {
        self.steps.insert(key.to_owned(), result);
    }

    pub(super) fn open(&self, key: &str) -> Option<&Digest> {
        self.open.get(key)
    }

    pub(super) fn own(&self) -> Option<&RawValue> {
        self.own.as_deref()
    }

    pub(crate) fn set_own(&mut self, own: Option<Box<RawValue>>) {
        self.own = own;
    }

    /// One more round, with these questions open.
    pub(crate) fn next_round<'r>(&mut self, open: impl Iterator<Item = (&'r String, &'r InputRequest)>) {
        self.round = self.round.saturating_add(1);
        self.open = open
            .map(|(key, request)| (key.clone(), Digest::of(request)))
            .collect();
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Answers may be confidential.
        f.debug_struct("Records")
            .field("round", &self.round)
            .field("answers", &self.answers.len())
            .field("steps", &self.steps.keys().collect::<BTreeSet<_>>())
            .finish_non_exhaustive()
    }
}

/// The answers that came with a request, by key, as raw JSON (`MRTR-08`).
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InputResponses(BTreeMap<String, Box<RawValue>>);

impl InputResponses {
    pub(super) fn new(answers: BTreeMap<String, Box<RawValue>>) -> Self {
        Self(answers)
    }

    /// The answer to a question.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.get(key).map(|answer| &**answer)
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl fmt::Debug for InputResponses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InputResponses")
            .field(&self.0.keys().collect::<Vec<_>>())
            .finish()
    }
}

/// What a request brings along that continues an earlier one.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Retry {
    /// The answers to what was asked last.
    pub responses: InputResponses,
    /// The opened state; `None` if the client sent none, which it need not (`MRTR-09`).
    pub records: Option<Records>,
}

impl Retry {
    /// A continuation with these answers and this state.
    #[must_use]
    pub fn new(responses: InputResponses, records: Option<Records>) -> Self {
        Self { responses, records }
    }
}
