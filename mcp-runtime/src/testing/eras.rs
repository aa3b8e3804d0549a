use std::fmt;

use super::{TestClient, TestError};
use crate::Server;

/// Runs one scenario with a client of 2026-07-28 and with one of 2025-11-25, which can both be asked
/// anything, and gives what both came to.
///
/// # Errors
///
/// When the server refuses the handshake.
///
/// # Panics
///
/// When they come to different ends.
///
/// ```
/// use mcp_core::ask::Answer;
/// use mcp_runtime::prelude::*;
/// use mcp_runtime::testing::both_eras;
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// # #[schemars(crate = "mcp_runtime::schemars")]
/// struct Confirm {
///     sure: bool,
/// }
///
/// #[tool]
/// async fn erase(ctx: Context) -> Result<McpResponse, ToolError> {
///     match ctx.elicit::<Confirm>("confirm", "Erase everything?").await? {
///         Answer::Accept(Confirm { sure: true }) => Ok(McpResponse::text("Erased.")),
///         _ => Ok(McpResponse::text("Nothing was erased.")),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let server = Server::builder("eraser", "1.0.0").tool::<erase>().build()?;
/// let text = both_eras(&server, async |client| {
///     let client = client.answer("confirm", json!({ "action": "accept", "content": { "sure": true } }));
///     let result = client.call_tool("erase", json!({})).await.unwrap();
///     result.content[0].as_text().map(str::to_owned)
/// })
/// .await?;
/// assert_eq!(text.as_deref(), Some("Erased."));
/// # Ok(())
/// # }
/// ```
pub async fn both_eras<T: PartialEq + fmt::Debug>(
    server: &Server,
    scenario: impl AsyncFn(TestClient) -> T,
) -> Result<T, TestError> {
    let abilities = super::answers::every_ability();
    let modern = scenario(TestClient::new(server).with_capabilities(abilities.clone())).await;
    let old = TestClient::new(server).handshake("2025-11-25", abilities).await?;
    let legacy = scenario(old).await;
    assert!(
        modern == legacy,
        "2026-07-28 and 2025-11-25 come to different ends:\n{modern:?}\n{legacy:?}"
    );
    Ok(modern)
}
