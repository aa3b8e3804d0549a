use std::fmt;

/// How much a server takes and keeps. Each limit has a default and an environment variable; a
/// setting made with the builder wins over the environment (`B20`).
///
/// | limit | variable | default |
/// |---|---|---|
/// | [`request_size`](Limits::request_size) | `MCP_MAX_REQUEST_SIZE` | 1 MiB |
/// | [`response_size`](Limits::response_size) | `MCP_MAX_RESPONSE_SIZE` | 4 MiB |
/// | [`metadata_size`](Limits::metadata_size) | `MCP_MAX_METADATA_SIZE` | 64 KiB |
/// | [`page_size`](Limits::page_size) | `MCP_DEFAULT_PAGE_SIZE` | 50 |
/// | [`concurrent_requests`](Limits::concurrent_requests) | `MCP_MAX_CONCURRENT_REQUESTS` | 1024 |
/// | [`subscriptions`](Limits::subscriptions) | `MCP_MAX_SUBSCRIPTIONS` | 1024 |
/// | [`resource_subscriptions`](Limits::resource_subscriptions) | `MCP_MAX_RESOURCE_SUBSCRIPTIONS` | 64 |
/// | [`input_rounds`](Limits::input_rounds) | `MCP_MAX_INPUT_ROUNDS` | 16 |
/// | [`request_state_size`](Limits::request_state_size) | `MCP_MAX_REQUEST_STATE_SIZE` | 64 KiB |
///
/// ```
/// use mcp_runtime::Limits;
///
/// let limits = Limits { response_size: Some(16 << 20), ..Limits::default() };
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest message a client may send, in bytes. One that is larger is answered with
    /// `-32600`, and the session goes on.
    pub request_size: Option<usize>,
    /// The largest answer, in bytes. One that is larger is replaced by a `-32603` error.
    pub response_size: Option<usize>,
    /// The largest `_meta` of a request or a result, in bytes.
    pub metadata_size: Option<usize>,
    /// How many items one page of a list holds.
    pub page_size: Option<usize>,
    /// How many requests of all clients may be unanswered at a time. One more is answered with
    /// `-32603`.
    pub concurrent_requests: Option<usize>,
    /// How many subscriptions (`subscriptions/listen`) all clients may have at a time. One more is
    /// answered with `-32603`.
    pub subscriptions: Option<usize>,
    /// How many resources one subscription, or one session of an older client, may name. More are
    /// refused with `-32602`.
    pub resource_subscriptions: Option<usize>,
    /// How often one call may ask its client. A call that goes on asking fails.
    pub input_rounds: Option<usize>,
    /// The largest state that a call which asks may hand its client, in bytes. A call whose state is
    /// larger fails, and one that a client sends is refused.
    pub request_state_size: Option<usize>,
}

/// The limits in force: every one has a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EffectiveLimits {
    pub(crate) request_size: usize,
    pub(crate) response_size: usize,
    pub(crate) metadata_size: usize,
    pub(crate) page_size: usize,
    pub(crate) concurrent_requests: usize,
    pub(crate) subscriptions: usize,
    pub(crate) resource_subscriptions: usize,
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nothing asks"))]
    pub(crate) input_rounds: usize,
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nothing asks"))]
    pub(crate) request_state_size: usize,
}

/// A limit that is no positive number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvalidLimit {
    source: String,
    value: String,
}

impl fmt::Display for InvalidLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} must be a whole number of at least 1, not `{}`",
            self.source, self.value
        )
    }
}

impl Limits {
    /// Fills what is not set from the environment, then from the defaults.
    pub(crate) fn effective(
        &self,
        environment: impl Fn(&str) -> Option<String>,
        problems: &mut Vec<InvalidLimit>,
    ) -> EffectiveLimits {
        let mut limit = |set: Option<usize>, name: &str, variable: &str, default: usize| {
            let (source, value) = match (set, environment(variable)) {
                (Some(value), _) => (format!("the limit `{name}`"), value.to_string()),
                (None, Some(value)) => (format!("the environment variable `{variable}`"), value),
                (None, None) => return default,
            };
            match value.trim().parse() {
                Ok(limit) if limit > 0 => limit,
                _ => {
                    problems.push(InvalidLimit { source, value });
                    default
                }
            }
        };
        EffectiveLimits {
            request_size: limit(self.request_size, "request_size", "MCP_MAX_REQUEST_SIZE", 1 << 20),
            response_size: limit(
                self.response_size,
                "response_size",
                "MCP_MAX_RESPONSE_SIZE",
                4 << 20,
            ),
            metadata_size: limit(
                self.metadata_size,
                "metadata_size",
                "MCP_MAX_METADATA_SIZE",
                64 << 10,
            ),
            page_size: limit(self.page_size, "page_size", "MCP_DEFAULT_PAGE_SIZE", 50),
            concurrent_requests: limit(
                self.concurrent_requests,
                "concurrent_requests",
                "MCP_MAX_CONCURRENT_REQUESTS",
                1024,
            ),
            subscriptions: limit(self.subscriptions, "subscriptions", "MCP_MAX_SUBSCRIPTIONS", 1024),
            resource_subscriptions: limit(
                self.resource_subscriptions,
                "resource_subscriptions",
                "MCP_MAX_RESOURCE_SUBSCRIPTIONS",
                64,
            ),
            input_rounds: limit(self.input_rounds, "input_rounds", "MCP_MAX_INPUT_ROUNDS", 16),
            request_state_size: limit(
                self.request_state_size,
                "request_state_size",
                "MCP_MAX_REQUEST_STATE_SIZE",
                64 << 10,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b20_a_setting_wins_over_the_environment_and_that_over_the_default() {
        let environment = |name: &str| (name != "MCP_DEFAULT_PAGE_SIZE").then(|| "7".to_owned());
        let mut problems = Vec::new();
        let limits = Limits {
            response_size: Some(9),
            ..Limits::default()
        };
        let effective = limits.effective(environment, &mut problems);
        assert_eq!(
            (
                effective.response_size,
                effective.request_size,
                effective.page_size
            ),
            (9, 7, 50)
        );
        assert!(problems.is_empty());
    }

    #[test]
    fn what_is_no_positive_number_is_a_problem_and_never_silent() {
        let mut problems = Vec::new();
        let limits = Limits {
            page_size: Some(0),
            ..Limits::default()
        };
        limits.effective(
            |name| (name == "MCP_MAX_REQUEST_SIZE").then(|| "1 MB".to_owned()),
            &mut problems,
        );
        let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "the environment variable `MCP_MAX_REQUEST_SIZE` must be a whole number of at least 1, not `1 MB`",
                "the limit `page_size` must be a whole number of at least 1, not `0`",
            ]
        );
    }
}
