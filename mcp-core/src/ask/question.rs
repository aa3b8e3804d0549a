//! A question from its being asked to its answer, in either era.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use serde_json::value::RawValue;

use super::conversation::Found;
use super::records::Digest;
use super::{AskError, AskFailure, InputRequest, LiveQuestion};
use crate::context::Context;

/// Why an answer cannot be taken.
pub(super) enum Unfit {
    /// It does not have the form of a result.
    Malformed,
    /// It does not fit the question.
    Problems(Vec<String>),
}

/// What reads an answer.
pub(super) trait Read<T>: Fn(&RawValue) -> Result<T, Unfit> {}

impl<T, F: Fn(&RawValue) -> Result<T, Unfit>> Read<T> for F {}

impl Context {
    /// Asks, and waits as long as it takes.
    pub(super) async fn ask<T>(
        &self,
        key: &str,
        request: &InputRequest,
        read: impl Read<T>,
    ) -> Result<T, AskError> {
        let is_modern = !self.version().has_handshake();
        if let Some(required) = request.lacking(self.client_capabilities()) {
            return Err(AskError::MissingCapability { required, is_modern });
        }
        match is_modern {
            true => {
                let mut waiting = Waiting {
                    ctx: self,
                    place: None,
                };
                poll_fn(|cx| waiting.poll(key, request, &read, cx)).await
            }
            false => {
                let question = Digest::of(request);
                if let Some(answer) = self.answered_before(key, &question)
                    && let Ok(answer) = read(&answer)
                {
                    return Ok(answer);
                }
                let answer = self.ask_live(key, request).await?;
                let read = read(&answer).map_err(|unfit| match unfit {
                    Unfit::Malformed => {
                        AskError::Refused("the client's answer has not the protocol's form".to_owned())
                    }
                    Unfit::Problems(problems) => AskError::Unfit(problems),
                })?;
                self.conversation().record(key, &question, answer);
                Ok(read)
            }
        }
    }

    /// The answer of an earlier round: there are some only if the handler asks by hand too.
    fn answered_before(&self, key: &str, question: &Digest) -> Option<Box<RawValue>> {
        self.asking().latest()?;
        match self.conversation().find(key, question) {
            Found::Recorded(answer) | Found::Fresh(answer) => Some(answer),
            Found::Nothing | Found::TooOften => None,
        }
    }

    pub(super) async fn ask_live(
        &self,
        key: &str,
        request: &InputRequest,
    ) -> Result<Box<RawValue>, AskError> {
        if self.is_over() {
            return Err(AskError::Over);
        }
        let parts = self.parts();
        let asker = parts.asker.clone().ok_or(AskError::Unreachable)?;
        let question = LiveQuestion {
            key: key.to_owned(),
            method: request.method(),
            params: request.params().to_owned(),
        };
        let _live = self.asking().begin_live();
        let asked = asker.ask(Arc::clone(&parts.outbound), question).await;
        asked.map_err(|failure| match failure {
            AskFailure::Unreachable => AskError::Unreachable,
            AskFailure::TimedOut => AskError::TimedOut,
            AskFailure::Closed => AskError::Disconnected,
            // The code that the specification gives a user who does not want it (`LREQ-04`).
            AskFailure::Refused(error) if error.code.value() == -1 => {
                AskError::Refused("the client's user declined".to_owned())
            }
            AskFailure::Refused(error) => {
                let shown: String = error.message.chars().take(200).collect();
                AskError::Refused(format!("the client did not take the question: {shown}"))
            }
        })
    }
}

/// A question of a stateless client: answered by what the request brought, or open until the call is
/// suspended.
struct Waiting<'c> {
    ctx: &'c Context,
    place: Option<u64>,
}

impl Waiting<'_> {
    fn poll<T>(
        &mut self,
        key: &str,
        request: &InputRequest,
        read: &impl Read<T>,
        cx: &mut TaskContext<'_>,
    ) -> Poll<Result<T, AskError>> {
        let conversation = self.ctx.conversation();
        if let Some(place) = self.place {
            return match conversation.still_open(place, cx.waker()) {
                true => Poll::Pending,
                false => Poll::Ready(Err(AskError::Over)),
            };
        }
        if conversation.is_over() || self.ctx.is_over() {
            return Poll::Ready(Err(AskError::Over));
        }
        let question = Digest::of(request);
        match conversation.find(key, &question) {
            Found::Nothing => {}
            Found::TooOften => {
                return Poll::Ready(Err(AskError::Unusable(format!(
                    "the question `{key}` is asked over and over in one run, which gives the same answer each \
                     time: to ask again, use another key"
                ))));
            }
            Found::Recorded(answer) => match read(&answer) {
                Ok(answer) => return Poll::Ready(Ok(answer)),
                // It was accepted by another version of this program.
                Err(_) => conversation.note(format!("the recorded answer to `{key}` does not fit any more")),
            },
            Found::Fresh(answer) => match read(&answer) {
                Ok(read) => {
                    conversation.record(key, &question, answer);
                    return Poll::Ready(Ok(read));
                }
                Err(Unfit::Malformed) => return Poll::Ready(Err(AskError::Malformed(key.to_owned()))),
                // Values are not for the log.
                Err(Unfit::Problems(_)) => {
                    conversation.note(format!(
                        "the answer to `{key}` does not fit the question, which is asked again"
                    ));
                }
            },
        }
        self.place = Some(conversation.open(key, request, cx.waker()));
        // A task beside the call asks: the call has to notice.
        self.ctx.wake_call();
        Poll::Pending
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            self.ctx.conversation().take_back(place);
        }
    }
}
