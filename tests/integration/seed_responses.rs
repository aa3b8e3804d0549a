//! The seed's binding list, `B1` to `B12`: responses and what becomes of them. One test each; the
//! rest is in [`seed_components`](crate::seed_components).
//!
//! What Rust or this framework cannot express, and where it is kept instead:
//! - `B1`: bare strings and dictionaries from a handler do not compile (compile-fail tests).
//! - `B3`: methods consume `self`, so a mutation could not even be seen; the test keeps a clone.
//! - `B8`: JSON Schema has no rules that wait, so there are no asynchronous ones.

use mcp_runtime::Limits;
use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision};

use crate::servers::{Small, builder, call, error_text, prompt, resource, small, texts, tool, with_tool};

fn two() -> [McpResponse; 2] {
    [McpResponse::text("one"), McpResponse::text("two")]
}

#[tokio::test]
async fn b1_one_response_type_for_every_component() {
    let server = builder()
        .add_tool(tool("t", || McpResponse::text("x")))
        .add_resource(resource("x://y", "text/plain", || McpResponse::text("x")))
        .add_prompt(prompt("p", || McpResponse::text("x")))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("tools/call", json!({ "name": "t" }))
            .await
            .unwrap();
        assert_eq!(result["content"], json!([{ "type": "text", "text": "x" }]));
        let result = client
            .request("resources/read", json!({ "uri": "x://y" }))
            .await
            .unwrap();
        assert_eq!(
            result["contents"],
            json!([{ "uri": "x://y", "mimeType": "text/plain", "text": "x" }])
        );
        let result = client
            .request("prompts/get", json!({ "name": "p" }))
            .await
            .unwrap();
        let message = json!({ "role": "user", "content": { "type": "text", "text": "x" } });
        assert_eq!(result["messages"], json!([message]));
    })
    .await;
}

#[tokio::test]
async fn b2_one_response_or_several() {
    let server = builder()
        .add_tool(tool("one", || McpResponse::text("one")))
        .add_tool(tool("array", two))
        .add_tool(tool("list", || two().to_vec()))
        .add_tool(tool("tuple", || {
            (McpResponse::text("one"), McpResponse::text("two"))
        }))
        .add_tool(tool("none", Vec::<McpResponse>::new))
        .build()
        .unwrap();
    assert_eq!(texts(&call(&server, "one").await), ["one"]);
    for name in ["array", "list", "tuple"] {
        assert_eq!(texts(&call(&server, name).await), ["one", "two"], "{name}");
    }
    let none = call(&server, "none").await;
    assert_eq!((&none["content"], &none["isError"]), (&json!([]), &json!(false)));
}

#[test]
fn b3_changes_give_a_new_value() {
    let original = McpResponse::text("x");
    let before = format!("{original:?}");
    let hints = ContentAnnotations::new().with_priority(0.5).unwrap();
    let changed = original
        .clone()
        .with_meta("a", 1)
        .unwrap()
        .with_content_meta("b", 2)
        .unwrap()
        .with_annotations(hints)
        .as_assistant();
    assert_eq!(format!("{original:?}"), before);
    assert_ne!(format!("{changed:?}"), before);
}

#[test]
fn b4_every_constructor() {
    assert_eq!(McpResponse::text("x").content()[0].as_text(), Some("x"));
    assert_eq!(
        McpResponse::structured(1)
            .unwrap()
            .structured_content()
            .unwrap()
            .get(),
        "1"
    );
    let kinds = [
        McpResponse::image(vec![1], "image/png").unwrap(),
        McpResponse::audio(vec![1], "audio/wav").unwrap(),
        McpResponse::resource("x://y", "text", None).unwrap(),
        McpResponse::resource_link(ResourceLink::new("x://y", "y").unwrap()),
    ];
    let kinds = kinds.map(|response| serde_json::to_value(&response.content()[0]).unwrap()["type"].take());
    assert_eq!(kinds, ["image", "audio", "resource", "resource_link"]);
    assert!(McpResponse::error("x").is_error());
    assert!(
        McpResponse::progress(1.0, None, Some("x"))
            .unwrap()
            .as_progress()
            .is_some()
    );
}

#[tokio::test]
async fn b5_resources_take_no_pictures_and_prompts_keep_roles() {
    let server = builder()
        .add_resource(resource("x://picture", "image/png", || {
            McpResponse::image(vec![1], "image/png")
        }))
        .add_resource(resource("x://sound", "audio/wav", || {
            McpResponse::audio(vec![1], "audio/wav")
        }))
        .add_resource(resource("x://binary", "image/png", || {
            McpResponse::resource("x://binary", vec![0_u8, 1], "image/png")
        }))
        .add_prompt(prompt("p", || (two(), McpResponse::text("three").as_assistant())))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for uri in ["x://picture", "x://sound"] {
            let refused = client
                .request("resources/read", json!({ "uri": uri }))
                .await
                .unwrap_err();
            assert_eq!(refused.rpc().unwrap().code.value(), -32603);
        }
        let read = client
            .request("resources/read", json!({ "uri": "x://binary" }))
            .await
            .unwrap();
        assert_eq!(
            read["contents"],
            json!([{ "uri": "x://binary", "mimeType": "image/png", "blob": "AAE=" }])
        );
        let result = client.get_prompt("p", json!({})).await.unwrap();
        let messages = result
            .messages
            .iter()
            .map(|message| (message.role, message.content.as_text().unwrap()));
        let expected = [
            (Role::User, "one"),
            (Role::User, "two"),
            (Role::Assistant, "three"),
        ];
        assert_eq!(messages.collect::<Vec<_>>(), expected);
    })
    .await;
}

#[tokio::test]
async fn b6_a_link_neither_registers_nor_reads_its_target() {
    let link = || ResourceLink::new("x://nowhere", "nowhere").map(McpResponse::resource_link);
    let server = builder()
        .add_tool(tool("t", link))
        .add_resource(resource("x://y", "text/plain", || McpResponse::text("x")))
        .build()
        .unwrap();
    let client = client(&server, "2026-07-28").await;
    let result = client
        .request("tools/call", json!({ "name": "t" }))
        .await
        .unwrap();
    assert_eq!(result["content"][0]["uri"], "x://nowhere");
    let refused = client
        .request("resources/read", json!({ "uri": "x://nowhere" }))
        .await
        .unwrap_err();
    assert_eq!(refused.rpc().unwrap().message, "Resource not found");
    let list = client.request("resources/list", json!({})).await.unwrap();
    assert_eq!(list["resources"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn b7_structured_takes_every_json_value_null_too() {
    for value in [
        json!({ "a": 1 }),
        json!([1]),
        json!("x"),
        json!(1.5),
        json!(false),
        json!(null),
    ] {
        let given = value.clone();
        let server = with_tool(tool("t", move || McpResponse::structured(&given)));
        let result = call(&server, "t").await;
        assert_eq!(result.get("structuredContent"), Some(&value));
        assert_eq!(texts(&result), [value.to_string()]);
        assert_eq!(result["isError"], false);
    }
}

#[tokio::test]
async fn b8_output_is_checked_before_it_is_published() {
    let good = small(|| McpResponse::structured(json!({ "number": 7 })));
    assert_eq!(
        call(&good, "t").await["structuredContent"],
        json!({ "number": 7 })
    );
    for wrong in [
        json!({ "number": 11 }),
        json!({}),
        json!({ "number": "7" }),
        json!(null),
    ] {
        let bad = small(move || McpResponse::structured(&wrong));
        let result = call(&bad, "t").await;
        assert_eq!(error_text(&result), "Tool execution failed");
        assert!(result.get("structuredContent").is_none());
    }
    // The type promises less than its schema does, so a typed result is checked too.
    let typed = with_tool(tool("t", || Structured(Small { number: 11 })));
    assert_eq!(error_text(&call(&typed, "t").await), "Tool execution failed");
}

#[tokio::test]
async fn b9_an_output_schema_makes_one_structured_result_mandatory() {
    let structured = || McpResponse::structured(json!({ "number": 7 })).unwrap();
    let looks_like_json = small(|| McpResponse::text(r#"{"number":7}"#));
    assert_eq!(
        error_text(&call(&looks_like_json, "t").await),
        "Tool execution failed"
    );
    let twice = small(move || [structured(), structured()]);
    assert_eq!(error_text(&call(&twice, "t").await), "Tool execution failed");
    let accompanied = small(move || {
        [
            McpResponse::text("Look:"),
            structured(),
            McpResponse::text("Nice."),
        ]
    });
    let result = call(&accompanied, "t").await;
    assert_eq!(texts(&result), ["Look:", r#"{"number":7}"#, "Nice."]);
    let failed = small(|| McpResponse::error("No number today."));
    assert_eq!(error_text(&call(&failed, "t").await), "No number today.");
    // Without a schema, too, there is at most one.
    let undeclared = with_tool(tool("t", move || [structured(), structured()]));
    assert_eq!(error_text(&call(&undeclared, "t").await), "Tool execution failed");
}

#[tokio::test]
async fn b10_serialisation_options_hold_and_what_is_not_json_fails() {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Aliased {
        order_id: u32,
    }
    let server = builder()
        .add_tool(tool("aliased", || {
            McpResponse::structured(Aliased { order_id: 42 })
        }))
        .add_tool(tool("nan", || McpResponse::structured(f64::NAN)))
        .build()
        .unwrap();
    assert_eq!(
        call(&server, "aliased").await["structuredContent"],
        json!({ "orderId": 42 })
    );
    assert_eq!(error_text(&call(&server, "nan").await), "Tool execution failed");
}

#[tokio::test]
async fn b11_media_are_encoded_once_and_count_against_the_limit() {
    let limits = Limits {
        response_size: Some(10_000),
        ..Limits::default()
    };
    let picture = |size| move || McpResponse::image(vec![0; size], "image/png");
    let server = builder()
        .limits(limits)
        .add_tool(tool("small", picture(3)))
        .add_tool(tool("large", picture(9_000)))
        .build()
        .unwrap();
    let block = json!({ "type": "image", "data": "AAAA", "mimeType": "image/png" });
    assert_eq!(call(&server, "small").await["content"], json!([block]));
    let client = client(&server, "2026-07-28").await;
    let error = client
        .request("tools/call", json!({ "name": "large" }))
        .await
        .unwrap_err();
    assert_eq!(error.rpc().unwrap().message, "Response too large");
}

#[tokio::test]
async fn b12_data_with_a_mime_type_that_cannot_carry_it_is_an_error() {
    let server = with_tool(tool("t", || {
        McpResponse::resource("x://y", json!({ "a": 1 }), "text/csv")
    }));
    assert_eq!(error_text(&call(&server, "t").await), "Tool execution failed");
    let kept = with_tool(tool("t", || {
        McpResponse::resource("x://y", json!({ "a": 1 }), "Application/JSON; charset=utf-8")
    }));
    let resource =
        json!({ "uri": "x://y", "mimeType": "Application/JSON; charset=utf-8", "text": "{\"a\":1}" });
    assert_eq!(
        call(&kept, "t").await["content"],
        json!([{ "type": "resource", "resource": resource }])
    );
}
