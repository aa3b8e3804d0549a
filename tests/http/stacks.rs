//! The service inside the stacks that people use.

use axum::Router;
use axum::body::{Body, to_bytes};
use http::{Request, StatusCode};
use mcp_core::protocol::key;
use mcp_runtime::Server;
use serde_json::{Value, json};
use tower_service::Service;

/// What a client asks first.
fn discover() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": { "_meta": {
        key::PROTOCOL_VERSION: "2026-07-28", key::CLIENT_CAPABILITIES: {},
    } } })
}

#[tokio::test]
async fn http_01_axum_nests_the_service_at_one_path() {
    let server = Server::builder("nested", "1.0.0").build().unwrap();
    let mut app = Router::new()
        .nest_service("/mcp", server.http())
        .route_service("/also", server.http());
    for (path, status) in [
        ("/mcp", StatusCode::OK),
        ("/also", StatusCode::OK),
        ("/other", StatusCode::NOT_FOUND),
    ] {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "server/discover")
            .body(Body::from(discover().to_string()))
            .unwrap();
        let response = app.call(request).await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        if status == StatusCode::OK {
            let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
            let answer: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(
                answer["result"]["_meta"][key::SERVER_INFO]["name"],
                "nested",
                "{path}"
            );
        }
    }
}
