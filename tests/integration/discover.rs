//! Handshake, discovery, ping and logging (`INIT-*`, `DISC-*`, `PING-*`, `LLOG-*`, `LOG-*`).

use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_tests::{client, in_every_revision, unopened_client};
use serde_json::Value;

use crate::servers::{builder, orders, prompt, resource, tool};

async fn initialize(client: &TestClient, params: Value) -> Value {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    client.exchange(&request).await.unwrap()
}

fn params(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } })
}

#[tokio::test]
async fn init_01_init_02_the_version_asked_for_or_the_newest_with_a_handshake() {
    let server = orders().await;
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let answer = initialize(&unopened_client(&server), params(asked)).await;
        let result = &answer["result"];
        assert_eq!(result["protocolVersion"], agreed);
        assert_eq!(
            (&result["serverInfo"]["name"], &result["serverInfo"]["version"]),
            (&json!("orders"), &json!("0.1.0"))
        );
        assert_eq!(
            result["instructions"],
            "Look an order up with find-order before you summarize it."
        );
    }
}

#[tokio::test]
async fn init_01_a_handshake_that_is_none() {
    let client = unopened_client(&orders().await);
    for wrong in [
        json!({}),
        json!({ "protocolVersion": 1 }),
        json!({ "protocolVersion": "2025-06-18", "capabilities": "x" }),
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": "x" }),
    ] {
        assert_eq!(
            initialize(&client, wrong.clone()).await["error"]["code"],
            -32602,
            "{wrong}"
        );
    }
    // A refused handshake is none: the next one counts.
    assert_eq!(
        initialize(&client, params("2025-06-18")).await["result"]["protocolVersion"],
        "2025-06-18"
    );
}

#[tokio::test]
async fn init_10_a_second_handshake_is_refused_and_changes_nothing() {
    let client = client(&orders().await, "2025-03-26").await;
    assert_eq!(
        initialize(&client, params("2025-11-25")).await["error"]["code"],
        -32600
    );
    let list = client.request("tools/list", json!({})).await.unwrap();
    assert!(list["tools"][0].get("title").is_none());
}

#[tokio::test]
async fn init_04_requests_before_the_initialized_notification_are_served() {
    let client = unopened_client(&orders().await);
    initialize(&client, params("2025-06-18")).await;
    let request = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
    assert!(client.exchange(&request).await.unwrap()["result"]["tools"].is_array());
}

#[tokio::test]
async fn disc_01_disc_02_discovery() {
    let client = client(&orders().await, "2026-07-28").await;
    let result = client.request("server/discover", json!({})).await.unwrap();
    let versions = json!([
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05"
    ]);
    assert_eq!(result["supportedVersions"], versions);
    let capabilities =
        json!({ "completions": {}, "logging": {}, "prompts": {}, "resources": {}, "tools": {} });
    assert_eq!(result["capabilities"], capabilities);
    assert_eq!(
        result["instructions"],
        "Look an order up with find-order before you summarize it."
    );
    assert_eq!(
        (&result["ttlMs"], &result["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    assert!(result.get("serverInfo").is_none(), "it stands in `_meta` now");
}

/// What a server says it can do, in either era.
async fn capabilities(server: &Server, version: &str) -> Value {
    let unopened = unopened_client(server);
    match version {
        "2026-07-28" => unopened.request("server/discover", json!({})).await.unwrap()["capabilities"].take(),
        version => initialize(&unopened, params(version)).await["result"]["capabilities"].take(),
    }
}

async fn suggest(_: CompletionRequest) -> Vec<String> {
    Vec::new()
}

#[prompt]
async fn completed(#[arg(complete = suggest)] argument: String) -> McpResponse {
    McpResponse::text(argument)
}

#[tokio::test]
async fn disc_03_init_06_exactly_what_is_served_is_advertised() {
    let tools = builder()
        .add_tool(tool("t", || McpResponse::text("x")))
        .build()
        .unwrap();
    let resources = resource("x://y", "text/plain", || McpResponse::text("x"));
    let resources = builder().add_resource(resources).build().unwrap();
    let prompts = builder()
        .add_prompt(prompt("p", || McpResponse::text("x")))
        .build()
        .unwrap();
    let completions = builder().prompt::<completed>().build().unwrap();
    let methods = [
        ("tools", "tools/list"),
        ("resources", "resources/list"),
        ("resources", "resources/templates/list"),
        ("prompts", "prompts/list"),
        ("completions", "completion/complete"),
    ];
    for server in [builder().build().unwrap(), tools, resources, prompts, completions] {
        in_every_revision(&server, async |client| {
            let advertised = capabilities(&server, client.version().as_str()).await;
            assert_eq!(advertised["logging"], json!({}));
            for (capability, method) in methods {
                let outcome = client.request(method, json!({})).await;
                let unknown = outcome.is_err_and(|error| error.rpc().unwrap().code.value() == -32601);
                // Completion was there before it could be said (`LRES-07`).
                let unsaid = capability == "completions" && client.version().as_str() == "2024-11-05";
                assert!(
                    unsaid || unknown == advertised.get(capability).is_none(),
                    "{method} and {advertised}"
                );
            }
        })
        .await;
    }
}

#[tokio::test]
async fn lres_07_completion_is_advertised_from_2025_03_26_on_and_served_before() {
    let server = orders().await;
    assert!(
        capabilities(&server, "2024-11-05")
            .await
            .get("completions")
            .is_none()
    );
    assert!(
        capabilities(&server, "2025-03-26")
            .await
            .get("completions")
            .is_some()
    );
    let client = client(&server, "2024-11-05").await;
    let reference = json!({ "type": "ref/resource", "uri": "orders://{id}" });
    let params = json!({ "ref": reference, "argument": { "name": "id", "value": "4" } });
    let result = client.request("completion/complete", params).await.unwrap();
    assert_eq!(result["completion"]["values"], json!(["42", "43"]));
}

#[tokio::test]
async fn ping_01_ping_is_answered_with_exactly_nothing() {
    in_every_revision(&orders().await, async |client| {
        let ping = json!({ "jsonrpc": "2.0", "id": "p", "method": "ping" });
        let pong = json!({ "jsonrpc": "2.0", "id": "p", "result": {} });
        assert_eq!(client.exchange(&ping).await, Some(pong));
    })
    .await;
}

/// Logs one event of every level.
#[tool]
async fn chatter(ctx: Context) -> Result<McpResponse, ToolError> {
    for level in [
        LogLevel::Debug,
        LogLevel::Info,
        LogLevel::Notice,
        LogLevel::Warning,
        LogLevel::Error,
        LogLevel::Critical,
        LogLevel::Alert,
        LogLevel::Emergency,
    ] {
        ctx.log(level, Some("chatter"), json!({ "said": level }))?;
    }
    Ok(McpResponse::text("done"))
}

/// The levels of the log events that a call of `chatter` sends.
async fn levels(client: &TestClient, meta: Value) -> Vec<String> {
    let params = json!({ "name": "chatter", "_meta": meta });
    client.request("tools/call", params).await.unwrap();
    let notifications = client.take_notifications();
    let level = |notification: &Value| {
        let params = &notification["params"];
        assert_eq!(notification["method"], "notifications/message");
        assert_eq!(params["logger"], "chatter");
        assert_eq!(params["data"], json!({ "said": params["level"] }));
        params["level"].as_str().unwrap().to_owned()
    };
    notifications.iter().map(level).collect()
}

const LEVELS: [&str; 8] = [
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
];

#[tokio::test]
async fn llog_01_set_level_holds_for_the_connection() {
    let server = builder().tool::<chatter>().build().unwrap();
    in_every_revision(&server, async |client| {
        if !client.version().has_handshake() {
            let error = client
                .request("logging/setLevel", json!({ "level": "info" }))
                .await
                .unwrap_err();
            return assert_eq!(error.rpc().unwrap().code.value(), -32601);
        }
        assert_eq!(
            levels(&client, json!({})).await,
            LEVELS[1..],
            "ordinary events until a level is set"
        );
        for (least, level) in LEVELS.into_iter().enumerate() {
            let set = client
                .request("logging/setLevel", json!({ "level": level }))
                .await
                .unwrap();
            assert_eq!(set, json!({}));
            assert_eq!(levels(&client, json!({})).await, LEVELS[least..]);
        }
        for wrong in [
            json!({}),
            json!({ "level": "loud" }),
            json!({ "level": 3 }),
            json!({ "level": "INFO" }),
        ] {
            let error = client.request("logging/setLevel", wrong).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32602);
        }
        assert_eq!(
            levels(&client, json!({})).await,
            ["emergency"],
            "a wrong level changes nothing"
        );
    })
    .await;
}

#[tokio::test]
async fn log_02_each_request_says_what_it_wants_to_hear() {
    let server = builder().tool::<chatter>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    assert!(
        levels(&client, json!({})).await.is_empty(),
        "nothing without a level"
    );
    for (least, level) in LEVELS.into_iter().enumerate() {
        let meta = json!({ "io.modelcontextprotocol/logLevel": level });
        assert_eq!(levels(&client, meta).await, LEVELS[least..]);
    }
    assert!(
        levels(&client, json!({})).await.is_empty(),
        "nothing is remembered"
    );
}
