use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the user did with a question (`ELIC-05`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElicitAction {
    /// Answered it, or agreed to open the page.
    Accept,
    /// Said no.
    Decline,
    /// Closed it without an answer.
    Cancel,
}

/// The result of `elicitation/create`, as it came (`ELIC-05`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElicitResult {
    /// What the user did.
    pub action: ElicitAction,
    /// The fields of the form, by name, when it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Map<String, Value>>,
}

/// The parameters of `elicitation/create` for a form (`ELIC-02`).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ElicitFormParams<'a> {
    /// Absent before 2025-11-25 (`LREQ-05`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mode: Option<&'static str>,
    pub(crate) message: &'a str,
    pub(crate) requested_schema: &'a Value,
}

/// The parameters of `elicitation/create` for a page (`ELIC-04`).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ElicitUrlParams<'a> {
    pub(crate) mode: &'static str,
    pub(crate) message: &'a str,
    pub(crate) url: &'a str,
    /// In 2025-11-25 only (`LREQ-06`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) elicitation_id: Option<&'a str>,
}
