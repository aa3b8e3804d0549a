//! Resources: text, binary data, a template, and one to be watched.

use mcp_runtime::prelude::*;

use super::PIXEL;

/// A text that never changes.
#[resource(name = "static-text", uri = "test://static-text", mime_type = "text/plain")]
pub async fn static_text() -> McpResponse {
    McpResponse::text("This is the content of the static text resource.")
}

/// A picture that never changes.
#[resource(name = "static-binary", uri = "test://static-binary", mime_type = "image/png")]
pub async fn static_binary() -> Result<McpResponse, ResourceError> {
    Ok(McpResponse::resource("test://static-binary", PIXEL, "image/png")?)
}

/// Something that could change; subscribe to it.
#[resource(
    name = "watched-resource",
    uri = "test://watched-resource",
    mime_type = "text/plain"
)]
pub async fn watched() -> McpResponse {
    McpResponse::text("Nothing has changed yet.")
}

/// Data about whatever id the URI holds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct TemplateData {
    id: String,
    template_test: bool,
    data: String,
}

/// Data about an id.
#[resource(
    name = "template",
    uri = "test://template/{id}/data",
    mime_type = "application/json"
)]
pub async fn template(id: String) -> Result<McpResponse, ResourceError> {
    let data = format!("Data for ID: {id}");
    Ok(McpResponse::structured(TemplateData {
        id,
        template_test: true,
        data,
    })?)
}
