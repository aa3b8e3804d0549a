//! What a handler sees of its request, and how it speaks before its answer.

mod extract;
mod outbound;
mod state;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

pub use extract::{ContextList, FromContext, Needs, State};
pub use outbound::Outbound;
pub use state::StateMap;

#[cfg(feature = "ask")]
use crate::ask::{Asker, Asking, Conversation, Retry};
use crate::principal::Principal;
use crate::protocol::{ClientCapabilities, Implementation, LogLevel, ProtocolVersion};

/// The request that a handler is answering.
///
/// Take it as a parameter. It is cheap to clone and may outlive the call; once the call has been
/// answered or cancelled, what it sends is dropped (`PROG-02`, `CANC-03`).
///
/// ```
/// use mcp_core::{Context, McpResponse};
///
/// async fn import(ctx: Context) -> McpResponse {
///     for step in 1..=3 {
///         ctx.progress(f64::from(step), Some(3.0), None);
///     }
///     McpResponse::text("Imported.")
/// }
/// ```
#[derive(Clone)]
pub struct Context(Arc<Inner>);

/// What the runtime knows of a request; it makes a [`Context`] from it.
#[derive(Clone)]
#[non_exhaustive]
pub struct RequestParts {
    /// The revision that the request is served under.
    pub version: ProtocolVersion,
    /// What the client can do.
    pub client_capabilities: Arc<ClientCapabilities>,
    /// Who the client says it is (`META-05`: for display and logs only).
    pub client_info: Option<Arc<Implementation>>,
    /// Who calls, where the transport knows.
    pub principal: Option<Principal>,
    /// The JSON text of the progress token, if the client wants progress.
    pub progress_token: Option<Box<str>>,
    /// The least severe log message that the client wants; `None` for no messages.
    pub log_level: Option<LogLevel>,
    /// The values that `State` parameters take.
    pub states: Arc<StateMap>,
    /// Where notifications go.
    pub outbound: Arc<dyn Outbound>,
    /// Puts questions to a client that holds a connection.
    #[cfg(feature = "ask")]
    pub asker: Option<Arc<dyn Asker>>,
    /// What the request brings along if it continues an earlier one.
    #[cfg(feature = "ask")]
    pub retry: Option<Arc<Retry>>,
}

impl RequestParts {
    /// The parts of a request of a client that says no more than what it can do.
    #[must_use]
    pub fn new(
        version: ProtocolVersion,
        client_capabilities: Arc<ClientCapabilities>,
        states: Arc<StateMap>,
        outbound: Arc<dyn Outbound>,
    ) -> Self {
        Self {
            version,
            client_capabilities,
            client_info: None,
            principal: None,
            progress_token: None,
            log_level: None,
            states,
            outbound,
            #[cfg(feature = "ask")]
            asker: None,
            #[cfg(feature = "ask")]
            retry: None,
        }
    }
}

struct Inner {
    parts: RequestParts,
    /// Held while something is sent, so that nothing follows the answer.
    sending: Mutex<Sending>,
    cancelled: AtomicBool,
    #[cfg(feature = "ask")]
    asking: Asking,
}

struct Sending {
    /// The progress last sent; the next must be greater (`PROG-03`).
    progress: f64,
    /// The request is answered or cancelled.
    over: bool,
}

impl Context {
    /// The context of a request, made by the runtime and by tests.
    #[must_use]
    pub fn new(parts: RequestParts) -> Self {
        Self(Arc::new(Inner {
            parts,
            sending: Mutex::new(Sending {
                progress: f64::NEG_INFINITY,
                over: false,
            }),
            cancelled: AtomicBool::new(false),
            #[cfg(feature = "ask")]
            asking: Asking::default(),
        }))
    }

    /// The revision that the request is served under.
    #[must_use]
    pub fn version(&self) -> ProtocolVersion {
        self.0.parts.version
    }

    /// What the client can do.
    #[must_use]
    pub fn client_capabilities(&self) -> &ClientCapabilities {
        &self.0.parts.client_capabilities
    }

    /// Who the client says it is. It proves nothing (`META-05`).
    #[must_use]
    pub fn client_info(&self) -> Option<&Implementation> {
        self.0.parts.client_info.as_deref()
    }

    /// Who calls, if the transport found it out. Over stdio nobody does: the client started the server.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.0.parts.principal.as_ref()
    }

    /// The server's state of type `T`, if there is one.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.parts.states.get()
    }

    /// Whether the client has cancelled the request. Asynchronous handlers are dropped at their
    /// next await; a loop without one asks here.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Acquire)
    }

    /// Reports progress, if the client asked for it (`PROG-01`).
    ///
    /// Returns whether it is on its way. Values that are not finite, or not greater than the one before
    /// them, are dropped (`PROG-03`), and so is everything without a progress token (`PROG-06`). For a
    /// client that does not keep up, the next one may take its place (`PROG-04`).
    pub fn progress(&self, current: f64, total: Option<f64>, message: Option<&str>) -> bool {
        let Some(token) = self.0.parts.progress_token.as_deref() else {
            return false;
        };
        let total = total.filter(|total| total.is_finite());
        let mut sending = self.sending();
        if sending.over || !current.is_finite() || current <= sending.progress {
            return false;
        }
        sending.progress = current;
        self.0
            .parts
            .outbound
            .progress(token, outbound::progress(token, current, total, message))
    }

    /// Sends a log message to the client, if it wants messages of this level (`LOG-02`).
    ///
    /// Returns whether it was sent. Never put secrets or personal data into it (`LOG-06`).
    ///
    /// # Errors
    ///
    /// When `data` cannot be JSON.
    pub fn log(
        &self,
        level: LogLevel,
        logger: Option<&str>,
        data: impl Serialize,
    ) -> Result<bool, crate::StrictJsonError> {
        if self.0.parts.log_level.is_none_or(|least| level < least) {
            return Ok(false);
        }
        let message = outbound::log(level, logger, &data)?;
        let sending = self.sending();
        Ok(!sending.over && self.0.parts.outbound.notify(message))
    }

    /// Ends the stream on which the client waits, which then comes back for the rest a little later.
    /// A call that takes very long need not keep a connection open for all that time.
    ///
    /// Only clients of 2025-11-25 can do this, and only over HTTP (`LSSE-03`); for all others nothing
    /// happens. Returns whether the client was let go.
    pub fn release_stream(&self) -> bool {
        let sending = self.sending();
        !sending.over && self.version() == ProtocolVersion::V2025_11_25 && self.0.parts.outbound.release()
    }

    /// Whether the request was answered or cancelled. The runtime asks it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.sending().over
    }

    /// Marks the request as cancelled: nothing more is sent for it. The runtime calls it.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Release);
        self.finish();
    }

    /// Marks the request as answered: nothing more is sent for it. The runtime calls it.
    pub fn finish(&self) {
        self.sending().over = true;
        #[cfg(feature = "ask")]
        self.0.asking.close();
    }

    /// Whether somebody beside the runtime holds the context: only then can the call still ask. The
    /// runtime itself holds `own`.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn is_held(&self, own: usize) -> bool {
        Arc::strong_count(&self.0) > own
    }

    /// Stops the call if it waits for its client and for nothing else: gives what to ask, and what to
    /// remember. The runtime calls it when the handler has to wait; `waker` is woken when it should
    /// call again.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn suspend(&self, waker: &std::task::Waker) -> Option<crate::ask::Suspension> {
        self.0.asking.suspend(waker)
    }

    /// What the call has to remember when it asks by hand. The runtime calls it.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn take_records(&self) -> crate::ask::Records {
        self.conversation().take_records()
    }

    /// Whether a question is on its way to a client that holds a connection.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn waits_for_client(&self) -> bool {
        self.0.asking.is_live()
    }

    #[cfg(feature = "ask")]
    pub(crate) fn asking(&self) -> &Asking {
        &self.0.asking
    }

    /// What the operator should know of the questions so far. The runtime calls it.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn take_notes(&self) -> Vec<String> {
        self.0.asking.take_notes()
    }

    #[cfg(feature = "ask")]
    pub(crate) fn conversation(&self) -> &Conversation {
        self.0.asking.conversation(self.0.parts.retry.as_ref())
    }

    /// What the latest round brought along.
    #[cfg(feature = "ask")]
    pub(crate) fn retry(&self) -> Option<&Retry> {
        let latest = self.0.asking.latest().or(self.0.parts.retry.as_ref());
        latest.map(|retry| &**retry)
    }

    #[cfg(feature = "ask")]
    pub(crate) fn wake_call(&self) {
        self.0.asking.wake();
    }

    #[cfg(feature = "ask")]
    pub(crate) fn parts(&self) -> &RequestParts {
        &self.0.parts
    }

    fn sending(&self) -> MutexGuard<'_, Sending> {
        self.0.sending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RequestParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestParts")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Recorder(Mutex<Vec<String>>);

    impl Outbound for Recorder {
        fn notify(&self, message: Vec<u8>) -> bool {
            self.0.lock().unwrap().push(String::from_utf8(message).unwrap());
            true
        }
    }

    fn context(change: impl FnOnce(&mut RequestParts)) -> (Context, Arc<Recorder>) {
        let recorder = Arc::new(Recorder::default());
        let mut parts = RequestParts::new(
            ProtocolVersion::V2026_07_28,
            Arc::default(),
            Arc::default(),
            recorder.clone(),
        );
        change(&mut parts);
        (Context::new(parts), recorder)
    }

    #[test]
    fn prog_03_progress_only_grows_and_echoes_the_token() {
        let (ctx, sent) = context(|parts| parts.progress_token = Some("\"t\"".into()));
        assert!(ctx.progress(1.0, Some(2.0), Some("half")));
        assert!(!ctx.progress(1.0, None, None));
        assert!(!ctx.progress(f64::NAN, None, None));
        assert!(ctx.progress(2.0, None, None));
        assert_eq!(
            sent.0.lock().unwrap()[0],
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1.0,"total":2.0,"message":"half"}}"#
        );
        assert_eq!(sent.0.lock().unwrap().len(), 2);
    }

    #[test]
    fn prog_06_without_a_token_nothing_is_sent() {
        let (ctx, sent) = context(|_| {});
        assert!(!ctx.progress(1.0, None, None));
        assert!(sent.0.lock().unwrap().is_empty());
    }

    #[test]
    fn log_02_only_wanted_levels_are_sent() {
        let (ctx, sent) = context(|parts| parts.log_level = Some(LogLevel::Warning));
        assert!(!ctx.log(LogLevel::Info, None, "no").unwrap());
        assert!(ctx.log(LogLevel::Error, Some("db"), "yes").unwrap());
        assert_eq!(
            sent.0.lock().unwrap()[0],
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"db","data":"yes"}}"#
        );
    }

    #[test]
    fn canc_03_nothing_is_sent_for_a_finished_or_cancelled_request() {
        for end in [Context::finish, Context::cancel] {
            let (ctx, sent) = context(|parts| {
                parts.progress_token = Some("1".into());
                parts.log_level = Some(LogLevel::Debug);
            });
            end(&ctx);
            assert!(!ctx.progress(1.0, None, None));
            assert!(!ctx.log(LogLevel::Error, None, "late").unwrap());
            assert!(sent.0.lock().unwrap().is_empty());
        }
    }
}
