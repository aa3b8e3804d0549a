//! Streamable HTTP, both kinds (`HTTP-*`, `LHTTP-*`): the stateless requests of 2026-07-28, and the
//! sessions of the revisions before it.
//!
//! ```text
//! request → guard: host, origin, method, types, size → era ┬→ stateless: one exchange
//!                                                          └→ session: opened from its id
//! ```

mod accept;
mod body;
mod connection;
mod exchange;
mod guard;
mod headers;
mod live;
mod post;
mod refusal;
mod serve;
mod session;
mod sessions;
mod sse;
mod stateful;
mod stateless;
mod stream;
mod to_its_end;

use std::convert::Infallible;
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::request::Parts as RequestParts;
use http::{Method, Request, Response};
use http_body::Body;
use mcp_core::error::BoxError;
use tower_service::Service;

pub use body::HttpBody;
pub(crate) use guard::Allowed;
pub use guard::InvalidOrigin;
pub(crate) use serve::serve;

use crate::closing::Closing;
use crate::server::Parts;
use post::is_of_session;
use refusal::Refusal;
use sessions::Sessions;
use to_its_end::ToItsEnd;

/// A server as a service for any HTTP stack of the `tower` family: axum, hyper and others. It takes
/// every request that it is given, whatever the path.
///
/// It answers requests whose `Host` is this machine, and refuses pages of other origins; say which
/// others are welcome with [`allow_hosts`](HttpService::allow_hosts) and
/// [`allow_origins`](HttpService::allow_origins). Put what authenticates in front of it, and let that
/// insert a [`Principal`](mcp_core::Principal) into the request's extensions.
///
/// A client that is gone stops its stateless request; a request of a session goes on, as its revision
/// wants it (`CANC-01`, `LHTTP-06`).
///
/// ```
/// use mcp_runtime::Server;
///
/// let server = Server::builder("orders", "1.0.0").build()?;
/// let service = server.http().allow_hosts(["mcp.example.org"]);
/// // axum::Router::new().nest_service("/mcp", service)
/// # Ok::<(), mcp_runtime::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct HttpService {
    shared: Arc<Shared>,
    options: Arc<Options>,
}

/// What all clones of a service share.
struct Shared {
    server: Arc<Parts>,
    sessions: Arc<Sessions>,
    closing: Closing,
}

#[derive(Clone)]
struct Options {
    allowed: Allowed,
    keep_alive: Duration,
}

/// How long the answer to a request is awaited in silence before a stream gets a sign of life.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

impl HttpService {
    pub(crate) fn new(server: Arc<Parts>) -> Self {
        let allowed = server.allowed.clone();
        Self {
            shared: Arc::new(Shared {
                sessions: Sessions::new(Arc::clone(&server)),
                server,
                closing: Closing::default(),
            }),
            options: Arc::new(Options {
                allowed,
                keep_alive: KEEP_ALIVE,
            }),
        }
    }

    /// Answers requests to these hosts too. A host without a port stands for every port. The
    /// environment variable `MCP_ALLOWED_HOSTS` adds more, separated by commas.
    #[must_use]
    pub fn allow_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        let options = Arc::make_mut(&mut self.options);
        options.allowed.hosts.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Answers pages of these origins too, such as `https://app.example.org`, and tells browsers so
    /// (CORS). The environment variable `MCP_ALLOWED_ORIGINS` adds more, separated by commas.
    ///
    /// # Errors
    ///
    /// For what is no origin: a scheme, `http` or `https`, a host, and a port if need be. There is no
    /// wildcard.
    pub fn allow_origins<O: AsRef<str>>(
        mut self,
        origins: impl IntoIterator<Item = O>,
    ) -> Result<Self, InvalidOrigin> {
        let options = Arc::make_mut(&mut self.options);
        for origin in origins {
            options.allowed.add_origin(origin.as_ref())?;
        }
        Ok(self)
    }

    /// How often a stream on which nothing happens gets a comment, so that nobody between takes it
    /// for dead. The default is 15 seconds.
    #[must_use]
    pub fn keep_alive(mut self, interval: Duration) -> Self {
        Arc::make_mut(&mut self.options).keep_alive = interval;
        self
    }

    /// Ends every stream that would go on for ever: subscriptions get their result, the streams of
    /// sessions end. What is being worked on is not touched.
    pub fn shut_down(&self) {
        self.shared.closing.begin();
        self.shared.sessions.close();
    }

    /// Begins to answer a request. The work for one of a session does not end with its connection, also
    /// if that is gone before the work is looked at for the first time (`LHTTP-06`).
    fn begin<B>(self, request: Request<B>) -> Begun<B>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let (parts, body) = request.into_parts();
        match parts.method == Method::POST && is_of_session(&parts.headers) {
            true => Begun::ToItsEnd(ToItsEnd::new(self.respond(parts, body))),
            false => Begun::Here(self, parts, body),
        }
    }

    #[expect(
        clippy::manual_async_fn,
        reason = "it would keep room for its parameters twice"
    )]
    fn respond<B>(self, parts: RequestParts, body: B) -> impl Future<Output = Response<HttpBody>> + Send
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        async move {
            let mut body = pin!(body);
            let origin = match self.options.allowed.check(&parts) {
                Ok(origin) => origin,
                Err(refusal) => return refusal.after(&parts.headers, body).await,
            };
            let answered = match parts.method {
                Method::POST => self.post(&parts, body.as_mut()).await,
                Method::GET => self.get(&parts),
                Method::DELETE => self.delete(&parts),
                Method::OPTIONS if origin.is_some() => guard::preflight(&self.shared.server),
                _ => Err(Refusal::method()),
            };
            let mut response = match answered {
                Ok(response) => response,
                Err(refusal) => refusal.after(&parts.headers, body).await,
            };
            if let Some(origin) = origin {
                guard::share_with(origin, response.headers_mut());
            }
            response
        }
    }
}

/// A request that is to be answered.
#[expect(clippy::large_enum_variant, reason = "it is made and used up at once")]
enum Begun<B> {
    /// By whoever waits for it.
    Here(HttpService, RequestParts, B),
    ToItsEnd(ToItsEnd<Response<HttpBody>>),
}

impl<B> Begun<B>
where
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    async fn answer(self) -> Response<HttpBody> {
        match self {
            Self::Here(service, parts, body) => service.respond(parts, body).await,
            Self::ToItsEnd(work) => work.await,
        }
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let begun = self.clone().begin(request);
        Box::pin(async move { Ok(begun.answer().await) })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("allowed", &self.options.allowed)
            .finish_non_exhaustive()
    }
}
