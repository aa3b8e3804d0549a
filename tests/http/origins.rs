//! Who may ask from where: `Host` and `Origin` (`HTTP-05`, `HTTP-06`, `HTTP-19`, `SEC-05`).

use http::Method;
use serde_json::json;

use crate::client::{Call, Client};
use crate::servers::server;

fn discover(client: &Client) -> Call {
    client.request("server/discover", json!({}))
}

#[tokio::test]
async fn http_06_only_names_of_this_machine_are_served() {
    let client = Client::new(&server());
    for host in [
        "127.0.0.1:8000",
        "127.0.0.1",
        "localhost",
        "localhost:9",
        "LocalHost:1234",
        "[::1]:8000",
        "[::1]",
    ] {
        discover(&client).header("host", host).json().await;
    }
    for host in [
        "evil.example.com",
        "evil.example.com:8000",
        "localhost.evil.example.com",
        "127.0.0.1.evil.example.com",
        "evil.example.com:8000@localhost",
        "localhost@evil.example.com",
        "0.0.0.0:8000",
        "192.168.0.1",
        "localhost:port",
        "",
    ] {
        let answer = discover(&client).header("host", host).refused(403, -32600).await;
        assert_eq!(answer.get("id"), None);
        assert!(
            host.is_empty() || !answer.to_string().contains("evil"),
            "what was sent is not repeated"
        );
    }
    // Two of them are a trick.
    discover(&client)
        .and_header("host", "localhost")
        .refused(403, -32600)
        .await;
}

#[tokio::test]
async fn http_05_an_origin_has_to_be_allowed_and_none_is_fine() {
    let client = Client::new(&server());
    discover(&client).without("origin").json().await;
    for origin in [
        "http://127.0.0.1:8000",
        "http://localhost",
        "http://localhost:5173",
        "http://[::1]:8000",
        "https://localhost:8443",
    ] {
        discover(&client).header("origin", origin).json().await;
    }
    for origin in [
        "http://evil.example.com",
        "https://localhost.evil.example.com",
        "http://evil.example.com:8000",
        "http://localhost@evil.example.com",
        "null",
        "",
        "localhost",
        "file://",
        "http://localhost, http://evil.example.com",
    ] {
        discover(&client)
            .header("origin", origin)
            .refused(403, -32600)
            .await;
    }
    let twice = discover(&client)
        .header("origin", "http://localhost")
        .and_header("origin", "http://evil.example.com");
    twice.refused(403, -32600).await;
}

#[tokio::test]
async fn http_05_every_kind_of_request_is_checked() {
    let server = server();
    let client = Client::opened(&server, "2025-11-25").await;
    for call in [
        client.initialize("2025-11-25"),
        client.request("ping", json!({})),
        client.notify("notifications/initialized", json!({})),
        client.get(),
        client.delete(),
        client.get().method(Method::OPTIONS),
        client.get().method(Method::PUT),
    ] {
        for (header, value) in [
            ("origin", "http://evil.example.com"),
            ("host", "evil.example.com"),
        ] {
            let reply = call.clone().header(header, value).send().await;
            assert_eq!(reply.status(), 403, "{header}");
        }
    }
    // None of them ended the session.
    client.request("ping", json!({})).json().await;
}

#[tokio::test]
async fn http_05_http_06_what_is_allowed_is_allowed_exactly() {
    let service = server()
        .http()
        .allow_hosts(["mcp.example.org"])
        .allow_origins(["https://app.example.org"])
        .unwrap();
    let client = Client::of(service);
    for (host, origin, allowed) in [
        ("mcp.example.org", None, true),
        ("mcp.example.org:443", None, true),
        ("MCP.example.org", Some("https://app.example.org"), true),
        ("mcp.example.org", Some("https://app.example.org:8443"), false),
        ("mcp.example.org", Some("http://app.example.org"), false),
        ("mcp.example.org", Some("https://evil.app.example.org"), false),
        ("other.example.org", None, false),
        ("mcp.example.org.evil.example", None, false),
    ] {
        let call = discover(&client).header("host", host);
        let call = match origin {
            Some(origin) => call.header("origin", origin),
            None => call,
        };
        let status = call.send().await.status();
        assert_eq!(status, if allowed { 200 } else { 403 }, "{host} {origin:?}");
    }
}

#[tokio::test]
async fn http_19_browsers_are_told_what_is_allowed_by_name() {
    let client = Client::of(
        server()
            .http()
            .allow_origins(["https://app.example.org"])
            .unwrap(),
    );
    let preflight = client
        .get()
        .method(Method::OPTIONS)
        .header("origin", "https://app.example.org")
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "content-type, mcp-protocol-version, mcp-method, mcp-name",
        );
    let reply = preflight.send().await;
    assert!([200, 204].contains(&reply.status()), "{}", reply.status());
    assert_eq!(
        reply.header("access-control-allow-origin"),
        Some("https://app.example.org")
    );
    let headers = reply
        .header("access-control-allow-headers")
        .unwrap()
        .to_ascii_lowercase();
    for wanted in [
        "content-type",
        "authorization",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-session-id",
        "last-event-id",
        // Those that repeat arguments of tools.
        "mcp-param-region",
        "mcp-param-count",
    ] {
        assert!(
            headers.split(',').any(|one| one.trim() == wanted),
            "{wanted} in {headers}"
        );
    }
    assert!(!headers.contains('*'));
    let methods = reply.header("access-control-allow-methods").unwrap();
    assert!(methods.contains("POST") && !methods.contains('*'), "{methods}");
    let varies = reply.header("vary").unwrap().to_ascii_lowercase();
    assert!(varies.contains("origin"), "shared caches: {varies}");

    let reply = discover(&client)
        .header("origin", "https://app.example.org")
        .send()
        .await
        .expect(200);
    assert_eq!(
        reply.header("access-control-allow-origin"),
        Some("https://app.example.org")
    );
    let exposed = reply
        .header("access-control-expose-headers")
        .unwrap()
        .to_ascii_lowercase();
    assert!(exposed.contains("mcp-session-id"), "{exposed}");
    // Refusals can be read too, or the page would never know why.
    for (call, status) in [
        (discover(&client).without("mcp-method"), 400),
        (discover(&client).header("content-type", "text/plain"), 415),
        (client.delete().header("mcp-session-id", "made-up"), 404),
    ] {
        let reply = call
            .header("origin", "https://app.example.org")
            .send()
            .await
            .expect(status);
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some("https://app.example.org")
        );
    }
    // Nobody else learns anything of it.
    let reply = discover(&client).send().await.expect(200);
    assert_eq!(reply.header("access-control-allow-origin"), None);
}
