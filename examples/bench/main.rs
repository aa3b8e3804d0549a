//! What the benchmarks call: `cargo run --release -p examples --bin bench -- stdio`
//!
//! `BENCH_TOOLS=1000` adds as many tools that nobody calls.

use mcp_runtime::prelude::*;
use mcp_runtime::primitive::ToolBuilder;

/// A sum.
#[derive(Serialize, JsonSchema)]
struct Sum {
    /// The sum.
    sum: i64,
}

/// Add two numbers.
#[tool(read_only)]
async fn add(a: i64, b: i64) -> Structured<Sum> {
    Structured(Sum { sum: a + b })
}

/// An image of the given size.
#[tool(read_only)]
async fn blob(bytes: usize) -> Result<McpResponse, ResponseError> {
    McpResponse::image(vec![0x5a; bytes], "image/png")
}

#[tokio::main]
async fn main() -> Result<(), mcp_runtime::Error> {
    let others = std::env::var("BENCH_TOOLS").map_or(Ok(0), |count| count.parse::<usize>())?;
    let mut server = Server::builder("bench", env!("CARGO_PKG_VERSION"))
        .tool::<add>()
        .tool::<blob>();
    for number in 0..others {
        let tool = ToolBuilder::new(format!("other-{number}"));
        server = server.add_tool(tool.handler((), (), |(), ()| async { McpResponse::text("other") }));
    }
    server.build()?.run().await
}
