//! Functions that another macro makes, from fragments of every kind.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

macro_rules! make {
    ($(#[$doc:meta])* $name:ident, $tool:literal, $ty:ty, $default:expr, $out:ty) => {
        $(#[$doc])*
        #[tool(name = $tool, title = $tool)]
        async fn $name(
            parameter_0: $ty,
            #[arg(default = $default, range(..=9))] default_1: u8,
            note: Option<$ty>,
            state: State<u64>,
        ) -> $out {
            let _ = (note, state);
            McpResponse::text(format!("{parameter_0:?} {default_1}"))
        }
    };
}

make!(/** Made. */ made, "ma.de", u32, 3, McpResponse);
make!(/** Made too. */ again, "again", Vec<u8>, 1 + 1, McpResponse);
macro_rules! pass {
    ($item:item) => {
        #[tool]
        $item
    };
}

pass! {
    /// Passed.
    fn passed(x: u8) -> McpResponse {
        McpResponse::text(x.to_string())
    }
}

fn main() {
    let tool = made::define();
    assert_eq!((tool.descriptor.name.as_str(), tool.descriptor.description.as_deref()), ("ma.de", Some("Made.")));
    let schema = serde_json::to_value(&tool.descriptor.input_schema).unwrap();
    assert_eq!(schema["properties"]["default_1"]["default"], 3);
    assert_eq!(again::define().descriptor.description.as_deref(), Some("Made too."));
    assert_eq!(passed::define().descriptor.description.as_deref(), Some("Passed."));
}
