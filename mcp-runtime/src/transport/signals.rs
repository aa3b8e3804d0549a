//! SIGTERM and SIGINT: finish what was asked, then end. A second one ends at once, and so does one
//! that comes when nothing is served.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::closing::Closing;
#[cfg(unix)]
use crate::lock::lock;

/// The wish to end, as signals express it.
#[derive(Clone, Default)]
pub(crate) struct Shutdown(Arc<State>);

#[derive(Default)]
struct State {
    closing: Closing,
    /// How many clients are served.
    serving: AtomicUsize,
}

/// While it lives, the first signal is a wish; after that, signals end the process.
pub(crate) struct Serving(Arc<State>);

impl Shutdown {
    /// Whether the process was told to end.
    pub(crate) fn is_wished(&self) -> bool {
        self.0.closing.has_begun()
    }

    /// Waits until the process is told to end.
    pub(crate) async fn wished(&self) {
        self.0.closing.begun().await;
    }

    pub(crate) fn serve(&self) -> Serving {
        self.0.serving.fetch_add(1, Ordering::AcqRel);
        Serving(Arc::clone(&self.0))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.serving.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The process's one listener, begun at its first use: on a thread of its own, for good.
#[cfg(unix)]
pub(crate) fn shutdown() -> io::Result<Shutdown> {
    use std::sync::Mutex;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    static LISTENER: Mutex<Option<Shutdown>> = Mutex::new(None);

    let mut listener = lock(&LISTENER);
    if let Some(shutdown) = &*listener {
        return Ok(shutdown.clone());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let shutdown = Shutdown::default();
    let state = Arc::clone(&shutdown.0);
    std::thread::Builder::new()
        .name("mcp-signals".into())
        .spawn(move || {
            for signal in signals.forever() {
                // Looked at before the wish: whoever is served may have finished right after it.
                let is_served = state.serving.load(Ordering::Acquire) > 0;
                let is_first = state.closing.begin();
                if !is_first || !is_served {
                    // As a shell tells of a process that a signal ended.
                    std::process::exit(128 + signal);
                }
            }
        })?;
    *listener = Some(shutdown.clone());
    Ok(shutdown)
}

#[cfg(not(unix))]
pub(crate) fn shutdown() -> io::Result<Shutdown> {
    Ok(Shutdown::default())
}
