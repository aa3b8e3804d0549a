//! Variables of every form: typed, optional, with a default, renamed, completed.

use mcp_runtime::prelude::*;
use mcp_runtime::Resource;

#[derive(Clone, Copy)]
struct Id(u64);

impl std::str::FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

async fn ids(request: CompletionRequest) -> Vec<String> {
    vec![request.value]
}

fn pages(_: CompletionRequest) -> Completion {
    vec!["1"].into()
}

#[resource(uri = "orders://{id}/{+path}{?page,sizeOf}", allow_traversal)]
async fn order(
    #[arg(complete = ids)] id: Id,
    path: String,
    #[arg(complete = pages)] page: Option<u32>,
    #[arg(default = 9, rename = "sizeOf")] size: u8,
    State(state): State<u64>,
) -> McpResponse {
    McpResponse::text(format!("{} {path} {page:?} {size} {state}", id.0))
}

fn main() {
    let resource = order::define();
    assert!(resource.problems.is_empty(), "{:?}", resource.problems);
    assert_eq!(resource.completers.len(), 2);
}
