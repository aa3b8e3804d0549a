//! Bytes that are hardly HTTP: whatever comes, the next client is served.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::server::Server;
use crate::wire::modern;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_request_ends_at_most_its_own_connection() {
    let server = Server::start().await;
    let idle = server.descriptors();
    let long = "x".repeat(200_000);
    for bytes in [
        "nonsense\r\n\r\n".to_owned(),
        "\r\n\r\n\r\n\r\n".to_owned(),
        "\0\u{1}\u{2}\u{16}\u{3}\u{1}".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "GET /mcp HTTP/0.9\r\n\r\n".to_owned(),
        "GET /mcp HTTP/3.0\r\nhost: localhost\r\n\r\n".to_owned(),
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n".to_owned(),
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n".to_owned(),
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!"
            .to_owned(),
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".to_owned(),
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: a\u{0}b\r\n\r\n".to_owned(),
        "POST /mcp HTTP/1.1\r\nhost localhost\r\n\r\n".to_owned(),
        format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        format!("GET /mcp HTTP/1.1\r\nhost: localhost\r\nx: {long}\r\n\r\n"),
        format!(
            "GET /mcp HTTP/1.1\r\nhost: localhost\r\n{}\r\n",
            "x: y\r\n".repeat(2000)
        ),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that is no frame at all".to_owned(),
    ] {
        let mut connection = server.connect().await;
        connection.send(&bytes).await;
        // Refused or waited for: never answered as if it were one.
        if let Ok(Some(head)) = tokio::time::timeout(Duration::from_millis(300), connection.try_head()).await
        {
            assert!(
                (400..=505).contains(&head.status),
                "{} for {:.60}",
                head.status,
                bytes
            );
        }
        assert_eq!(server.tool("echo", json!({ "text": "x" })).await, "x");
    }
    server.settles_at(idle).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_10_sizes_are_bounded_before_anything_is_kept() {
    let server = Server::start_with(&[("MCP_MAX_REQUEST_SIZE", "10000")]).await;
    let call = |size: usize| {
        modern(
            "tools/call",
            json!({ "name": "echo", "arguments": { "text": "x".repeat(size) } }),
        )
    };
    let mut connection = server.connect().await;
    assert_eq!(connection.ask(&call(9000)).await.0.status, 200);
    // Announced and never sent.
    let mut connection = server.connect().await;
    let announced = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                     accept: */*\r\ncontent-length: 4000000000\r\n\r\n";
    connection.send(announced).await;
    assert_eq!(connection.head().await.status, 413);
    // Sent all the same, or without being announced: the answer comes when all is sent.
    let chunk = format!("3e8\r\n{}\r\n", "x".repeat(1000));
    let chunked = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                   accept: */*\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunks = |count: usize| chunked.to_owned() + &chunk.repeat(count) + "0\r\n\r\n";
    for request in [call(20_000), call(5_000_000), chunks(20), chunks(5000)] {
        for _ in 0..10 {
            let mut connection = server.connect().await;
            connection.stream.write_all(request.as_bytes()).await.unwrap();
            assert_eq!(connection.head().await.status, 413);
        }
    }
    // The same goes for what is refused before its size is known.
    for (from, to, status) in [
        ("POST /mcp ", "POST /nowhere ", 404),
        ("host: 127.0.0.1", "host: evil.example.com", 403),
        ("content-type: application/json", "content-type: text/plain", 415),
        ("POST /mcp ", "PUT /mcp ", 405),
    ] {
        let mut connection = server.connect().await;
        let request = call(5_000_000).replacen(from, to, 1);
        connection.stream.write_all(request.as_bytes()).await.unwrap();
        assert_eq!(connection.head().await.status, status);
    }
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_01_there_is_one_path_and_its_neighbours_are_404() {
    let server = Server::start().await;
    for path in [
        "/",
        "/mcp/",
        "/mcp/x",
        "/MCP",
        "/mcpx",
        "//mcp",
        "/.well-known/oauth-protected-resource",
    ] {
        let mut connection = server.connect().await;
        let request = modern("tools/list", json!({})).replace("POST /mcp ", &format!("POST {path} "));
        let (head, body) = connection.ask(&request).await;
        assert_eq!(head.status, 404, "{path}");
        // Such a body sends a probing client to no other era (`ERA-08`), and it is JSON all the same.
        assert!(body.contains("-32600"), "{body}");
    }
    let mut connection = server.connect().await;
    let request = modern("tools/list", json!({})).replace("POST /mcp ", "POST /mcp?key=value ");
    assert_eq!(connection.ask(&request).await.0.status, 200);
}
