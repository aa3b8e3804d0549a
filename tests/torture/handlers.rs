//! Handlers that panic, block, burn and never end (`rivals` A 1, E 34, G).

use std::time::{Duration, Instant};

use serde_json::json;

use crate::messages::{block, burn, call, cancel, echo, never, text};
use crate::repeated;
use crate::session::Session;

/// Far less than a handler takes that would hold up the others, even on a busy machine.
const PROMPT: Duration = Duration::from_millis(400);
const LONG: Duration = Duration::from_secs(1);
/// A handler that has computed for so long in one call is not run by the reading thread again.
pub(crate) const LATCHES: Duration = Duration::from_millis(20);

#[test]
fn rivals_a1_every_panic_is_answered_and_ends_nothing() {
    repeated(|| {
        let mut session = Session::start();
        for id in 0..100 {
            let tool = ["panic", "panic-later", "panic-blocking"][id % 3];
            session.send(call(id, tool, json!({})));
        }
        let answers = session.answers(100);
        for (id, answer) in &answers {
            assert_eq!(answer["result"]["isError"], true, "{id}: {answer}");
            assert_eq!(text(answer), "Tool execution failed");
        }
        session.assert_quiet();
        assert_eq!(session.finish().exit.code, Some(0));
    });
}

#[test]
fn a_panic_whose_payload_panics_is_answered() {
    repeated(|| {
        let mut session = Session::start();
        for (id, later) in [(1, false), (2, true)] {
            session.send(call(id, "panic-payload", json!({ "later": later })));
            let answer = session.answer(id);
            let told = answer["result"]["isError"] == true || answer["error"]["code"] == -32603;
            assert!(told, "{answer}");
        }
        session.assert_quiet();
        assert_eq!(session.finish().exit.code, Some(0));
    });
}

#[test]
fn a_handler_that_panics_when_it_is_stopped_is_answered_as_stopped() {
    repeated(|| {
        let mut session = Session::start();
        session.send([call(1, "panic-on-drop", json!({})), cancel(1)].concat());
        session.send(call(2, "panic-on-drop", json!({})));
        let answer = session.answer(2);
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        session.wait_until_free(1);
        session.wait_until_free(2);
        session.assert_quiet();
        assert_eq!(session.finish().exit.code, Some(0));
    });
}

#[test]
fn rivals_e34_handlers_that_block_hold_up_nobody() {
    repeated(|| {
        let mut session = Session::start();
        let began = Instant::now();
        session.send((0..32).map(|id| block(id, LONG)).collect::<String>());
        session.send(echo("\"quick\""));
        session.answer("\"quick\"");
        assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
        session.answers(32);
        assert!(
            began.elapsed() < LONG * 3,
            "they ran one after the other: {:?}",
            began.elapsed()
        );
    });
}

#[test]
fn rivals_e34_a_handler_that_computes_holds_up_others_at_most_once() {
    repeated(|| {
        let mut session = Session::start();
        let quick = |session: &mut Session| {
            let began = Instant::now();
            session.send(echo("\"quick\""));
            session.answer("\"quick\"");
            began.elapsed()
        };
        // This one may.
        session.send(burn(1, LATCHES));
        quick(&mut session);
        for id in 2..5 {
            session.send(burn(id, LONG));
            let took = quick(&mut session);
            assert!(took < PROMPT, "call {id} held up another for {took:?}");
            session.answer(id);
        }
    });
}

#[test]
fn rivals_g_handlers_that_never_end_hold_up_nobody() {
    repeated(|| {
        let mut session = Session::start();
        session.send_unseen((0..500).map(never).collect::<String>());
        for id in 1000..1100 {
            session.send(echo(id));
            session.answer(id);
        }
        session.send(call("\"alive\"", "alive", json!({})));
        assert_eq!(text(&session.answer("\"alive\"")), "500");
        session.assert_quiet();
    });
}
