//! Tools, and a prompt, that ask in the middle: the same code for clients of every revision.

use mcp_runtime::ask::{AskError, FormSchema};
use mcp_runtime::prelude::*;
use mcp_runtime::protocol::CreateMessageRequest;

/// What the user is called.
#[derive(Deserialize, JsonSchema, Form)]
struct Name {
    /// Your name.
    name: String,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Agreement {
    /// Whether it is all right.
    ok: bool,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Color {
    /// A color.
    color: String,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Topic {
    /// What it is about.
    context: String,
}

#[derive(Deserialize, Serialize, JsonSchema, Form)]
struct Contact {
    /// User's response.
    username: String,
    /// User's email address.
    email: String,
}

/// Answers with what the user did and said.
fn said<T: Serialize>(start: &str, answer: Answer<T>) -> McpResponse {
    let (action, content) = match answer {
        Answer::Accept(content) => ("accept", json!(content)),
        Answer::Decline => ("decline", json!({})),
        Answer::Cancel => ("cancel", json!({})),
    };
    McpResponse::text(format!("{start}: action={action}, content={content}"))
}

async fn name(ctx: &Context) -> Result<String, AskError> {
    let answer = ctx.elicit::<Name>("user_name", "What is your name?").await?;
    Ok(answer
        .accepted()
        .map_or_else(|| "stranger".into(), |name| name.name))
}

async fn capital(ctx: &Context) -> Result<String, AskError> {
    let request = CreateMessageRequest::new(100).user("What is the capital of France?");
    Ok(ctx.sample("capital_question", request).await?.text())
}

async fn confirmed(ctx: &Context) -> Result<McpResponse, ToolError> {
    let answer = ctx.elicit::<Agreement>("confirm", "Is it all right?").await?;
    Ok(McpResponse::text(match answer {
        Answer::Accept(Agreement { ok: true }) => "state-ok",
        _ => "not confirmed",
    }))
}

/// Ask the client's model.
#[tool(name = "test_sampling")]
pub async fn sampling(prompt: String, ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx
        .sample("prompt", CreateMessageRequest::new(100).user(prompt))
        .await?;
    Ok(McpResponse::text(format!("LLM response: {}", answer.text())))
}

/// Ask the user for a name and an address.
#[tool(name = "test_elicitation")]
pub async fn elicitation(message: String, ctx: Context) -> Result<McpResponse, ToolError> {
    let answer = ctx.elicit::<Contact>("contact", message).await?;
    Ok(said("User response", answer))
}

/// Ask with a default for every kind of field.
#[tool(name = "test_elicitation_sep1034_defaults")]
pub async fn defaults(ctx: Context) -> Result<McpResponse, ToolError> {
    let form = FormSchema::from_schema(&json!({ "type": "object", "properties": {
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
        "verified": { "type": "boolean", "default": true },
    } }))?;
    let answer = ctx
        .elicit_form("defaults", "Please review the defaults.", form)
        .await?;
    Ok(said("Elicitation completed", answer))
}

/// Ask for a choice in each of the ways in which a choice can be written.
#[tool(name = "test_elicitation_sep1330_enums")]
pub async fn enums(ctx: Context) -> Result<McpResponse, ToolError> {
    let titled = json!([
        { "const": "value1", "title": "First Option" },
        { "const": "value2", "title": "Second Option" },
        { "const": "value3", "title": "Third Option" },
    ]);
    let form = FormSchema::from_schema(&json!({ "type": "object", "properties": {
        "untitledSingle": { "type": "string", "enum": ["option1", "option2", "option3"] },
        "titledSingle": { "type": "string", "oneOf": titled },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": ["option1", "option2", "option3"] } },
        "titledMulti": { "type": "array", "items": { "anyOf": titled } },
    } }))?;
    let answer = ctx.elicit_form("enums", "Please choose.", form).await?;
    Ok(said("Elicitation completed", answer))
}

/// Ask the client's model; a client without one cannot call this.
#[tool(name = "test_missing_capability")]
pub async fn missing_capability(ctx: Context) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text(capital(&ctx).await?))
}

/// Ask the user while the answer might be a stream.
#[tool(name = "test_streaming_elicitation")]
pub async fn streaming_elicitation(ctx: Context) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text(format!("Hello, {}!", name(&ctx).await?)))
}

/// Ask the user for a name.
#[tool(name = "test_input_required_result_elicitation")]
pub async fn input_elicitation(ctx: Context) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text(format!("Hello, {}!", name(&ctx).await?)))
}

/// Ask the client's model for a capital.
#[tool(name = "test_input_required_result_sampling")]
pub async fn input_sampling(ctx: Context) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text(capital(&ctx).await?))
}

/// Ask the client for its roots.
#[tool(name = "test_input_required_result_list_roots")]
pub async fn input_roots(ctx: Context) -> Result<McpResponse, ToolError> {
    let roots = ctx.roots("client_roots").await?;
    let uris: Vec<_> = roots.into_iter().map(|root| root.uri).collect();
    Ok(McpResponse::text(format!("Roots: {}", uris.join(", "))))
}

/// Ask for a confirmation; what came before is in the state.
#[tool(name = "test_input_required_result_request_state")]
pub async fn input_state(ctx: Context) -> Result<McpResponse, ToolError> {
    confirmed(&ctx).await
}

/// Ask for a confirmation; a state that was changed is refused.
#[tool(name = "test_input_required_result_tampered_state")]
pub async fn input_tampered_state(ctx: Context) -> Result<McpResponse, ToolError> {
    confirmed(&ctx).await
}

/// Ask three things at once.
#[tool(name = "test_input_required_result_multiple_inputs")]
pub async fn input_multiple(ctx: Context) -> Result<McpResponse, ToolError> {
    let greeting = CreateMessageRequest::new(50).user("Generate a greeting");
    let (name, greeting, roots) = tokio::try_join!(
        name(&ctx),
        ctx.sample("greeting", greeting),
        ctx.roots("client_roots"),
    )?;
    Ok(McpResponse::text(format!(
        "{} {name}: {} roots",
        greeting.text(),
        roots.len()
    )))
}

/// Ask one thing after another.
#[tool(name = "test_input_required_result_multi_round")]
pub async fn input_rounds(ctx: Context) -> Result<McpResponse, ToolError> {
    let name = ctx.elicit::<Name>("step1", "Step 1: What is your name?").await?;
    let color = ctx
        .elicit::<Color>("step2", "Step 2: What is your favorite color?")
        .await?;
    let (name, color) = (name.accepted(), color.accepted());
    Ok(McpResponse::text(format!(
        "{} likes {}",
        name.map_or_else(|| "Somebody".into(), |answer| answer.name),
        color.map_or_else(|| "no color".into(), |answer| answer.color),
    )))
}

/// Ask only for what the client can do.
#[tool(name = "test_input_required_result_capabilities")]
pub async fn input_capabilities(ctx: Context) -> Result<McpResponse, ToolError> {
    let mut answers = Vec::new();
    if ctx.can_sample() {
        answers.push(capital(&ctx).await?);
    }
    if ctx.can_elicit() {
        answers.push(name(&ctx).await?);
    }
    Ok(McpResponse::text(answers.join(", ")))
}

/// Ask what a prompt is about.
#[prompt(name = "test_input_required_result_prompt")]
pub async fn input_prompt(ctx: Context) -> Result<McpResponse, PromptError> {
    let topic = ctx
        .elicit::<Topic>("user_context", "What context should the prompt use?")
        .await?;
    let context = topic
        .accepted()
        .map_or_else(|| "nothing in particular".into(), |topic| topic.context);
    Ok(McpResponse::text(format!("Use this context: {context}")))
}
