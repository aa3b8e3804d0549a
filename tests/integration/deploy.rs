//! The example that asks: one line a deployment, whatever happens in between.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use examples::deploy::{self, Log};
use mcp_core::protocol::key;
use mcp_runtime::testing::both_eras;
use mcp_tests::{NEWEST, unopened_client};
use serde_json::{Value, json};

use crate::asking::{accept, text};
use crate::process::DEPLOY;

/// A log of its own, removed in the end.
struct LogFile(PathBuf);

impl LogFile {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("mcp-deploy-{}-{number}.log", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

impl Drop for LogFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn sure() -> Value {
    accept(json!({ "sure": true }))
}

#[tokio::test]
async fn one_line_a_deployment_in_either_era() {
    let log = LogFile::new();
    let server = deploy::server(Log::at(&log.0)).unwrap();
    let said = both_eras(&server, async |client| {
        let before = log.lines().len();
        let content = json!({ "type": "text", "text": "It is out!" });
        let client = client.answer("confirm", sure()).answer(
            "announcement",
            json!({ "role": "assistant", "content": content, "model": "m" }),
        );
        let result = client
            .call_tool("deploy", json!({ "env": "production" }))
            .await
            .unwrap();
        (text(&result), log.lines().len() - before)
    })
    .await
    .unwrap();
    assert_eq!(said, ("It is out!".to_owned(), 1));
}

#[tokio::test]
async fn two_questions_at_once_in_either_era() {
    let log = LogFile::new();
    let server = deploy::server(Log::at(&log.0)).unwrap();
    let said = both_eras(&server, async |client| {
        let client = client
            .answer("confirm", sure())
            .answer("details", accept(json!({ "reason": "speed", "announce": true })));
        text(
            &client
                .call_tool("deploy-with-reason", json!({ "env": "staging" }))
                .await
                .unwrap(),
        )
    })
    .await
    .unwrap();
    assert_eq!(said, "Build 43 is on Staging, and the team knows.");
    assert_eq!(log.lines().len(), 2);
}

#[tokio::test]
async fn mrtr_12_the_same_state_twice_is_still_one_line() {
    let log = LogFile::new();
    let server = deploy::server(Log::at(&log.0)).unwrap();
    let client = unopened_client(&server).with_capabilities(json!({ "elicitation": {} }));
    let mut call = json!({ "name": "deploy", "arguments": { "env": "staging" } });
    let first = client.request("tools/call", call.clone()).await.unwrap();
    call["requestState"] = first["requestState"].clone();
    call["inputResponses"] = json!({ "confirm": sure() });
    for _ in 0..2 {
        let done = client.request("tools/call", call.clone()).await.unwrap();
        assert_eq!(done["content"][0]["text"], "Build 43 is on Staging.");
    }
    assert_eq!(log.lines().len(), 1);
}

/// The example as a process.
struct Deployer {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Deployer {
    fn start(log: &Path) -> Self {
        let mut child = Command::new(DEPLOY.as_path())
            .env("DEPLOY_LOG", log)
            .env("MCP_STATE_KEYS", "0b".repeat(32))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let answers = BufReader::new(child.stdout.take().unwrap());
        Self { child, answers }
    }

    fn send(&mut self, message: &Value) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(format!("{message}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        self.receive()
    }
}

impl Drop for Deployer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn mrtr_07_another_process_finishes_what_a_killed_one_began() {
    let log = LogFile::new();
    let mut params = json!({
        "name": "deploy",
        "arguments": { "env": "production" },
        "_meta": { key::PROTOCOL_VERSION: NEWEST, key::CLIENT_CAPABILITIES: { "elicitation": {} } },
    });
    let mut first = Deployer::start(&log.0);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let asked = first.ask(&call);
    assert_eq!(asked["result"]["resultType"], "input_required");
    drop(first);

    params["inputResponses"] = json!({ "confirm": sure() });
    params["requestState"] = asked["result"]["requestState"].clone();
    let mut second = Deployer::start(&log.0);
    let retry = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params });
    let done = second.ask(&retry);
    assert_eq!(done["result"]["content"][0]["text"], "Build 42 is on Production.");
    assert_eq!(log.lines().len(), 1);
}

#[test]
fn lreq_01_a_process_asks_over_its_pipes() {
    let log = LogFile::new();
    let mut process = Deployer::start(&log.0);
    let opened = process.ask(
        &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "x", "version": "1" },
    } }),
    );
    assert_eq!(opened["result"]["protocolVersion"], "2025-06-18");
    process.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let call = json!({ "name": "deploy", "arguments": { "env": "staging" } });
    let question = process.ask(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }));
    assert_eq!(question["method"], "elicitation/create");
    let pong = process.ask(&json!({ "jsonrpc": "2.0", "id": 3, "method": "ping" }));
    assert_eq!(pong["id"], 3, "the connection goes on meanwhile");
    let done = process.ask(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": sure() }));
    assert_eq!(done["result"]["content"][0]["text"], "Build 43 is on Staging.");
    assert_eq!(log.lines().len(), 1);
}

#[test]
fn lreq_04_the_end_of_the_input_ends_what_waits_for_it() {
    let log = LogFile::new();
    let mut process = Deployer::start(&log.0);
    process.ask(
        &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "x", "version": "1" },
    } }),
    );
    process.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let call = json!({ "name": "deploy", "arguments": { "env": "staging" } });
    let question = process.ask(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }));
    assert_eq!(question["method"], "elicitation/create");
    drop(process.child.stdin.take());
    let end = process.receive();
    assert_eq!((&end["id"], &end["result"]["isError"]), (&json!(2), &json!(true)));
    assert!(process.child.wait().unwrap().success());
    assert!(log.lines().is_empty());
}
