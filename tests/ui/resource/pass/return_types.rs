//! Everything that a resource may return.

use mcp_runtime::prelude::*;
use mcp_runtime::Resource;

macro_rules! returning {
    ($($name:ident at $uri:literal: $ty:ty = $value:expr;)+) => {
        $(
            #[resource(uri = $uri)]
            fn $name() -> $ty {
                $value
            }
        )+

        fn main() {
            $(assert!($name::define().problems.is_empty());)+
        }
    };
}

returning! {
    one at "a://one": McpResponse = McpResponse::text("a");
    list at "a://list": Vec<McpResponse> = vec![];
    array at "a://array": [McpResponse; 1] = [McpResponse::text("a")];
    tuple at "a://tuple": (McpResponse, McpResponse) = (McpResponse::text("a"), McpResponse::text("b"));
    structured at "a://structured": Structured<u64> = Structured(1);
    own_error at "a://own": Result<McpResponse, ResourceError> = Err(ResourceError::not_found());
    any_error at "a://any": Result<McpResponse, std::io::Error> = Ok(McpResponse::text("a"));
    explicit at "a://explicit": Result<ReadResourceResult, ResourceError> = Err(ResourceError::not_found());
    stream at "a://stream": Result<ResponseStream, ResourceError> = Err(ResourceError::not_found());
}
