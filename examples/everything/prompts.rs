//! Prompts: plain, with arguments, with a resource, with a picture.

use mcp_runtime::prelude::*;

use super::PIXEL;

/// A prompt without arguments.
#[prompt(name = "test_simple_prompt")]
pub async fn simple() -> McpResponse {
    McpResponse::text("This is a simple prompt for testing.")
}

/// A prompt that repeats its arguments.
#[prompt(name = "test_prompt_with_arguments")]
pub async fn with_arguments(
    /// The first.
    #[arg(complete = suggestions)]
    arg1: String,
    /// The second.
    arg2: String,
) -> McpResponse {
    McpResponse::text(format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"))
}

/// The values that begin with what was typed.
async fn suggestions(request: CompletionRequest) -> Vec<&'static str> {
    let known = ["testValue1", "testValue2", "another"].into_iter();
    known.filter(|value| value.starts_with(&request.value)).collect()
}

/// A prompt that holds a resource.
#[prompt(name = "test_prompt_with_embedded_resource")]
pub async fn with_embedded_resource(
    /// The URI that the resource says it has.
    #[arg(rename = "resourceUri")]
    resource_uri: String,
) -> Result<[McpResponse; 2], PromptError> {
    let text = "Embedded resource content for testing.";
    Ok([
        McpResponse::resource(resource_uri, text, "text/plain")?,
        McpResponse::text("Please process the embedded resource above."),
    ])
}

/// A prompt that holds a picture.
#[prompt(name = "test_prompt_with_image")]
pub async fn with_image() -> Result<[McpResponse; 2], PromptError> {
    Ok([
        McpResponse::image(PIXEL, "image/png")?,
        McpResponse::text("Please analyze the image above."),
    ])
}
