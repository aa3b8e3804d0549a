//! A client in memory, and the requests it sends.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Request};
use http_body_util::{BodyExt, Full};
use mcp_core::protocol::{ProtocolVersion, key};
use mcp_runtime::{HttpService, Principal, Server};
use serde_json::{Value, json};
use tower_service::Service;

use crate::reply::Reply;

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// How long nothing has to come for it to count as nothing.
pub(crate) const QUIET: Duration = Duration::from_millis(150);

/// A client of one revision. Cheap to clone; clones share what a handshake gave.
#[derive(Clone)]
pub(crate) struct Client {
    service: HttpService,
    pub(crate) version: ProtocolVersion,
    pub(crate) session: Option<String>,
    /// What it says that it can do.
    pub(crate) capabilities: Value,
    ids: Arc<AtomicU64>,
}

impl Client {
    /// A client of the newest revision.
    pub(crate) fn new(server: &Server) -> Self {
        Self::of(server.http())
    }

    /// A client of the newest revision, of a service that was set up.
    pub(crate) fn of(service: HttpService) -> Self {
        Self {
            service,
            version: ProtocolVersion::V2026_07_28,
            session: None,
            capabilities: json!({}),
            ids: Arc::new(AtomicU64::new(1)),
        }
    }

    /// A client after its handshake.
    pub(crate) async fn opened(server: &Server, version: &str) -> Self {
        Self::of(server.http()).open(version).await
    }

    /// Performs the handshake of an older revision.
    pub(crate) async fn open(mut self, version: &str) -> Self {
        self.version = ProtocolVersion::from_wire(version).unwrap();
        let reply = self.initialize(version).send().await.expect(200);
        let session = reply
            .header("mcp-session-id")
            .expect("SESS-01: a session")
            .to_owned();
        let answer = reply.answer().await;
        assert_eq!(answer["result"]["protocolVersion"], version);
        self.session = Some(session);
        self.notify("notifications/initialized", json!({}))
            .accepted()
            .await;
        self
    }

    /// The request that begins a session.
    pub(crate) fn initialize(&self, version: &str) -> Call {
        let info = json!({ "name": "http-tests", "version": "1" });
        let params =
            json!({ "protocolVersion": version, "capabilities": self.capabilities, "clientInfo": info });
        let message = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        Call::new(self, Method::POST).message(message)
    }

    /// A request as the revision writes it, headers included.
    pub(crate) fn request(&self, method: &str, params: Value) -> Call {
        self.request_as(self.ids.fetch_add(1, Ordering::Relaxed), method, params)
    }

    /// A request under an id of the test's choice.
    pub(crate) fn request_as(&self, id: impl Into<Value>, method: &str, mut params: Value) -> Call {
        let mut call = Call::new(self, Method::POST);
        if !self.version.has_handshake() {
            params["_meta"][key::PROTOCOL_VERSION] = self.version.as_str().into();
            params["_meta"][key::CLIENT_CAPABILITIES] = self.capabilities.clone();
            call = call
                .header("mcp-protocol-version", self.version.as_str())
                .header("mcp-method", method);
            if let Some(name) = mirrored_name(method, &params) {
                call = call.header("mcp-name", header_text(name));
            }
        }
        call.message(json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }))
    }

    /// A call of a tool.
    pub(crate) fn tool(&self, name: &str, arguments: Value) -> Call {
        self.request("tools/call", json!({ "name": name, "arguments": arguments }))
    }

    /// A notification as the revision writes it.
    pub(crate) fn notify(&self, method: &str, params: Value) -> Call {
        let call = match self.version.has_handshake() {
            true => Call::new(self, Method::POST),
            false => Call::new(self, Method::POST).header("mcp-protocol-version", self.version.as_str()),
        };
        call.message(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// A request for the session's stream.
    pub(crate) fn get(&self) -> Call {
        Call::new(self, Method::GET)
            .header("accept", "text/event-stream")
            .without("content-type")
    }

    /// A request that ends the session.
    pub(crate) fn delete(&self) -> Call {
        Call::new(self, Method::DELETE)
            .without("content-type")
            .without("accept")
    }

    /// The result of a request that has to have one.
    pub(crate) async fn result(&self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params).answer().await;
        assert!(answer.get("result").is_some(), "{method} has no result: {answer}");
        answer["result"].take()
    }
}

/// What `Mcp-Name` repeats (`HDR-02`).
fn mirrored_name<'p>(method: &str, params: &'p Value) -> Option<&'p str> {
    match method {
        "tools/call" | "prompts/get" => params["name"].as_str(),
        "resources/read" => params["uri"].as_str(),
        _ => None,
    }
}

/// A text as a header says it: as it is, or marked as Base64 (`HDR-04`).
pub(crate) fn header_text(text: &str) -> String {
    let plain = text.bytes().all(|byte| (0x20..0x7f).contains(&byte))
        && text.trim() == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    match plain {
        true => text.to_owned(),
        false => format!("=?base64?{}?=", STANDARD.encode(text)),
    }
}

/// A request that is not sent yet.
#[derive(Clone)]
pub(crate) struct Call {
    service: HttpService,
    version: ProtocolVersion,
    method: Method,
    uri: &'static str,
    headers: HeaderMap,
    body: Bytes,
    message: Option<Value>,
    principal: Option<Principal>,
}

impl Call {
    fn new(client: &Client, method: Method) -> Self {
        let call = Self {
            service: client.service.clone(),
            version: client.version,
            method,
            uri: "/",
            headers: HeaderMap::new(),
            body: Bytes::new(),
            message: None,
            principal: None,
        };
        let mut call = call
            .header("host", "127.0.0.1:8000")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        if let Some(session) = &client.session {
            call = call
                .header("mcp-session-id", session)
                .header("mcp-protocol-version", client.version.as_str());
        }
        call
    }

    /// Sets a header, instead of what there is.
    pub(crate) fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        let (name, value) = header(name, value.as_ref());
        self.headers.insert(name, value);
        self
    }

    /// Adds a header to what there is.
    pub(crate) fn and_header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        let (name, value) = header(name, value.as_ref());
        self.headers.append(name, value);
        self
    }

    /// Leaves a header out.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.remove(name);
        self
    }

    /// Uses another HTTP method.
    pub(crate) fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Sends a message and not the one there is.
    pub(crate) fn message(self, message: Value) -> Self {
        self.body(message.to_string())
    }

    /// Changes the message; the headers stay as they are.
    pub(crate) fn change(self, change: impl FnOnce(&mut Value)) -> Self {
        let mut message = self.message.clone().expect("a message to be changed");
        change(&mut message);
        self.message(message)
    }

    /// Sends bytes that need not be a message.
    pub(crate) fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self.message = serde_json::from_slice(&self.body).ok();
        self
    }

    /// Says who calls, as what authenticates in front of the service would.
    pub(crate) fn by(mut self, subject: &str) -> Self {
        self.principal = Some(Principal::new(subject));
        self
    }

    /// Says that the answer is to be of this revision, whatever the client's is.
    pub(crate) fn judged_as(mut self, version: &str) -> Self {
        self.version = ProtocolVersion::from_wire(version).unwrap();
        self
    }

    /// Sends it, and waits for the head of what comes back.
    pub(crate) async fn send(self) -> Reply {
        let body = Full::new(self.body.clone());
        self.send_body(body).await
    }

    /// Sends it, and asserts that the answer is one message.
    pub(crate) async fn json(self) -> Value {
        self.send().await.expect(200).json().await
    }

    /// Sends it, and takes the answer in whichever of the two forms it comes.
    pub(crate) async fn answer(self) -> Value {
        self.send().await.expect(200).answer().await
    }

    /// Sends it, and asserts the status and the code of the error that comes.
    pub(crate) async fn refused(self, status: u16, code: i64) -> Value {
        self.send().await.refused(status, code).await
    }

    /// Sends a notification or a response, and asserts that it is taken (`HTTP-04`).
    pub(crate) async fn accepted(self) {
        self.send().await.expect(202).empty().await;
    }

    /// Sends it with a body of the test's own.
    pub(crate) async fn send_body<B>(mut self, body: B) -> Reply
    where
        B: http_body::Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let mut request = Request::builder().method(self.method.clone()).uri(self.uri);
        request.headers_mut().unwrap().extend(self.headers);
        request
            .extensions_mut()
            .unwrap()
            .extend(self.principal.map(extension).unwrap_or_default());
        let request = request.body(body).unwrap();
        let send = async {
            poll_fn(|cx| Service::<Request<B>>::poll_ready(&mut self.service, cx))
                .await
                .unwrap();
            self.service.call(request).await.unwrap()
        };
        let response = tokio::time::timeout(PATIENCE, send)
            .await
            .expect("a head in time");
        let (head, body) = response.into_parts();
        Reply::new(
            head,
            body.map_err(Into::into).boxed_unsync(),
            self.version,
            self.message,
        )
    }
}

fn extension(principal: Principal) -> Extensions {
    let mut extensions = Extensions::new();
    extensions.insert(principal);
    extensions
}

fn header(name: &str, value: &[u8]) -> (HeaderName, HeaderValue) {
    let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
    // As a socket would bring them: white space around a value is not part of it there.
    (name, HeaderValue::from_bytes(value).unwrap())
}
