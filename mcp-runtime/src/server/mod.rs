//! A server: everything it serves and says, put together once.

mod build_error;
mod builder;
mod changes;
mod error;
mod report;

use std::fmt;
use std::sync::Arc;

use mcp_core::context::StateMap;
use mcp_core::protocol::{CacheHint, Implementation, ProtocolVersion};

pub use build_error::BuildErrors;
pub(crate) use build_error::BuildProblem;
pub use builder::ServerBuilder;
pub use changes::Changes;
pub use error::Error;
pub use report::{Failure, Report};

pub(crate) use report::Reporter;

use crate::count::Count;
use crate::limits::EffectiveLimits;
use crate::registry::Catalog;
use crate::subscriptions::Bus;

/// An MCP server, ready to serve any number of clients of any revision. Cheap to clone.
#[derive(Clone)]
pub struct Server(Arc<Parts>);

/// What a server is made of.
pub(crate) struct Parts {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) cache: CacheHint,
    pub(crate) limits: EffectiveLimits,
    pub(crate) states: Arc<StateMap>,
    pub(crate) catalog: Catalog,
    /// The hosts and origins that the environment allows.
    #[cfg(feature = "http")]
    pub(crate) allowed: crate::transport::http::Allowed,
    /// Whether clients are told when a list changes.
    pub(crate) list_changed: bool,
    /// Whether clients may subscribe to resources.
    pub(crate) resource_subscriptions: bool,
    pub(crate) strict: bool,
    /// The tools that lists show first.
    pub(crate) first_tools: Vec<String>,
    pub(crate) bus: Bus,
    pub(crate) reporter: Reporter,
    /// Seals what travels through clients.
    #[cfg(feature = "seal")]
    pub(crate) keys: Arc<crate::seal::KeyRing>,
    #[cfg(feature = "ask")]
    pub(crate) asking: crate::dispatch::AskSettings,
    /// The member `serverInfo` of a result's `_meta`, encoded.
    pub(crate) server_info: String,
    /// The calls that run on the blocking pool, until their function has returned: nothing can stop
    /// them before.
    pub(crate) blocking: Count,
    /// The unanswered requests.
    pub(crate) pending: Count,
    pub(crate) subscriptions: Count,
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

    /// This server as a `tower` service, for axum, hyper and whatever else speaks HTTP.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn http(&self) -> crate::HttpService {
        crate::HttpService::new(Arc::clone(&self.0))
    }

    /// Serves HTTP at an address, at the path `/mcp`, over HTTP/1.1 and HTTP/2 without encryption,
    /// until SIGTERM or SIGINT comes; then it finishes what was asked, for at most 30 seconds more. A
    /// second signal ends the process at once.
    ///
    /// For more, such as encryption or other paths, put [`Server::http`] into a stack of your own.
    ///
    /// # Errors
    ///
    /// When the address cannot be listened at.
    ///
    /// # Panics
    ///
    /// On a runtime without timers or sockets; `#[tokio::main]` has them.
    #[cfg(feature = "http")]
    pub async fn serve_http(&self, address: impl tokio::net::ToSocketAddrs) -> Result<(), Error> {
        Ok(crate::transport::http::serve(self.http(), address).await?)
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

    /// The handle through which a running server changes and says what has changed.
    #[must_use]
    pub fn changes(&self) -> Changes {
        Changes::new(Arc::clone(&self.0))
    }

    pub(crate) fn parts(&self) -> &Arc<Parts> {
        &self.0
    }

    pub(crate) fn from_parts(parts: Parts) -> Self {
        let server = Arc::new(parts);
        changes::Own::is(&server);
        Self(server)
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
