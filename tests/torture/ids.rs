//! Ids of every form, next to each other (`rivals` A 4, `RPC-02`, `RPC-13`).

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::messages::{cancel, echo, never, sleep, text};
use crate::repeated;
use crate::session::{PATIENCE, Session};

const WHILE: Duration = Duration::from_millis(100);

#[test]
fn rpc_13_an_id_in_flight_is_refused_until_its_answer() {
    repeated(|| {
        let mut session = Session::start();
        // The second of each pair is the first, written otherwise.
        for (id, same) in [("1", "1"), ("\"A\"", "\"\\u0041\""), ("\"é\"", "\"\\u00e9\"")] {
            session.send(sleep(id, WHILE));
            session.send(echo(same));
            let refused = session.message();
            assert_eq!(refused["error"]["code"], -32600, "{refused}");
            let shown: Value = serde_json::from_str(id).unwrap();
            assert_eq!(refused["id"], shown, "{refused}");
            assert_eq!(text(&session.answer(&shown)), "slept");
            session.send(echo(same));
            assert_eq!(
                text(&session.answer(&shown)),
                "echo",
                "an answered id is free again"
            );
        }
        session.assert_quiet();
    });
}

#[test]
fn rpc_02_a_string_and_an_integer_are_two_ids() {
    repeated(|| {
        let mut session = Session::start();
        session.send([never("1"), never("\"1\""), never("-1"), never("\"01\"")].concat());
        session.send(cancel("\"1\""));
        session.wait_until_free("\"1\"");
        for id in ["1", "-1", "\"01\""] {
            session.send(echo(id));
            let answer = session.answer(id);
            assert_eq!(answer["error"]["code"], -32600, "still in flight: {answer}");
        }
        session.assert_quiet();
    });
}

#[test]
fn rpc_02_integers_of_any_size_are_told_apart_and_come_back_as_they_were() {
    repeated(|| {
        let ids = [
            "9007199254740992",
            "9007199254740993",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
            "-9223372036854775809",
            "1000000000000000000000000000000000000000",
            "1000000000000000000000000000000000000001",
        ];
        let mut session = Session::start();
        let all: String = ids.iter().map(never).collect();
        session.send_unseen(all);
        // Every second is taken back; the others are still in flight.
        let mut cancelled: BTreeSet<_> = ids.into_iter().step_by(2).collect();
        session.send_unseen(cancelled.iter().map(cancel).collect::<String>());
        let began = Instant::now();
        while !cancelled.is_empty() {
            for id in ids {
                session.send_unseen(echo(id));
                let answer = String::from_utf8(session.line()).unwrap();
                assert!(answer.contains(&format!("\"id\":{id}")), "{id}: {answer}");
                let is_free = !answer.contains("-32600");
                assert!(
                    !is_free || ids.iter().step_by(2).any(|other| *other == id),
                    "{id}: {answer}"
                );
                cancelled.retain(|other| !is_free || *other != id);
            }
            assert!(began.elapsed() < PATIENCE, "in flight for ever: {cancelled:?}");
        }
        session.assert_quiet();
    });
}

#[test]
fn sec_06_a_thousand_calls_that_never_end_leave_the_server_usable() {
    repeated(|| {
        let mut session = Session::start();
        session.send_unseen((0..1024).map(never).collect::<String>());
        session.send(echo("\"full\""));
        let full = session.answer("\"full\"");
        assert_eq!(full["error"]["code"], -32603, "{full}");
        session.send(crate::messages::request(
            "\"list\"",
            "server/discover",
            &json!({ "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            } }),
        ));
        assert!(session.answer("\"list\"").get("result").is_some());
        session.send_unseen((0..1024).map(cancel).collect::<String>());
        let began = Instant::now();
        loop {
            session.send(crate::messages::call("\"alive\"", "alive", json!({})));
            let answer = session.answer("\"alive\"");
            if answer.get("result").is_some() && text(&answer) == "0" {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "they live on: {answer}");
            thread::sleep(Duration::from_millis(2));
        }
        session.assert_quiet();
    });
}
