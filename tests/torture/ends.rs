//! The end of the input and signals, with calls in flight (`rivals` A 6, G, `STDIO-08`).

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::json;

use crate::handlers::LATCHES;
use crate::messages::{big, block, burn, call, call_with_progress, echo, never, sleep, text};
use crate::process::signal;
use crate::repeated;
use crate::session::{End, Reading, Session};

const WHILE: Duration = Duration::from_millis(200);
/// How long unfinished requests may go on.
const DRAIN: Duration = Duration::from_secs(30);
/// How long a client may take for its last answers, and the machine for all of it.
const LAST_WORDS: Duration = Duration::from_secs(15);

/// Calls of every kind that take a while.
fn unfinished() -> (String, usize) {
    let calls = [
        sleep(1, WHILE),
        sleep(2, WHILE / 2),
        block(3, WHILE),
        burn(4, WHILE / 4),
        call(5, "panic-later", json!({})),
        call_with_progress(6, "flood", json!({ "n": 2_000 })),
        big(7, 3 << 20),
        echo(8),
        sleep(9, WHILE * 2),
    ];
    (calls.concat(), calls.len())
}

#[track_caller]
fn assert_all_answered(end: &End, count: usize) {
    let mut ids: Vec<_> = end
        .messages
        .iter()
        .filter_map(|message| message["id"].as_u64())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=count as u64).collect::<Vec<_>>());
    assert_eq!(end.exit.code, Some(0), "{}", end.errors);
}

#[test]
fn rivals_a6_what_was_asked_before_the_end_of_the_input_is_answered() {
    repeated(|| {
        let mut session = Session::start();
        let (calls, count) = unfinished();
        session.send(calls);
        let end = session.finish();
        assert_all_answered(&end, count);
        assert!(end.exit.took < DRAIN, "it waited for nothing: {:?}", end.exit);
    });
}

#[test]
fn a_signal_lets_calls_finish_and_ends_in_order() {
    repeated(|| {
        for signal in [Signal::TERM, Signal::INT] {
            let mut session = Session::start();
            let (calls, count) = unfinished();
            session.send(calls);
            // It is the fence: what came before it has begun.
            session.send(echo(count + 1));
            session.answer(count + 1);
            crate::process::signal(&session.child, signal);
            let mut end = session.wait(DRAIN / 2);
            end.messages.push(json!({ "id": count + 1 }));
            assert_all_answered(&end, count + 1);
        }
    });
}

#[test]
fn a_signal_ends_an_idle_server_at_once() {
    repeated(|| {
        for kind in [Signal::TERM, Signal::INT] {
            let mut session = Session::start();
            session.assert_quiet();
            signal(&session.child, kind);
            let end = session.wait(Duration::from_secs(2));
            assert_eq!(
                (end.exit.code, end.messages.len()),
                (Some(0), 0),
                "{}",
                end.errors
            );
        }
    });
}

#[test]
fn a_second_signal_ends_everything_at_once() {
    repeated(|| {
        for (first, second, code) in [
            (Signal::TERM, Signal::TERM, 143),
            (Signal::INT, Signal::INT, 130),
            (Signal::TERM, Signal::INT, 130),
        ] {
            let mut session = Session::start();
            let long = Duration::from_secs(60);
            session.send([burn(0, LATCHES), never(1), block(2, long), burn(3, long)].concat());
            session.send(echo(4));
            session.answer(4);
            signal(&session.child, first);
            // Two that come at the same time are one to the system, which a busy machine would make them.
            thread::sleep(Duration::from_millis(300));
            signal(&session.child, second);
            let end = session.wait(Duration::from_secs(2));
            assert_eq!(end.exit.code, Some(code), "{}", end.errors);
        }
    });
}

/// Not repeated, since it takes its half minute each time; its cases run side by side.
#[test]
fn nothing_keeps_a_server_longer_than_the_time_to_finish() {
    let long = Duration::from_secs(120);
    let unread = |count: u32| {
        let mut session = Session::start_with(&[], Reading::Paused);
        session.send((0..count).map(|id| big(id, 1 << 20)).collect::<String>());
        session
    };
    let busy = |call: String| {
        let mut session = Session::start();
        session.send([burn(0, LATCHES), call, sleep(2, WHILE)].concat());
        assert_eq!(text(&session.answer(2)), "slept");
        session
    };
    let cases = [
        ("never", busy(never(1)), true),
        ("block", busy(block(1, long)), true),
        ("burn", busy(burn(1, long)), true),
        ("unread", unread(4), true),
        ("never, signalled", busy(never(1)), false),
        ("block, signalled", busy(block(1, long)), false),
        ("unread, signalled", unread(4), false),
    ];
    thread::sleep(WHILE * 2);
    let began = Instant::now();
    let waiting: Vec<_> = cases
        .into_iter()
        .map(|(name, mut session, by_end)| {
            match by_end {
                true => session.end_input(),
                false => signal(&session.child, Signal::TERM),
            }
            // One that never ends must not hide what the others do.
            (
                name,
                thread::spawn(move || session.end_within(DRAIN + LAST_WORDS)),
            )
        })
        .collect();
    let mut late = Vec::new();
    for (name, waiting) in waiting {
        let Some(messages) = waiting.join().unwrap() else {
            late.push(name);
            continue;
        };
        if !name.starts_with("unread") {
            let given_up = messages.iter().find(|message| message["id"] == 1);
            let code = given_up.map(|answer| &answer["error"]["code"]);
            assert_eq!(
                code,
                Some(&json!(-32603)),
                "{name}: it is told that it was given up"
            );
        }
    }
    assert!(
        late.is_empty(),
        "still there after {:?}: {late:?}",
        began.elapsed()
    );
}
