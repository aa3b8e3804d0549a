//! `completion/complete` (`COMP-*`).

use mcp_runtime::prelude::*;
use mcp_tests::{in_every_revision, message};
use serde_json::Value;

use crate::servers::{Reports, builder, orders, prompt};

async fn cities(request: CompletionRequest) -> Vec<String> {
    let country = request.arguments.get("country").map_or("any", String::as_str);
    ["Madrid", "Málaga"]
        .into_iter()
        .filter(|city| city.starts_with(&request.value))
        .map(|city| format!("{city} ({country})"))
        .collect()
}

fn numbers(_: CompletionRequest) -> Vec<String> {
    (0..250).map(|number| number.to_string()).collect()
}

fn panics(_: CompletionRequest) -> Vec<String> {
    panic!("hunter2")
}

async fn panics_later(_: CompletionRequest) -> Vec<String> {
    tokio::task::yield_now().await;
    panic!("hunter2")
}

#[prompt]
async fn plan_trip(
    country: Option<String>,
    #[arg(complete = cities)] city: String,
    #[arg(complete = numbers)] days: Option<u32>,
) -> McpResponse {
    McpResponse::text(format!("{country:?} {city} {days:?}"))
}

#[resource(uri = "cities://{name}/{kind}")]
async fn city(#[arg(complete = cities)] name: String, kind: String) -> McpResponse {
    McpResponse::text(name + &kind)
}

#[prompt]
async fn fragile(
    #[arg(complete = panics)] now: Option<String>,
    #[arg(complete = panics_later)] later: Option<String>,
) -> McpResponse {
    McpResponse::text(format!("{now:?}{later:?}"))
}

fn server() -> Server {
    builder()
        .prompt::<plan_trip>()
        .resource::<city>()
        .build()
        .unwrap()
}

fn params(reference: Value, name: &str, value: &str) -> Value {
    json!({ "ref": reference, "argument": { "name": name, "value": value } })
}

fn trip() -> Value {
    json!({ "type": "ref/prompt", "name": "plan-trip" })
}

fn template() -> Value {
    json!({ "type": "ref/resource", "uri": "cities://{name}/{kind}" })
}

#[tokio::test]
async fn comp_02_comp_03_prompts_and_templates_are_completed() {
    in_every_revision(&server(), async |client| {
        for reference in [trip(), template()] {
            let name = if reference["type"] == "ref/prompt" {
                "city"
            } else {
                "name"
            };
            let result = client
                .request("completion/complete", params(reference, name, "Má"))
                .await
                .unwrap();
            assert_eq!(
                result["completion"],
                json!({ "values": ["Málaga (any)"], "total": 1, "hasMore": false })
            );
        }
        let mut params = params(trip(), "city", "M");
        params["context"] = json!({ "arguments": { "country": "ES" } });
        let result = client.request("completion/complete", params).await.unwrap();
        assert_eq!(
            result["completion"]["values"],
            json!(["Madrid (ES)", "Málaga (ES)"])
        );
    })
    .await;
}

#[tokio::test]
async fn comp_03_a_hundred_values_at_most_and_the_rest_is_told() {
    in_every_revision(&server(), async |client| {
        let result = client
            .request("completion/complete", params(trip(), "days", ""))
            .await
            .unwrap();
        let completion = &result["completion"];
        assert_eq!(completion["values"].as_array().unwrap().len(), 100);
        assert_eq!(
            (&completion["total"], &completion["hasMore"]),
            (&json!(250), &json!(true))
        );
    })
    .await;
}

#[tokio::test]
async fn comp_02_an_argument_that_nobody_completes_has_no_suggestions() {
    in_every_revision(&server(), async |client| {
        for (reference, name) in [(trip(), "country"), (template(), "kind")] {
            let result = client
                .request("completion/complete", params(reference, name, "x"))
                .await
                .unwrap();
            assert_eq!(result["completion"]["values"], json!([]));
        }
    })
    .await;
}

#[tokio::test]
async fn comp_04_wrong_references_and_arguments() {
    in_every_revision(&server(), async |client| {
        let city = || json!({ "name": "city", "value": "" });
        for wrong in [
            params(json!({ "type": "ref/prompt", "name": "plan-tripp" }), "city", ""),
            params(
                json!({ "type": "ref/resource", "uri": "cities://{other}" }),
                "name",
                "",
            ),
            params(json!({ "type": "ref/tool", "name": "x" }), "city", ""),
            params(json!({ "type": "ref/prompt" }), "city", ""),
            params(trip(), "town", ""),
            json!({ "ref": trip() }),
            json!({ "argument": city() }),
            json!({ "ref": trip(), "argument": { "name": "city" } }),
            json!({ "ref": trip(), "argument": { "name": "city", "value": 1 } }),
            json!({ "ref": trip(), "argument": city(), "context": { "arguments": { "country": 1 } } }),
            json!({ "ref": trip(), "argument": city(), "context": "x" }),
        ] {
            let answer = client
                .exchange(&message(&client, 1, "completion/complete", wrong.clone()))
                .await
                .unwrap();
            assert_eq!(answer["error"]["code"], -32602, "{wrong}: {answer}");
        }
    })
    .await;
}

#[tokio::test]
async fn comp_01_disc_03_without_completers_the_method_is_unknown() {
    let server = builder()
        .add_prompt(prompt("p", || McpResponse::text("x")))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let reference = json!({ "type": "ref/prompt", "name": "p" });
        let error = client
            .request("completion/complete", params(reference, "x", ""))
            .await
            .unwrap_err();
        assert_eq!(error.rpc().unwrap().code.value(), -32601);
    })
    .await;
}

#[tokio::test]
async fn comp_03_the_shop_completes_its_order_numbers() {
    in_every_revision(&orders().await, async |client| {
        let reference = json!({ "type": "ref/resource", "uri": "orders://{id}" });
        let result = client
            .request("completion/complete", params(reference, "id", "4"))
            .await
            .unwrap();
        assert_eq!(result["completion"]["values"], json!(["42", "43"]));
    })
    .await;
}

#[tokio::test]
async fn b17_a_completer_that_panics_later_is_masked() {
    assert_masked("later").await;
}

#[tokio::test]
async fn b17_a_completer_that_panics_at_once_is_masked() {
    assert_masked("now").await;
}

async fn assert_masked(argument: &str) {
    let (builder, reports) = Reports::of(builder());
    let server = builder.prompt::<fragile>().build().unwrap();
    in_every_revision(&server, async |client| {
        let reference = json!({ "type": "ref/prompt", "name": "fragile" });
        let error = client
            .request("completion/complete", params(reference, argument, ""))
            .await
            .unwrap_err();
        let error = error.rpc().unwrap();
        assert_eq!(
            (error.code.value(), error.message.as_ref()),
            (-32603, "Internal error")
        );
        let number = reports.take_one().correlation_id;
        assert_eq!(error.data, Some(json!({ "correlationId": number })));
    })
    .await;
}
