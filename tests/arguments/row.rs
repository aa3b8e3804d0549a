//! One row of the table: what a model sent, and what becomes of it.

/// A call and its outcome.
pub(crate) struct Row {
    pub(crate) tool: &'static str,
    /// The arguments, as they stand in the message.
    pub(crate) sent: String,
    /// What a tool makes of it, and what one that is strict does.
    pub(crate) outcomes: [Outcome; 2],
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// The handler ran, and got this.
    Read(String),
    /// It did not, for each of these reasons.
    Refused(Vec<String>),
    /// The message itself is refused, with this code.
    Error(i64),
}

fn read(json: &str) -> Outcome {
    Outcome::Read(json.to_owned())
}

fn refusal(lines: &[&str]) -> Outcome {
    Outcome::Refused(lines.iter().map(|line| (*line).to_owned()).collect())
}

fn row(tool: &'static str, sent: impl Into<String>, usual: Outcome, strict: Outcome) -> Row {
    Row {
        tool,
        sent: sent.into(),
        outcomes: [usual, strict],
    }
}

/// Arguments that fit as they are.
pub(crate) fn accepted(tool: &'static str, sent: impl Into<String>, json: &str) -> Row {
    row(tool, sent, read(json), read(json))
}

/// Arguments that can be read in one way only; a strict tool says what is wrong with them.
pub(crate) fn repaired(tool: &'static str, sent: &str, json: &str, strict: &[&str]) -> Row {
    row(tool, sent, read(json), refusal(strict))
}

/// Arguments that do not fit.
pub(crate) fn refused(tool: &'static str, sent: impl Into<String>, lines: &[&str]) -> Row {
    row(tool, sent, refusal(lines), refusal(lines))
}

/// Arguments of which a part is repaired and the rest does not fit; a strict tool lists both.
pub(crate) fn partly(tool: &'static str, sent: &str, lines: &[&str], strict: &[&str]) -> Row {
    row(tool, sent, refusal(lines), refusal(strict))
}

/// Arguments that make the message itself unreadable or malformed.
pub(crate) fn malformed(tool: &'static str, sent: impl Into<String>, code: i64) -> Row {
    row(tool, sent, Outcome::Error(code), Outcome::Error(code))
}
