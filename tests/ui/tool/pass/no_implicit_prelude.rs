//! The output names nothing that the prelude brings.

#![no_implicit_prelude]

#[::mcp_runtime::tool(
    read_only,
    strict,
    icon(src = "https://example.org/a.png", mime_type = "image/png", sizes = ["any"], theme = "light"),
    meta("example.org/key" = { "a": [null, 1] })
)]
async fn tool(
    #[arg(default = 3, range(1..=5), header = "A", example = 4)] a: u8,
    #[arg(default = "x", length(..=9), pattern = "x")] b: ::std::string::String,
    #[arg(default)] c: u16,
    d: ::std::option::Option<u8>,
    ctx: ::mcp_runtime::Context,
    ::mcp_runtime::State(state): ::mcp_runtime::State<u64>,
) -> ::std::result::Result<::mcp_runtime::McpResponse, ::mcp_runtime::ToolError> {
    let _ = (a, b, c, d, ctx, state);
    ::std::result::Result::Ok(::mcp_runtime::McpResponse::text("done"))
}

#[::mcp_runtime::resource(
    uri = "a://{x}{?y}",
    cache(ttl_ms = 1),
    annotations(priority = 1, audience = ["user"], last_modified = "2026-10-21T12:00:00Z")
)]
fn resource(x: u8, y: ::std::option::Option<u8>) -> ::mcp_runtime::McpResponse {
    let _ = (x, y);
    ::mcp_runtime::McpResponse::text("done")
}

#[::mcp_runtime::prompt]
fn prompt(x: u8, #[arg(default = 5)] y: u8) -> [::mcp_runtime::McpResponse; 1] {
    let _ = (x, y);
    [::mcp_runtime::McpResponse::text("done")]
}

fn main() {
    let tool = <tool as ::mcp_runtime::Tool>::define();
    ::std::assert!(tool.problems.is_empty(), "{:?}", tool.problems);
    let resource = <resource as ::mcp_runtime::Resource>::define();
    ::std::assert!(resource.problems.is_empty(), "{:?}", resource.problems);
    let prompt = <prompt as ::mcp_runtime::Prompt>::define();
    ::std::assert!(prompt.problems.is_empty(), "{:?}", prompt.problems);
}
