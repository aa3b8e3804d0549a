//! HTTP/2 without encryption, known beforehand: many requests at a time on one connection.

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::server::Server;

async fn connect(server: &Server) -> SendRequest<Full<Bytes>> {
    let stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    let (client, connection) = handshake(TokioExecutor::new(), TokioIo::new(stream))
        .await
        .unwrap();
    tokio::spawn(connection);
    client
}

fn call(server: &Server, name: &str, arguments: Value) -> Request<Full<Bytes>> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": mcp_tests::NEWEST,
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": 1,
    });
    let params = json!({ "name": name, "arguments": arguments, "_meta": meta });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    Request::post(format!("http://127.0.0.1:{}/mcp", server.port))
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", mcp_tests::NEWEST)
        .header("mcp-method", "tools/call")
        .header("mcp-name", name)
        .body(Full::from(message.to_string()))
        .unwrap()
}

async fn answered(mut client: SendRequest<Full<Bytes>>, request: Request<Full<Bytes>>) -> String {
    client.ready().await.unwrap();
    let response = client.send_request(request).await.unwrap();
    assert_eq!(response.status(), 200);
    let body = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_requests_at_a_time_share_one_connection() {
    let server = Server::start().await;
    let client = connect(&server).await;
    let mut working = JoinSet::new();
    for number in 0..150 {
        let request = match number % 3 {
            0 => call(&server, "echo", json!({ "text": format!("number {number};") })),
            1 => call(&server, "flood", json!({ "n": 50 })),
            _ => call(&server, "sleep", json!({ "ms": 20 })),
        };
        let client = client.clone();
        working.spawn(async move { (number, answered(client, request).await) });
    }
    for (number, body) in working.join_all().await {
        match number % 3 {
            0 => assert!(body.contains(&format!("number {number};")), "{body}"),
            1 => assert!(body.contains("notifications/progress"), "{body}"),
            _ => assert!(body.contains("slept"), "{body}"),
        }
    }
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn canc_01_a_stream_that_is_reset_cancels_its_request_and_no_other() {
    let server = Server::start().await;
    let client = connect(&server).await;
    let send = |name: &str| {
        let (mut client, request) = (client.clone(), call(&server, name, json!({})));
        tokio::spawn(async move { client.send_request(request).await })
    };
    let (gone, stays) = (send("never"), send("never"));
    crate::until("both are being worked on", async || {
        server.tool("alive", json!({})).await == "2"
    })
    .await;
    gone.abort();
    crate::until("one is dropped", async || {
        server.tool("alive", json!({})).await == "1"
    })
    .await;
    assert!(
        answered(client.clone(), call(&server, "echo", json!({ "text": "here" })))
            .await
            .contains("here")
    );
    stays.abort();
    server.is_well().await;
}
