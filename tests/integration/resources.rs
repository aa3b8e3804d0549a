//! `resources/read`: fixed URIs, templates, and what is not there (`RES-*`).

use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision};

use crate::servers::{Reports, builder, orders, resource};

#[resource(uri = "files://{+path}")]
async fn file(path: String) -> McpResponse {
    McpResponse::text(path)
}

#[resource(uri = "users://{id}")]
async fn user(id: u8) -> McpResponse {
    McpResponse::text(format!("user {id}"))
}

#[resource(uri = "users://me", title = "Me", size = 7)]
async fn me() -> McpResponse {
    McpResponse::text("user me")
}

#[resource(uri = "search://all{?term,page}")]
async fn search(term: Option<String>, page: Option<u32>) -> McpResponse {
    McpResponse::text(format!("{term:?} {page:?}"))
}

fn server() -> Server {
    builder()
        .resource::<file>()
        .resource::<user>()
        .resource::<me>()
        .resource::<search>()
        .build()
        .unwrap()
}

#[tokio::test]
async fn res_15_a_fixed_uri_comes_before_a_template() {
    in_every_revision(&server(), async |client| {
        for (uri, text) in [
            ("users://me", "user me"),
            ("users://7", "user 7"),
            ("files://a/b.txt", "a/b.txt"),
            ("files://a%20b", "a b"),
            ("search://all", "None None"),
            ("search://all?term=x&page=2", "Some(\"x\") Some(2)"),
        ] {
            let result = client
                .read_resource(uri)
                .await
                .unwrap_or_else(|error| panic!("{uri}: {error}"));
            assert_eq!(result.contents[0].text(), Some(text), "{uri}");
            assert_eq!(
                result.contents[0].uri(),
                uri,
                "contents carry the URI that was asked for"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn res_07_lerr_01_what_is_not_there_has_the_revisions_code_and_the_uri() {
    in_every_revision(&server(), async |client| {
        let code = if client.version().has_handshake() {
            -32002
        } else {
            -32602
        };
        for uri in [
            "users://",
            "users://256",
            "users://x",
            "users://1/2",
            "nothing://here",
            "",
            "x",
        ] {
            let error = client.read_resource(uri).await.unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!(
                (error.code.value(), error.message.as_ref()),
                (code, "Resource not found"),
                "{uri}"
            );
            assert_eq!(error.data, Some(json!({ "uri": uri })));
        }
        for params in [json!({}), json!({ "uri": 1 })] {
            let error = client.request("resources/read", params).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32602);
        }
    })
    .await;
}

#[tokio::test]
async fn res_07_a_handler_that_finds_nothing_says_it_the_same_way() {
    in_every_revision(&orders().await, async |client| {
        let code = if client.version().has_handshake() {
            -32002
        } else {
            -32602
        };
        for uri in ["orders://7", "orders://7/packed"] {
            let error = client.read_resource(uri).await.unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!(
                (error.code.value(), error.data.clone()),
                (code, Some(json!({ "uri": uri })))
            );
        }
    })
    .await;
}

#[tokio::test]
async fn res_12_sec_03_variables_that_climb_are_refused_as_not_there() {
    in_every_revision(&server(), async |client| {
        for uri in [
            "files://../etc/passwd",
            "files://a/../../etc",
            "files://%2e%2e/etc",
            "files://a%00b",
            "files:///etc/passwd",
        ] {
            let error = client.read_resource(uri).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().message, "Resource not found", "{uri}");
        }
    })
    .await;
}

#[tokio::test]
async fn res_05_one_resource_may_hold_several_contents() {
    let folder = || {
        [
            McpResponse::resource("x://a.txt", "a", "text/plain").unwrap(),
            McpResponse::resource("x://b.bin", vec![0_u8, 1], None).unwrap(),
            McpResponse::text("index"),
        ]
    };
    let server = builder()
        .add_resource(resource("x://folder", "text/markdown", folder))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("resources/read", json!({ "uri": "x://folder" }))
            .await
            .unwrap();
        let expected = json!([
            { "uri": "x://a.txt", "mimeType": "text/plain", "text": "a" },
            { "uri": "x://b.bin", "blob": "AAE=" },
            { "uri": "x://folder", "mimeType": "text/markdown", "text": "index" },
        ]);
        assert_eq!(result["contents"], expected);
    })
    .await;
}

#[tokio::test]
async fn b23_cache_01_hints_come_from_the_resource_then_from_the_server() {
    #[resource(uri = "x://own", cache(ttl_ms = 5, scope = "public"))]
    async fn own() -> McpResponse {
        McpResponse::text("x")
    }
    let server = builder()
        .cache(CacheHint::public(70))
        .resource::<own>()
        .add_resource(resource("x://other", "text/plain", || McpResponse::text("x")))
        .build()
        .unwrap();
    let client = client(&server, "2026-07-28").await;
    for (method, params, ttl) in [
        ("resources/read", json!({ "uri": "x://own" }), 5),
        ("resources/read", json!({ "uri": "x://other" }), 70),
        ("resources/list", json!({}), 70),
        ("resources/templates/list", json!({}), 70),
        ("server/discover", json!({}), 70),
    ] {
        let result = client.request(method, params).await.unwrap();
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(ttl), &json!("public"))
        );
    }
}

#[tokio::test]
async fn res_09_failures_are_internal_errors_and_expected_ones_are_told() {
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_resource(resource("x://told", "text/plain", || {
            Err::<McpResponse, _>(ResourceError::expected("The archive is closed."))
        }))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let error = client.read_resource("x://told").await.unwrap_err();
        let error = error.rpc().unwrap();
        assert_eq!(
            (error.code.value(), error.message.as_ref()),
            (-32603, "The archive is closed.")
        );
        assert!(reports.is_empty());
    })
    .await;
}

#[tokio::test]
async fn b18_metadata_of_a_read_and_of_its_contents() {
    let annotated = || {
        let response = McpResponse::text("x").with_meta("example.org/a", 1)?;
        response.with_content_meta("example.org/b", 2)
    };
    let server = builder()
        .add_resource(resource("x://y", "text/plain", annotated))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("resources/read", json!({ "uri": "x://y" }))
            .await
            .unwrap();
        assert_eq!(result["_meta"]["example.org/a"], 1);
        let known = client.version().as_str() >= "2025-06-18";
        let meta = json!({ "example.org/b": 2 });
        assert_eq!(result["contents"][0].get("_meta"), known.then_some(&meta));
    })
    .await;
}
