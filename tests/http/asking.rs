//! The fixtures that ask, over HTTP: rounds of stateless requests, and questions on a session's stream,
//! with the values that the conformance suite documents.

use examples::everything;
use mcp_runtime::Server;
use serde_json::{Value, json};

use crate::client::{Call, Client};

fn server() -> Server {
    everything::server().unwrap()
}

/// A client of the newest revision that can be asked everything.
fn stateless(server: &Server) -> Client {
    let mut client = Client::new(server);
    client.capabilities = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
    client
}

/// A client with a session that can be asked everything.
async fn with_session(server: &Server, version: &str) -> Client {
    let mut client = Client::of(server.http());
    client.capabilities = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
    client.open(version).await
}

fn call(client: &Client, name: &str, more: Value) -> Call {
    let mut params = json!({ "name": name, "arguments": {} });
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    client.request("tools/call", params)
}

async fn round(client: &Client, name: &str, more: Value) -> Value {
    let mut answer = call(client, name, more).json().await;
    assert!(answer.get("result").is_some(), "{answer}");
    answer["result"].take()
}

fn text(result: &Value) -> &str {
    assert_eq!(result["resultType"], "complete", "{result}");
    result["content"][0]["text"].as_str().unwrap()
}

fn accepted(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn said(text: &str) -> Value {
    json!({ "role": "assistant", "content": { "type": "text", "text": text }, "model": "m", "stopReason": "endTurn" })
}

#[tokio::test]
async fn mrtr_03_mrtr_04_the_documented_questions_are_asked_and_their_answers_used() {
    let server = server();
    let client = stateless(&server);
    for (name, key, method, question, answer, result) in [
        (
            "test_input_required_result_elicitation",
            "user_name",
            "elicitation/create",
            json!("What is your name?"),
            accepted(json!({ "name": "Alice" })),
            "Hello, Alice!",
        ),
        (
            "test_input_required_result_sampling",
            "capital_question",
            "sampling/createMessage",
            json!([{ "role": "user", "content": { "type": "text", "text": "What is the capital of France?" } }]),
            said("Paris"),
            "Paris",
        ),
        (
            "test_input_required_result_list_roots",
            "client_roots",
            "roots/list",
            Value::Null,
            json!({ "roots": [{ "uri": "file:///test/root", "name": "Test Root" }] }),
            "Roots: file:///test/root",
        ),
    ] {
        let first = round(&client, name, json!({})).await;
        assert_eq!(first["resultType"], "input_required", "MRTR-03: {first}");
        assert!(first.get("ttlMs").is_none(), "CACHE-02");
        let request = &first["inputRequests"][key];
        assert_eq!(request["method"], method);
        assert!(
            request.get("id").is_none() && request.get("jsonrpc").is_none(),
            "MRTR-04: {request}"
        );
        let asked = if method.starts_with('e') {
            "message"
        } else {
            "messages"
        };
        assert_eq!(request["params"][asked], question);
        if method.starts_with('s') {
            assert_eq!(request["params"]["maxTokens"], 100);
        }
        // With the state, if there is one, and without it (`MRTR-09`).
        let mut retry = json!({ "inputResponses": { key: answer } });
        let second = round(&client, name, retry.clone()).await;
        assert_eq!(text(&second), result);
        retry["requestState"] = first["requestState"].clone();
        retry["inputResponses"]["stray"] = json!({ "action": "decline" });
        if retry["requestState"].is_string() {
            assert_eq!(
                text(&round(&client, name, retry).await),
                result,
                "MRTR-15: stray answers are ignored"
            );
        }
    }
}

#[tokio::test]
async fn mrtr_08_rounds_follow_each_other_and_each_state_is_another() {
    let server = server();
    let client = stateless(&server);
    let name = "test_input_required_result_multi_round";
    let first = round(&client, name, json!({})).await;
    let step1 = json!({ "step1": accepted(json!({ "name": "Alice" })) });
    let second = round(
        &client,
        name,
        json!({ "inputResponses": step1, "requestState": first["requestState"] }),
    )
    .await;
    assert_eq!(second["resultType"], "input_required");
    assert!(second["inputRequests"].get("step2").is_some() && second["inputRequests"].get("step1").is_none());
    assert_ne!(first["requestState"], second["requestState"]);
    // Only the newest answers come back, and elsewhere than before (`STATE-01`).
    let step2 = json!({ "step2": accepted(json!({ "color": "blue" })) });
    let third = round(
        &client,
        name,
        json!({ "inputResponses": step2, "requestState": second["requestState"] }),
    )
    .await;
    assert_eq!(text(&third), "Alice likes blue");
}

#[tokio::test]
async fn mrtr_10_a_state_that_was_tampered_with_is_refused() {
    let server = server();
    let client = stateless(&server);
    let name = "test_input_required_result_tampered_state";
    let first = round(&client, name, json!({})).await;
    let state = first["requestState"].as_str().expect("a state");
    let answers = json!({ "confirm": accepted(json!({ "ok": true })) });
    for wrong in [
        format!("{state}-TAMPERED"),
        state[1..].to_owned(),
        "nonsense".to_owned(),
        String::new(),
    ] {
        let retry = json!({ "inputResponses": answers, "requestState": wrong });
        call(&client, name, retry).refused(200, -32602).await;
    }
    // That of another tool is no better (`MRTR-11`).
    let other = round(&client, "test_input_required_result_request_state", json!({})).await;
    let retry = json!({ "inputResponses": answers, "requestState": other["requestState"] });
    call(&client, name, retry).refused(200, -32602).await;
    let retry = json!({ "inputResponses": answers, "requestState": state });
    assert!(text(&round(&client, name, retry).await).contains("state-ok"));
}

#[tokio::test]
async fn mrtr_06_err_06_only_what_the_client_declares_is_asked() {
    let server = server();
    let mut client = stateless(&server);
    let all = round(&client, "test_input_required_result_multiple_inputs", json!({})).await;
    let requests = all["inputRequests"].as_object().unwrap();
    let mut methods: Vec<_> = requests
        .values()
        .map(|request| request["method"].as_str().unwrap())
        .collect();
    methods.sort_unstable();
    assert_eq!(
        methods,
        ["elicitation/create", "roots/list", "sampling/createMessage"]
    );
    for key in ["user_name", "greeting", "client_roots"] {
        assert!(requests.contains_key(key), "{key}");
    }
    client.capabilities = json!({ "sampling": {} });
    let some = round(&client, "test_input_required_result_capabilities", json!({})).await;
    let requests = some["inputRequests"].as_object().unwrap();
    assert!(
        !requests.is_empty()
            && requests
                .values()
                .all(|request| request["method"] == "sampling/createMessage")
    );
    // What cannot be done without is refused before anything is sent (`ERR-07`).
    client.capabilities = json!({});
    for (tool, required) in [
        ("test_missing_capability", json!({ "sampling": {} })),
        ("test_input_required_result_list_roots", json!({ "roots": {} })),
    ] {
        let answer = call(&client, tool, json!({})).refused(400, -32021).await;
        assert_eq!(
            answer["error"]["data"],
            json!({ "requiredCapabilities": required })
        );
    }
}

#[tokio::test]
async fn mrtr_02_prompts_ask_and_lists_never_do() {
    let server = server();
    let client = stateless(&server);
    let params = json!({ "name": "test_input_required_result_prompt" });
    let first = client.result("prompts/get", params.clone()).await;
    assert_eq!(first["resultType"], "input_required");
    assert_eq!(
        first["inputRequests"]["user_context"]["method"],
        "elicitation/create"
    );
    let mut retry = params;
    retry["inputResponses"] = json!({ "user_context": accepted(json!({ "context": "gardens" })) });
    retry["requestState"] = first["requestState"].clone();
    let second = client.result("prompts/get", retry).await;
    assert_eq!(
        second["messages"][0]["content"]["text"],
        "Use this context: gardens"
    );
    for method in ["tools/list", "prompts/list", "resources/list"] {
        assert_eq!(client.result(method, json!({})).await["resultType"], "complete");
    }
}

#[tokio::test]
async fn mrtr_14_mrtr_15_what_is_no_answer_is_asked_again_or_refused_and_never_taken() {
    let server = server();
    let client = stateless(&server);
    let name = "test_input_required_result_elicitation";
    for responses in [
        json!({ "stray": accepted(json!({ "name": "Eve" })) }),
        json!({}),
        json!({ "user_name": accepted(json!({})) }),
        json!({ "user_name": accepted(json!({ "name": 1 })) }),
    ] {
        let again = round(&client, name, json!({ "inputResponses": responses })).await;
        assert_eq!(again["resultType"], "input_required", "{responses}");
    }
    for responses in [
        json!({ "user_name": 12345 }),
        json!({ "user_name": null }),
        json!([]),
        json!("Eve"),
    ] {
        let answer = call(&client, name, json!({ "inputResponses": responses }))
            .json()
            .await;
        let is_taken = answer["result"]["resultType"] == "complete";
        assert!(!is_taken, "{responses}: {answer}");
    }
}

/// Answers the questions of a call on a session's stream until its result is there.
async fn answered(client: &Client, name: &str, arguments: Value, answer: impl Fn(&Value) -> Value) -> Value {
    let call = client.request("tools/call", json!({ "name": name, "arguments": arguments }));
    let mut events = call.send().await.expect(200).events();
    loop {
        let message = events.message().await;
        if message.get("method").is_none() {
            events.end().await;
            return message["result"].clone();
        }
        if message.get("id").is_some() {
            let response = json!({ "jsonrpc": "2.0", "id": message["id"], "result": answer(&message) });
            let posted = client.request("ping", json!({})).message(response);
            posted.accepted().await;
        }
    }
}

#[tokio::test]
async fn lreq_01_lreq_03_questions_come_on_the_stream_of_the_call_and_answers_are_posted() {
    let server = server();
    for version in ["2025-06-18", "2025-11-25"] {
        let client = with_session(&server, version).await;
        // `LREQ-03`: and on no other.
        let mut own = client.get().send().await.events();
        let sampled = answered(
            &client,
            "test_sampling",
            json!({ "prompt": "Say it" }),
            |question| {
                assert_eq!(question["method"], "sampling/createMessage");
                assert_eq!(question["params"]["maxTokens"], 100);
                let content = json!({ "type": "text", "text": "Say it" });
                assert_eq!(
                    question["params"]["messages"],
                    json!([{ "role": "user", "content": content }])
                );
                said("It.")
            },
        );
        assert_eq!(sampled.await["content"][0]["text"], "LLM response: It.");
        let elicited = answered(
            &client,
            "test_elicitation",
            json!({ "message": "Who?" }),
            |question| {
                assert_eq!(question["method"], "elicitation/create");
                let params = &question["params"];
                assert_eq!(params["message"], "Who?");
                // `LREQ-05`: the older revision has no modes.
                assert_eq!(params.get("mode").is_some(), version == "2025-11-25", "{params}");
                let schema = &params["requestedSchema"];
                assert_eq!(schema["properties"]["username"]["type"], "string");
                assert_eq!(schema["properties"]["email"]["type"], "string");
                let mut required: Vec<_> = schema["required"].as_array().unwrap().clone();
                required.sort_by_key(Value::to_string);
                assert_eq!(required, [json!("email"), json!("username")]);
                accepted(json!({ "username": "ada", "email": "ada@example.org" }))
            },
        );
        let expected =
            r#"User response: action=accept, content={"email":"ada@example.org","username":"ada"}"#;
        assert_eq!(elicited.await["content"][0]["text"], expected);
        let declined = answered(
            &client,
            "test_elicitation",
            json!({ "message": "Who?" }),
            |_| json!({ "action": "decline" }),
        );
        assert_eq!(
            declined.await["content"][0]["text"],
            "User response: action=decline, content={}"
        );
        own.quiet().await;
    }
}

#[tokio::test]
async fn elic_03_the_documented_forms_are_sent() {
    let server = server();
    let client = with_session(&server, "2025-11-25").await;
    let done = answered(
        &client,
        "test_elicitation_sep1034_defaults",
        json!({}),
        |question| {
            let properties = &question["params"]["requestedSchema"]["properties"];
            for (name, kind, default) in [
                ("name", "string", json!("John Doe")),
                ("age", "integer", json!(30)),
                ("score", "number", json!(95.5)),
                ("status", "string", json!("active")),
                ("verified", "boolean", json!(true)),
            ] {
                assert_eq!(
                    (&properties[name]["type"], &properties[name]["default"]),
                    (&json!(kind), &default)
                );
            }
            assert_eq!(
                properties["status"]["enum"],
                json!(["active", "inactive", "pending"])
            );
            accepted(
                json!({ "name": "Ada", "age": 36, "score": 1.5, "status": "pending", "verified": false }),
            )
        },
    );
    let text = done.await["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(
        text.starts_with("Elicitation completed: action=accept, content="),
        "{text}"
    );
    assert!(
        text.contains(r#""age":36"#) && text.contains(r#""status":"pending""#),
        "{text}"
    );

    let done = answered(&client, "test_elicitation_sep1330_enums", json!({}), |question| {
        let properties = &question["params"]["requestedSchema"]["properties"];
        assert_eq!(
            properties["untitledSingle"]["enum"],
            json!(["option1", "option2", "option3"])
        );
        let titled = &properties["titledSingle"]["oneOf"];
        assert_eq!(
            (&titled[0]["const"], titled[0]["title"].is_string()),
            (&json!("value1"), true)
        );
        assert_eq!(properties["legacyEnum"]["enum"], json!(["opt1", "opt2", "opt3"]));
        assert_eq!(properties["legacyEnum"]["enumNames"].as_array().unwrap().len(), 3);
        assert_eq!(
            properties["untitledMulti"]["items"]["enum"],
            json!(["option1", "option2", "option3"])
        );
        assert_eq!(properties["titledMulti"]["items"]["anyOf"][2]["const"], "value3");
        accepted(
            json!({ "untitledSingle": "option2", "titledSingle": "value2", "legacyEnum": "opt2", "untitledMulti": ["option1", "option3"], "titledMulti": [] }),
        )
    });
    assert!(
        done.await["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains(r#""untitledMulti":["option1","option3"]"#)
    );
}

#[tokio::test]
async fn lreq_04_what_a_session_cannot_be_asked_is_told_to_the_model() {
    let server = server();
    // `LREQ-02`: nothing was declared.
    let client = Client::opened(&server, "2025-11-25").await;
    let result = client
        .result(
            "tools/call",
            json!({ "name": "test_sampling", "arguments": { "prompt": "x" } }),
        )
        .await;
    assert_eq!(result["isError"], true, "LERR-04: {result}");
    // A client that takes no stream cannot be reached while it waits.
    let client = with_session(&server, "2025-11-25").await;
    let call = client.request(
        "tools/call",
        json!({ "name": "test_elicitation", "arguments": { "message": "x" } }),
    );
    let answer = call.header("accept", "application/json").json().await;
    assert_eq!(answer["result"]["isError"], true, "LREQ-09: {answer}");
    // An older revision has no such question.
    let client = with_session(&server, "2025-03-26").await;
    let result = client
        .result(
            "tools/call",
            json!({ "name": "test_elicitation", "arguments": { "message": "x" } }),
        )
        .await;
    assert_eq!(result["isError"], true, "LREQ-05: {result}");
}

#[tokio::test]
async fn lreq_04_an_error_for_an_answer_ends_the_question_and_not_the_session() {
    let server = server();
    let client = with_session(&server, "2025-11-25").await;
    let call = client.request(
        "tools/call",
        json!({ "name": "test_sampling", "arguments": { "prompt": "x" } }),
    );
    let mut events = call.send().await.events();
    let question = events.message().await;
    let refusal = json!({ "jsonrpc": "2.0", "id": question["id"], "error": { "code": -1, "message": "User rejected sampling request" } });
    // Somebody else's answer is nobody's.
    let other = with_session(&server, "2025-11-25").await;
    other
        .request("ping", json!({}))
        .message(refusal.clone())
        .accepted()
        .await;
    events.quiet().await;
    client
        .request("ping", json!({}))
        .message(refusal)
        .accepted()
        .await;
    let answer = events.answer_and_go_on().await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    client.request("ping", json!({})).json().await;
}
