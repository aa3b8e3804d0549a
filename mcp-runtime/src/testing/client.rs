use std::fmt;
use std::sync::{Arc, Mutex};
#[cfg(feature = "ask")]
use std::task::Poll;

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::{CallToolResult, GetPromptResult, ProtocolVersion, ReadResourceResult, key};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[cfg(feature = "ask")]
use super::answers::{self, Answers, TestQuestion};
use super::recorder::Recorder;
use crate::local::{Local, result_of};
use crate::lock::lock;
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
    server: Server,
    local: Arc<Local>,
    version: ProtocolVersion,
    observer: Arc<dyn Fn(&Exchange<'_>) + Send + Sync>,
    /// What came while an answer was being worked on.
    arriving: Arc<Recorder>,
    /// What came before and was not taken yet.
    arrived: Arc<Mutex<Vec<Value>>>,
    /// What requests of 2026-07-28 declare.
    capabilities: Value,
    #[cfg(feature = "ask")]
    answers: Answers,
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
    /// The requests that the server made over the connection before the answer.
    pub questions: &'a [Value],
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
            server: server.clone(),
            local: Arc::new(Local::new(server, Arc::<Recorder>::clone(&arriving))),
            version: ProtocolVersion::V2026_07_28,
            observer: Arc::new(observer),
            arriving,
            arrived: Arc::default(),
            capabilities: json!({}),
            #[cfg(feature = "ask")]
            answers: Answers::default(),
        }
    }

    /// Calls as somebody, as if a transport had found out who it is. The client is a new one, without
    /// a handshake.
    #[must_use]
    pub fn with_principal(mut self, principal: mcp_core::Principal) -> Self {
        let local = Local::new(&self.server, Arc::<Recorder>::clone(&self.arriving));
        self.local = Arc::new(local.with_principal(principal));
        self
    }

    /// What the client declares that it can do, in each request of 2026-07-28; older clients declare it
    /// with [`TestClient::handshake`].
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Answers the question that a handler calls `key`, in every revision, with the protocol's result:
    /// `{"action": "accept", "content": {…}}` for a question to the user. The client then declares that
    /// it can be asked anything, unless it was told what to declare; before a handshake, please.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn answer(mut self, key: impl Into<String>, answer: Value) -> Self {
        self.declare_answers();
        self.answers.add(key.into(), answer);
        self
    }

    /// Answers all other questions with a function; `None` for no answer, which clients before
    /// 2026-07-28 say with an error. A client without any answers says nothing at all. For the rest see
    /// [`TestClient::answer`].
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn on_question(
        mut self,
        answer: impl Fn(&TestQuestion<'_>) -> Option<Value> + Send + Sync + 'static,
    ) -> Self {
        self.declare_answers();
        self.answers.set_closure(Arc::new(answer));
        self
    }

    #[cfg(feature = "ask")]
    fn declare_answers(&mut self) {
        if self.capabilities == json!({}) {
            self.capabilities = answers::every_ability();
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
        let capabilities = match capabilities == json!({}) {
            true => self.capabilities.clone(),
            false => capabilities,
        };
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
        let result = self.request_once(method, params.clone()).await?;
        #[cfg(feature = "ask")]
        let result = self.answered(method, params, result).await?;
        Ok(result)
    }

    /// As [`TestClient::request`], but a question is a result as any other and is not answered.
    ///
    /// # Errors
    ///
    /// When the server answers with an error.
    pub async fn request_once(&self, method: &str, mut params: Value) -> Result<Value, TestError> {
        if !self.version.has_handshake() && params["_meta"].get(key::CLIENT_CAPABILITIES).is_none() {
            params["_meta"][key::CLIENT_CAPABILITIES] = self.capabilities.clone();
        }
        let request = self.local.request(self.version, method, params);
        let response = self.exchange(&request).await.unwrap_or_default();
        let result = result_of(response.to_string().as_bytes()).map_err(TestError::Rpc)?;
        Ok(serde_json::from_str(result.get())?)
    }

    /// Answers and asks again until there is a result, or a question that it was not told to answer.
    #[cfg(feature = "ask")]
    async fn answered(&self, method: &str, params: Value, mut result: Value) -> Result<Value, TestError> {
        while result["resultType"] == "input_required" && !self.answers.is_empty() {
            let requests = result["inputRequests"].as_object().cloned().unwrap_or_default();
            let responses: serde_json::Map<_, _> = requests
                .iter()
                .filter_map(|(key, request)| {
                    let question = TestQuestion {
                        key,
                        method: request["method"].as_str().unwrap_or_default(),
                        params: &request["params"],
                    };
                    self.answers.to(&question).map(|answer| (key.clone(), answer))
                })
                .collect();
            if responses.is_empty() && !requests.is_empty() {
                return Ok(result);
            }
            let mut retry = params.clone();
            retry["inputResponses"] = Value::Object(responses);
            if let Some(state) = result.get("requestState") {
                retry["requestState"] = state.clone();
            }
            result = self.request_once(method, retry).await?;
        }
        Ok(result)
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
        #[cfg(feature = "ask")]
        let answer = self.answering(self.local.send(bytes)).await;
        #[cfg(not(feature = "ask"))]
        let answer = self.local.send(bytes).await;
        let answer = answer.and_then(|answer| serde_json::from_slice::<Value>(&answer).ok());
        let notifications = self.arriving.take_notifications();
        #[cfg(feature = "ask")]
        let questions = self.arriving.take_asked();
        #[cfg(not(feature = "ask"))]
        let questions = Vec::new();
        let message = serde_json::from_slice::<Value>(bytes).ok();
        (self.observer)(&Exchange {
            version: self.version,
            message: message.as_ref(),
            answer: answer.as_ref(),
            notifications: &notifications,
            questions: &questions,
        });
        lock(&self.arrived).extend(notifications);
        answer
    }

    /// Waits for an answer and meanwhile answers what the server asks over the connection.
    #[cfg(feature = "ask")]
    async fn answering<T>(&self, answer: impl Future<Output = T>) -> T {
        let mut answer = std::pin::pin!(answer);
        std::future::poll_fn(|cx| {
            loop {
                if let Poll::Ready(answer) = answer.as_mut().poll(cx) {
                    return Poll::Ready(answer);
                }
                let questions = self.arriving.take_questions(cx.waker());
                if questions.is_empty() {
                    return Poll::Pending;
                }
                if self.answers.is_empty() {
                    return Poll::Pending;
                }
                for (key, question) in &questions {
                    self.local
                        .deliver(self.reply(key, question).to_string().as_bytes());
                }
            }
        })
        .await
    }

    #[cfg(feature = "ask")]
    fn reply(&self, key: &str, request: &Value) -> Value {
        let question = TestQuestion {
            key,
            method: request["method"].as_str().unwrap_or_default(),
            params: &request["params"],
        };
        match self.answers.to(&question) {
            Some(result) => json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }),
            None => {
                let error = json!({ "code": -1, "message": "User rejected the request" });
                json!({ "jsonrpc": "2.0", "id": request["id"], "error": error })
            }
        }
    }

    /// As [`TestClient::send`], without looking at what comes back: for measuring the server alone.
    pub async fn send_unobserved(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.local.send(bytes).await
    }

    /// Takes the notifications that came so far, oldest first.
    #[must_use]
    pub fn take_notifications(&self) -> Vec<Value> {
        std::mem::take(&mut *lock(&self.arrived))
    }

    async fn typed<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T, TestError> {
        Ok(serde_json::from_value(self.request(method, params).await?)?)
    }
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestClient")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
