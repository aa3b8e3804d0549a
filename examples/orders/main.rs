//! The shop's server: `cargo run -q -p examples --bin orders -- --help`

use examples::orders::{self, Orders};

#[tokio::main]
async fn main() -> Result<(), mcp_runtime::Error> {
    let orders = Orders::open(orders::DATA).await?;
    orders::server(orders)?.run().await
}
