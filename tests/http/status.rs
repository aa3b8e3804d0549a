//! Which status goes with which answer (the table of `ERR-*`, `LHTTP-08`).

use http::Method;
use mcp_runtime::Limits;
use serde_json::{Value, json};

use crate::client::Client;
use crate::servers::{Gate, builder, server, with_gate};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

#[tokio::test]
async fn err_map_results_are_200_and_notifications_202_without_a_body() {
    let client = Client::new(&server());
    for (method, params) in [
        ("server/discover", json!({})),
        ("tools/list", json!({})),
        (
            "tools/call",
            json!({ "name": "echo", "arguments": { "text": "x" } }),
        ),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({ "uri": "note://one" })),
        ("prompts/list", json!({})),
        (
            "prompts/get",
            json!({ "name": "greet", "arguments": { "name": "Ada" } }),
        ),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/resource", "uri": "note://numbered/{number}" }, "argument": { "name": "number", "value": "1" } }),
        ),
    ] {
        let answer = client.request(method, params).json().await;
        assert!(answer["result"].is_object(), "{method}: {answer}");
    }
    // `HTTP-04`, `CANC-08`: no header is demanded of a notification, and nothing is said about it.
    for method in [
        "notifications/cancelled",
        "notifications/initialized",
        "notifications/unheard",
    ] {
        let call = client.notify(method, json!({ "requestId": 1 }));
        call.clone().accepted().await;
        // Marked in its body, which is as good as the header (`ERA-06`).
        let marked = call.without("mcp-protocol-version").change(|message| {
            message["params"]["_meta"] = json!({ VERSION: "2026-07-28", CAPABILITIES: {} });
        });
        marked.accepted().await;
    }
}

#[tokio::test]
async fn err_map_what_is_no_message_is_400_without_an_id() {
    let client = Client::new(&server());
    let call = || client.request("tools/list", json!({}));
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"", -32700),
        ("\u{feff}{}", -32700),
        ("nonsense", -32700),
        ("1", -32600),
        ("null", -32600),
        ("\"tools/list\"", -32600),
        ("{}", -32600),
        ("[]", -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#, -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#, -32600),
        // `RPC-10`: clients of this revision have nothing to answer.
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32600),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
            -32600,
        ),
    ] {
        let answer = call().body(body).send().await.expect(400).json().await;
        assert_eq!(answer["error"]["code"], code, "{body}");
        assert!(
            answer.get("id").is_none() || answer["id"] == 1,
            "RPC-04: {body}: {answer}"
        );
    }
    let answer = call()
        .body(&b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"[..])
        .send()
        .await;
    answer.refused(400, -32700).await;
}

#[tokio::test]
async fn meta_02_err_map_a_request_without_its_meta_is_400() {
    let client = Client::new(&server());
    let whole = json!({ VERSION: "2026-07-28", CAPABILITIES: {} });
    for change in [
        |meta: &mut Value| *meta = Value::Null,
        |meta: &mut Value| *meta = json!({}),
        |meta: &mut Value| *meta = json!({ VERSION: "2026-07-28" }),
        |meta: &mut Value| *meta = json!({ CAPABILITIES: {} }),
        |meta: &mut Value| meta[VERSION] = json!(20260728),
        |meta: &mut Value| meta[CAPABILITIES] = json!([]),
        |meta: &mut Value| meta[CAPABILITIES] = json!(null),
    ] {
        for method in ["server/discover", "tools/list", "unknown/method"] {
            let mut meta = whole.clone();
            change(&mut meta);
            let shown = meta.clone();
            let call = client.request(method, json!({}));
            let call = call.change(|message| message["params"]["_meta"] = meta);
            let answer = call.refused(400, -32602).await;
            assert!(answer["id"].is_u64(), "{method} {shown}: {answer}");
        }
    }
    let call = client.request("tools/list", json!({}));
    let bare = call.change(|message| drop(message.as_object_mut().unwrap().remove("params")));
    bare.refused(400, -32602).await;
    // `META-03`: nobody has to say who it is.
    let named = client.request(
        "tools/list",
        json!({ "_meta": { "io.modelcontextprotocol/clientInfo": { "name": "x", "version": "1" } } }),
    );
    named.json().await;
}

#[tokio::test]
async fn err_map_an_unknown_method_is_404_with_the_error() {
    let client = Client::new(&server());
    for method in [
        "unknown/method",
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/get",
        "tasks/list",
        "elicitation/create",
        "",
    ] {
        // `HTTP-15`, `ERA-03`: the body tells a modern server from a missing endpoint.
        let answer = client
            .request(method, json!({ "uri": "note://one" }))
            .refused(404, -32601)
            .await;
        assert!(answer["id"].is_u64());
    }
}

#[tokio::test]
async fn disc_03_a_method_without_its_capability_is_404() {
    let empty = mcp_runtime::Server::builder("empty", "1").build().unwrap();
    let client = Client::new(&empty);
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "completion/complete",
    ] {
        client.request(method, json!({})).refused(404, -32601).await;
    }
    for (method, name) in [
        ("tools/call", "name"),
        ("prompts/get", "name"),
        ("resources/read", "uri"),
    ] {
        client
            .request(method, json!({ name: "a://b" }))
            .refused(404, -32601)
            .await;
    }
    assert_eq!(
        client.result("server/discover", json!({})).await["capabilities"].get("tools"),
        None
    );
}

#[tokio::test]
async fn ver_01_err_map_an_unsupported_version_is_400_with_those_that_are() {
    let client = Client::new(&server());
    let discovered = client.result("server/discover", json!({})).await["supportedVersions"].take();
    for version in [
        "v999.0.0",
        "2027-01-01",
        "2000-01-01",
        "2025-11-25",
        "2026-07-28 x",
        "",
    ] {
        let call = client.request_as("v", "tools/list", json!({}));
        let call = call.header("mcp-protocol-version", version);
        let call = call.change(|message| message["params"]["_meta"][VERSION] = version.into());
        let answer = call.refused(400, -32022).await;
        assert_eq!(answer["id"], "v");
        assert_eq!(
            answer["error"]["data"],
            json!({ "supported": discovered, "requested": version })
        );
    }
}

#[tokio::test]
async fn err_map_every_other_error_is_200() {
    let client = Client::new(&server());
    for (method, params, code) in [
        ("tools/call", json!({ "name": "unheard" }), -32602),
        ("prompts/get", json!({ "name": "unheard" }), -32602),
        ("prompts/get", json!({ "name": "greet" }), -32602),
        ("resources/read", json!({ "uri": "note://unheard" }), -32602),
        ("tools/list", json!({ "cursor": "unheard" }), -32602),
        ("completion/complete", json!({}), -32602),
    ] {
        let answer = client.request(method, params).refused(200, code).await;
        assert!(answer["id"].is_u64(), "{method}");
    }
    // A handler's own failure is a result, and nothing of it is told (`ERR-09`).
    for tool in ["fail", "panics"] {
        let answer = client.tool(tool, json!({})).json().await;
        assert_eq!(answer["result"]["isError"], true);
        assert!(!answer.to_string().contains("1234"), "{answer}");
    }
    let answer = client.tool("echo", json!({ "text": 1 })).json().await;
    assert_eq!(answer["result"]["isError"], true, "TOOL-19");
}

#[tokio::test]
async fn http_16_other_http_methods_are_405() {
    let client = Client::new(&server());
    let call = client.request("tools/list", json!({}));
    for method in [Method::PUT, Method::PATCH, Method::HEAD, Method::TRACE] {
        let reply = call.clone().method(method.clone()).send().await.expect(405);
        let allowed = reply
            .header("allow")
            .expect("RFC 9110: `Allow` tells what is")
            .to_owned();
        assert!(allowed.split(',').any(|one| one.trim() == "POST"), "{allowed}");
        if method != Method::HEAD {
            assert_eq!(reply.error().await["code"], -32600);
        }
    }
    // `HTTP-16`: neither belongs to the newest revision, whatever the headers promise.
    for method in [Method::GET, Method::DELETE] {
        let call = call
            .clone()
            .method(method)
            .body("")
            .header("mcp-session-id", "made-up");
        let reply = call.send().await;
        assert!([400, 404, 405].contains(&reply.status()), "{}", reply.status());
        assert_eq!(reply.error().await["code"], -32600);
    }
}

#[tokio::test]
async fn http_10_a_body_over_the_limit_is_413() {
    let limits = Limits {
        request_size: Some(2000),
        ..Limits::default()
    };
    let client = Client::new(&builder(&Gate::default()).limits(limits).build().unwrap());
    let fits = client.tool("echo", json!({ "text": "x".repeat(1500) }));
    fits.json().await;
    let call = client.tool("echo", json!({ "text": "x".repeat(2000) }));
    let answer = call.refused(413, -32600).await;
    assert_eq!(answer.get("id"), None, "it was not read");
    let old = Client::of(client_service(2000)).open("2025-06-18").await;
    old.tool("echo", json!({ "text": "x".repeat(2000) }))
        .refused(413, -32600)
        .await;
}

fn client_service(request_size: usize) -> mcp_runtime::HttpService {
    let limits = Limits {
        request_size: Some(request_size),
        ..Limits::default()
    };
    builder(&Gate::default()).limits(limits).build().unwrap().http()
}

#[tokio::test]
async fn more_requests_than_there_is_room_for_are_503() {
    let (gate, limits) = (
        Gate::default(),
        Limits {
            concurrent_requests: Some(2),
            ..Limits::default()
        },
    );
    let client = Client::new(&builder(&gate).limits(limits).build().unwrap());
    let waiting: Vec<_> = (0..2)
        .map(|_| tokio::spawn(client.tool("wait", json!({})).send()))
        .collect();
    gate.reached().await;
    gate.reached().await;
    let answer = client
        .tool("echo", json!({ "text": "x" }))
        .refused(503, -32603)
        .await;
    assert_eq!(answer["error"]["message"], "Request capacity unavailable");
    gate.pass();
    gate.pass();
    for waiting in waiting {
        waiting.await.unwrap().expect(200).answer().await;
    }
    client.tool("echo", json!({ "text": "x" })).json().await;
}

#[tokio::test]
async fn lhttp_08_clients_with_a_handshake_get_200_for_unknown_methods() {
    let (server, _) = with_gate();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = Client::opened(&server, version).await;
        for method in [
            "unknown/method",
            "server/discover",
            "subscriptions/listen",
            "tasks/list",
        ] {
            client.request(method, json!({})).refused(200, -32601).await;
        }
        let read = client.request("resources/read", json!({ "uri": "note://unheard" }));
        let answer = read.refused(200, -32002).await;
        assert_eq!(answer["error"]["data"]["uri"], "note://unheard", "LERR-01");
        client
            .request("tools/call", json!({ "name": "unheard" }))
            .refused(200, -32602)
            .await;
        // Wrong JSON is wrong in every revision.
        client
            .request("ping", json!({}))
            .body("{")
            .refused(400, -32700)
            .await;
        client
            .request("ping", json!({}))
            .body("{}")
            .refused(400, -32600)
            .await;
    }
}
