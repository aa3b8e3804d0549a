//! The fixtures of the conformance suite: the values that it documents and does not compare, for
//! every revision.

use examples::everything;
use mcp_runtime::Server;
use serde_json::{Value, json};

use crate::client::Client;
use crate::listen::{change, listen};

const VERSIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
/// One red pixel, and a millisecond of silence.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP4z8DwHwAFAAH/VscvDQAAAABJRU5ErkJggg==";
const SILENCE: &str = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==";

fn server() -> Server {
    everything::server().unwrap()
}

async fn client(server: &Server, version: &str) -> Client {
    match version {
        mcp_tests::NEWEST => Client::new(server),
        version => Client::opened(server, version).await,
    }
}

/// The result of a tool, without what belongs to its revision.
async fn call(client: &Client, name: &str, arguments: Value) -> Value {
    let mut result = client
        .result("tools/call", json!({ "name": name, "arguments": arguments }))
        .await;
    let members = result.as_object_mut().unwrap();
    members.remove("resultType");
    members.remove("_meta");
    result
}

#[tokio::test]
async fn the_first_tool_works_without_arguments_and_the_first_resource_can_be_read() {
    let server = server();
    for version in VERSIONS {
        let client = client(&server, version).await;
        let tools = client.result("tools/list", json!({})).await;
        assert_eq!(tools["tools"][0]["name"], "test_simple_text", "{version}");
        let result = client
            .result("tools/call", json!({ "name": "test_simple_text" }))
            .await;
        assert_eq!(
            result["content"][0]["text"],
            "This is a simple text response for testing."
        );
        let resources = client.result("resources/list", json!({})).await;
        let read = client
            .result(
                "resources/read",
                json!({ "uri": resources["resources"][0]["uri"] }),
            )
            .await;
        assert_eq!(read["contents"].as_array().unwrap().len(), 1);
        for tool in tools["tools"].as_array().unwrap() {
            assert!(
                tool["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{tool}"
            );
        }
    }
}

#[tokio::test]
async fn tools_answer_with_the_documented_content() {
    let server = server();
    for version in VERSIONS {
        let client = client(&server, version).await;
        for (name, content) in [
            (
                "test_simple_text",
                json!([{ "type": "text", "text": "This is a simple text response for testing." }]),
            ),
            (
                "test_image_content",
                json!([{ "type": "image", "data": PIXEL, "mimeType": "image/png" }]),
            ),
            (
                "test_audio_content",
                json!([{ "type": "audio", "data": SILENCE, "mimeType": "audio/wav" }]),
            ),
            (
                "test_embedded_resource",
                json!([{ "type": "resource", "resource": {
                    "uri": "test://embedded-resource",
                    "mimeType": "text/plain",
                    "text": "This is an embedded resource content.",
                } }]),
            ),
            (
                "test_multiple_content_types",
                json!([
                    { "type": "text", "text": "Multiple content types test:" },
                    { "type": "image", "data": PIXEL, "mimeType": "image/png" },
                    { "type": "resource", "resource": {
                        "uri": "test://mixed-content-resource",
                        "mimeType": "application/json",
                        "text": "{\"test\":\"data\",\"value\":123}",
                    } },
                ]),
            ),
        ] {
            let result = call(&client, name, json!({})).await;
            assert_eq!(
                result,
                json!({ "content": content, "isError": false }),
                "{version} {name}"
            );
        }
        let failed = call(&client, "test_error_handling", json!({})).await;
        let text = "This tool intentionally returns an error for testing";
        assert_eq!(
            failed,
            json!({ "content": [{ "type": "text", "text": text }], "isError": true }),
            "{version}"
        );
    }
}

#[tokio::test]
async fn the_schema_of_2020_12_comes_through_untouched_and_is_enforced() {
    let server = server();
    let expected = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
        } },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    });
    for version in VERSIONS {
        let client = client(&server, version).await;
        let tools = client.result("tools/list", json!({})).await;
        let mut tools = tools["tools"].as_array().unwrap().iter();
        let tool = tools
            .find(|tool| tool["name"] == "json_schema_2020_12_tool")
            .unwrap();
        assert_eq!(tool["inputSchema"], expected, "JS-01: {version}");
        for (arguments, fits) in [
            (json!({ "email": "a@example.org" }), true),
            (
                json!({ "contactMethod": "phone", "phone": "1", "address": { "city": "Vlissingen" } }),
                true,
            ),
            (json!({}), false),
            (json!({ "phone": "1" }), false),
            (
                json!({ "contactMethod": "phone", "email": "a@example.org" }),
                false,
            ),
            (json!({ "email": "a@example.org", "fax": "1" }), false),
            (
                json!({ "email": "a@example.org", "address": { "city": 1 } }),
                false,
            ),
        ] {
            let result = call(&client, "json_schema_2020_12_tool", arguments.clone()).await;
            assert_eq!(result["isError"], !fits, "TOOL-19: {arguments}: {result}");
        }
    }
}

#[tokio::test]
async fn prog_01_progress_is_0_50_100_under_the_clients_token() {
    let server = server();
    for version in VERSIONS {
        let client = client(&server, version).await;
        for token in [json!("progress-test-1"), json!(1)] {
            let params = json!({ "name": "test_tool_with_progress", "arguments": {}, "_meta": { "progressToken": token } });
            let mut events = client
                .request("tools/call", params)
                .send()
                .await
                .expect(200)
                .events();
            events.answer_and_go_on().await;
            let told: Vec<_> = events.notifications.iter().map(|one| &one["params"]).collect();
            assert!(
                told.iter()
                    .all(|one| one["progressToken"] == token && one["total"] == 100.0),
                "{told:?}"
            );
            let steps: Vec<_> = told.iter().map(|one| one["progress"].as_f64().unwrap()).collect();
            assert_eq!(steps, [0.0, 50.0, 100.0], "{version}");
            events.end().await;
        }
    }
}

#[tokio::test]
async fn llog_01_three_messages_of_level_info() {
    let server = server();
    for version in &VERSIONS[..3] {
        let client = client(&server, version).await;
        client
            .result("logging/setLevel", json!({ "level": "debug" }))
            .await;
        let mut events = client
            .tool("test_tool_with_logging", json!({}))
            .send()
            .await
            .events();
        events.answer_and_go_on().await;
        let logged: Vec<_> = events.notifications.iter().map(|one| &one["params"]).collect();
        let texts: Vec<_> = logged.iter().map(|one| one["data"].as_str().unwrap()).collect();
        assert_eq!(
            texts,
            [
                "Tool execution started",
                "Tool processing data",
                "Tool execution completed"
            ]
        );
        assert!(logged.iter().all(|one| one["level"] == "info"), "{version}");
        events.end().await;
    }
}

#[tokio::test]
async fn resources_hold_the_documented_content() {
    let server = server();
    for version in VERSIONS {
        let client = client(&server, version).await;
        for contents in [
            json!({ "uri": "test://static-text", "mimeType": "text/plain", "text": "This is the content of the static text resource." }),
            json!({ "uri": "test://static-binary", "mimeType": "image/png", "blob": PIXEL }),
            json!({ "uri": "test://template/123/data", "mimeType": "application/json", "text": "{\"id\":\"123\",\"templateTest\":true,\"data\":\"Data for ID: 123\"}" }),
        ] {
            let read = client
                .result("resources/read", json!({ "uri": contents["uri"] }))
                .await;
            assert_eq!(read["contents"], json!([contents]), "{version}");
        }
        let listed = client.result("resources/templates/list", json!({})).await;
        assert_eq!(
            listed["resourceTemplates"][0]["uriTemplate"],
            "test://template/{id}/data"
        );
        let missing = "test://nonexistent-resource-for-conformance-testing";
        let code = if version == mcp_tests::NEWEST {
            -32602
        } else {
            -32002
        };
        let answer = client
            .request("resources/read", json!({ "uri": missing }))
            .refused(200, code)
            .await;
        assert_eq!(
            answer["error"]["data"],
            json!({ "uri": missing }),
            "RES-07: {version}"
        );
    }
}

#[tokio::test]
async fn prompts_hold_the_documented_messages() {
    let server = server();
    let said = |text: &str| json!({ "role": "user", "content": { "type": "text", "text": text } });
    for version in VERSIONS {
        let client = client(&server, version).await;
        for (params, messages) in [
            (
                json!({ "name": "test_simple_prompt" }),
                json!([said("This is a simple prompt for testing.")]),
            ),
            (
                json!({ "name": "test_prompt_with_arguments", "arguments": { "arg1": "testValue1", "arg2": "testValue2" } }),
                json!([said(
                    "Prompt with arguments: arg1='testValue1', arg2='testValue2'"
                )]),
            ),
            (
                json!({ "name": "test_prompt_with_embedded_resource", "arguments": { "resourceUri": "test://example-resource" } }),
                json!([
                    { "role": "user", "content": { "type": "resource", "resource": {
                        "uri": "test://example-resource",
                        "mimeType": "text/plain",
                        "text": "Embedded resource content for testing.",
                    } } },
                    said("Please process the embedded resource above."),
                ]),
            ),
            (
                json!({ "name": "test_prompt_with_image" }),
                json!([
                    { "role": "user", "content": { "type": "image", "data": PIXEL, "mimeType": "image/png" } },
                    said("Please analyze the image above."),
                ]),
            ),
        ] {
            let got = client.result("prompts/get", params.clone()).await;
            assert_eq!(got["messages"], messages, "{version} {params}");
        }
    }
}

#[tokio::test]
async fn comp_01_arguments_are_completed() {
    let server = server();
    for version in VERSIONS {
        let client = client(&server, version).await;
        let reference = json!({ "type": "ref/prompt", "name": "test_prompt_with_arguments" });
        let params = json!({ "ref": reference, "argument": { "name": "arg1", "value": "test" } });
        let result = client.result("completion/complete", params).await;
        assert_eq!(
            result["completion"]["values"],
            json!(["testValue1", "testValue2"]),
            "{version}"
        );
    }
}

#[tokio::test]
async fn lsub_01_the_watched_resource_can_be_watched() {
    let server = server();
    for version in &VERSIONS[..3] {
        let client = client(&server, version).await;
        for method in ["resources/subscribe", "resources/unsubscribe"] {
            assert_eq!(
                client
                    .result(method, json!({ "uri": "test://watched-resource" }))
                    .await,
                json!({})
            );
        }
    }
}

#[tokio::test]
async fn hdr_07_the_header_of_the_custom_header_tool_mirrors_its_value() {
    let client = Client::new(&server());
    let call = |value: &str| client.tool("test_custom_header", json!({ "value": value }));
    for (header, value, agrees) in [
        ("=?base64?SGVsbG8=?=", "Hello", true),
        ("SGVsbG8=", "SGVsbG8=", true),
        ("=?base64?SGVsbG8=", "=?base64?SGVsbG8=", true),
        ("=?base64?SGVsbG8?=", "Hello", false),
        ("=?base64?SGVs!!!bG8=?=", "Hello", false),
    ] {
        let reply = call(value).header("mcp-param-value", header).send().await;
        match agrees {
            true => {
                let answer = reply.expect(200).json().await;
                assert_eq!(
                    answer["result"]["content"][0]["text"],
                    format!("The value is {value}")
                );
            }
            false => drop(reply.refused(400, -32020).await),
        }
    }
    call("Hello").refused(400, -32020).await;
}

#[tokio::test]
async fn sub_04_each_trigger_reaches_those_who_listen_for_it() {
    let client = Client::new(&server());
    let (mut tools, _) = listen(&client, 1, json!({ "toolsListChanged": true })).await;
    let (mut prompts, _) = listen(&client, 2, json!({ "promptsListChanged": true })).await;
    call(&client, "test_trigger_tool_change", json!({})).await;
    assert_eq!(
        change(&mut tools, 1).await["method"],
        "notifications/tools/list_changed"
    );
    call(&client, "test_trigger_prompt_change", json!({})).await;
    assert_eq!(
        change(&mut prompts, 2).await["method"],
        "notifications/prompts/list_changed"
    );
    tools.quiet().await;
    prompts.quiet().await;
}

#[tokio::test]
async fn lsse_03_the_client_is_sent_away_before_the_answer_and_gets_it_later() {
    let client = client(&server(), "2025-11-25").await;
    let mut events = client.tool("test_reconnection", json!({})).send().await.events();
    while let Some(event) = events.event().await {
        assert_eq!(event.data.as_deref(), Some(""), "the answer comes later");
    }
    let last = events.last_id.unwrap();
    let back = client.get().header("last-event-id", last).send().await.events();
    let text = "The answer was worked on while nobody was listening.";
    assert_eq!(back.answer().await["result"]["content"][0]["text"], text);
}
