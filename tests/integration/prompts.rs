//! `prompts/get`: arguments in, messages out (`PROMPT-*`).

use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision};

use crate::servers::{Reports, builder, prompt};

/// Plan a trip.
#[prompt(title = "Trip planner")]
async fn plan_trip(
    /// Where to.
    #[arg(title = "Destination")]
    city: String,
    days: u8,
    budget: Option<f64>,
) -> [McpResponse; 2] {
    let budget = budget.map(|budget| format!(" for {budget}")).unwrap_or_default();
    [
        McpResponse::text(format!("Plan {days} days in {city}{budget}.")),
        McpResponse::text("With pleasure.").as_assistant(),
    ]
}

fn server() -> Server {
    builder().prompt::<plan_trip>().build().unwrap()
}

#[tokio::test]
async fn prompt_03_messages_and_description() {
    in_every_revision(&server(), async |client| {
        let arguments = json!({ "city": "Málaga", "days": "3", "budget": "99.5" });
        let result = client.get_prompt("plan-trip", arguments).await.unwrap();
        assert_eq!(result.description.as_deref(), Some("Plan a trip."));
        let messages: Vec<_> = result
            .messages
            .iter()
            .map(|it| (it.role, it.content.as_text().unwrap()))
            .collect();
        let expected = [
            (Role::User, "Plan 3 days in Málaga for 99.5."),
            (Role::Assistant, "With pleasure."),
        ];
        assert_eq!(messages, expected);
    })
    .await;
}

#[tokio::test]
async fn prompt_04_prompt_05_wrong_arguments_are_told_all_at_once() {
    in_every_revision(&server(), async |client| {
        for (arguments, message) in [
            (json!({}), "Missing required prompt arguments: `city`, `days`"),
            (
                json!({ "city": "x" }),
                "Missing required prompt arguments: `days`",
            ),
            (
                json!({ "city": null, "days": "1" }),
                "Missing required prompt arguments: `city`",
            ),
            (
                json!({ "city": "x", "days": 3 }),
                "Invalid prompt arguments: `days` must be a string; `days` is required",
            ),
            (
                json!({ "ctiy": "x", "days": "1" }),
                "Invalid prompt arguments: unknown argument `ctiy`; did you mean `city`?; `city` is required",
            ),
            (
                json!({ "city": "x", "days": "many" }),
                "Invalid prompt arguments: the value of `days` does not have the expected form",
            ),
        ] {
            let error = client
                .get_prompt("plan-trip", arguments.clone())
                .await
                .unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!(error.code.value(), -32602);
            assert_eq!(error.message, message, "{arguments}");
        }
        for params in [
            json!({}),
            json!({ "name": 1 }),
            json!({ "name": "plan-trip", "arguments": [] }),
        ] {
            let error = client.request("prompts/get", params).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32602);
        }
    })
    .await;
}

#[tokio::test]
async fn prompt_02_the_list_says_what_is_needed() {
    let client = client(&server(), "2026-07-28").await;
    let list = client.request("prompts/list", json!({})).await.unwrap();
    let expected = json!([{
        "name": "plan-trip",
        "title": "Trip planner",
        "description": "Plan a trip.",
        "arguments": [
            { "name": "city", "title": "Destination", "description": "Where to.", "required": true },
            { "name": "days", "required": true },
            { "name": "budget", "required": false },
        ],
    }]);
    assert_eq!(list["prompts"], expected);
}

fn media() -> Result<Vec<McpResponse>, ResponseError> {
    Ok(vec![
        McpResponse::image(vec![0, 1], "image/png")?,
        McpResponse::audio(vec![0, 1], "audio/wav")?.as_assistant(),
        McpResponse::resource("x://y", "text", "text/plain")?,
        McpResponse::resource_link(ResourceLink::new("x://z", "z")?),
    ])
}

#[tokio::test]
async fn prompt_06_lres_06_media_in_messages_as_each_revision_knows_them() {
    let server = builder().add_prompt(prompt("media", media)).build().unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("prompts/get", json!({ "name": "media" }))
            .await
            .unwrap();
        let kinds: Vec<_> = result["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["content"]["type"])
            .collect();
        let expected = match client.version().as_str() {
            "2024-11-05" => ["image", "text", "resource", "text"],
            "2025-03-26" => ["image", "audio", "resource", "text"],
            _ => ["image", "audio", "resource", "resource_link"],
        };
        assert_eq!(kinds, expected);
        assert_eq!(result["messages"][1]["role"], "assistant");
        assert_eq!(result["messages"][0]["content"]["data"], "AAE=");
    })
    .await;
}

#[tokio::test]
async fn b5_b7_structured_and_error_responses_are_text_in_a_prompt() {
    let server = builder()
        .add_prompt(prompt("data", || McpResponse::structured(json!({ "a": 1 }))))
        .add_prompt(prompt("error", || McpResponse::error("No.")))
        .add_prompt(prompt("nothing", Vec::<McpResponse>::new))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for (name, texts) in [
            ("data", vec![r#"{"a":1}"#]),
            ("error", vec!["No."]),
            ("nothing", vec![]),
        ] {
            let result = client
                .request("prompts/get", json!({ "name": name }))
                .await
                .unwrap();
            let said: Vec<_> = result["messages"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| &it["content"]["text"])
                .collect();
            assert_eq!(said, texts);
            assert!(result.get("structuredContent").is_none() && result.get("isError").is_none());
        }
    })
    .await;
}

#[tokio::test]
async fn prompt_04_failures_that_are_told() {
    let (builder, reports) = Reports::of(builder());
    let failing = || Err::<McpResponse, _>(PromptError::expected("The city has no hotel."));
    let server = builder.add_prompt(prompt("p", failing)).build().unwrap();
    in_every_revision(&server, async |client| {
        let error = client.get_prompt("p", json!({})).await.unwrap_err();
        let error = error.rpc().unwrap();
        assert_eq!(
            (error.code.value(), error.message.as_ref()),
            (-32602, "The city has no hotel.")
        );
        assert!(reports.is_empty());
    })
    .await;
}
