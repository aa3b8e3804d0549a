use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Work that goes on when nobody waits for it any more: dropping this leaves it to the runtime.
pub(super) struct ToItsEnd<T: 'static>(Option<Boxed<T>>);

impl<T> ToItsEnd<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<T> Future for ToItsEnd<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        // Taken out meanwhile, so that work that panics is not begun again.
        let Some(mut work) = self.0.take() else {
            return Poll::Pending;
        };
        let polled = work.as_mut().poll(cx);
        if polled.is_pending() {
            self.0 = Some(work);
        }
        polled
    }
}

impl<T> Drop for ToItsEnd<T> {
    fn drop(&mut self) {
        let Some(work) = self.0.take() else { return };
        // Without a runtime nothing goes on.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { drop(work.await) });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::task::Waker;

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn what_is_dropped_is_done_all_the_same() {
        let (may_go_on, is_done) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let mut work = ToItsEnd::new({
            let (may_go_on, is_done) = (Arc::clone(&may_go_on), Arc::clone(&is_done));
            async move {
                may_go_on.notified().await;
                is_done.notify_one();
            }
        });
        let mut cx = Context::from_waker(Waker::noop());
        assert!(Pin::new(&mut work).poll(&mut cx).is_pending());
        drop(work);
        may_go_on.notify_one();
        is_done.notified().await;
    }
}
