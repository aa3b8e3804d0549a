//! What a handler prints or reads on the standard streams never touches the protocol
//! (`rivals` A 3, G, `STDIO-02`).

use std::process::Stdio;

use serde_json::json;

use crate::messages::{call, cancel, echo, text};
use crate::repeated;
use crate::session::{Reading, Session, server};

/// Whether the server was built like this test: in debug builds it tells who printed.
fn is_named() -> bool {
    cfg!(debug_assertions) && std::env::var_os("TORTURE_SERVER").is_none()
}

#[test]
fn rivals_a3_stray_prints_arrive_on_standard_error_with_their_tool() {
    repeated(|| {
        for tool in ["print", "print-fd", "print-child"] {
            let mut session = Session::start();
            session.send(call(1, tool, json!({ "text": "stray & lost" })));
            assert_eq!(text(&session.answer(1)), "printed");
            let errors = session.errors_with("stray & lost\n");
            let named = format!("by {tool}:");
            assert!(!is_named() || errors.contains(&named), "{tool}: {errors}");
            session.assert_quiet();
        }
    });
}

#[test]
fn a_print_is_blamed_on_the_tool_that_printed_whatever_runs_next() {
    repeated(|| {
        let mut session = Session::start();
        let others: String = (2..50).map(echo).collect();
        session.send(call(1, "print", json!({ "text": "stray & lost" })) + &others);
        session.answers(49);
        let errors = session.errors_with("stray & lost\n");
        let line = errors.lines().find(|line| line.contains("stray & lost")).unwrap();
        let suspects = line.split_once(" by ").map(|(_, rest)| rest);
        assert!(
            !is_named() || suspects.is_some_and(|suspects| suspects.starts_with("print")),
            "{line}"
        );
    });
}

#[test]
fn prints_that_look_like_messages_and_prints_of_any_size_stay_out_of_the_protocol() {
    repeated(|| {
        let mut session = Session::start();
        let answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
        let long = "long ".repeat(40_000);
        for id in 1..=20 {
            let text = if id % 2 == 0 { answer } else { &long };
            session.send(call(id, ["print", "print-fd"][id % 2], json!({ "text": text })));
        }
        let answers = session.answers(20);
        assert!(answers.values().all(|answer| text(answer) == "printed"));
        session.assert_quiet();
        assert_eq!(session.finish().exit.code, Some(0));
    });
}

#[test]
fn what_is_printed_last_is_not_lost() {
    repeated(|| {
        for tool in ["print", "print-fd", "print-child"] {
            let mut session = Session::start();
            session.send(call(1, tool, json!({ "text": "last words" })));
            let end = session.finish();
            assert_eq!((end.exit.code, end.messages.len()), (Some(0), 1));
            assert!(end.errors.contains("last words"), "{tool}: {:?}", end.errors);
        }
    });
}

#[test]
fn what_is_printed_after_the_end_stays_out_of_the_protocol() {
    repeated(|| {
        let mut session = Session::start();
        session.send(call(1, "print-late", json!({ "ms": 300, "text": "too late" })));
        session.send(cancel(1));
        // Nothing is unanswered, so the server has nothing to wait for.
        let end = session.finish();
        assert_eq!((end.exit.code, end.messages.len()), (Some(0), 0));
    });
}

#[test]
fn rivals_g_a_handler_or_its_child_that_reads_standard_input_sees_its_end() {
    repeated(|| {
        let mut session = Session::start();
        let others: String = (3..100).map(echo).collect();
        session.send(call(1, "read-stdin", json!({})) + &call(2, "read-stdin-child", json!({})) + &others);
        let answers = session.answers(99);
        assert_eq!(text(&answers["1"]), "", "it stole messages");
        assert_eq!(text(&answers["2"]), "", "its child stole messages");
        session.assert_quiet();
    });
}

#[test]
fn a_server_without_standard_error_answers_all_the_same() {
    repeated(|| {
        let mut session = Session::start_command(server().stderr(Stdio::piped()), Reading::Eager, |child| {
            drop(child.stderr.take())
        });
        for (id, tool) in ["print", "print-fd", "print-child"].into_iter().enumerate() {
            session.send(call(id, tool, json!({ "text": "into the void" })));
            // What became of the print is the handler's own affair.
            assert!(session.answer(id).get("result").is_some(), "{tool}");
        }
        for (id, tool) in [(10, "panic"), (11, "panic-later")] {
            session.send(call(id, tool, json!({})));
            assert_eq!(session.answer(id)["result"]["isError"], true);
        }
        session.assert_quiet();
        assert_eq!(session.finish().exit.code, Some(0));
    });
}
