//! Asking in the middle of a call, the same in both eras (`ELIC-*`, `SAMP-*`, `ROOT-*`, `LREQ-09`).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_core::ask::{AskError, FormField, FormSchema};
use mcp_core::protocol::{CallToolResult, CreateMessageRequest};
use mcp_runtime::prelude::*;
use mcp_runtime::testing::{TestClient, both_eras};
use serde_json::Value;

use crate::servers::builder;

#[derive(Debug, Deserialize, JsonSchema, Form)]
pub(crate) struct Confirm {
    /// Whether to go on.
    pub(crate) sure: bool,
}

/// How often each part of the tools ran.
#[derive(Clone, Default)]
pub(crate) struct Runs {
    pub(crate) handler: Arc<AtomicUsize>,
    pub(crate) plan: Arc<AtomicUsize>,
    pub(crate) apply: Arc<AtomicUsize>,
}

pub(crate) fn add(count: &AtomicUsize) -> usize {
    count.fetch_add(1, Ordering::SeqCst) + 1
}

pub(crate) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

pub(crate) fn text(result: &CallToolResult) -> String {
    result.content[0].as_text().unwrap_or_default().to_owned()
}

/// Plans, asks, applies.
#[tool]
pub(crate) async fn deploy(
    env: String,
    ctx: Context,
    State(runs): State<Runs>,
) -> Result<McpResponse, ToolError> {
    add(&runs.handler);
    let plan: usize = ctx
        .step("plan", || async { Ok::<_, ToolError>(add(&runs.plan)) })
        .await?;
    let question = format!("Deploy plan {plan} to {env}?");
    match ctx.elicit::<Confirm>("confirm", question).await? {
        Answer::Accept(Confirm { sure: true }) => {
            ctx.step("apply", || async { Ok::<_, ToolError>(add(&runs.apply)) })
                .await?;
            Ok(McpResponse::text(format!("Deployed plan {plan} to {env}.")))
        }
        Answer::Accept(_) => Ok(McpResponse::text("Not sure.")),
        Answer::Decline => Ok(McpResponse::text("Declined.")),
        Answer::Cancel => Ok(McpResponse::text("Cancelled.")),
    }
}

/// Asks everything that can be asked, at once.
#[tool]
async fn everything(ctx: Context) -> Result<McpResponse, ToolError> {
    let request = CreateMessageRequest::new(100).user("What is the capital of France?");
    let (name, greeting, roots) = tokio::join!(
        ctx.elicit_form("user_name", "What is your name?", name_form()),
        ctx.sample("greeting", request),
        ctx.roots("client_roots"),
    );
    let name = name?.accepted().unwrap_or_default();
    let (greeting, roots) = (greeting?.text(), roots?);
    Ok(McpResponse::text(format!(
        "{} {greeting} {}",
        name["name"], roots[0].uri
    )))
}

fn name_form() -> FormSchema {
    let schema =
        json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    FormSchema::from_schema(&schema).unwrap()
}

/// Opens a page.
#[tool]
async fn sign_in(ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx
        .elicit_url("sign-in", "Sign in first.", "https://example.org/login")
        .await?;
    Ok(McpResponse::text(match answer {
        Answer::Accept(()) => "opened",
        Answer::Decline => "declined",
        Answer::Cancel => "cancelled",
    }))
}

/// Asks two questions one after the other, the second only after some answers to the first.
#[tool]
async fn chain(ctx: Context) -> Result<McpResponse, ToolError> {
    for number in 1..=3 {
        let answer = ctx
            .elicit::<Confirm>(format!("go-on-{number}"), format!("Go on after {number}?"))
            .await?;
        if !answer.accepted().is_some_and(|confirm| confirm.sure) {
            return Ok(McpResponse::text(format!("Stopped at {number}.")));
        }
    }
    Ok(McpResponse::text("Went all the way."))
}

/// A struct that its author calls a field, which the compiler cannot know better.
#[derive(Deserialize, JsonSchema)]
struct Inner {
    #[expect(dead_code, reason = "only its schema is used")]
    sure: bool,
}

impl FormField for Inner {}

#[derive(Deserialize, JsonSchema, Form)]
struct Nested {
    #[expect(dead_code, reason = "only its schema is used")]
    inner: Inner,
}

/// A form that no form can be.
#[tool]
async fn nested(ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx.elicit::<Nested>("nested", "?").await?;
    Ok(McpResponse::text(answer.accepted().map_or("no", |_| "yes")))
}

/// One resource that asks.
#[resource(uri = "reports://secret", cache(ttl_ms = 30_000, scope = "public"))]
async fn secret(ctx: Context) -> Result<McpResponse, ResourceError> {
    let answer = ctx.elicit::<Confirm>("confirm", "Show it?").await?;
    Ok(McpResponse::text(format!("{:?}", answer.accepted())))
}

/// One prompt that asks.
#[prompt]
async fn review(topic: String, ctx: Context) -> Result<McpResponse, PromptError> {
    let answer = ctx.elicit_form("user_name", "Who asks?", name_form()).await?;
    let name = answer.accepted().unwrap_or_default();
    Ok(McpResponse::text(format!("Review {topic} for {}.", name["name"])))
}

pub(crate) fn server() -> (Server, Runs) {
    let runs = Runs::default();
    let server = builder()
        .state(runs.clone())
        .tool::<deploy>()
        .tool::<everything>()
        .tool::<sign_in>()
        .tool::<chain>()
        .tool::<nested>()
        .resource::<secret>()
        .prompt::<review>()
        .build()
        .unwrap();
    (server, runs)
}

async fn called(client: &TestClient, name: &str, arguments: Value) -> String {
    text(&client.call_tool(name, arguments).await.unwrap())
}

#[tokio::test]
async fn elic_05_accept_decline_and_cancel_are_told_apart() {
    let (server, _) = server();
    for (answer, expected) in [
        (accept(json!({ "sure": true })), "Deployed plan"),
        (accept(json!({ "sure": false })), "Not sure."),
        (json!({ "action": "decline" }), "Declined."),
        (json!({ "action": "cancel" }), "Cancelled."),
    ] {
        both_eras(&server, async |client| {
            let client = client.answer("confirm", answer.clone());
            let text = called(&client, "deploy", json!({ "env": "test" })).await;
            assert!(text.starts_with(expected), "{text}");
        })
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn steps_are_done_once_in_either_era() {
    let (server, runs) = server();
    both_eras(&server, async |client| {
        let before = (
            runs.plan.load(Ordering::SeqCst),
            runs.apply.load(Ordering::SeqCst),
        );
        let client = client.answer("confirm", accept(json!({ "sure": true })));
        called(&client, "deploy", json!({ "env": "test" })).await;
        let after = (
            runs.plan.load(Ordering::SeqCst),
            runs.apply.load(Ordering::SeqCst),
        );
        (after.0 - before.0, after.1 - before.1)
    })
    .await
    .map(|done| assert_eq!(done, (1, 1)))
    .unwrap();
    assert_eq!(
        runs.handler.load(Ordering::SeqCst),
        3,
        "twice stateless, once live"
    );
}

#[tokio::test]
async fn every_kind_of_question_at_once() {
    let (server, _) = server();
    let said = both_eras(&server, async |client| {
        let client = client.on_question(|question| {
            Some(match question.method {
                "elicitation/create" => accept(json!({ "name": "Alice" })),
                "sampling/createMessage" => {
                    let content = json!({ "type": "text", "text": "Paris" });
                    json!({ "role": "assistant", "content": content, "model": "m", "stopReason": "endTurn" })
                }
                _ => json!({ "roots": [{ "uri": "file:///test/root", "name": "Test Root" }] }),
            })
        });
        called(&client, "everything", json!({})).await
    })
    .await;
    assert_eq!(said.unwrap(), r#""Alice" Paris file:///test/root"#);
}

#[tokio::test]
async fn elic_05_a_page_is_agreed_to() {
    let (server, _) = server();
    let said = both_eras(&server, async |client| {
        let client = client.answer("sign-in", json!({ "action": "accept" }));
        called(&client, "sign-in", json!({})).await
    })
    .await;
    assert_eq!(said.unwrap(), "opened");
}

#[tokio::test]
async fn questions_one_after_the_other() {
    let (server, _) = server();
    let said = both_eras(&server, async |client| {
        let client =
            client.on_question(|question| Some(accept(json!({ "sure": question.key != "go-on-3" }))));
        called(&client, "chain", json!({})).await
    })
    .await;
    assert_eq!(said.unwrap(), "Stopped at 3.");
}

#[tokio::test]
async fn resources_and_prompts_ask_too() {
    let (server, _) = server();
    both_eras(&server, async |client| {
        let client = client
            .answer("confirm", accept(json!({ "sure": true })))
            .answer("user_name", accept(json!({ "name": "Ada" })));
        let read = client.read_resource("reports://secret").await.unwrap();
        assert_eq!(read.contents[0].text(), Some("Some(Confirm { sure: true })"));
        let prompt = client
            .get_prompt("review", json!({ "topic": "x" }))
            .await
            .unwrap();
        assert_eq!(
            prompt.messages[0].content.as_text(),
            Some(r#"Review x for "Ada"."#)
        );
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn elic_03_a_field_that_is_none_is_the_authors_mistake() {
    let (server, _) = server();
    both_eras(&server, async |client| {
        let result = client.call_tool("nested", json!({})).await.unwrap();
        assert_eq!(
            (text(&result), result.is_error),
            ("Tool execution failed".into(), Some(true))
        );
    })
    .await
    .unwrap();
}

#[test]
fn elic_03_a_declared_form_fails_the_build() {
    assert!(builder().form::<Confirm>().build().is_ok());
    let error = builder().form::<Nested>().build().unwrap_err().to_string();
    assert!(
        error.contains("the form field `inner`: a form is flat"),
        "{error}"
    );
}

/// A tool that takes what it is not given.
#[tokio::test]
async fn errors_of_questions_are_errors() {
    #[derive(Debug)]
    struct NoName(AskError);

    impl std::fmt::Display for NoName {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no name")
        }
    }

    impl std::error::Error for NoName {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }

    /// Names somebody.
    #[tool]
    async fn name(ctx: Context) -> Result<McpResponse, ToolError> {
        let answer = ctx.elicit::<Confirm>("confirm", "?").await.map_err(NoName)?;
        Ok(McpResponse::text(format!("{answer:?}")))
    }

    let server = builder().tool::<name>().build().unwrap();
    let error = TestClient::new(&server)
        .call_tool("name", json!({}))
        .await
        .unwrap_err();
    assert_eq!(error.rpc().unwrap().code.value(), -32021);
    let old = TestClient::with_handshake(&server, "2025-11-25").await.unwrap();
    let result = old.call_tool("name", json!({})).await.unwrap();
    assert!(
        text(&result).starts_with("The client cannot be asked"),
        "{result:?}"
    );
}
