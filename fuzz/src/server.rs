//! A server with one of everything.

use mcp_runtime::prelude::*;

#[tool]
async fn add(a: i64, b: Option<i64>) -> Result<McpResponse, ResponseError> {
    McpResponse::structured(json!({ "sum": a.wrapping_add(b.unwrap_or_default()) }))
}

#[tool]
async fn text(text: String) -> [McpResponse; 2] {
    [McpResponse::text(text.clone()), McpResponse::error(text)]
}

/// Where to deliver.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Address {
    street: String,
    zip: Option<u32>,
}

#[tool]
async fn deliver(to: Address, #[arg(default = 1, range(1..=9))] parcels: u8) -> Structured<Address> {
    Structured(Address {
        zip: to.zip.map(|zip| zip ^ u32::from(parcels)),
        ..to
    })
}

#[tool]
async fn fail(why: Option<String>) -> Result<McpResponse, ToolError> {
    Err(ToolError::expected(why.unwrap_or_default()))
}

#[resource(uri = "fixed://one", mime_type = "text/plain")]
async fn fixed() -> McpResponse {
    McpResponse::text("one")
}

#[resource(uri = "orders://{id}", mime_type = "application/json")]
async fn order(id: u64) -> Result<McpResponse, ResponseError> {
    McpResponse::structured(json!({ "id": id }))
}

#[resource(uri = "files://docs/{+path}")]
async fn file(path: String) -> McpResponse {
    McpResponse::text(path)
}

fn suggest(request: CompletionRequest) -> Vec<String> {
    vec![request.value, "berlin".to_owned()]
}

#[prompt]
async fn travel(#[arg(complete = suggest)] city: String, days: Option<u8>) -> Vec<McpResponse> {
    vec![
        McpResponse::text(city),
        McpResponse::text(format!("{days:?}")).as_assistant(),
    ]
}

/// The server.
///
/// # Panics
///
/// When it does not build.
#[must_use]
pub fn server() -> Server {
    Server::builder("fuzz", "1.0.0")
        .tool::<add>()
        .tool::<text>()
        .tool::<deliver>()
        .tool::<fail>()
        .resource::<fixed>()
        .resource::<order>()
        .resource::<file>()
        .prompt::<travel>()
        .build()
        .expect("the server is right")
}
