//! What a client may send in place of a message: `rivals` A 2 and G, `STDIO-01`, `STDIO-10`.

use std::time::Duration;

use mcp_core::protocol::ProtocolVersion;
use serde_json::{Value, json};

use crate::messages::{call, echo, old_call, request, sleep, text};
use crate::repeated;
use crate::session::{Reading, Session};

/// What comes of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    /// Nothing.
    Silence,
    /// An error that cannot say which request it answers.
    Error(i64),
    /// An error for the id, whose JSON text this is.
    ErrorFor(&'static str, i64),
    /// An answer to the id, in a batch of one.
    Batch(&'static str),
}

use Outcome::{Batch, Error, ErrorFor, Silence};

/// Lines that no client should write and any may, with their ends.
pub(crate) fn hostile_lines(version: ProtocolVersion) -> Vec<(Vec<u8>, Outcome)> {
    let has_batches = version == ProtocolVersion::V2025_03_26;
    let message = |members: &str| format!("{{\"jsonrpc\":\"2.0\",{members}}}\n").into_bytes();
    let long_id = message(&format!("\"id\":\"{}\",\"method\":\"ping\"", "i".repeat(100_000)));
    vec![
        (b"\n".to_vec(), Silence),
        (b" \t \r\n\r\n".to_vec(), Silence),
        (b"{\n".to_vec(), Error(-32700)),
        (b"nonsense\r\n".to_vec(), Error(-32700)),
        (b"\0\0\0\n".to_vec(), Error(-32700)),
        (b"{\0}\0\n".to_vec(), Error(-32700)),
        (
            b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".to_vec(),
            Error(-32700),
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n".to_vec(),
            Error(-32700),
        ),
        (b"\xc3\x28\xf0\x9f\n".to_vec(), Error(-32700)),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":\"readable\",\"method\":\n".to_vec(),
            ErrorFor("\"readable\"", -32700),
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\"}}\n".to_vec(),
            ErrorFor("8", -32700),
        ),
        (b"42\n".to_vec(), Error(-32600)),
        (b"\"text\"\n".to_vec(), Error(-32600)),
        (b"null\n".to_vec(), Error(-32600)),
        (b"{}\n".to_vec(), Error(-32600)),
        (b"[]\n".to_vec(), Error(-32600)),
        (
            b"[{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}]\n".to_vec(),
            if has_batches { Batch("9") } else { Error(-32600) },
        ),
        (
            b"{\"jsonrpc\":\"1.0\",\"id\":\"a\",\"method\":\"ping\"}\n".to_vec(),
            ErrorFor("\"a\"", -32600),
        ),
        (message("\"id\":null,\"method\":\"ping\""), Error(-32600)),
        (message("\"id\":1.5,\"method\":\"ping\""), Error(-32600)),
        (message("\"id\":true,\"method\":\"ping\""), Error(-32600)),
        (message("\"id\":{\"a\":1},\"method\":\"ping\""), Error(-32600)),
        (long_id, Error(-32600)),
        (message("\"id\":2,\"method\":7"), ErrorFor("2", -32600)),
        (message("\"id\":3,\"method\":\"\\ud800\""), ErrorFor("3", -32600)),
        (message("\"id\":4,\"result\":{}"), Silence),
        (
            message("\"id\":5,\"error\":{\"code\":1,\"message\":\"\"}"),
            Silence,
        ),
        (message("\"method\":\"no/such\""), Silence),
        (message("\"method\":\"notifications/cancelled\""), Silence),
        (
            message("\"method\":\"notifications/cancelled\",\"params\":[1]"),
            Silence,
        ),
        (
            message("\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":{}}"),
            Silence,
        ),
    ]
}

/// Those that are too long to be sent often.
fn huge_lines() -> Vec<(Vec<u8>, Outcome)> {
    let deep = "[".repeat(100_000);
    let members = "{\"a\":".repeat(100_000);
    let long = |size: usize| {
        let mut line = vec![b'x'; size];
        line.push(b'\n');
        line
    };
    vec![
        (format!("{deep}\n").into_bytes(), Error(-32700)),
        (format!("{members}\n").into_bytes(), Error(-32700)),
        (
            format!("{{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":{deep}\n").into_bytes(),
            ErrorFor("6", -32700),
        ),
        (long((1 << 20) + 1), Error(-32600)),
        (long(20 << 20), Error(-32600)),
    ]
}

/// Asserts that a line was answered as it has to be.
#[track_caller]
fn assert_outcome(session: &mut Session, line: &[u8], outcome: Outcome) {
    let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
    let (id, code) = match outcome {
        Silence => return,
        Error(code) => (None, code),
        ErrorFor(id, code) => (Some(id), code),
        Batch(id) => {
            let answer = session.message();
            assert_eq!(answer[0]["id"].to_string(), id, "{shown}: {answer}");
            return;
        }
    };
    let answer = session.message();
    let answered = answer.get("id").map(Value::to_string);
    assert_eq!(
        (answered.as_deref(), &answer["error"]["code"]),
        (id, &json!(code)),
        "{shown}: {answer}"
    );
}

fn call_of(version: ProtocolVersion, id: u32, tool: &str, arguments: Value) -> String {
    match version.has_handshake() {
        true => old_call(id, tool, arguments),
        false => call(id, tool, arguments),
    }
}

#[test]
fn rivals_a2_no_line_ends_a_session_of_any_revision_or_disturbs_its_calls() {
    repeated(|| {
        for version in ProtocolVersion::ALL {
            let mut session = Session::start_as(version);
            session.send(call_of(version, 100, "never", json!({})));
            for (line, outcome) in hostile_lines(version).into_iter().chain(huge_lines()) {
                session.send(line.clone());
                assert_outcome(&mut session, &line, outcome);
            }
            session.send(call_of(version, 101, "echo", json!({ "text": "alive" })));
            assert_eq!(text(&session.answer(101)), "alive");
            session.send(call_of(version, 102, "alive", json!({})));
            assert_eq!(text(&session.answer(102)), "1", "what was running still runs");
            session.assert_quiet();
        }
    });
}

#[test]
fn stdio_01_hostile_lines_are_the_same_byte_by_byte_and_all_at_once() {
    repeated(|| {
        let version = ProtocolVersion::V2026_07_28;
        let mut lines = hostile_lines(version);
        lines.retain(|(line, _)| line.len() < 1000);
        lines.push((vec![b'x'; 5000], Error(-32600)));
        let input: Vec<u8> = lines.iter().flat_map(|(line, _)| line.clone()).collect();
        for step in [1, input.len()] {
            let mut session = Session::start_with(&[("MCP_MAX_REQUEST_SIZE", "1000")], Reading::Eager);
            for part in input.chunks(step) {
                session.send_unseen(part);
            }
            session.send("\n");
            for (line, outcome) in &lines {
                assert_outcome(&mut session, line, *outcome);
            }
            session.assert_quiet();
        }
    });
}

#[test]
fn stdio_10_a_line_of_any_length_takes_bounded_memory() {
    repeated(|| {
        let mut session = Session::start();
        session.send(sleep(1, Duration::from_secs(1)));
        // Fills the buffers up to the limit once, so that only what goes beyond it is measured.
        session.send([vec![b'x'; 1 << 20], b"\n".to_vec()].concat());
        assert_outcome(&mut session, b"as long as may be", Error(-32700));
        session.answer(1);
        let before = session.peak_memory();
        for _ in 0..128 {
            session.send_unseen(vec![b'x'; 1 << 20]);
        }
        session.send("\r\n");
        session.send(sleep(2, Duration::from_millis(1)));
        assert_outcome(&mut session, b"128 MiB", Error(-32600));
        session.answer(2);
        let grown = session.peak_memory() - before;
        assert!(grown < 2 << 20, "{grown} bytes more for a line of 128 MiB");
        // And one that never ends.
        session.send_unseen(vec![b'{'; 32 << 20]);
        let end = session.finish();
        assert_eq!((end.exit.code, end.messages.len()), (Some(0), 1));
        assert_eq!(end.messages[0]["error"]["code"], -32600);
    });
}

#[test]
fn stdio_06_thousands_of_messages_in_one_write_are_each_answered_once() {
    repeated(|| {
        let mut session = Session::start();
        let input: String = (0..5_000)
            .map(|id| match id % 5 {
                0 => sleep(id, Duration::from_millis(2)),
                1 => call(id, "nothing", json!({})),
                2 => request(format!("\"{id}\""), "tools/list", &json!({})),
                3 => format!(
                    "nonsense\n{}",
                    call(id, "echo", json!({ "text": id.to_string() }))
                ),
                _ => echo(id),
            })
            .collect();
        session.send(input);
        let (mut seen, mut unreadable) = (std::collections::BTreeSet::new(), 0);
        while seen.len() < 5_000 || unreadable < 1_000 {
            let message = session.message();
            match message.get("id") {
                None => unreadable += 1,
                Some(id) => assert!(seen.insert(id.to_string()), "twice: {message}"),
            }
            if let Some(id) = message["id"].as_i64().filter(|id| id % 5 == 3) {
                assert_eq!(text(&message), id.to_string());
            }
        }
        session.assert_quiet();
    });
}

#[test]
fn stdio_04_an_answer_does_not_wait_for_what_follows_its_request() {
    let long = "x".repeat(2 << 20);
    let silent = [
        "",
        "\n",
        "\r\n \t\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":0}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n",
        &crate::messages::never(2),
        "{\"jsonrpc\":",
        &long,
    ];
    repeated(|| {
        for following in silent {
            let mut session = Session::start();
            session.send(echo(1) + following);
            let shown = &following[..following.len().min(40)];
            assert!(
                session.line_within(Duration::from_secs(5)).is_some(),
                "the answer is held back by {shown:?}"
            );
        }
    });
}

#[test]
fn stdio_01_a_last_line_needs_no_end() {
    repeated(|| {
        for (last, code) in [("{\"jsonrpc\"", -32700), ("[]", -32600), ("\u{feff}", -32700)] {
            let mut session = Session::start();
            session.send(format!("{}{last}", sleep(1, Duration::from_millis(20))));
            let end = session.finish();
            assert_eq!((end.exit.code, end.messages.len()), (Some(0), 2), "{last}");
            assert_eq!(end.messages[0]["error"]["code"], code, "{last}");
            assert_eq!(text(&end.messages[1]), "slept");
        }
        let mut session = Session::start();
        session.send(sleep(1, Duration::from_millis(20)).trim_end());
        assert_eq!(text(&session.finish().messages[0]), "slept");
    });
}

#[test]
fn batch_01_only_one_revision_has_batches_and_waits_for_all_of_one() {
    repeated(|| {
        let mut session = Session::start_as(ProtocolVersion::V2025_03_26);
        let elements = [
            old_call(1, "sleep", json!({ "ms": 30 })),
            "7".to_owned(),
            old_call(2, "panic-later", json!({})),
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}"
                .to_owned(),
            old_call(1, "echo", json!({ "text": "the id is taken" })),
            old_call("\"1\"", "echo", json!({ "text": "the id is free" })),
            old_call(4, "never", json!({})),
        ];
        session.send(format!("[{}]\n", elements.join(",").replace('\n', "")));
        // One that is cancelled is left out, and holds up the others no longer.
        session.send(old_call(5, "echo", json!({ "text": "" })));
        session.answer(5);
        session.send(crate::messages::cancel(4));
        let batch = session.message();
        let told: Vec<_> = batch
            .as_array()
            .unwrap()
            .iter()
            .map(|answer| {
                (
                    answer.get("id").map(Value::to_string),
                    answer["error"]["code"].as_i64(),
                )
            })
            .collect();
        let id = |id: &str| Some(id.to_owned());
        let expected = [
            (id("1"), None),
            (None, Some(-32600)),
            (id("2"), None),
            (id("1"), Some(-32600)),
            (id("\"1\""), None),
        ];
        assert_eq!(told, expected, "{batch}");
        session.assert_quiet();
    });
}
