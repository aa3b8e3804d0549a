//! What each revision gets to see of one and the same server (`LRES-*`, `INIT-09`).

use mcp_core::protocol::IconTheme;
use mcp_runtime::prelude::*;
use mcp_tests::{ALL_REVISIONS, client, in_every_revision};
use serde_json::Value;

use crate::servers::{builder, texts, tool};

#[derive(Serialize, JsonSchema)]
struct Total {
    total: f64,
}

/// Everything that can be said of a tool.
#[tool(
    title = "Full",
    read_only,
    icon(src = "https://example.org/a.png", mime_type = "image/png"),
    meta("example.org/a" = 1)
)]
async fn full() -> Structured<Total> {
    Structured(Total { total: 1.0 })
}

/// Everything that can be said of a resource.
#[resource(
    uri = "x://full",
    title = "Full",
    mime_type = "text/plain",
    size = 1,
    annotations(audience = ["user"], priority = 0.8, last_modified = "2026-10-21T12:00:00Z"),
    icon(src = "https://example.org/a.png"),
    meta("example.org/a" = 1)
)]
async fn full_resource() -> McpResponse {
    McpResponse::text("x")
}

/// Everything that can be said of a template.
#[resource(
    uri = "x://full/{id}",
    title = "Full",
    mime_type = "text/plain",
    annotations(priority = 1.0, last_modified = "2026-10-21T12:00:00Z"),
    icon(src = "https://example.org/a.png"),
    meta("example.org/a" = 1)
)]
async fn full_template(id: String) -> McpResponse {
    McpResponse::text(id)
}

/// Everything that can be said of a prompt.
#[prompt(title = "Full", icon(src = "https://example.org/a.png"), meta("example.org/a" = 1))]
async fn full_prompt(
    /// An argument.
    #[arg(title = "Argument")]
    argument: String,
) -> McpResponse {
    McpResponse::text(argument)
}

fn server() -> Server {
    builder()
        .title("Test server")
        .description("It is tested.")
        .website_url("https://example.org")
        .icon(Icon::new("https://example.org/a.png").map(|icon| icon.with_theme(IconTheme::Dark)))
        .tool::<full>()
        .resource::<full_resource>()
        .resource::<full_template>()
        .prompt::<full_prompt>()
        .build()
        .unwrap()
}

/// The names of an object's members, in the order of the alphabet.
fn members(object: &Value) -> String {
    let mut names: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Checks the members of the first item of a list, revision by revision.
async fn assert_members(method: &str, list: &str, expected: [&str; 5]) {
    for (version, expected) in ALL_REVISIONS.into_iter().zip(expected) {
        let client = client(&server(), version).await;
        let result = client.request(method, json!({})).await.unwrap();
        assert_eq!(members(&result[list][0]), expected, "{version}");
    }
}

#[tokio::test]
async fn lres_04_tools() {
    let newest = "_meta annotations description icons inputSchema name outputSchema title";
    let expected = [
        "description inputSchema name",
        "annotations description inputSchema name",
        "_meta annotations description inputSchema name outputSchema title",
        newest,
        newest,
    ];
    assert_members("tools/list", "tools", expected).await;
}

#[tokio::test]
async fn lres_06_resources() {
    let oldest = "annotations description mimeType name size uri";
    let newest = "_meta annotations description icons mimeType name size title uri";
    let titled = "_meta annotations description mimeType name size title uri";
    assert_members(
        "resources/list",
        "resources",
        [oldest, oldest, titled, newest, newest],
    )
    .await;
}

#[tokio::test]
async fn lres_06_templates() {
    let oldest = "annotations description mimeType name uriTemplate";
    let titled = "_meta annotations description mimeType name title uriTemplate";
    let newest = "_meta annotations description icons mimeType name title uriTemplate";
    let expected = [oldest, oldest, titled, newest, newest];
    assert_members("resources/templates/list", "resourceTemplates", expected).await;
}

#[tokio::test]
async fn lres_06_prompts_and_their_arguments() {
    let oldest = "arguments description name";
    let titled = "_meta arguments description name title";
    let newest = "_meta arguments description icons name title";
    assert_members(
        "prompts/list",
        "prompts",
        [oldest, oldest, titled, newest, newest],
    )
    .await;
    in_every_revision(&server(), async |client| {
        let result = client.request("prompts/list", json!({})).await.unwrap();
        let titled = client.version().as_str() >= "2025-06-18";
        let argument = &result["prompts"][0]["arguments"][0];
        assert_eq!(argument.get("title"), titled.then_some(&json!("Argument")));
        assert_eq!(
            (&argument["description"], &argument["required"]),
            (&json!("An argument."), &json!(true))
        );
    })
    .await;
}

#[tokio::test]
async fn lres_06_annotations_without_last_modified_before_2025_06_18() {
    in_every_revision(&server(), async |client| {
        let result = client.request("resources/list", json!({})).await.unwrap();
        let expected = match client.version().as_str() {
            "2024-11-05" | "2025-03-26" => "audience priority",
            _ => "audience lastModified priority",
        };
        assert_eq!(members(&result["resources"][0]["annotations"]), expected);
    })
    .await;
}

#[tokio::test]
async fn init_09_the_servers_own_description() {
    for (version, expected) in ALL_REVISIONS.into_iter().zip([
        "name version",
        "name version",
        "name title version",
        "description icons name title version websiteUrl",
        "description icons name title version websiteUrl",
    ]) {
        let client = mcp_tests::unopened_client(&server());
        let info = match version {
            mcp_tests::NEWEST => {
                let result = client.request("server/discover", json!({})).await.unwrap();
                result["_meta"]["io.modelcontextprotocol/serverInfo"].clone()
            }
            version => {
                let params = json!({
                    "protocolVersion": version,
                    "capabilities": {},
                    "clientInfo": { "name": "x", "version": "1" },
                });
                let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
                client.exchange(&request).await.unwrap()["result"]["serverInfo"].clone()
            }
        };
        assert_eq!(members(&info), expected, "{version}");
    }
}

fn blocks() -> Result<Vec<McpResponse>, ResponseError> {
    let hints = ContentAnnotations::new()
        .with_priority(0.5)?
        .with_last_modified("2026-10-21T12:00:00Z")?;
    let icon = Icon::new("https://example.org/a.png")?;
    let hinted = McpResponse::text("hinted")
        .with_annotations(hints)
        .with_content_meta("example.org/a", 1)?;
    Ok(vec![
        hinted,
        McpResponse::audio(vec![0, 1, 2], "audio/wav")?,
        McpResponse::resource_link(ResourceLink::new("x://y", "y")?.with_icons([icon])),
        McpResponse::image(vec![0, 1, 2], "image/png")?,
        McpResponse::resource("x://z", "z", None)?.with_content_meta("example.org/a", 1)?,
    ])
}

#[tokio::test]
async fn lres_05_blocks_that_a_revision_does_not_know_become_text() {
    let server = builder().add_tool(tool("blocks", blocks)).build().unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("tools/call", json!({ "name": "blocks" }))
            .await
            .unwrap();
        let content = result["content"].as_array().unwrap();
        let kinds: Vec<_> = content
            .iter()
            .map(|block| block["type"].as_str().unwrap())
            .collect();
        let version = client.version().as_str();
        match version {
            "2024-11-05" => {
                assert_eq!(kinds, ["text", "text", "text", "image", "resource"]);
                assert_eq!(
                    texts(&result),
                    ["hinted", "[audio, audio/wav, 3 bytes]", "y: x://y"]
                );
            }
            "2025-03-26" => assert_eq!(kinds, ["text", "audio", "text", "image", "resource"]),
            _ => assert_eq!(kinds, ["text", "audio", "resource_link", "image", "resource"]),
        }
        let titled = version >= "2025-06-18";
        assert_eq!(content[0].get("_meta").is_some(), titled);
        assert_eq!(content[0]["annotations"].get("lastModified").is_some(), titled);
        assert_eq!(content[0]["annotations"]["priority"], 0.5);
        assert_eq!(content[2].get("icons").is_some(), version >= "2025-11-25");
        assert_eq!(content[4].get("_meta").is_some(), titled);
    })
    .await;
}

#[tokio::test]
async fn lres_02_older_revisions_see_nothing_of_the_newest() {
    in_every_revision(&server(), async |client| {
        for (method, params) in [
            ("tools/list", json!({})),
            ("tools/call", json!({ "name": "full" })),
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("resources/read", json!({ "uri": "x://full" })),
            ("prompts/list", json!({})),
            (
                "prompts/get",
                json!({ "name": "full-prompt", "arguments": { "argument": "x" } }),
            ),
        ] {
            let result = client.request(method, params).await.unwrap();
            let newest = !client.version().has_handshake();
            assert_eq!(
                result.get("resultType"),
                newest.then_some(&json!("complete")),
                "{method}"
            );
            assert_eq!(result.get("_meta").is_some(), newest, "{method}");
        }
    })
    .await;
}
