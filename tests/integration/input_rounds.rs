//! Rounds of input as they stand on the wire of 2026-07-28 (`MRTR-*`, `ERR-06`).

use std::sync::atomic::Ordering;

use mcp_core::ask::{FormSchema, InputRequest};
use mcp_core::protocol::{CreateMessageRequest, ElicitResult, key};
use mcp_core::response::{InputOr, InputRequired};
use mcp_runtime::prelude::*;
use mcp_runtime::testing::{TestClient, TestError};
use mcp_tests::unopened_client;
use serde_json::Value;

use crate::asking::{Confirm, accept, deploy, server};
use crate::servers::builder;

/// What a client can do that can be asked anything.
fn all() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

/// A client of 2026-07-28 that answers nothing by itself.
fn asked(server: &Server) -> TestClient {
    unopened_client(server).with_capabilities(all())
}

fn deploying() -> Value {
    json!({ "name": "deploy", "arguments": { "env": "test" } })
}

/// The retry of a call.
fn again(call: &Value, answers: Value, state: &Value) -> Value {
    let mut call = call.clone();
    call["inputResponses"] = answers;
    if !state.is_null() {
        call["requestState"] = state.clone();
    }
    call
}

fn code(result: Result<Value, TestError>) -> i64 {
    result.unwrap_err().rpc().unwrap().code.value()
}

#[tokio::test]
async fn mrtr_03_a_question_ends_the_request_with_its_key_and_a_state() {
    let (server, runs) = server();
    let client = asked(&server);
    let result = client.request("tools/call", deploying()).await.unwrap();
    assert_eq!(result["resultType"], "input_required");
    assert_eq!(
        result["inputRequests"],
        json!({ "confirm": { "method": "elicitation/create", "params": {
            "mode": "form",
            "message": "Deploy plan 1 to test?",
            "requestedSchema": {
                "type": "object",
                "properties": { "sure": { "type": "boolean", "description": "Whether to go on." } },
                "required": ["sure"],
            },
        } } })
    );
    let members: Vec<_> = result.as_object().unwrap().keys().collect();
    assert_eq!(members, ["_meta", "inputRequests", "requestState", "resultType"]);
    assert_eq!(runs.apply.load(Ordering::SeqCst), 0);

    let retry = again(
        &deploying(),
        json!({ "confirm": accept(json!({ "sure": true })) }),
        &result["requestState"],
    );
    let done = client.request("tools/call", retry).await.unwrap();
    assert_eq!(done["resultType"], "complete");
    assert_eq!(done["content"][0]["text"], "Deployed plan 1 to test.");
    let count = |count: &std::sync::atomic::AtomicUsize| count.load(Ordering::SeqCst);
    assert_eq!((count(&runs.plan), count(&runs.apply)), (1, 1));
}

#[tokio::test]
async fn mrtr_03_questions_that_wait_together_go_out_together() {
    let (server, _) = server();
    let call = json!({ "name": "everything", "arguments": {} });
    let result = asked(&server).request("tools/call", call).await.unwrap();
    let requests = result["inputRequests"].as_object().unwrap();
    let methods: Vec<_> = requests
        .values()
        .map(|request| request["method"].clone())
        .collect();
    assert_eq!(
        methods,
        ["roots/list", "sampling/createMessage", "elicitation/create"]
    );
    assert_eq!(requests["client_roots"]["params"], json!({}));
    assert_eq!(requests["greeting"]["params"]["maxTokens"], 100);
}

#[tokio::test]
async fn mrtr_02_resources_and_prompts_ask_and_b23_what_continues_is_not_kept() {
    let (server, _) = server();
    let client = asked(&server);
    let read = json!({ "uri": "reports://secret" });
    let first = client.request("resources/read", read.clone()).await.unwrap();
    assert_eq!(first["resultType"], "input_required");
    assert_eq!(first.get("ttlMs"), None);
    let answers = json!({ "confirm": accept(json!({ "sure": true })) });
    let retry = again(&read, answers, &first["requestState"]);
    let done = client.request("resources/read", retry).await.unwrap();
    assert_eq!(
        (&done["ttlMs"], &done["cacheScope"]),
        (&json!(0), &json!("private"))
    );

    let get = json!({ "name": "review", "arguments": { "topic": "x" } });
    let first = client.request("prompts/get", get.clone()).await.unwrap();
    assert_eq!(
        first["inputRequests"]["user_name"]["method"],
        "elicitation/create"
    );
    let answers = json!({ "user_name": accept(json!({ "name": "Ada" })) });
    let done = client
        .request("prompts/get", again(&get, answers, &first["requestState"]))
        .await;
    assert!(done.unwrap()["messages"].is_array());
}

#[tokio::test]
async fn mrtr_08_earlier_answers_are_kept_in_a_state_that_changes() {
    let (server, _) = server();
    let client = asked(&server);
    let call = json!({ "name": "chain", "arguments": {} });
    let mut result = client.request("tools/call", call.clone()).await.unwrap();
    let mut states = Vec::new();
    for number in 1..=3 {
        let name = format!("go-on-{number}");
        let requests = result["inputRequests"].as_object().unwrap();
        assert_eq!(requests.keys().collect::<Vec<_>>(), [&name]);
        states.push(result["requestState"].clone());
        let answers = json!({ name: accept(json!({ "sure": true })) });
        let retry = again(&call, answers, &result["requestState"]);
        result = client.request("tools/call", retry).await.unwrap();
    }
    assert_eq!(result["content"][0]["text"], "Went all the way.");
    assert!(states[0] != states[1] && states[1] != states[2]);
}

#[tokio::test]
async fn mrtr_09_answers_without_a_state_are_taken() {
    let (server, _) = server();
    let answers = json!({ "confirm": accept(json!({ "sure": false })) });
    let retry = again(&deploying(), answers, &Value::Null);
    let result = asked(&server).request("tools/call", retry).await.unwrap();
    assert_eq!(result["content"][0]["text"], "Not sure.");
}

#[tokio::test]
async fn mrtr_14_a_missing_answer_is_asked_for_again_and_unknown_ones_are_ignored() {
    let (server, runs) = server();
    let client = asked(&server);
    let mut result = client.request("tools/call", deploying()).await.unwrap();
    for answers in [json!({}), json!({ "unknown": accept(json!({})), "other": 7 })] {
        let retry = again(&deploying(), answers, &result["requestState"]);
        result = client.request("tools/call", retry).await.unwrap();
        assert_eq!(result["resultType"], "input_required");
    }
    let answers = json!({ "confirm": accept(json!({ "sure": true })), "unknown": 1 });
    let retry = again(&deploying(), answers, &result["requestState"]);
    let done = client.request("tools/call", retry).await.unwrap();
    assert_eq!(done["content"][0]["text"], "Deployed plan 1 to test.");
    assert_eq!(
        runs.plan.load(Ordering::SeqCst),
        1,
        "also across rounds without answers"
    );
}

#[tokio::test]
async fn mrtr_15_what_is_no_answer_is_refused_or_asked_for_again() {
    let (server, runs) = server();
    let client = asked(&server);
    let first = client.request("tools/call", deploying()).await.unwrap();
    for malformed in [Value::Null, json!([]), json!("x"), json!(7)] {
        let retry = again(&deploying(), malformed.clone(), &first["requestState"]);
        assert_eq!(
            code(client.request("tools/call", retry).await),
            -32602,
            "{malformed}"
        );
    }
    for malformed in [
        json!(12345),
        json!({}),
        json!({ "action": "maybe" }),
        json!({ "roots": [] }),
        Value::Null,
    ] {
        let answers = json!({ "confirm": malformed });
        let retry = again(&deploying(), answers, &first["requestState"]);
        assert_eq!(
            code(client.request("tools/call", retry).await),
            -32602,
            "{malformed}"
        );
    }
    for unfit in [
        json!({ "action": "accept" }),
        accept(json!({})),
        accept(json!({ "sure": "yes" })),
    ] {
        let retry = again(&deploying(), json!({ "confirm": unfit }), &first["requestState"]);
        let result = client.request("tools/call", retry).await.unwrap();
        assert_eq!(result["resultType"], "input_required", "{unfit}");
    }
    assert_eq!(runs.apply.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn mrtr_06_err_06_what_is_not_declared_is_not_asked() {
    let (server, _) = server();
    let cases = [
        ("deploy", json!({}), json!({ "elicitation": { "form": {} } })),
        (
            "deploy",
            json!({ "elicitation": { "url": {} } }),
            json!({ "elicitation": { "form": {} } }),
        ),
        (
            "sign-in",
            json!({ "elicitation": {} }),
            json!({ "elicitation": { "url": {} } }),
        ),
    ];
    for (name, declared, required) in cases {
        let client = unopened_client(&server).with_capabilities(declared);
        let call = json!({ "name": name, "arguments": { "env": "x" } });
        let call = if name == "deploy" {
            call
        } else {
            json!({ "name": name })
        };
        let error = client.request("tools/call", call).await.unwrap_err();
        let error = error.rpc().unwrap();
        assert_eq!(error.code.value(), -32021);
        assert_eq!(error.data, Some(json!({ "requiredCapabilities": required })));
    }
    let plain = unopened_client(&server).with_capabilities(json!({ "elicitation": {} }));
    let result = plain.request("tools/call", deploying()).await.unwrap();
    assert_eq!(result["resultType"], "input_required", "no modes mean forms");
    for (method, params) in [
        ("resources/read", json!({ "uri": "reports://secret" })),
        (
            "prompts/get",
            json!({ "name": "review", "arguments": { "topic": "x" } }),
        ),
    ] {
        assert_eq!(
            code(unopened_client(&server).request(method, params).await),
            -32021
        );
    }
}

/// Asks what the client can be asked.
#[tool]
async fn polite(ctx: Context) -> Result<McpResponse, ToolError> {
    if ctx.can_sample() {
        ctx.sample("s", CreateMessageRequest::new(1).user("?")).await?;
    }
    if ctx.can_elicit() {
        ctx.elicit::<Confirm>("e", "?").await?;
    }
    if ctx.has_roots() {
        ctx.roots("r").await?;
    }
    Ok(McpResponse::text("done"))
}

#[tokio::test]
async fn mrtr_06_a_handler_can_see_what_can_be_asked() {
    let server = builder().tool::<polite>().build().unwrap();
    for (declared, method) in [
        (json!({ "sampling": {} }), "sampling/createMessage"),
        (json!({ "elicitation": {} }), "elicitation/create"),
        (json!({ "roots": {} }), "roots/list"),
    ] {
        let client = unopened_client(&server).with_capabilities(declared);
        let result = client
            .request("tools/call", json!({ "name": "polite" }))
            .await
            .unwrap();
        let requests = result["inputRequests"].as_object().unwrap();
        assert_eq!(
            requests
                .values()
                .map(|request| &request["method"])
                .collect::<Vec<_>>(),
            [method]
        );
    }
}

/// Calls two questions by one name, and asks the first differently in every round.
#[tool]
async fn confused(ctx: Context, State(runs): State<crate::asking::Runs>) -> Result<McpResponse, ToolError> {
    let run = crate::asking::add(&runs.handler);
    let first = ctx.elicit::<Confirm>("q", format!("Run {}?", run.min(2))).await?;
    let second = ctx.elicit::<Confirm>("q", "The other one?").await?;
    Ok(McpResponse::text(format!(
        "{:?} {:?}",
        first.accepted().map(|answer| answer.sure),
        second.accepted().map(|answer| answer.sure)
    )))
}

#[tokio::test]
async fn an_answer_is_never_taken_for_that_of_another_question() {
    let server = builder()
        .state(crate::asking::Runs::default())
        .tool::<confused>()
        .build()
        .unwrap();
    let client = asked(&server);
    let call = json!({ "name": "confused" });
    let mut result = client.request("tools/call", call.clone()).await.unwrap();
    let mut messages = Vec::new();
    while result["resultType"] == "input_required" {
        let message = result["inputRequests"]["q"]["params"]["message"]
            .as_str()
            .unwrap();
        let answers = json!({ "q": accept(json!({ "sure": message != "The other one?" })) });
        messages.push(message.to_owned());
        let retry = again(&call, answers, &result["requestState"]);
        result = client.request("tools/call", retry).await.unwrap();
    }
    assert_eq!(messages, ["Run 1?", "Run 2?", "The other one?"]);
    assert_eq!(result["content"][0]["text"], "Some(true) Some(false)");
}

/// Works beside a question, and in a task of its own.
#[tool]
async fn beside(ctx: Context) -> Result<McpResponse, ToolError> {
    let other = ctx.clone();
    let task = tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        other.elicit::<Confirm>("task", "From a task?").await
    });
    let step = ctx.step("slow", || async {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        Ok::<_, ToolError>(7)
    });
    let (number, answer) = tokio::join!(step, task);
    Ok(McpResponse::text(format!(
        "{} {}",
        number?,
        answer??.accepted().is_some()
    )))
}

#[tokio::test]
async fn a_step_is_finished_before_a_question_goes_out_and_tasks_may_ask() {
    let server = builder().tool::<beside>().build().unwrap();
    let client = asked(&server).answer("task", accept(json!({ "sure": true })));
    let call = json!({ "name": "beside" });
    let first = client.request_once("tools/call", call.clone()).await.unwrap();
    assert_eq!(first["resultType"], "input_required");
    let result = client.request("tools/call", call).await.unwrap();
    assert_eq!(result["content"][0]["text"], "7 true");
}

/// Asks by hand.
#[tool]
async fn by_hand(ctx: Context) -> Result<InputOr<McpResponse>, ToolError> {
    let round: u32 = ctx.input_state()?.unwrap_or_default();
    if let Some(answer) = ctx.input_response::<ElicitResult>("go-on")?
        && answer.content.is_some()
    {
        return Ok(InputOr::Done(McpResponse::text(format!("{round} rounds"))));
    }
    let form = FormSchema::of::<Confirm>()?;
    let question = InputRequest::form("Go on?", &form)?;
    Ok(InputOr::Ask(
        InputRequired::new().ask("go-on", question).state(&(round + 1))?,
    ))
}

/// Comes back later.
#[tool]
async fn busy(ctx: Context) -> Result<InputOr<McpResponse>, ToolError> {
    Ok(match ctx.input_state::<bool>()? {
        Some(_) => InputOr::Done(McpResponse::text("now")),
        None => InputOr::Ask(InputRequired::new().state(&true)?),
    })
}

#[tokio::test]
async fn mrtr_17_questions_by_hand_and_states_alone() {
    let server = builder().tool::<by_hand>().tool::<busy>().build().unwrap();
    let client = asked(&server);
    let call = json!({ "name": "by-hand" });
    let mut result = client.request("tools/call", call.clone()).await.unwrap();
    for answer in [json!({ "action": "decline" }), accept(json!({ "sure": true }))] {
        assert_eq!(result["inputRequests"]["go-on"]["method"], "elicitation/create");
        let retry = again(&call, json!({ "go-on": answer }), &result["requestState"]);
        result = client.request("tools/call", retry).await.unwrap();
    }
    assert_eq!(result["content"][0]["text"], "2 rounds");

    let call = json!({ "name": "busy" });
    let result = client.request("tools/call", call).await.unwrap();
    assert_eq!(result.get("inputRequests"), None);
    let retry = json!({ "name": "busy", "requestState": result["requestState"] });
    let result = client.request("tools/call", retry).await.unwrap();
    assert_eq!(result["content"][0]["text"], "now");

    let nobody = unopened_client(&server);
    assert_eq!(
        code(nobody.request("tools/call", json!({ "name": "by-hand" })).await),
        -32021,
        "what is asked by hand is checked too"
    );
}

#[tokio::test]
async fn mrtr_18_other_methods_take_no_notice() {
    let (server, _) = server();
    let params = json!({ "requestState": "x", "inputResponses": {} });
    for method in ["tools/list", "prompts/list", "resources/list", "server/discover"] {
        let result = asked(&server).request(method, params.clone()).await.unwrap();
        assert_eq!(result["resultType"], "complete", "{method}");
    }
}

#[tokio::test]
async fn rpc_09_nothing_is_asked_over_the_connection() {
    let (server, _) = server();
    let client = asked(&server);
    // Also when the same connection has had a handshake.
    let client = client.handshake("2025-11-25", all()).await.unwrap();
    let mut call = deploying();
    call["_meta"] = json!({ key::PROTOCOL_VERSION: "2026-07-28", key::CLIENT_CAPABILITIES: all() });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    let answer = client.exchange(&request).await.unwrap();
    assert_eq!(answer["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn mrtr_07_a_state_is_continued_by_a_fresh_server_with_the_key() {
    let keys = || mcp_runtime::StateKeys::new([7; 32]);
    let fresh = || {
        builder()
            .state(crate::asking::Runs::default())
            .state_keys(keys())
            .tool::<deploy>()
            .build()
            .unwrap()
    };
    let first = asked(&fresh()).request("tools/call", deploying()).await.unwrap();
    let answers = json!({ "confirm": accept(json!({ "sure": true })) });
    let retry = again(&deploying(), answers, &first["requestState"]);
    let done = asked(&fresh()).request("tools/call", retry).await.unwrap();
    assert_eq!(done["content"][0]["text"], "Deployed plan 1 to test.");
}
