//! A generic form is one for what its field can be.

use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema, Form)]
struct Fine {
    sure: bool,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Of<T> {
    part: T,
}

#[tool]
async fn wrong(ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx.elicit::<Of<Fine>>("wrong", "Is it?").await?;
    Ok(McpResponse::text(answer.accepted().map_or("no", |of| if of.part.sure { "yes" } else { "no" })))
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
