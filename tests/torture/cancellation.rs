//! Requests that are taken back: before they come, while they run, when they are answered
//! (`rivals` A 7, `CANC-*`). Nothing goes out for a cancelled request.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::messages::{block, call, call_with_progress, cancel, echo, never, sleep, text};
use crate::repeated;
use crate::session::{PATIENCE, Session};

#[test]
fn canc_04_before_the_request_it_means_nothing() {
    repeated(|| {
        let mut session = Session::start();
        session.send([cancel(1), sleep(1, Duration::from_millis(5)), cancel("\"1\"")].concat());
        assert_eq!(text(&session.answer(1)), "slept");
        session.assert_quiet();
    });
}

#[test]
fn canc_04_after_the_answer_it_means_nothing() {
    repeated(|| {
        let mut session = Session::start();
        session.send([echo(1), cancel(1)].concat());
        session.send(sleep(2, Duration::from_millis(5)));
        session.answer(2);
        session.send(cancel(2));
        session.answer(1);
        session.assert_quiet();
    });
}

#[test]
fn canc_02_while_it_runs_the_handler_is_dropped_and_the_id_is_free() {
    repeated(|| {
        let mut session = Session::start();
        session.send([never(1), cancel(1)].concat());
        let began = Instant::now();
        loop {
            session.send(call("\"alive\"", "alive", json!({})));
            if text(&session.answer("\"alive\"")) == "0" {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "the handler lives on");
            thread::sleep(Duration::from_millis(1));
        }
        session.wait_until_free(1);
        // One that blocks its thread cannot be dropped; its answer can.
        session.send([block(2, Duration::from_millis(50)), cancel(2)].concat());
        thread::sleep(Duration::from_millis(100));
        session.assert_quiet();
        assert_eq!(session.finish().exit.code, Some(0));
    });
}

#[test]
fn canc_05_no_answer_goes_out_for_a_request_that_was_cancelled() {
    repeated(|| {
        nothing_comes_late(|id, round| sleep(id, Duration::from_millis(1 + round % 2)));
        nothing_comes_late(|id, _| block(id, Duration::from_millis(1)));
    });
}

#[test]
fn canc_05_no_notification_goes_out_for_a_request_that_was_cancelled() {
    repeated(|| nothing_comes_late(|id, _| call_with_progress(id, "flood", json!({ "n": 1_000_000 }))));
}

/// Cancels calls at many moments. Another request right after that is a fence: what comes behind its
/// answer was sent when the server knew that nobody wants it.
fn nothing_comes_late(call: impl Fn(u64, u64) -> String) {
    let mut session = Session::start();
    for round in 0..300 {
        let (id, fence) = (round * 3, round * 3 + 1);
        session.send_unseen(call(id, round));
        thread::sleep(Duration::from_micros(round * 37 % 2_500));
        session.send_unseen(cancel(id) + &echo(fence));
        let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{fence},");
        while !session.line().starts_with(start.as_bytes()) {}
        // Whatever was on its way has had the time to come.
        session.send_unseen(sleep(round * 3 + 2, Duration::from_millis(1)));
        let late = String::from_utf8(session.line()).unwrap();
        let expected = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},", round * 3 + 2);
        assert!(
            late.starts_with(&expected),
            "round {round}: after the fence came {late}"
        );
    }
}
