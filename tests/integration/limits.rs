//! The limits on what comes in, and that what is said about it keeps to those on what goes out (`B20`).

use mcp_runtime::Limits;
use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision, message};

use crate::servers::{builder, tool};

#[tokio::test]
async fn b20_messages_over_the_limit_are_refused_and_the_session_goes_on() {
    let limits = Limits {
        request_size: Some(2_000),
        ..Limits::default()
    };
    let server = builder()
        .limits(limits)
        .add_tool(tool("t", || McpResponse::text("x")))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let large = message(
            &client,
            1,
            "tools/call",
            json!({ "name": "t", "x": "x".repeat(2_000) }),
        );
        let answer = client.exchange(&large).await.unwrap();
        assert_eq!(
            answer["error"]["message"],
            "Request too large: at most 2000 bytes"
        );
        assert_eq!(
            (&answer["error"]["code"], answer.get("id")),
            (&json!(-32600), None)
        );
        assert!(client.call_tool("t", json!({})).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn b20_metadata_of_a_request_over_the_limit() {
    let limits = Limits {
        metadata_size: Some(500),
        ..Limits::default()
    };
    let server = builder()
        .limits(limits)
        .add_tool(tool("t", || McpResponse::text("x")))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let params = json!({ "name": "t", "_meta": { "example.org/x": "x".repeat(500) } });
        let error = client.request("tools/call", params).await.unwrap_err();
        let error = error.rpc().unwrap();
        assert_eq!(
            (error.code.value(), error.message.as_ref()),
            (-32602, "Metadata too large")
        );
    })
    .await;
}

#[tokio::test]
async fn b20_the_reply_to_wrong_arguments_keeps_to_the_limits_too() {
    #[tool]
    async fn one(number: u32) -> McpResponse {
        McpResponse::text(number.to_string())
    }
    let small = Limits {
        metadata_size: Some(150),
        response_size: Some(5_000),
        ..Limits::default()
    };
    let many: serde_json::Map<_, _> = (0..5_000).map(|n| (format!("unknown{n}"), json!(n))).collect();
    let endless = "x".repeat(900_000);
    let mut broken = std::collections::BTreeSet::new();
    for (kind, limits, response_size) in [("small", small, 5_000), ("default", Limits::default(), 4 << 20)] {
        let server = builder().limits(limits).tool::<one>().build().unwrap();
        let client = client(&server, "2026-07-28").await;
        for (case, arguments) in [
            ("one mistake", json!({ "numbre": 1 })),
            ("5000 unknown names", json!(many)),
            ("an endless value", json!({ "number": endless })),
            ("an endless name", json!({ endless.as_str(): 1 })),
        ] {
            let params = json!({ "name": "one", "arguments": arguments });
            let answer = client.exchange(&message(&client, 1, "tools/call", params)).await;
            let Some(answer) = answer else {
                broken.insert(format!(
                    "{kind} limits, {case}: no answer, or one that is not JSON"
                ));
                continue;
            };
            let length = answer.to_string().len();
            let told = answer["result"]["isError"] == true || answer["error"]["code"] == -32603;
            if length > response_size || !told {
                broken.insert(format!("{kind} limits, {case}: {length} bytes, told: {told}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
