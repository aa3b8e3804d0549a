//! The settings of a form stand above it.

use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema, Form)]
struct Wrong {
    #[form(crate = mcp_runtime)]
    name: String,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Fine {
    sure: bool,
}

#[tool]
async fn wrong(ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx.elicit::<Wrong>("wrong", "Is it?").await?;
    Ok(McpResponse::text(answer.accepted().map_or("no", |_| "yes")))
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx.elicit::<Fine>("fine", "Is it?").await?;
    Ok(McpResponse::text(answer.accepted().map_or("?", |fine| if fine.sure { "yes" } else { "no" })))
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}
