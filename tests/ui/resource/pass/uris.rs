//! URIs of many forms are URIs.

use mcp_runtime::prelude::*;
use mcp_runtime::Resource;

macro_rules! at {
    ($($name:ident $uri:literal)+) => {
        $(
            #[resource(uri = $uri)]
            fn $name() -> McpResponse {
                McpResponse::text($uri)
            }
        )+

        fn main() {
            $(assert!($name::define().problems.is_empty(), "{}", $uri);)+
        }
    };
}

at! {
    custom "orders://recent"
    urn "urn:isbn:0451450523"
    file "file:///etc/hosts"
    encoded "a://b%20c/%C3%A4"
    query "https://example.org/a?b=c#d"
    mail "mailto:somebody@example.org"
    upper "A+b-1.2:x"
}
