//! Questions by hand, in either era: one handler serves every client (`MRTR-17`, `LREQ-09`).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_core::ask::{AskError, FormSchema, InputRequest};
use mcp_core::protocol::{CreateMessageRequest, CreateMessageResult, ElicitResult, ListRootsResult};
use mcp_core::response::{InputOr, InputRequired};
use mcp_runtime::Limits;
use mcp_runtime::prelude::*;
use mcp_runtime::testing::{TestClient, both_eras};
use mcp_tests::unopened_client;
use serde_json::Value;

use crate::asking::{Confirm, Runs, accept, add, text};
use crate::servers::builder;

type Asks = Result<InputOr<McpResponse>, ToolError>;

fn form() -> Result<InputRequest, AskError> {
    InputRequest::form("Go on?", &FormSchema::of::<Confirm>()?)
}

fn question() -> Result<InputRequired, AskError> {
    Ok(InputRequired::new().ask("go-on", form()?))
}

fn sure() -> Value {
    accept(json!({ "sure": true }))
}

/// Asks until the user says something.
#[tool]
async fn insistent(
    /// Said in the end.
    word: String,
    /// Whether to wait for something else before the question.
    #[arg(default = false)]
    slow: bool,
    ctx: Context,
) -> Asks {
    if slow {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let round: u32 = ctx.input_state()?.unwrap_or_default();
    match ctx.input_response::<ElicitResult>("go-on")? {
        Some(answer) if answer.content.is_some() => {
            Ok(InputOr::Done(McpResponse::text(format!("{word} after {round}"))))
        }
        _ => Ok(InputOr::Ask(question()?.state(&(round + 1))?)),
    }
}

#[tokio::test]
async fn rounds_by_hand_in_either_era() {
    let server = builder().tool::<insistent>().build().unwrap();
    for slow in [false, true] {
        let said = both_eras(&server, async |client| {
            let asked = AtomicUsize::new(0);
            let client = client.on_question(move |question| {
                assert_eq!((question.key, question.method), ("go-on", "elicitation/create"));
                Some(match asked.fetch_add(1, Ordering::SeqCst) {
                    0 | 1 => json!({ "action": "decline" }),
                    _ => sure(),
                })
            });
            let arguments = json!({ "word": "done", "slow": slow });
            text(&client.call_tool("insistent", arguments).await.unwrap())
        })
        .await
        .unwrap();
        assert_eq!(said, "done after 3");
    }
}

#[tokio::test]
async fn the_limit_of_rounds_is_the_same_by_hand_in_either_era() {
    let limits = Limits {
        input_rounds: Some(2),
        ..Limits::default()
    };
    let server = builder().limits(limits).tool::<insistent>().build().unwrap();
    let seen = both_eras(&server, async |client| {
        let asked = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&asked);
        let client = client.on_question(move |_| {
            add(&count);
            Some(json!({ "action": "decline" }))
        });
        let result = client
            .call_tool("insistent", json!({ "word": "x" }))
            .await
            .unwrap();
        (text(&result), asked.load(Ordering::SeqCst))
    })
    .await
    .unwrap();
    assert_eq!(seen, ("Tool execution failed".to_owned(), 2));
}

/// Asks everything at once.
#[tool]
async fn curious(ctx: Context) -> Asks {
    let (Some(answer), Some(said), Some(roots)) = (
        ctx.input_response::<ElicitResult>("go-on")?,
        ctx.input_response::<CreateMessageResult>("model")?,
        ctx.input_response::<ListRootsResult>("folders")?,
    ) else {
        let sampling = InputRequest::sample(&CreateMessageRequest::new(10).user("?"))?;
        let asked = question()?.ask("model", sampling);
        return Ok(InputOr::Ask(asked.ask("folders", InputRequest::roots()?)));
    };
    Ok(InputOr::Done(McpResponse::text(format!(
        "{:?} {} {}",
        answer.action,
        said.text(),
        roots.roots[0].uri
    ))))
}

#[tokio::test]
async fn several_questions_by_hand_in_either_era() {
    let server = builder().tool::<curious>().build().unwrap();
    let said = both_eras(&server, async |client| {
        let content = json!({ "type": "text", "text": "hm" });
        let client = client
            .answer("go-on", json!({ "action": "decline" }))
            .answer(
                "model",
                json!({ "role": "assistant", "content": content, "model": "m" }),
            )
            .answer("folders", json!({ "roots": [{ "uri": "file:///tmp" }] }));
        text(&client.call_tool("curious", json!({})).await.unwrap())
    })
    .await
    .unwrap();
    assert_eq!(said, "Decline hm file:///tmp");
}

/// Comes back later.
#[tool]
async fn busy(ctx: Context) -> Asks {
    Ok(match ctx.input_state::<u8>()? {
        Some(2) => InputOr::Done(McpResponse::text("now")),
        round => InputOr::Ask(InputRequired::new().state(&(round.unwrap_or_default() + 1))?),
    })
}

#[tokio::test]
async fn states_alone_in_either_era() {
    let server = builder().tool::<busy>().build().unwrap();
    let said = both_eras(&server, async |client| {
        // It has nothing to say, but comes again.
        let client = client.on_question(|_| None);
        text(&client.call_tool("busy", json!({})).await.unwrap())
    })
    .await
    .unwrap();
    assert_eq!(said, "now");
}

/// Does something once, asks in one way and then in the other.
#[tool]
async fn mixed(ctx: Context, State(runs): State<Runs>) -> Asks {
    let plan: usize = ctx
        .step("plan", || async { Ok::<_, ToolError>(add(&runs.plan)) })
        .await?;
    let first = ctx.elicit::<Confirm>("first", "First?").await?;
    let Some(second) = ctx.input_response::<ElicitResult>("go-on")? else {
        return Ok(InputOr::Ask(question()?));
    };
    ctx.step("apply", || async { Ok::<_, ToolError>(add(&runs.apply)) })
        .await?;
    Ok(InputOr::Done(McpResponse::text(format!(
        "{plan} {:?} {:?}",
        first.accepted().map(|first| first.sure),
        second.action
    ))))
}

#[tokio::test]
async fn steps_and_answers_are_kept_between_rounds_by_hand() {
    let runs = Runs::default();
    let server = builder().state(runs.clone()).tool::<mixed>().build().unwrap();
    let seen = both_eras(&server, async |client| {
        let before = runs.plan.load(Ordering::SeqCst);
        let keys = Arc::<Mutex<Vec<String>>>::default();
        let asked = Arc::clone(&keys);
        let client = client.on_question(move |question| {
            asked.lock().unwrap().push(question.key.to_owned());
            Some(sure())
        });
        let result = client.call_tool("mixed", json!({})).await.unwrap();
        let rest = text(&result).split_once(' ').unwrap().1.to_owned();
        let keys = keys.lock().unwrap().clone();
        (rest, keys, runs.plan.load(Ordering::SeqCst) - before)
    })
    .await
    .unwrap();
    let keys = ["first", "go-on"].map(str::to_owned).to_vec();
    assert_eq!(seen, ("Some(true) Accept".to_owned(), keys, 1));
    assert_eq!(runs.apply.load(Ordering::SeqCst), 2);
}

/// A resource that asks.
#[resource(uri = "secrets://{name}")]
async fn secret(name: String, ctx: Context) -> Result<InputOr<McpResponse>, ResourceError> {
    match ctx.input_response::<ElicitResult>("go-on")? {
        Some(answer) => Ok(InputOr::Done(McpResponse::text(format!(
            "{name} {:?}",
            answer.action
        )))),
        None => Ok(InputOr::Ask(question()?)),
    }
}

/// A prompt that asks.
#[prompt]
async fn greeting(name: String, ctx: Context) -> Result<InputOr<McpResponse>, PromptError> {
    match ctx.input_response::<ElicitResult>("go-on")? {
        Some(answer) => Ok(InputOr::Done(McpResponse::text(format!(
            "{name} {:?}",
            answer.action
        )))),
        None => Ok(InputOr::Ask(question()?)),
    }
}

#[tokio::test]
async fn resources_and_prompts_ask_by_hand_in_either_era() {
    let server = builder()
        .resource::<secret>()
        .prompt::<greeting>()
        .build()
        .unwrap();
    let said = both_eras(&server, async |client| {
        let client = client.answer("go-on", sure());
        let read = client.read_resource("secrets://blue").await.unwrap();
        let got = client
            .get_prompt("greeting", json!({ "name": "Ada" }))
            .await
            .unwrap();
        let got = got.messages[0].content.as_text().unwrap().to_owned();
        (
            serde_json::to_value(&read).unwrap()["contents"][0]["text"].clone(),
            got,
        )
    })
    .await
    .unwrap();
    assert_eq!(said, (json!("blue Accept"), "Ada Accept".to_owned()));
}

/// Opens a page.
#[tool]
async fn sign_in(ctx: Context) -> Asks {
    match ctx.input_response::<ElicitResult>("page")? {
        Some(_) => Ok(InputOr::Done(McpResponse::text("opened"))),
        None => {
            let page = InputRequest::url("Sign in", "https://example.org/login")?;
            Ok(InputOr::Ask(InputRequired::new().ask("page", page)))
        }
    }
}

/// An old client that says yes to everything, with all that it was asked.
async fn old(server: &Server, version: &str) -> (TestClient, Arc<Mutex<Vec<Value>>>) {
    let asked = Arc::<Mutex<Vec<Value>>>::default();
    let seen = Arc::clone(&asked);
    let client = unopened_client(server)
        .on_question(move |question| {
            seen.lock().unwrap().push(question.params.clone());
            Some(sure())
        })
        .handshake(version, json!({}))
        .await
        .unwrap();
    (client, asked)
}

#[tokio::test]
async fn lreq_05_questions_by_hand_in_the_words_of_each_revision() {
    let server = builder().tool::<insistent>().tool::<sign_in>().build().unwrap();
    let word = json!({ "word": "x" });
    for (version, mode) in [("2025-06-18", Value::Null), ("2025-11-25", json!("form"))] {
        let (client, asked) = old(&server, version).await;
        let result = client.call_tool("insistent", word.clone()).await.unwrap();
        assert_eq!(text(&result), "x after 1");
        assert_eq!(asked.lock().unwrap()[0]["mode"], mode);
    }
    let (client, asked) = old(&server, "2025-11-25").await;
    assert_eq!(
        text(&client.call_tool("sign-in", json!({})).await.unwrap()),
        "opened"
    );
    assert!(asked.lock().unwrap()[0]["elicitationId"].is_string(), "LREQ-06");

    for (version, tool, arguments) in [
        ("2025-03-26", "insistent", &word),
        ("2025-06-18", "sign-in", &json!({})),
    ] {
        let (client, asked) = old(&server, version).await;
        let result = client.call_tool(tool, arguments.clone()).await.unwrap();
        assert_eq!(result.is_error, Some(true));
        assert!(text(&result).contains("does not have"), "{result:?}");
        assert!(asked.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn lerr_04_who_cannot_be_asked_by_hand_is_told_so() {
    let server = builder().tool::<insistent>().build().unwrap();
    let client = mcp_tests::client(&server, "2025-11-25").await;
    let result = client
        .call_tool("insistent", json!({ "word": "x" }))
        .await
        .unwrap();
    assert_eq!(
        text(&result),
        r#"The client cannot be asked: it does not declare the capability {"elicitation":{"form":{}}}."#
    );
}

/// Takes its answers for granted.
#[tool]
async fn deaf(word: String) -> Asks {
    tokio::task::yield_now().await;
    drop(word);
    Ok(InputOr::Ask(question()?))
}

#[tokio::test]
async fn what_never_learns_the_answers_asks_nothing() {
    let server = builder().tool::<deaf>().build().unwrap();
    let (client, asked) = old(&server, "2025-11-25").await;
    let result = client.call_tool("deaf", json!({ "word": "x" })).await.unwrap();
    assert_eq!(text(&result), "Tool execution failed");
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn lreq_04_a_question_by_hand_that_is_not_answered_is_taken_back() {
    let server = builder()
        .question_timeout(Duration::from_millis(20))
        .tool::<insistent>()
        .build()
        .unwrap();
    let silent = unopened_client(&server)
        .handshake("2025-11-25", json!({ "elicitation": {} }))
        .await
        .unwrap();
    let result = silent
        .call_tool("insistent", json!({ "word": "x" }))
        .await
        .unwrap();
    assert_eq!(text(&result), "The question was not answered in time.");
    assert_eq!(
        silent.take_notifications()[0]["method"],
        "notifications/cancelled"
    );
}

/// Never stops asking the same.
#[tool]
async fn stuck(ctx: Context) -> Result<McpResponse, ToolError> {
    loop {
        if let Answer::Accept(Confirm { sure: false }) = ctx.elicit("confirm", "Stop?").await? {
            return Ok(McpResponse::text("stopped"));
        }
    }
}

#[tokio::test]
async fn a_question_that_was_answered_is_not_asked_forever() {
    let server = builder().tool::<stuck>().build().unwrap();
    let client = unopened_client(&server).answer("confirm", sure());
    let result = client
        .with_capabilities(json!({ "elicitation": {} }))
        .call_tool("stuck", json!({}))
        .await
        .unwrap();
    assert_eq!(text(&result), "Tool execution failed");
}
