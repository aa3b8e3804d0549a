//! Answers that rivals get wrong: `rivals` A 1, 5, 9, 11 and 13.

use mcp_core::protocol::ProtocolVersion;
use serde_json::{Value, json};

use crate::messages::{old_call, request};
use crate::repeated;
use crate::session::Session;

#[test]
fn rivals_a5_a9_params_that_do_not_do_are_invalid_params_in_every_revision() {
    repeated(|| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let cases = [
            ("tools/call", json!({})),
            ("tools/call", json!({ "name": 7 })),
            ("tools/call", json!({ "name": "no-such-tool" })),
            ("tools/call", json!({ "name": "echo", "arguments": ["text"] })),
            ("tools/list", json!({ "cursor": "bm9uc2Vuc2U=" })),
            ("tools/list", json!({ "cursor": 5 })),
        ];
        for version in ProtocolVersion::ALL {
            let mut session = Session::start_as(version);
            for (id, (method, params)) in cases.iter().enumerate() {
                let mut params = params.clone();
                if !version.has_handshake() {
                    params["_meta"] = meta.clone();
                }
                session.send(request(id, method, &params));
                let answer = session.answer(id);
                assert_eq!(answer["error"]["code"], -32602, "{version}: {params}: {answer}");
            }
            session.send("{\"jsonrpc\":\"2.0\",\"id\":\"bare\",\"method\":\"tools/call\"}\n");
            assert_eq!(session.answer("\"bare\"")["error"]["code"], -32602, "{version}");
            session.assert_quiet();
        }
    });
}

#[test]
fn rivals_a1_a11_a_failure_is_answered_without_its_cause_in_every_revision() {
    repeated(|| {
        for version in ProtocolVersion::ALL {
            let mut session = Session::start_as(version);
            for tool in ["fail", "panic", "panic-later", "panic-blocking"] {
                session.send(old_or_new(version, tool));
                let answer = session.answer(1);
                assert_eq!(answer["result"]["isError"], true, "{version} {tool}: {answer}");
                let shown = answer.to_string();
                for secret in ["hunter2", "postgres", "hostile/main.rs", "io::Error"] {
                    assert!(!shown.contains(secret), "{version} {tool}: {shown}");
                }
            }
            session.assert_quiet();
        }
    });
}

fn old_or_new(version: ProtocolVersion, tool: &str) -> String {
    match version.has_handshake() {
        true => old_call(1, tool, json!({})),
        false => crate::messages::call(1, tool, json!({})),
    }
}

#[test]
fn rivals_a13_the_server_says_its_own_name() {
    repeated(|| {
        let mut session = Session::start();
        let client = json!({ "name": "torture", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        session.send(request(1, "initialize", &params));
        let answer: Value = serde_json::from_slice(&session.line()).unwrap();
        let info = &answer["result"]["serverInfo"];
        assert_eq!(info, &json!({ "name": "hostile", "version": "6.6.6" }));
    });
}
