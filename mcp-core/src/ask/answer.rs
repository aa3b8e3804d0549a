/// What the user did with a question (`ELIC-05`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<T> {
    /// Answered it. For a page it means that the user agreed to open it, not that all was done there.
    Accept(T),
    /// Said no.
    Decline,
    /// Closed it without an answer.
    Cancel,
}

impl<T> Answer<T> {
    /// The answer, if there is one.
    ///
    /// ```
    /// use mcp_core::ask::Answer;
    ///
    /// assert_eq!(Answer::Accept(7).accepted(), Some(7));
    /// assert_eq!(Answer::<u8>::Decline.accepted(), None);
    /// ```
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accept(answer) => Some(answer),
            Self::Decline | Self::Cancel => None,
        }
    }

    /// The answer with its value changed.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Accept(answer) => Answer::Accept(change(answer)),
            Self::Decline => Answer::Decline,
            Self::Cancel => Answer::Cancel,
        }
    }
}
