//! The derive of `mcp-core` needs nothing of the runtime, and is found wherever its crate is.

use mcp_core::ask::{AskError, FormSchema};
use mcp_core::{Context, Form, schemars::JsonSchema};
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, Form)]
struct Confirm {
    sure: bool,
}

mod elsewhere {
    pub use mcp_core as vocabulary;
}

#[derive(Deserialize, JsonSchema, Form)]
#[form(crate = elsewhere::vocabulary)]
struct Again {
    sure: bool,
}

async fn ask(ctx: &Context) -> Result<bool, AskError> {
    let first = ctx.elicit::<Confirm>("first", "Sure?").await?;
    let second = ctx.elicit::<Again>("second", "Quite sure?").await?;
    Ok(first.accepted().is_some_and(|first| first.sure) && second.accepted().is_some_and(|second| second.sure))
}

fn main() {
    let _ = ask;
    assert!(FormSchema::of::<Again>().is_ok());
}
