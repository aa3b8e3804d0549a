//! Two things at once.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use crate::dispatch::Never;

/// The outcome of `second`, or nothing if `first` is done before it.
pub(crate) async fn first<T>(first: impl Future<Output = ()>, second: impl Future<Output = T>) -> Option<T> {
    let (mut first, mut second) = (pin!(first), pin!(second));
    poll_fn(|cx| match first.as_mut().poll(cx) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => second.as_mut().poll(cx).map(Some),
    })
    .await
}

/// The outcome of `work`, with `background` going on beside it.
pub(crate) async fn beside<T>(background: impl Future<Output = Never>, work: impl Future<Output = T>) -> T {
    let (mut background, mut work) = (pin!(background), pin!(work));
    poll_fn(|cx| match background.as_mut().poll(cx) {
        Poll::Ready(never) => match never {},
        Poll::Pending => work.as_mut().poll(cx),
    })
    .await
}
