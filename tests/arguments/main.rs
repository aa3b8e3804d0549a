//! What becomes of the arguments that models send (issue "The contract", 6): one table, each row
//! with and without repairs, in the revision without a handshake and in one with.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod refusals;
mod repairs;
mod row;
mod tools;

use mcp_core::protocol::key;
use mcp_runtime::testing::TestClient;
use mcp_tests::{NEWEST, client};
use row::{Outcome, Row};
use serde_json::{Value, json};
use tools::{STRICT, server};

const REVISIONS: [&str; 2] = [NEWEST, "2025-06-18"];
const EXAMPLE: &str = "A minimal valid call: ";
const PROBLEMS: &str = "mcp-runtime/problems";

fn rows() -> Vec<Row> {
    repairs::rows().into_iter().chain(refusals::rows()).collect()
}

/// Calls `tool` with the text of its arguments, which need not be JSON.
async fn call(client: &TestClient, tool: &str, arguments: &str) -> Value {
    let meta = match client.version().has_handshake() {
        true => json!({}),
        false => json!({ key::PROTOCOL_VERSION: NEWEST, key::CLIENT_CAPABILITIES: {} }),
    };
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{meta}}}}}"#
    );
    client
        .send(message.as_bytes())
        .await
        .expect("every call is answered")
}

/// The texts of a result.
fn texts(result: &Value) -> Vec<&str> {
    let blocks = result["content"].as_array().into_iter().flatten();
    blocks.filter_map(|block| block["text"].as_str()).collect()
}

/// The problems and the example of a refusal.
fn explained(answer: &Value) -> (Vec<String>, Option<Value>) {
    let texts = texts(&answer["result"]);
    assert_eq!(texts.len(), 2, "{answer}");
    assert_eq!(texts[0], "Invalid tool arguments");
    let (mut problems, mut example) = (Vec::new(), None);
    for line in texts[1].lines() {
        match (line.strip_prefix("- "), line.strip_prefix(EXAMPLE)) {
            (Some(problem), _) if example.is_none() => problems.push(problem.to_owned()),
            (_, Some(json)) => example = Some(serde_json::from_str(json).expect("the example is JSON")),
            _ => panic!("neither a problem nor the example: {line}"),
        }
    }
    (problems, example)
}

fn outcome(answer: &Value) -> Outcome {
    match (answer["error"]["code"].as_i64(), &answer["result"]["isError"]) {
        (Some(code), _) => Outcome::Error(code),
        (None, Value::Bool(true)) => Outcome::Refused(explained(answer).0),
        _ => Outcome::Read(texts(&answer["result"]).concat()),
    }
}

/// Calls every row, as it is and strictly, and hands `see` each answer.
async fn for_each_answer(mut see: impl FnMut(&str, &Row, &Outcome, &Value)) {
    let server = server();
    for version in REVISIONS {
        let client = client(&server, version).await;
        for row in rows() {
            for (suffix, expected) in ["", STRICT].iter().zip(&row.outcomes) {
                let tool = format!("{}{suffix}", row.tool);
                let answer = call(&client, &tool, &row.sent).await;
                let context = format!("{version} {tool} {:.200}", row.sent);
                see(&context, &row, expected, &answer);
            }
        }
    }
}

#[test]
fn the_table_is_long_enough() {
    assert!(rows().len() >= 65, "{} rows", rows().len());
}

#[tokio::test]
async fn every_row_comes_out_as_the_table_says() {
    let mut wrong = Vec::new();
    for_each_answer(|context, _, expected, answer| {
        let outcome = outcome(answer);
        if outcome != *expected {
            wrong.push(format!(
                "{context}\n  expected {expected:?}\n  came     {outcome:?}"
            ));
        }
    })
    .await;
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A program reads in `_meta` what a model reads in the text.
#[tokio::test]
async fn the_twin_for_programs_says_the_same() {
    let mut refusals = 0;
    for_each_answer(|context, _, _, answer| {
        if outcome(answer) != Outcome::Refused(Vec::new()) && answer["result"]["isError"] == true {
            let twin = answer["result"]["_meta"][PROBLEMS]
                .as_array()
                .expect("the twin is there");
            let lines: Vec<String> = twin.iter().map(line).collect();
            assert_eq!(lines, explained(answer).0, "{context}");
            refusals += 1;
        }
    })
    .await;
    assert!(refusals > 100, "{refusals}");
}

/// One problem of the twin, as the text has it.
fn line(problem: &Value) -> String {
    let members = problem.as_object().expect("a problem is an object");
    const KNOWN: [&str; 4] = ["pointer", "expected", "received", "suggestion"];
    assert!(
        members.keys().all(|name| KNOWN.contains(&name.as_str())),
        "{problem}"
    );
    let text = |name: &str| problem[name].as_str();
    let place = match text("pointer").expect("a problem has a place") {
        "" => "the whole value".to_owned(),
        pointer => format!("`{pointer}`"),
    };
    let expected = text("expected").expect("a problem says what is expected");
    let what = match text("received") {
        Some(received) => format!("expected {expected}, got {received}"),
        None => expected.to_owned(),
    };
    let suggestion = text("suggestion").map(|name| format!("; did you mean `{name}`?"));
    format!("{place}: {what}{}", suggestion.unwrap_or_default())
}

/// A model that sends the example back gets through, even where nothing is repaired.
#[tokio::test]
async fn every_example_is_a_valid_call() {
    let mut examples = Vec::new();
    for_each_answer(|context, row, _, answer| {
        if answer["result"]["isError"] != true {
            return;
        }
        match explained(answer).1 {
            Some(example) => examples.push((row.tool, example)),
            // A pattern says nothing of what matches it.
            None => assert_eq!(row.tool, "code", "{context}"),
        }
    })
    .await;
    let client = client(&server(), NEWEST).await;
    for (tool, example) in examples {
        let answer = call(&client, &format!("{tool}{STRICT}"), &example.to_string()).await;
        assert_eq!(answer["result"]["isError"], false, "{tool} {example}: {answer}");
    }
}

/// What a model reads is about its call, not about how the server is made.
#[tokio::test]
async fn no_text_names_a_rust_type_a_library_or_a_path() {
    const WORDS: [&str; 32] = [
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "isize",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "usize",
        "f32",
        "f64",
        "Option",
        "Vec",
        "String",
        "str",
        "map",
        "sequence",
        "struct",
        "enum",
        "variant",
        "newtype",
        "serde",
        "serde_json",
        "jsonschema",
        "schemars",
        "chrono",
        "rust_decimal",
        "column",
        "untagged",
    ];
    const TYPES: [&str; 12] = [
        "Sort",
        "Customer",
        "Address",
        "Contact",
        "Kind",
        "Method",
        "Login",
        "NumberOrText",
        "FlagOrNumber",
        "Node",
        "Decimal",
        "NaiveDate",
    ];
    let mut found = Vec::new();
    for_each_answer(|context, row, _, answer| {
        if answer["result"]["isError"] != true {
            return;
        }
        let said = format!(
            "{} {}",
            texts(&answer["result"]).join("\n"),
            answer["result"]["_meta"][PROBLEMS]
        );
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        for word in said.split(|letter| !is_word(letter)) {
            // What the model itself said may come back.
            let forbidden = WORDS.contains(&word) || TYPES.contains(&word);
            if forbidden && !row.sent.contains(word) {
                found.push(format!("{context}: `{word}` in {said}"));
            }
        }
        for part in ["::", ".rs", "/home", "/usr", "/src/"] {
            if said.contains(part) {
                found.push(format!("{context}: `{part}` in {said}"));
            }
        }
    })
    .await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A value marked `writeOnly` is repeated nowhere in the answer.
#[tokio::test]
async fn secrets_are_not_repeated() {
    let (mut seen, mut repeated) = (0, Vec::new());
    for_each_answer(|context, row, _, answer| {
        if row.tool == "login" {
            seen += 1;
            let answer = answer.to_string();
            let secrets = ["hunter2", "12345", "9223372036854775808"];
            repeated.extend(
                secrets
                    .iter()
                    .filter(|secret| answer.contains(**secret))
                    .map(|_| context.to_owned()),
            );
        }
    })
    .await;
    assert!(seen > 0);
    assert!(repeated.is_empty(), "{}", repeated.join("\n"));
}

/// However long and many the mistakes are, the reply is one that a model can read.
#[tokio::test]
async fn replies_stay_short() {
    let client = client(&server(), NEWEST).await;
    let items = vec!["\"x\""; 5_000].join(",");
    let members: Vec<String> = (0..5_000).map(|index| format!("\"unknown_{index}\":1")).collect();
    let key = "k".repeat(100_000);
    for (tool, arguments) in [
        ("search", format!(r#"{{"query":"a","tags":[{items}]}}"#)),
        ("search", format!(r#"{{"query":"a",{}}}"#, members.join(","))),
        ("search", format!(r#"{{"query":"a","{key}":1}}"#)),
        ("search", format!(r#"{{"query":"{key}"}}"#)),
        ("customer", format!(r#"{{"contacts":[{items}]}}"#)),
    ] {
        let answer = call(&client, tool, &arguments).await;
        let (problems, _) = explained(&answer);
        assert!(!problems.is_empty() && problems.len() <= 32, "{}", problems.len());
        let length = answer.to_string().len();
        assert!(length < 12_000, "{length} bytes for {:.60}", arguments);
    }
}
