//! Who is asking, in which revision, and may they: every request passes here first.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use mcp_core::Context;
use mcp_core::context::RequestParts;
use mcp_core::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use mcp_core::protocol::{ClientCapabilities, Implementation, LogLevel, ProtocolVersion};
use serde::de::DeserializeOwned;
use serde_json::json;
use serde_json::value::RawValue;

use super::Connection;
use super::mirror::{self, Headers};
use crate::envelope::{Params, RequestMeta};
use crate::lock::lock;
use crate::server::supported_versions;
use crate::subscriptions::{Filter, ListKind};

/// What a handshake agreed on; it holds for the connection (`INIT-05`).
pub(crate) struct Session {
    pub(crate) version: ProtocolVersion,
    pub(crate) client_capabilities: Arc<ClientCapabilities>,
    pub(crate) client_info: Option<Arc<Implementation>>,
    /// Set by `logging/setLevel`; ordinary events and worse until then (`LLOG-01`).
    log_level: Mutex<LogLevel>,
    /// What it is told of: every list, and the resources that it subscribed to (`LSUB-01`).
    pub(super) filter: Arc<Mutex<Filter>>,
}

/// What clients are sent until they say otherwise.
const DEFAULT_LOG_LEVEL: LogLevel = LogLevel::Info;

/// A request that may be worked on.
pub(super) struct Request<'a> {
    pub(super) id: &'a str,
    pub(super) version: ProtocolVersion,
    pub(super) params: &'a Params<'a>,
    client_capabilities: Arc<ClientCapabilities>,
    client_info: Option<Arc<Implementation>>,
    log_level: Option<LogLevel>,
    progress_token: Option<&'a str>,
    /// Those that repeat parts of the request, over HTTP.
    pub(super) headers: Option<&'a dyn Headers>,
}

impl Session {
    pub(crate) fn new(
        version: ProtocolVersion,
        client_capabilities: ClientCapabilities,
        client_info: Option<Implementation>,
    ) -> Self {
        Self {
            version,
            client_capabilities: Arc::new(client_capabilities),
            client_info: client_info.map(Arc::new),
            log_level: Mutex::new(DEFAULT_LOG_LEVEL),
            filter: Arc::new(Mutex::new(Filter {
                lists: ListKind::ALL.into(),
                ..Filter::default()
            })),
        }
    }

    /// Whether it holds what its client cannot bring again with a request.
    #[cfg(feature = "http")]
    pub(crate) fn is_changed(&self) -> bool {
        let filter = lock(&self.filter);
        let level = lock(&self.log_level);
        !filter.resources.is_empty() || *level != DEFAULT_LOG_LEVEL
    }

    pub(super) fn set_log_level(&self, level: LogLevel) {
        *lock(&self.log_level) = level;
    }
}

impl Connection {
    /// Decides the era by the request itself, then checks what that era demands (`ERA-04`).
    pub(super) fn admit<'a>(
        &self,
        id: &'a str,
        method: &str,
        params: &'a Params<'a>,
        headers: Option<&'a dyn Headers>,
    ) -> Result<Request<'a>, ErrorObject> {
        let meta = &params.meta;
        if meta.size > self.server.limits.metadata_size {
            return Err(ErrorObject::invalid_params("Metadata too large"));
        }
        let progress_token = meta.progress_token.map(progress_token).transpose()?;
        // Over HTTP a request without a session is a stateless one, by its headers.
        if meta.is_modern() || headers.is_some() {
            let version = modern_version(method, meta, headers)?;
            return modern(id, version, params, progress_token, headers);
        }
        let session = self.session().clone();
        match session {
            Some(session) => Ok(Request {
                id,
                version: session.version,
                params,
                client_capabilities: Arc::clone(&session.client_capabilities),
                client_info: session.client_info.clone(),
                log_level: Some(*lock(&session.log_level)),
                progress_token,
                headers: None,
            }),
            None => Err(unopened(method)),
        }
    }

    /// The context of an admitted request.
    pub(super) fn context(&self, request: &Request<'_>) -> Context {
        Context::new(self.request_parts(request))
    }

    /// What the context of an admitted request is made of.
    pub(super) fn request_parts(&self, request: &Request<'_>) -> RequestParts {
        let mut parts = RequestParts::new(
            request.version,
            Arc::clone(&request.client_capabilities),
            Arc::clone(&self.server.states),
            Arc::clone(&self.outbound),
        );
        parts.client_info = request.client_info.clone();
        parts.principal = self.principal.clone();
        parts.log_level = request.log_level;
        parts.progress_token = request.progress_token.map(Into::into);
        parts
    }

    /// The context of a call; without the feature `ask` it is that of any request.
    #[cfg(not(feature = "ask"))]
    pub(super) fn call_context(
        &self,
        request: &Request<'_>,
        _method: &'static str,
        _target: &str,
    ) -> Result<Context, ErrorObject> {
        Ok(self.context(request))
    }
}

/// The revision of a stateless request, which brings everything with it (`META-01`, `META-02`).
fn modern_version(
    method: &str,
    meta: &RequestMeta<'_>,
    headers: Option<&dyn Headers>,
) -> Result<ProtocolVersion, ErrorObject> {
    let (Some(version), Some(_)) = (meta.protocol_version, meta.client_capabilities) else {
        return Err(ErrorObject::invalid_params(
            "Invalid params: `_meta` needs both io.modelcontextprotocol/protocolVersion and \
             io.modelcontextprotocol/clientCapabilities",
        ));
    };
    let requested = Params::text(Some(version), "io.modelcontextprotocol/protocolVersion")?;
    if let Some(headers) = headers {
        mirror::check_request(headers, &requested, method)?;
    }
    match ProtocolVersion::from_wire(&requested) {
        Some(version) if !version.has_handshake() => Ok(version),
        _ => Err(unsupported_version(&requested)),
    }
}

fn modern<'a>(
    id: &'a str,
    version: ProtocolVersion,
    params: &'a Params<'a>,
    progress_token: Option<&'a str>,
    headers: Option<&'a dyn Headers>,
) -> Result<Request<'a>, ErrorObject> {
    let meta = &params.meta;
    let log_level = Params::optional_text(meta.log_level, "io.modelcontextprotocol/logLevel")?;
    let log_level = log_level.map(|name| log_level_named(&name)).transpose()?;
    Ok(Request {
        id,
        version,
        params,
        client_capabilities: meta
            .client_capabilities
            .map(client_capabilities)
            .transpose()?
            .unwrap_or_default(),
        client_info: meta.client_info.map(client_info).transpose()?,
        log_level,
        progress_token,
        headers,
    })
}

/// What was read last on a thread, with its text: a client repeats what it says of itself with every
/// request, word for word.
struct Last<T>(RefCell<Option<(Box<str>, Arc<T>)>>);

/// The longest text that is kept to be compared, in bytes.
const REPEATED: usize = 1024;

impl<T: DeserializeOwned> Last<T> {
    const fn new() -> Self {
        Self(RefCell::new(None))
    }

    fn read(&self, raw: &RawValue, name: &'static str) -> Result<Arc<T>, ErrorObject> {
        let mut last = self.0.borrow_mut();
        match &*last {
            Some((text, value)) if **text == *raw.get() => Ok(Arc::clone(value)),
            _ => {
                let value = Arc::new(member(raw, name)?);
                if raw.get().len() <= REPEATED {
                    *last = Some((raw.get().into(), Arc::clone(&value)));
                }
                Ok(value)
            }
        }
    }
}

fn client_capabilities(raw: &RawValue) -> Result<Arc<ClientCapabilities>, ErrorObject> {
    thread_local!(static LAST: Last<ClientCapabilities> = const { Last::new() });
    LAST.with(|last| last.read(raw, "clientCapabilities"))
}

fn client_info(raw: &RawValue) -> Result<Arc<Implementation>, ErrorObject> {
    thread_local!(static LAST: Last<Implementation> = const { Last::new() });
    LAST.with(|last| last.read(raw, "clientInfo"))
}

/// A member that has to be an object of the protocol. serde would take a list for a struct too.
pub(super) fn member<T: DeserializeOwned>(raw: &RawValue, name: &'static str) -> Result<T, ErrorObject> {
    let malformed = || {
        ErrorObject::invalid_params(format!(
            "Invalid params: `{name}` does not have the protocol's form"
        ))
    };
    match raw.get().starts_with('{') {
        true => serde_json::from_str(raw.get()).map_err(|_| malformed()),
        false => Err(malformed()),
    }
}

pub(super) fn log_level_named(name: &str) -> Result<LogLevel, ErrorObject> {
    LogLevel::from_wire(name).ok_or_else(|| ErrorObject::invalid_params("Invalid params: unknown log level"))
}

/// A progress token is a string or an integer, like an id.
fn progress_token(raw: &RawValue) -> Result<&str, ErrorObject> {
    match RequestId::canonical(raw.get()) {
        Ok(_) => Ok(raw.get()),
        Err(_) => Err(ErrorObject::invalid_params(
            "Invalid params: `progressToken` must be a string or an integer",
        )),
    }
}

pub(crate) fn unsupported_version(requested: &str) -> ErrorObject {
    let supported: Vec<_> = supported_versions().collect();
    ErrorObject::new(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version",
    )
    .with_data(json!({ "supported": supported, "requested": requested }))
}

/// An old client that did not begin with `initialize`, or a new one that forgot its metadata.
fn unopened(method: &str) -> ErrorObject {
    let supported: Vec<_> = supported_versions().collect();
    let message = match method {
        "server/discover" => {
            "Invalid params: `server/discover` needs io.modelcontextprotocol/protocolVersion and \
             io.modelcontextprotocol/clientCapabilities in `_meta`"
        }
        _ => {
            "Invalid params: begin with `initialize`, or send io.modelcontextprotocol/protocolVersion and \
             io.modelcontextprotocol/clientCapabilities in `_meta`"
        }
    };
    ErrorObject::invalid_params(message).with_data(json!({ "supported": supported }))
}
