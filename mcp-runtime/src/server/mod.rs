//! A server: everything it serves and says, put together once.

mod build_error;
mod builder;
mod error;
mod report;

use std::fmt;
use std::sync::Arc;

use mcp_core::context::StateMap;
use mcp_core::protocol::{CacheHint, Implementation, ProtocolVersion};

pub use build_error::BuildErrors;
pub(crate) use build_error::BuildProblem;
pub use builder::ServerBuilder;
pub use error::Error;
pub use report::{Failure, Report};

pub(crate) use report::Reporter;

use crate::limits::EffectiveLimits;
use crate::registry::Registry;

/// An MCP server, ready to serve any number of clients of any revision. Cheap to clone.
#[derive(Clone)]
pub struct Server(Arc<Parts>);

/// What a server is made of; nothing in it changes while it serves.
pub(crate) struct Parts {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) cache: CacheHint,
    pub(crate) limits: EffectiveLimits,
    pub(crate) states: Arc<StateMap>,
    pub(crate) registry: Registry,
    pub(crate) reporter: Reporter,
    /// Seals what travels through clients.
    #[cfg(feature = "seal")]
    #[allow(dead_code, reason = "who seals is decided by features")]
    pub(crate) keys: crate::seal::KeyRing,
    #[cfg(feature = "ask")]
    pub(crate) asking: crate::dispatch::AskSettings,
    /// The member `serverInfo` of a result's `_meta`, encoded.
    pub(crate) server_info: String,
    pub(crate) blocking: crate::blocking::BlockingCalls,
    #[cfg(debug_assertions)]
    pub(crate) activity: crate::activity::Activity,
}

impl Server {
    /// Begins a server by name and version: those of the program, not of the framework.
    ///
    /// ```
    /// use mcp_runtime::Server;
    ///
    /// let server = Server::builder("orders", env!("CARGO_PKG_VERSION")).build()?;
    /// # Ok::<(), mcp_runtime::BuildErrors>(())
    /// ```
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    /// Serves one client over standard input and output, until the input ends and everything that
    /// was asked has been answered, for at most 30 seconds more.
    ///
    /// While it serves, the process's own standard streams lead elsewhere (on Unix): what a handler,
    /// a library or a child process prints goes to standard error, in debug builds with the name of
    /// the handler. SIGTERM and SIGINT end it as the end of the input does; a second signal ends the
    /// process at once, with exit code 128 plus the signal's number. What is unfinished after the 30
    /// seconds is answered with an error.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written to: the client is gone.
    ///
    /// # Panics
    ///
    /// On a runtime without timers; `#[tokio::main]` has them.
    pub async fn serve_stdio(&self) -> Result<(), Error> {
        crate::transport::stdio::serve(Arc::clone(&self.0))
            .await
            .result
            .map_err(Error::from)
    }

    /// Runs the program's command line: without arguments it serves stdio, and `list`, `call`,
    /// `read` and `prompt` try the server by hand; `--help` tells the rest.
    ///
    /// The other commands end the process with their exit code: 0, 1 for an unknown name, 2 for
    /// wrong usage, 5 for a tool that reports an error. Serving returns, unless a handler that blocks
    /// its thread is still running in the end: nothing can stop it, so then the process ends too.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written to.
    pub async fn run(self) -> Result<(), Error> {
        crate::cli::run(self).await
    }

    pub(crate) fn parts(&self) -> &Arc<Parts> {
        &self.0
    }

    pub(crate) fn from_parts(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Implementation { name, version, .. } = &self.0.info;
        f.debug_struct("Server")
            .field("name", name)
            .field("version", version)
            .finish_non_exhaustive()
    }
}

/// The revisions that are served, newest first: what discovery and version errors list.
pub(crate) fn supported_versions() -> impl Iterator<Item = &'static str> {
    ProtocolVersion::ALL
        .into_iter()
        .rev()
        .map(ProtocolVersion::as_str)
}
