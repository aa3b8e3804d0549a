//! Types, traits, modules, macros and constants of the author's do not get in the way.

#![allow(dead_code, non_upper_case_globals, unused_macros)]

struct Result;
struct Option;
struct Box;
struct String;
struct Vec;
struct Ok;
struct Some;
struct None;
trait Send {}
trait Future {}
trait From {}
trait Into {}
trait Default {}
trait Tool {}
trait Argument {}
trait FromContext {}
struct McpResponse;
mod core {}
mod std {}
mod alloc {}
mod serde_json {}
mod mcp_runtime {}
mod mcp_core {}
const __T: u8 = 0;
const parameter_0: u8 = 0;
const icon: u8 = 0;
const hints: u8 = 0;
static argument: u8 = 0;
macro_rules! concat {
    () => {};
}
macro_rules! json {
    () => {};
}

/// Described.
#[doc = ::std::stringify!(more)]
#[::mcp_runtime::tool(
    icon(src = "https://example.org/a.png", mime_type = "image/png"),
    meta("example.org/key" = { "a": [null, 1] })
)]
async fn tool(
    args: u8,
    #[arg(default = 3, range(..=5))] other: u8,
    note: ::std::option::Option<::std::string::String>,
    ctx: ::mcp_runtime::Context,
) -> ::std::result::Result<::mcp_runtime::McpResponse, ::mcp_runtime::ToolError> {
    let _ = (args, other, note, ctx);
    ::std::result::Result::Ok(::mcp_runtime::McpResponse::text("done"))
}

#[::mcp_runtime::resource(uri = "a://{x}{?y}", annotations(priority = 0.5))]
fn resource(x: u8, y: ::std::option::Option<u8>) -> ::mcp_runtime::McpResponse {
    let _ = (x, y);
    ::mcp_runtime::McpResponse::text("done")
}

fn main() {
    let _ = (Result, Option, Box, String, Vec, Ok, Some, None, McpResponse);
    let _ = (__T, parameter_0, icon, hints, argument);
    let tool = <tool as ::mcp_runtime::Tool>::define();
    assert!(tool.problems.is_empty(), "{:?}", tool.problems);
    let resource = <resource as ::mcp_runtime::Resource>::define();
    assert!(resource.problems.is_empty(), "{:?}", resource.problems);
}
