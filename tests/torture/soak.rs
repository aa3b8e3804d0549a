//! One long session (`SOAK_CALLS`), one line in ten of it hostile: every request is answered exactly
//! once, and memory stays flat.

use std::time::{Duration, Instant};

use mcp_core::protocol::ProtocolVersion;
use serde_json::{Value, json};

use crate::lines::{Outcome, hostile_lines};
use crate::messages::{call, cancel, echo, sleep};
use crate::process::memory;
use crate::session::{Reading, Session};

/// How many requests are unanswered at a time.
const WINDOW: usize = 64;
/// How many calls it takes until everything has its size.
const WARM: usize = 10_000;
const GROWTH: usize = 1 << 20;

/// What has come back.
#[derive(Default)]
struct Tally {
    answered: Vec<bool>,
    count: usize,
    /// Errors that name no request.
    unnamed: usize,
}

impl Tally {
    /// Takes the next message.
    #[track_caller]
    fn take(&mut self, session: &mut Session) {
        let line = session.line();
        let message: Value = serde_json::from_slice(&line).expect("every line is a message");
        match message.get("id") {
            None => self.unnamed += 1,
            // Hostile lines have other ids than the calls.
            Some(id) => match id.as_str().and_then(|id| id.strip_prefix("call ")) {
                None => self.unnamed += 1,
                Some(number) => {
                    let number: usize = number.parse().unwrap();
                    assert!(
                        !std::mem::replace(&mut self.answered[number], true),
                        "twice: {message}"
                    );
                    self.count += 1;
                }
            },
        }
    }
}

fn line(number: usize) -> String {
    let id = format!("\"call {number}\"");
    match number % 100 {
        3 | 53 => sleep(id, Duration::from_millis(1)),
        13 => call(id, "no-such-tool", json!({})),
        23 => call(id, "echo", json!({ "text": 7, "more": [1, 2, 3] })),
        33 => call(id, "flood", json!({ "n": 20 })),
        43 => call(id, "big", json!({ "bytes": 20_000 })),
        63 => call(id, "block", json!({ "ms": 0 })),
        73 if number % 1000 == 73 => call(id, "panic-later", json!({})),
        // Nothing has this id any more, or yet.
        83 => format!("{}{}", cancel("\"call 0\""), echo(id)),
        _ => echo(id),
    }
}

#[test]
fn a_long_session_answers_everything_once_in_flat_memory() {
    let calls = std::env::var("SOAK_CALLS").map_or(50_000, |count| count.parse().expect("a number"));
    let mut hostile = hostile_lines(ProtocolVersion::V2026_07_28);
    hostile.push((vec![b'x'; 20_000], Outcome::Error(-32600)));
    hostile.iter_mut().for_each(|(line, _)| line.push(b'\n'));
    // An id of 100,000 characters is a line over the limit here, and answered alike.
    let mut session = Session::start_with(&[("MCP_MAX_REQUEST_SIZE", "16384")], Reading::Eager);
    let mut tally = Tally {
        answered: vec![false; calls],
        ..Tally::default()
    };
    let (mut expected, mut warm, mut peak) = (0, 0, 0);
    let began = Instant::now();
    for number in 0..calls {
        let mut bytes = line(number).into_bytes();
        if number % 9 == 0 {
            let (line, outcome) = &hostile[number / 9 % hostile.len()];
            bytes.extend_from_slice(line);
            expected += usize::from(!matches!(outcome, Outcome::Silence));
        }
        session.send_unseen(bytes);
        while number + 1 - tally.count > WINDOW {
            tally.take(&mut session);
        }
        if number + 1 >= WARM && (number + 1) % 1000 == 0 {
            let now = memory(session.child.id(), "VmRSS");
            warm = if warm == 0 { now } else { warm };
            peak = peak.max(now);
        }
    }
    while tally.count < calls || tally.unnamed < expected {
        tally.take(&mut session);
    }
    let took = began.elapsed();
    assert_eq!((tally.count, tally.unnamed), (calls, expected));
    session.assert_quiet();
    let high = session.peak_memory();
    let end = session.finish();
    assert_eq!(end.exit.code, Some(0));
    println!(
        "{calls} calls and {expected} refusals in {took:?}, {:?} of CPU; resident after {WARM} calls: \
         {} KiB, at the most since: {} KiB, ever: {} KiB",
        end.exit.cpu,
        warm >> 10,
        peak >> 10,
        high >> 10,
    );
    assert!(
        peak <= warm + GROWTH,
        "memory grew by {} KiB",
        (peak - warm) >> 10
    );
}
