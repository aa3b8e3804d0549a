use std::error::Error;
use std::fmt;

/// Everything that is wrong with a server, found when it is built.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildErrors(Vec<BuildProblem>);

/// One thing that is wrong, and with what.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BuildProblem {
    /// `tool`, `resource`, …; empty for the server as a whole.
    kind: &'static str,
    name: String,
    problem: String,
}

impl BuildErrors {
    pub(crate) fn new(problems: Vec<BuildProblem>) -> Self {
        Self(problems)
    }

    /// The mistakes, one sentence each.
    pub fn iter(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(ToString::to_string)
    }
}

impl BuildProblem {
    pub(crate) fn new(kind: &'static str, name: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
            problem: problem.into(),
        }
    }

    pub(crate) fn of_server(problem: impl Into<String>) -> Self {
        Self::new("", "", problem)
    }
}

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            "" => f.write_str(&self.problem),
            kind => write!(f, "{kind} `{}`: {}", self.name, self.problem),
        }
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [only] => write!(f, "the server cannot be built: {only}"),
            problems => {
                write!(f, "the server cannot be built, for {} reasons:", problems.len())?;
                problems
                    .iter()
                    .try_for_each(|problem| write!(f, "\n  - {problem}"))
            }
        }
    }
}

impl fmt::Debug for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for BuildErrors {}
