use serde::{Deserialize, Serialize};

/// The most values one completion may carry (`COMP-03`).
pub const MAX_COMPLETION_VALUES: usize = 100;

/// Suggestions for an argument, best first.
///
/// At most 100 go out; the rest is counted in `total` and announced by `hasMore` (`COMP-03`).
///
/// ```
/// use mcp_core::protocol::Completion;
///
/// let many = Completion::new((0..150).map(|n| n.to_string()));
/// assert_eq!(many.values.len(), 100);
/// assert_eq!((many.total, many.has_more), (Some(150), Some(true)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// The suggestions.
    pub values: Vec<String>,
    /// How many there are in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// Whether there are more than `values` holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
}

impl Completion {
    /// Takes the first 100 values and counts the others.
    #[must_use]
    pub fn new<S: Into<String>>(values: impl IntoIterator<Item = S>) -> Self {
        let mut values: Vec<String> = values.into_iter().map(Into::into).collect();
        let total = values.len();
        values.truncate(MAX_COMPLETION_VALUES);
        Self {
            has_more: Some(total > values.len()),
            total: Some(total),
            values,
        }
    }
}

impl Completion {
    /// The same with no more values than may go out, and the rest counted.
    #[must_use]
    pub fn limited(mut self) -> Self {
        if self.values.len() > MAX_COMPLETION_VALUES {
            self.total = self.total.or(Some(self.values.len()));
            self.has_more = Some(true);
            self.values.truncate(MAX_COMPLETION_VALUES);
        }
        self
    }
}

impl<S: Into<String>> From<Vec<S>> for Completion {
    fn from(values: Vec<S>) -> Self {
        Self::new(values)
    }
}
