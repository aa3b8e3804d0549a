//! `tools/call` as authors write it: arguments, output, blocking and context (`TOOL-*`).

use std::sync::Arc;

use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision};
use serde_json::Value;

use crate::servers::{builder, error_text, texts};

/// How somebody is greeted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Tone {
    Warm,
    Cool,
}

/// Greet somebody.
#[tool(title = "Greeter", meta("example.org/team" = "front"))]
async fn greet(
    /// Whom to greet.
    name: String,
    tone: Option<Tone>,
    #[arg(default = 1, rename = "howOften")] how_often: u8,
    State(greeting): State<Arc<str>>,
) -> McpResponse {
    let mark = match tone {
        Some(Tone::Warm) => "!",
        Some(Tone::Cool) => ".",
        None => "",
    };
    McpResponse::text(format!("{greeting}, {name}{mark}").repeat(usize::from(how_often)))
}

fn server() -> Server {
    builder()
        .tool::<greet>()
        .state(Arc::<str>::from("Hello"))
        .build()
        .unwrap()
}

#[tokio::test]
async fn tool_07_the_schema_says_what_the_function_takes() {
    let client = client(&server(), "2026-07-28").await;
    let list = client.request("tools/list", json!({})).await.unwrap();
    let tool = &list["tools"][0];
    assert_eq!(
        (&tool["name"], &tool["title"]),
        (&json!("greet"), &json!("Greeter"))
    );
    assert_eq!(tool["description"], "Greet somebody.");
    assert_eq!(tool["_meta"], json!({ "example.org/team": "front" }));
    let schema = &tool["inputSchema"];
    assert_eq!(
        (&schema["type"], &schema["required"]),
        (&json!("object"), &json!(["name"]))
    );
    assert_eq!(schema["additionalProperties"], false);
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(
        properties.keys().collect::<Vec<_>>(),
        ["howOften", "name", "tone"]
    );
    assert_eq!(properties["name"]["description"], "Whom to greet.");
    assert_eq!(properties["howOften"]["default"], 1);
    // State is the server's own affair.
    assert!(!schema.to_string().contains("greeting"));
}

#[tokio::test]
async fn tool_14_arguments_reach_the_function_by_name() {
    in_every_revision(&server(), async |client| {
        let said = async |arguments| client.call_tool("greet", arguments).await.unwrap().content[0].clone();
        assert_eq!(said(json!({ "name": "Ada" })).await.as_text(), Some("Hello, Ada"));
        assert_eq!(
            said(json!({ "tone": "warm", "name": "Ada" })).await.as_text(),
            Some("Hello, Ada!")
        );
        assert_eq!(
            said(json!({ "name": "A", "howOften": 2 })).await.as_text(),
            Some("Hello, AHello, A")
        );
        assert_eq!(
            said(json!({ "name": "é\u{2028}😀\"", "tone": null }))
                .await
                .as_text(),
            Some("Hello, é\u{2028}😀\"")
        );
    })
    .await;
}

#[tokio::test]
async fn tool_19_wrong_arguments_are_explained_one_by_one() {
    in_every_revision(&server(), async |client| {
        for (arguments, hints) in [
            (json!({}), vec!["name"]),
            (json!({ "name": 1 }), vec!["/name", "string"]),
            (json!({ "name": "x", "tone": "worm" }), vec!["/tone", "warm"]),
            (json!({ "name": "x", "howOften": 256 }), vec!["/howOften"]),
            (
                json!({ "name": "x", "how_often": 2 }),
                vec!["how_often", "did you mean `howOften`"],
            ),
            (
                json!({ "nam": "x", "tone": 1 }),
                vec!["did you mean `name`", "/tone"],
            ),
        ] {
            let params = json!({ "name": "greet", "arguments": arguments });
            let result = client.request("tools/call", params).await.unwrap();
            assert_eq!(error_text(&result), "Invalid tool arguments");
            let help = texts(&result)[1];
            assert!(
                hints.iter().all(|hint| help.contains(hint)),
                "{arguments}: {help}"
            );
            assert!(!help.contains("Tone"), "no type names: {help}");
        }
    })
    .await;
}

#[tokio::test]
async fn integers_are_exact_to_64_bits() {
    #[tool]
    async fn echo(signed: i64, unsigned: u64) -> McpResponse {
        McpResponse::text(format!("{signed} {unsigned}"))
    }
    let server = builder().tool::<echo>().build().unwrap();
    in_every_revision(&server, async |client| {
        let arguments = json!({ "signed": i64::MIN, "unsigned": u64::MAX });
        let result = client.call_tool("echo", arguments).await.unwrap();
        assert_eq!(
            result.content[0].as_text(),
            Some("-9223372036854775808 18446744073709551615")
        );
        for arguments in [
            json!({ "signed": 1, "unsigned": -1 }),
            json!({ "signed": 1.5, "unsigned": 1 }),
        ] {
            assert_eq!(
                client.call_tool("echo", arguments).await.unwrap().is_error,
                Some(true)
            );
        }
    })
    .await;
}

/// A range of pages.
#[derive(Deserialize, JsonSchema)]
struct Pages {
    #[schemars(range(min = 1, max = 100))]
    first: u32,
    #[schemars(length(min = 1, max = 3))]
    titles: Vec<String>,
}

#[tool]
async fn print_pages(Args(pages): Args<Pages>) -> McpResponse {
    McpResponse::text(format!("{} {}", pages.first, pages.titles.join("+")))
}

#[tokio::test]
async fn js_02_what_is_advertised_of_arguments_is_enforced() {
    let server = builder().tool::<print_pages>().build().unwrap();
    in_every_revision(&server, async |client| {
        let call = async |arguments: Value| client.call_tool("print-pages", arguments).await.unwrap();
        let good = call(json!({ "first": 100, "titles": ["a", "b"] })).await;
        assert_eq!(good.content[0].as_text(), Some("100 a+b"));
        for wrong in [
            json!({ "first": 0, "titles": ["a"] }),
            json!({ "first": 101, "titles": ["a"] }),
            json!({ "first": 1, "titles": [] }),
            json!({ "first": 1, "titles": ["a", "b", "c", "d"] }),
            json!({ "first": 1, "titles": ["a"], "unknown": true }),
        ] {
            assert_eq!(call(wrong.clone()).await.is_error, Some(true), "{wrong}");
        }
    })
    .await;
}

/// A place on a map.
#[derive(Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: i32,
}

#[tool]
async fn mark(point: Point, tone: Tone, letter: char, flags: std::collections::BTreeSet<u8>) -> McpResponse {
    McpResponse::text(format!("{} {} {tone:?} {letter} {flags:?}", point.x, point.y))
}

/// serde takes more than a derived schema says: a struct as a list, a variant as a map.
#[tokio::test]
async fn js_02_nothing_that_the_schema_forbids_slips_through_the_types() {
    let server = builder().tool::<mark>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    let good = || json!({ "point": { "x": 1, "y": 2 }, "tone": "warm", "letter": "é", "flags": [1, 2] });
    let result = client.call_tool("mark", good()).await.unwrap();
    assert_eq!(result.content[0].as_text(), Some("1 2 Warm é {1, 2}"));
    let mut accepted = Vec::new();
    for (name, value) in [
        ("point", json!([1, 2])),
        ("point", json!({ "x": 1 })),
        ("point", json!(null)),
        ("tone", json!({ "warm": null })),
        ("tone", json!(["warm"])),
        ("tone", json!("Warm")),
        ("letter", json!("ab")),
        ("letter", json!("")),
        ("flags", json!([1, 1])),
        ("flags", json!([256])),
        ("flags", json!({})),
    ] {
        let mut arguments = good();
        arguments[name] = value;
        let result = client.call_tool("mark", arguments.clone()).await.unwrap();
        accepted.extend((result.is_error != Some(true)).then_some(arguments));
    }
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
}

/// The same without anything in the schema that would have it checked.
#[tokio::test]
async fn js_02_nothing_slips_through_where_only_the_types_check() {
    #[tool]
    async fn place(point: Point, tone: Tone) -> McpResponse {
        McpResponse::text(format!("{} {} {tone:?}", point.x, point.y))
    }
    let server = builder().tool::<place>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    let mut accepted = Vec::new();
    for arguments in [
        json!({ "point": [1, 2], "tone": "warm" }),
        json!({ "point": { "x": 1, "y": 2 }, "tone": { "warm": null } }),
    ] {
        let result = client.call_tool("place", arguments.clone()).await.unwrap();
        accepted.extend((result.is_error != Some(true)).then_some(arguments));
    }
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
}

#[derive(Serialize, JsonSchema)]
struct Total {
    total: f64,
}

#[tool]
async fn typed() -> Structured<Total> {
    Structured(Total { total: 42.5 })
}

#[tool]
async fn listed() -> Structured<Vec<u32>> {
    Structured(vec![1, 2])
}

#[tool]
async fn accompanied() -> (McpResponse, Structured<Total>) {
    (McpResponse::text("Look:"), Structured(Total { total: 1.0 }))
}

#[tokio::test]
async fn tool_09_lres_05_structured_content_as_each_revision_knows_it() {
    let server = builder()
        .tool::<typed>()
        .tool::<listed>()
        .tool::<accompanied>()
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let version = client.version().as_str();
        let call = async |name| {
            client
                .request("tools/call", json!({ "name": name }))
                .await
                .unwrap()
        };
        let (typed, listed, accompanied) = (
            call("typed").await,
            call("listed").await,
            call("accompanied").await,
        );
        // The text is there for everybody.
        assert_eq!(
            (texts(&typed), texts(&listed)),
            (vec![r#"{"total":42.5}"#], vec!["[1,2]"])
        );
        assert_eq!(texts(&accompanied), ["Look:", r#"{"total":1.0}"#]);
        let objects = !["2024-11-05", "2025-03-26"].contains(&version);
        assert_eq!(
            typed.get("structuredContent"),
            objects.then_some(&json!({ "total": 42.5 }))
        );
        let anything = version == "2026-07-28";
        assert_eq!(
            listed.get("structuredContent"),
            anything.then_some(&json!([1, 2]))
        );

        let list = client.request("tools/list", json!({})).await.unwrap();
        let published = |name| {
            let tool = list["tools"]
                .as_array()
                .unwrap()
                .iter()
                .find(|tool| tool["name"] == name)
                .unwrap();
            tool.get("outputSchema").is_some()
        };
        assert_eq!((published("typed"), published("listed")), (objects, anything));
    })
    .await;
}

#[tokio::test]
async fn functions_that_block_do_not_hold_up_the_others() {
    #[tool]
    fn sleep() -> McpResponse {
        std::thread::sleep(std::time::Duration::from_millis(200));
        McpResponse::text("slept")
    }
    let server = builder().tool::<sleep>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    let start = std::time::Instant::now();
    let calls = (0..8).map(|_| client.call_tool("sleep", json!({})));
    let results = futures_util::future::join_all(calls).await;
    assert!(
        results
            .iter()
            .all(|result| result.as_ref().unwrap().is_error == Some(false))
    );
    assert!(
        start.elapsed().as_millis() < 1_200,
        "one after the other would take 1600 ms"
    );
}

#[tokio::test]
async fn meta_04_the_context_says_who_asks_and_how() {
    #[tool]
    async fn who(ctx: Context) -> McpResponse {
        let name = ctx.client_info().map_or("nobody", |info| info.name.as_str());
        McpResponse::text(format!("{name} in {}", ctx.version()))
    }
    let server = builder().tool::<who>().build().unwrap();
    in_every_revision(&server, async |client| {
        let version = client.version();
        let result = client
            .request("tools/call", json!({ "name": "who" }))
            .await
            .unwrap();
        // Without a handshake nobody has said who asks (`META-03`), and nothing is remembered.
        let name = if version.has_handshake() {
            "test-client"
        } else {
            "nobody"
        };
        assert_eq!(texts(&result), [format!("{name} in {version}")]);
        if !version.has_handshake() {
            let info = json!({ "name": "desk", "version": "1" });
            let meta = json!({ "io.modelcontextprotocol/clientInfo": info });
            let result = client
                .request("tools/call", json!({ "name": "who", "_meta": meta }))
                .await
                .unwrap();
            assert_eq!(texts(&result), ["desk in 2026-07-28"]);
            let result = client
                .request("tools/call", json!({ "name": "who" }))
                .await
                .unwrap();
            assert_eq!(texts(&result), ["nobody in 2026-07-28"]);
        }
    })
    .await;
}

#[tokio::test]
async fn tool_25_unknown_members_of_a_call_are_ignored() {
    in_every_revision(&server(), async |client| {
        let params =
            json!({ "name": "greet", "arguments": { "name": "Ada" }, "task": { "ttl": 1 }, "x": [] });
        let result = client.request("tools/call", params).await.unwrap();
        assert_eq!(texts(&result), ["Hello, Ada"]);
    })
    .await;
}
