//! Questions by hand to clients that hold a connection, which know nothing of rounds.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use super::{AskError, InputResponses, Retry, Suspension};
use crate::context::Context;

/// A question on its way.
type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, AskError>> + Send + 'a>>;

impl Context {
    /// Puts all that a handler asks by hand over the client's connection, at once, and begins another
    /// round with the answers: the handler has to run again. The runtime calls it.
    ///
    /// # Errors
    ///
    /// When one of the questions has no answer; the others are taken back.
    pub async fn ask_by_hand(&self, suspension: Suspension) -> Result<(), AskError> {
        let Suspension { requests, records } = suspension;
        let mut asked: Vec<Asked<'_, _>> = Vec::new();
        for (key, request) in requests {
            let request = request.in_words_of(self.version())?;
            if let Some(required) = request.lacking(self.client_capabilities()) {
                return Err(AskError::MissingCapability {
                    required,
                    is_modern: false,
                });
            }
            asked.push(Box::pin(async move {
                let answer = self.ask_live(&key, &request).await?;
                Ok((key, answer))
            }));
        }
        let answers = all(asked).await?.collect::<BTreeMap<_, _>>();
        let retry = Retry::new(InputResponses::new(answers), Some(records));
        self.asking().begin_round(retry);
        Ok(())
    }
}

/// Waits for all, or for the first that fails.
async fn all<T>(mut asked: Vec<Asked<'_, T>>) -> Result<impl Iterator<Item = T>, AskError> {
    let mut answers: Vec<Option<T>> = asked.iter().map(|_| None).collect();
    poll_fn(|cx| {
        for (asked, answer) in asked.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let Poll::Ready(answered) = asked.as_mut().poll(cx)
            {
                *answer = Some(answered?);
            }
        }
        match answers.iter().all(Option::is_some) {
            true => Poll::Ready(Ok::<_, AskError>(())),
            false => Poll::Pending,
        }
    })
    .await?;
    Ok(answers.into_iter().flatten())
}
