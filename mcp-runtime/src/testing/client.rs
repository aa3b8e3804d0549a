use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use mcp_core::context::Outbound;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::{CallToolResult, GetPromptResult, ProtocolVersion, ReadResourceResult};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::local::{Local, result_of};
use crate::server::Server;

/// An in-memory client of one revision. Cheap to clone; clones share the connection.
///
/// ```
/// use mcp_core::McpResponse;
/// use mcp_core::primitive::ToolBuilder;
/// use mcp_runtime::Server;
/// use mcp_runtime::testing::TestClient;
/// use serde_json::json;
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let greet = ToolBuilder::new("greet").handler((), (), |(), ()| async { McpResponse::text("Hello!") });
/// let server = Server::builder("greeter", "1.0.0").add_tool(greet).build()?;
///
/// let client = TestClient::new(&server);
/// let result = client.call_tool("greet", json!({})).await?;
/// assert_eq!(result.content[0].as_text(), Some("Hello!"));
///
/// let old = TestClient::with_handshake(&server, "2025-06-18").await?;
/// assert_eq!(old.call_tool("greet", json!({})).await?.content, result.content);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TestClient {
    local: Arc<Local>,
    version: ProtocolVersion,
    observer: Arc<dyn Fn(&Exchange<'_>) + Send + Sync>,
    /// What came while an answer was being worked on.
    arriving: Arc<Recorder>,
    /// What came before and was not taken yet.
    arrived: Arc<Mutex<Vec<Value>>>,
}

/// Keeps notifications, oldest first.
#[derive(Default)]
struct Recorder(Mutex<Vec<Value>>);

impl Outbound for Recorder {
    fn notify(&self, message: Vec<u8>) -> bool {
        let message = serde_json::from_slice(&message);
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(message);
        true
    }
}

/// One message and what came back: what an observer sees.
#[derive(Debug)]
#[non_exhaustive]
pub struct Exchange<'a> {
    /// The revision that the client speaks.
    pub version: ProtocolVersion,
    /// What was sent; `None` if it is not JSON.
    pub message: Option<&'a Value>,
    /// What was answered, if anything.
    pub answer: Option<&'a Value>,
    /// The notifications that came before the answer.
    pub notifications: &'a [Value],
}

/// Why a request of a [`TestClient`] has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TestError {
    /// The server answered with a JSON-RPC error.
    #[error("the server answered with error {}: {}", .0.code, .0.message)]
    Rpc(ErrorObject),
    /// The result does not have the protocol's form.
    #[error("the result does not have the protocol's form: {0}")]
    Malformed(#[from] serde_json::Error),
}

impl TestError {
    /// The JSON-RPC error, if it is one.
    #[must_use]
    pub fn rpc(&self) -> Option<&ErrorObject> {
        match self {
            Self::Rpc(error) => Some(error),
            Self::Malformed(_) => None,
        }
    }
}

impl TestClient {
    /// A client of the newest revision, which needs no handshake.
    #[must_use]
    pub fn new(server: &Server) -> Self {
        Self::observed(server, |_| {})
    }

    /// As [`TestClient::new`], with a function that sees every exchange.
    #[must_use]
    pub fn observed(server: &Server, observer: impl Fn(&Exchange<'_>) + Send + Sync + 'static) -> Self {
        let arriving = Arc::<Recorder>::default();
        Self {
            local: Arc::new(Local::new(server, Arc::<Recorder>::clone(&arriving))),
            version: ProtocolVersion::V2026_07_28,
            observer: Arc::new(observer),
            arriving,
            arrived: Arc::default(),
        }
    }

    /// A client of an older revision, after its handshake.
    ///
    /// # Errors
    ///
    /// When the server refuses the handshake, or the revision is not an older one.
    pub async fn with_handshake(server: &Server, version: &str) -> Result<Self, TestError> {
        Self::new(server).handshake(version, json!({})).await
    }

    /// Performs the handshake of an older revision; the client speaks it from then on.
    ///
    /// # Errors
    ///
    /// As [`TestClient::with_handshake`].
    pub async fn handshake(mut self, version: &str, capabilities: Value) -> Result<Self, TestError> {
        self.version = ProtocolVersion::from_wire(version)
            .filter(|version| version.has_handshake())
            .ok_or_else(|| TestError::Rpc(ErrorObject::invalid_params("not a revision with a handshake")))?;
        let info = json!({ "name": "test-client", "version": "1.0.0" });
        let params = json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": info });
        self.request("initialize", params).await?;
        self.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .await;
        Ok(self)
    }

    /// The revision that the client speaks.
    #[must_use]
    pub fn version(&self) -> ProtocolVersion {
        self.version
    }

    /// Sends a request and gives its result. A request of the newest revision gets the `_meta` that
    /// it needs, unless `params` has it.
    ///
    /// # Errors
    ///
    /// When the server answers with an error.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, TestError> {
        let request = self.local.request(self.version, method, params);
        let response = self.exchange(&request).await.unwrap_or_default();
        let result = result_of(response.to_string().as_bytes()).map_err(TestError::Rpc)?;
        Ok(serde_json::from_str(result.get())?)
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// When the server answers with an error. A failure that the tool reports is a result.
    pub async fn call_tool(&self, name: &str, arguments: Value) -> Result<CallToolResult, TestError> {
        self.typed("tools/call", json!({ "name": name, "arguments": arguments }))
            .await
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// When the server answers with an error.
    pub async fn read_resource(&self, uri: &str) -> Result<ReadResourceResult, TestError> {
        self.typed("resources/read", json!({ "uri": uri })).await
    }

    /// Gets a prompt.
    ///
    /// # Errors
    ///
    /// When the server answers with an error.
    pub async fn get_prompt(&self, name: &str, arguments: Value) -> Result<GetPromptResult, TestError> {
        self.typed("prompts/get", json!({ "name": name, "arguments": arguments }))
            .await
    }

    /// Sends a message as JSON and gives the whole answer, if there is one.
    pub async fn exchange(&self, message: &Value) -> Option<Value> {
        self.send(message.to_string().as_bytes()).await
    }

    /// Sends bytes as they are and gives the whole answer, if there is one.
    pub async fn send(&self, bytes: &[u8]) -> Option<Value> {
        let answer = self.local.send(bytes).await;
        let answer = answer.and_then(|answer| serde_json::from_slice::<Value>(&answer).ok());
        let notifications = take(&self.arriving.0);
        let message = serde_json::from_slice::<Value>(bytes).ok();
        (self.observer)(&Exchange {
            version: self.version,
            message: message.as_ref(),
            answer: answer.as_ref(),
            notifications: &notifications,
        });
        self.arrived
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(notifications);
        answer
    }

    /// As [`TestClient::send`], without looking at what comes back: for measuring the server alone.
    pub async fn send_unobserved(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.local.send(bytes).await
    }

    /// Takes the notifications that came so far, oldest first.
    #[must_use]
    pub fn take_notifications(&self) -> Vec<Value> {
        take(&self.arrived)
    }

    async fn typed<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T, TestError> {
        Ok(serde_json::from_value(self.request(method, params).await?)?)
    }
}

fn take(values: &Mutex<Vec<Value>>) -> Vec<Value> {
    std::mem::take(&mut *values.lock().unwrap_or_else(PoisonError::into_inner))
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestClient")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
