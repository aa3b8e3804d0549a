//! The deployer: `cargo run -q -p examples --bin deploy`
//!
//! It writes one line a deployment to the file that `DEPLOY_LOG` names, `deployments.log` by default.
//! Set `MCP_STATE_KEYS` to let another process continue what one has begun.

use std::path::PathBuf;

use examples::deploy::{self, Log};

#[tokio::main]
async fn main() -> Result<(), mcp_runtime::Error> {
    let path = std::env::var_os("DEPLOY_LOG").map_or_else(|| "deployments.log".into(), PathBuf::from);
    deploy::server(Log::at(path))?.run().await
}
