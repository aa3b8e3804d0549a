//! Servers to talk to, and what their failures were.

use std::sync::{Arc, Mutex};

use examples::orders::{self, Orders};
use mcp_core::primitive::{
    PromptBuilder, PromptDefinition, ResourceBuilder, ResourceDefinition, ToolBuilder, ToolDefinition,
};
use mcp_core::response::{IntoPromptResponse, IntoResourceResponse, IntoToolResponse};
use mcp_runtime::{Server, ServerBuilder};
use mcp_tests::client;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// The shop of the seed document, over the data that it ships with.
pub(crate) async fn orders() -> Server {
    orders::server(Orders::open(orders::DATA).await.unwrap()).unwrap()
}

/// The beginning of a server.
pub(crate) fn builder() -> ServerBuilder {
    Server::builder("test-server", "1.0.0")
}

/// A server with one tool.
pub(crate) fn with_tool(tool: ToolDefinition) -> Server {
    builder().add_tool(tool).build().unwrap()
}

/// A tool without arguments.
pub(crate) fn tool<R>(name: &str, answer: impl Fn() -> R + Send + Sync + 'static) -> ToolDefinition
where
    R: IntoToolResponse + 'static,
{
    let answer = Arc::new(answer);
    ToolBuilder::new(name).handler((), (), move |(), ()| {
        let answer = Arc::clone(&answer);
        async move { answer() }
    })
}

/// A tool without arguments that declares its output to be a `T`, whatever it answers.
pub(crate) fn tool_with_output<T, R>(
    name: &str,
    answer: impl Fn() -> R + Send + Sync + 'static,
) -> ToolDefinition
where
    T: JsonSchema,
    R: IntoToolResponse + 'static,
{
    let answer = Arc::new(answer);
    ToolBuilder::new(name)
        .output::<T>()
        .handler((), (), move |(), ()| {
            let answer = Arc::clone(&answer);
            async move { answer() }
        })
}

/// An output whose schema says more than its type.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Small {
    #[schemars(range(max = 10))]
    pub(crate) number: u32,
}

/// A tool whose declared output is a [`Small`].
pub(crate) fn small<R: IntoToolResponse + 'static>(answer: impl Fn() -> R + Send + Sync + 'static) -> Server {
    with_tool(tool_with_output::<Small, R>("t", answer))
}

/// Calls the tool without arguments that the server has, in the newest revision.
pub(crate) async fn call(server: &Server, name: &str) -> Value {
    let client = client(server, "2026-07-28").await;
    client
        .request("tools/call", json!({ "name": name }))
        .await
        .unwrap()
}

/// A resource at a fixed URI, named after it.
pub(crate) fn resource<R>(
    uri: &str,
    mime_type: &str,
    answer: impl Fn() -> R + Send + Sync + 'static,
) -> ResourceDefinition
where
    R: IntoResourceResponse + 'static,
{
    let answer = Arc::new(answer);
    ResourceBuilder::new(uri, uri)
        .mime_type(mime_type)
        .handler((), (), move |(), ()| {
            let answer = Arc::clone(&answer);
            async move { answer() }
        })
}

/// A prompt without arguments.
pub(crate) fn prompt<R>(name: &str, answer: impl Fn() -> R + Send + Sync + 'static) -> PromptDefinition
where
    R: IntoPromptResponse + 'static,
{
    let answer = Arc::new(answer);
    PromptBuilder::new(name).handler((), (), move |(), ()| {
        let answer = Arc::clone(&answer);
        async move { answer() }
    })
}

/// One report of the failure hook.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reported {
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) correlation_id: String,
    pub(crate) failure: String,
}

/// What the failure hook got.
#[derive(Clone, Default)]
pub(crate) struct Reports(Arc<Mutex<Vec<Reported>>>);

impl Reports {
    /// Hooks into a server.
    pub(crate) fn of(builder: ServerBuilder) -> (ServerBuilder, Self) {
        let reports = Self::default();
        let kept = reports.clone();
        let builder = builder.on_failure(move |report| {
            kept.0.lock().unwrap().push(Reported {
                kind: report.kind.to_owned(),
                name: report.name.to_owned(),
                correlation_id: report.correlation_id.to_owned(),
                failure: report.failure.to_string(),
            });
        });
        (builder, reports)
    }

    /// Takes the only report there is.
    #[track_caller]
    pub(crate) fn take_one(&self) -> Reported {
        let mut reports = std::mem::take(&mut *self.0.lock().unwrap());
        assert_eq!(reports.len(), 1, "{reports:?}");
        reports.remove(0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }
}

/// The texts of a result's content, in order.
pub(crate) fn texts(result: &Value) -> Vec<&str> {
    let content = result["content"].as_array().unwrap();
    content
        .iter()
        .filter_map(|block| block["text"].as_str())
        .collect()
}

/// The first text of a result that has to be an error.
#[track_caller]
pub(crate) fn error_text(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    texts(result)[0]
}
