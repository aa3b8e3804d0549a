//! Tools that answer at once, in every form that an answer can have.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_runtime::prelude::*;
use mcp_runtime::schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::{PIXEL, SILENCE};

/// Answer with text.
#[tool(name = "test_simple_text", read_only)]
pub async fn simple_text() -> McpResponse {
    McpResponse::text("This is a simple text response for testing.")
}

/// Answer with a picture.
#[tool(name = "test_image_content", read_only)]
pub async fn image_content() -> Result<McpResponse, ToolError> {
    Ok(McpResponse::image(PIXEL, "image/png")?)
}

/// Answer with sound.
#[tool(name = "test_audio_content", read_only)]
pub async fn audio_content() -> Result<McpResponse, ToolError> {
    Ok(McpResponse::audio(SILENCE, "audio/wav")?)
}

/// Answer with a resource.
#[tool(name = "test_embedded_resource", read_only)]
pub async fn embedded_resource() -> Result<McpResponse, ToolError> {
    let text = "This is an embedded resource content.";
    Ok(McpResponse::resource(
        "test://embedded-resource",
        text,
        "text/plain",
    )?)
}

/// Answer with text, a picture and a resource.
#[tool(name = "test_multiple_content_types", read_only)]
pub async fn multiple_content_types() -> Result<[McpResponse; 3], ToolError> {
    let data = json!({ "test": "data", "value": 123 });
    Ok([
        McpResponse::text("Multiple content types test:"),
        McpResponse::image(PIXEL, "image/png")?,
        McpResponse::resource("test://mixed-content-resource", data, "application/json")?,
    ])
}

/// Fail, and say why.
#[tool(name = "test_error_handling", read_only)]
pub async fn error_handling() -> McpResponse {
    McpResponse::error("This tool intentionally returns an error for testing")
}

/// Answer with the arguments, which fulfil a schema that uses much of JSON Schema 2020-12.
#[tool(name = "json_schema_2020_12_tool", read_only)]
pub async fn json_schema(Args(contact): Args<Contact>) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::structured(contact)?)
}

/// How to reach somebody. No Rust type says all of this, so the schema is written by hand.
#[derive(Debug, Serialize, Deserialize)]
pub struct Contact(BTreeMap<String, Value>);

impl JsonSchema for Contact {
    fn schema_name() -> Cow<'static, str> {
        "Contact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
                },
            },
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
        })
    }
}

/// Answer with an argument that a header mirrors.
#[tool(name = "test_custom_header", read_only)]
pub async fn custom_header(
    /// The value, in the header `Mcp-Param-Value` too.
    #[arg(header = "Value")]
    value: String,
) -> McpResponse {
    McpResponse::text(format!("The value is {value}"))
}
