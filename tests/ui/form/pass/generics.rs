//! A generic form is one for all that its fields can be.

use mcp_runtime::ask::FormField;
use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema, Form)]
enum Size {
    Small,
    Large,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Of<T, U = bool>
where
    T: Clone,
{
    part: T,
    parts: Option<U>,
    count: u8,
}

async fn part<T: FormField + Clone>(ctx: &Context) -> Option<(T, u8)> {
    let of = ctx.elicit::<Of<T>>("part", "Which?").await.ok()?.accepted()?;
    of.parts?.then_some((of.part, of.count))
}

/// Asks.
#[tool]
async fn ask(ctx: Context) -> Result<McpResponse, ToolError> {
    let sizes = ctx.elicit::<Of<String, Vec<Size>>>("sizes", "Which?").await?;
    let sizes = sizes.accepted().and_then(|of| of.parts).unwrap_or_default();
    let small = sizes.iter().filter(|size| matches!(size, Size::Small)).count();
    let large = sizes.iter().filter(|size| matches!(size, Size::Large)).count();
    Ok(McpResponse::text(format!("{small} {large} {:?}", part::<String>(&ctx).await)))
}

fn main() {
    let _ = Server::builder("test", "1").tool::<ask>();
}
