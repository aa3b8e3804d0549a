//! The four lists: pages, cursors and order (`PAGE-*`, `TOOL-03`, `STATE-04`).

use mcp_runtime::prelude::*;
use mcp_runtime::{Limits, ServerBuilder};
use mcp_tests::{client, in_every_revision};
use serde_json::Value;

use crate::servers::{builder, orders, tool};

/// A server with 120 tools, registered in disorder.
fn many(page_size: Option<usize>) -> Server {
    let limits = Limits {
        page_size,
        ..Limits::default()
    };
    // 7 and 120 have no common divisor, so this visits every number once.
    let numbers = (0..120).map(|step| step * 7 % 120);
    let add = |builder: ServerBuilder, number: usize| {
        builder.add_tool(tool(&format!("tool-{number:03}"), || McpResponse::text("x")))
    };
    numbers.fold(builder().limits(limits), add).build().unwrap()
}

fn names(page: &Value) -> Vec<String> {
    let tools = page["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

fn expected(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|number| format!("tool-{number:03}")).collect()
}

#[tokio::test]
async fn page_01_page_02_a_hundred_and_twenty_tools_are_three_pages_of_fifty() {
    in_every_revision(&many(None), async |client| {
        let first = client.request("tools/list", json!({})).await.unwrap();
        let second = client
            .request("tools/list", json!({ "cursor": first["nextCursor"] }))
            .await
            .unwrap();
        let third = client
            .request("tools/list", json!({ "cursor": second["nextCursor"] }))
            .await
            .unwrap();
        assert_eq!(names(&first), expected(0..50));
        assert_eq!(names(&second), expected(50..100));
        assert_eq!(names(&third), expected(100..120));
        assert_eq!(third.get("nextCursor"), None, "absent, not empty");
    })
    .await;
}

#[tokio::test]
async fn page_02_a_last_page_that_is_full_has_no_cursor() {
    for page_size in [1, 7, 40, 60, 120, 500] {
        let client = client(&many(Some(page_size)), "2026-07-28").await;
        let (mut seen, mut pages, mut params) = (Vec::new(), 0, json!({}));
        loop {
            let page = client.request("tools/list", params).await.unwrap();
            assert!((1..=page_size).contains(&names(&page).len()), "no page is empty");
            seen.extend(names(&page));
            pages += 1;
            match page.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => break,
            }
        }
        assert_eq!((seen, pages), (expected(0..120), 120_usize.div_ceil(page_size)));
    }
}

#[tokio::test]
async fn page_04_cursors_are_good_on_any_connection_and_any_replica() {
    let page = client(&many(None), "2025-06-18")
        .await
        .request("tools/list", json!({}))
        .await
        .unwrap();
    let params = json!({ "cursor": page["nextCursor"] });
    in_every_revision(&many(Some(10)), async |client| {
        let next = client.request("tools/list", params.clone()).await.unwrap();
        assert_eq!(names(&next), expected(50..60));
    })
    .await;
}

#[tokio::test]
async fn page_02_page_03_cursors_of_other_lists_and_invented_ones_are_refused() {
    let server = orders().await;
    in_every_revision(&many(Some(10)), async |client| {
        let cursor = client.request("tools/list", json!({})).await.unwrap()["nextCursor"].take();
        let tampered = format!("x{}", cursor.as_str().unwrap());
        for cursor in [
            json!(""),
            json!("x"),
            json!("!!"),
            json!(tampered),
            json!("AAAA"),
            json!(1),
            json!(null),
        ] {
            let error = client
                .request("tools/list", json!({ "cursor": cursor }))
                .await
                .unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32602, "{cursor}");
        }
        let shop = mcp_tests::client(&server, client.version().as_str()).await;
        for method in ["prompts/list", "resources/list", "resources/templates/list"] {
            let error = shop
                .request(method, json!({ "cursor": cursor }))
                .await
                .unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32602, "{method}");
        }
    })
    .await;
}

#[tokio::test]
async fn tool_03_js_06_the_same_list_twice_is_the_same_bytes() {
    let server = orders().await;
    in_every_revision(&server, async |client| {
        for method in [
            "tools/list",
            "resources/list",
            "resources/templates/list",
            "prompts/list",
        ] {
            let once = client.request(method, json!({})).await.unwrap();
            client.call_tool("store-hours", json!({})).await.unwrap();
            let twice = client.request(method, json!({})).await.unwrap();
            assert_eq!(once.to_string(), twice.to_string());
        }
    })
    .await;
}

#[tokio::test]
async fn res_02_res_04_fixed_resources_and_templates_are_lists_of_their_own() {
    in_every_revision(&orders().await, async |client| {
        let keys = async |method, list, key| {
            let result = client.request(method, json!({})).await.unwrap();
            let items = result[list].as_array().unwrap().iter();
            items
                .map(|item| item[key].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let fixed = ["catalog://public", "reports://latest", "reports://orders.csv"];
        assert_eq!(keys("resources/list", "resources", "uri").await, fixed);
        let templates = ["orders://{id}", "orders://{id}/packed"];
        assert_eq!(
            keys("resources/templates/list", "resourceTemplates", "uriTemplate").await,
            templates
        );
        assert_eq!(keys("prompts/list", "prompts", "name").await, ["review-order"]);
    })
    .await;
}

#[tokio::test]
async fn res_02_a_server_of_templates_alone_has_an_empty_list() {
    #[resource(uri = "x://{y}")]
    async fn family(y: String) -> McpResponse {
        McpResponse::text(y)
    }
    let server = builder().resource::<family>().build().unwrap();
    in_every_revision(&server, async |client| {
        let list = client.request("resources/list", json!({})).await.unwrap();
        assert_eq!(list["resources"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn page_01_some_tools_are_listed_first_and_pages_go_on_after_them() {
    let tools = ["d", "b", "a", "c"].map(|name| tool(name, || McpResponse::text("x")));
    let limits = Limits {
        page_size: Some(1),
        ..Limits::default()
    };
    let builder = tools.into_iter().fold(builder(), ServerBuilder::add_tool);
    let server = builder.limits(limits).first_tools(["c", "b"]).build().unwrap();
    in_every_revision(&server, async |client| {
        let (mut seen, mut cursor) = (Vec::new(), Value::Null);
        while seen.len() < 4 {
            let params = match cursor {
                Value::Null => json!({}),
                cursor => json!({ "cursor": cursor }),
            };
            let mut page = client.request("tools/list", params).await.unwrap();
            seen.push(page["tools"][0]["name"].as_str().unwrap().to_owned());
            cursor = page["nextCursor"].take();
        }
        assert_eq!(
            (seen.as_slice(), cursor),
            (["c", "b", "a", "d"].map(str::to_owned).as_slice(), Value::Null)
        );
    })
    .await;
    let refused = builder_with_first("e").build().unwrap_err().to_string();
    assert!(refused.contains("`e` is to be listed first"), "{refused}");
}

fn builder_with_first(name: &str) -> ServerBuilder {
    builder()
        .add_tool(tool("a", || McpResponse::text("x")))
        .first_tools([name])
}
