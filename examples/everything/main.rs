//! The conformance suite's server:
//! `cargo run -q -p examples --features http --bin everything -- http 127.0.0.1:8000`

#[tokio::main]
async fn main() -> Result<(), mcp_runtime::Error> {
    examples::everything::server()?.run().await
}
