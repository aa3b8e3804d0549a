//! SIGTERM and SIGINT: finish what was asked, then end. A second one ends at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// The wish to end, as signals express it.
#[derive(Clone, Default)]
pub(super) struct Shutdown {
    wished: Arc<AtomicBool>,
    changed: Arc<Notify>,
}

impl Shutdown {
    /// Whether the process was told to end.
    pub(super) fn is_wished(&self) -> bool {
        self.wished.load(Ordering::Acquire)
    }

    /// Waits until the process is told to end.
    pub(super) async fn wished(&self) {
        loop {
            let changed = self.changed.notified();
            if self.is_wished() {
                return;
            }
            changed.await;
        }
    }

    #[cfg(unix)]
    fn wish(&self) {
        self.wished.store(true, Ordering::Release);
        self.changed.notify_waiters();
    }
}

/// Listens on a thread of its own until `Listening` is dropped.
#[cfg(unix)]
pub(super) fn listen() -> io::Result<(Shutdown, Listening)> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let shutdown = Shutdown::default();
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let listening = Listening(signals.handle());
    let wish = shutdown.clone();
    std::thread::Builder::new()
        .name("mcp-signals".into())
        .spawn(move || {
            for signal in signals.forever() {
                if wish.is_wished() {
                    // As a shell tells of a process that a signal ended.
                    std::process::exit(128 + signal);
                }
                wish.wish();
            }
        })?;
    Ok((shutdown, listening))
}

/// Ends the thread that listens for signals.
#[cfg(unix)]
pub(super) struct Listening(signal_hook::iterator::Handle);

#[cfg(unix)]
impl Drop for Listening {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(not(unix))]
pub(super) struct Listening;

#[cfg(not(unix))]
pub(super) fn listen() -> io::Result<(Shutdown, Listening)> {
    Ok((Shutdown::default(), Listening))
}
