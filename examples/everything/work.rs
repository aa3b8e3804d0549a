//! Tools that tell of their work while they are at it.

use mcp_runtime::Changes;
use mcp_runtime::prelude::*;
use tokio::time::sleep;

use super::STEP;

/// Report progress three times.
#[tool(name = "test_tool_with_progress", read_only)]
pub async fn progress(ctx: Context) -> McpResponse {
    for step in [0.0, 50.0, 100.0] {
        ctx.progress(step, Some(100.0), Some(&format!("Completed step {step} of 100")));
        sleep(STEP).await;
    }
    McpResponse::text("Completed all steps")
}

/// Log three messages.
#[tool(name = "test_tool_with_logging", read_only)]
pub async fn logging(ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.log(LogLevel::Info, None, "Tool execution started")?;
    sleep(STEP).await;
    ctx.log(LogLevel::Info, None, "Tool processing data")?;
    sleep(STEP).await;
    ctx.log(LogLevel::Info, None, "Tool execution completed")?;
    Ok(McpResponse::text("Logged three messages"))
}

/// Log one message, to clients that asked for messages.
#[tool(name = "test_logging_tool", read_only)]
pub async fn single_log(ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.log(LogLevel::Info, None, "Nobody may see this without asking")?;
    Ok(McpResponse::text("Logged one message"))
}

/// Send the client away, and answer when it comes back.
#[tool(name = "test_reconnection", read_only)]
pub async fn reconnection(ctx: Context) -> McpResponse {
    ctx.release_stream();
    sleep(2 * STEP).await;
    McpResponse::text("The answer was worked on while nobody was listening.")
}

/// Say that the tools have changed.
#[tool(name = "test_trigger_tool_change")]
pub async fn tool_change(#[from_context] changes: Changes) -> McpResponse {
    changes.tools();
    McpResponse::text("Whoever listens was told")
}

/// Say that the prompts have changed.
#[tool(name = "test_trigger_prompt_change")]
pub async fn prompt_change(#[from_context] changes: Changes) -> McpResponse {
    changes.prompts();
    McpResponse::text("Whoever listens was told")
}
