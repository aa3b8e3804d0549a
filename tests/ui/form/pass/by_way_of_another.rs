//! A form that checks itself is read by way of a plain one.

use mcp_runtime::ask::FormSchema;
use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema, Form)]
struct Plain {
    from: u8,
    to: u8,
}

#[derive(Deserialize, JsonSchema, Form)]
#[serde(try_from = "Plain")]
struct Range {
    numbers: Vec<u8>,
}

impl TryFrom<Plain> for Range {
    type Error = &'static str;

    fn try_from(Plain { from, to }: Plain) -> Result<Self, Self::Error> {
        let numbers: Vec<u8> = (from..=to).collect();
        if numbers.is_empty() { Err("it ends before it begins") } else { Ok(Self { numbers }) }
    }
}

/// Asks.
#[tool]
async fn ask(ctx: Context) -> Result<McpResponse, ToolError> {
    let range = ctx.elicit::<Range>("range", "From where to where?").await?;
    Ok(McpResponse::text(format!("{:?}", range.accepted().map(|range| range.numbers))))
}

fn main() {
    assert!(FormSchema::of::<Range>().is_ok());
    let _ = Server::builder("test", "1").tool::<ask>();
}
