//! What the benchmarks call: `cargo run --release -p examples --bin bench -- stdio`

use mcp_runtime::prelude::*;

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
    Server::builder("bench", env!("CARGO_PKG_VERSION"))
        .tool::<add>()
        .tool::<blob>()
        .build()?
        .run()
        .await
}
