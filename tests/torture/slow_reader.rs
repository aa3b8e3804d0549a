//! A client that reads slowly, or late: memory is bounded, nothing stands still, every answer comes
//! in the end; only notifications may be dropped (`rivals` G, `STDIO-06`).

use std::time::Duration;

use serde_json::{Value, json};

use crate::messages::{big, call_with_progress, echo, sleep, text};
use crate::repeated;
use crate::session::{Reading, Session};

/// Twice what may wait for the reader, answers of the largest size on the way, and the program.
const BOUND: usize = 64 << 20;

#[track_caller]
fn assert_bounded(session: &Session) {
    let peak = session.peak_memory();
    assert!(peak < BOUND, "{} MiB at the most", peak >> 20);
}

#[test]
fn many_large_answers_that_nobody_reads_take_bounded_memory() {
    repeated(|| {
        let mut session = Session::start();
        // The handler is known to be slow from then on, so the reading thread goes on reading.
        session.send(big("\"first\"", 2 << 20));
        session.line();
        session.read_as(Reading::Paused);
        session.send_unseen((0..100).map(|id| big(id, 1 << 20)).collect::<String>());
        session.settle();
        assert_bounded(&session);
        session.read_as(Reading::Eager);
        for _ in 0..100 {
            assert!(session.line().len() > 1 << 20);
        }
        assert_bounded(&session);
        session.assert_quiet();
    });
}

#[test]
fn many_small_answers_that_nobody_reads_take_bounded_memory() {
    repeated(|| {
        let mut session = Session::start_with(&[], Reading::Paused);
        // More than the pipes hold, in calls that are answered at once and calls that wait.
        let calls: String = (0..15_000)
            .map(|id| {
                if id % 10 == 0 {
                    sleep(id, Duration::from_millis(1))
                } else {
                    echo(id)
                }
            })
            .collect();
        session.send_unseen(calls);
        session.settle();
        session.read_as(Reading::Eager);
        let mut seen = vec![false; 15_000];
        for _ in 0..seen.len() {
            let answer: Value = serde_json::from_slice(&session.line()).unwrap();
            let id = answer["id"].as_u64().unwrap() as usize;
            assert!(!std::mem::replace(&mut seen[id], true), "twice: {answer}");
        }
        assert_bounded(&session);
        session.assert_quiet();
    });
}

#[test]
fn prog_04_of_progress_that_nobody_reads_the_latest_stays_and_so_does_the_answer() {
    repeated(|| {
        let mut session = Session::start_with(&[], Reading::Paused);
        session.send(call_with_progress(1, "flood", json!({ "n": 100_000 })));
        session.settle();
        assert_bounded(&session);
        session.read_as(Reading::Eager);
        let (mut last, mut seen) = (-1.0, 0);
        let answer = loop {
            let message: Value = serde_json::from_slice(&session.line()).unwrap();
            if message.get("id").is_some() {
                break message;
            }
            let progress = message["params"]["progress"].as_f64().unwrap();
            assert!(progress > last, "{progress} after {last}");
            (last, seen) = (progress, seen + 1);
        };
        assert_eq!(text(&answer), "100000");
        assert!(last == 99_999.0 && seen < 100_000, "{seen} up to {last}");
        assert_bounded(&session);
        session.assert_quiet();
    });
}

#[test]
fn a_client_that_reads_drop_by_drop_gets_everything() {
    repeated(|| {
        let pause = Duration::from_micros(200);
        let mut session = Session::start_with(&[], Reading::Slow(4096, pause));
        let calls: String = (0..200)
            .map(|id| match id % 4 {
                0 => big(id, 60_000),
                1 => sleep(id, Duration::from_millis(1)),
                2 => call_with_progress(id, "flood", json!({ "n": 50 })),
                _ => echo(id),
            })
            .collect();
        session.send(calls);
        session.answers(200);
        assert_bounded(&session);
    });
}

#[test]
fn an_answer_larger_than_everything_that_may_wait_is_sent() {
    repeated(|| {
        let limit = [("MCP_MAX_RESPONSE_SIZE", "30000000")];
        let mut session = Session::start_with(&limit, Reading::Paused);
        session.send(
            [
                echo(0),
                big(1, 20 << 20),
                sleep(2, Duration::from_millis(1)),
                echo(3),
            ]
            .concat(),
        );
        session.settle();
        session.read_as(Reading::Eager);
        let longest = (0..4).map(|_| session.line().len()).max();
        assert!(longest > Some(20 << 20));
        session.assert_quiet();
    });
}

/// As a script does that writes its questions and then reads the answers.
#[test]
fn a_client_that_reads_only_after_four_thousand_requests_is_not_stuck() {
    repeated(|| {
        let mut session = Session::start_with(&[], Reading::Paused);
        session.send_unseen((0..4_000).map(echo).collect::<String>());
        assert!(
            session.has_read_all_within(Duration::from_secs(5)),
            "the server stopped reading while the client was not done with writing"
        );
        session.read_as(Reading::Eager);
        for _ in 0..4_000 {
            session.line();
        }
        session.assert_quiet();
    });
}
