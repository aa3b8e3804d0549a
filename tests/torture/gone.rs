//! A client that is gone: the server ends at once and computes nothing (`rivals` G).

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::handlers::LATCHES;
use crate::messages::{big, block, burn, call_with_progress, echo, never, sleep};
use crate::process::state;
use crate::repeated;
use crate::session::{Reading, Session, server};

const AT_ONCE: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(60);
/// More than that is a loop that has nothing to do.
const IDLE: Duration = Duration::from_millis(500);

/// Makes the test be the client that dies.
const CLIENT: &str = "TORTURE_CLIENT";

#[track_caller]
fn assert_ends_when_unread(unfinished: String) {
    let session = Session::start_with(&[], Reading::Paused);
    session.send_unseen(unfinished.clone());
    thread::sleep(Duration::from_millis(100));
    session.read_as(Reading::Gone);
    thread::sleep(Duration::from_millis(20));
    session.send_unseen(echo("\"nobody reads it\""));
    let end = session.wait(AT_ONCE);
    assert_eq!(end.exit.code, Some(1), "it says that it could not write");
    assert!(end.exit.cpu < IDLE, "{:?} with {unfinished}", end.exit);
}

#[test]
fn without_a_reader_the_first_answer_ends_the_server() {
    repeated(|| {
        assert_ends_when_unread(String::new());
        assert_ends_when_unread(never(1));
        assert_ends_when_unread(sleep(1, LONG));
    });
}

#[test]
fn without_a_reader_an_answer_of_the_runtime_ends_the_server() {
    repeated(|| {
        let mut session = Session::start_with(&[], Reading::Paused);
        session.send(sleep(1, Duration::from_millis(100)));
        session.read_as(Reading::Gone);
        let end = session.wait(AT_ONCE);
        assert_eq!(end.exit.code, Some(1));
        assert!(end.exit.cpu < IDLE, "{:?}", end.exit);
    });
}

#[test]
fn without_a_reader_a_write_that_waits_ends_the_server() {
    repeated(|| {
        assert_ends_when_unread((0..8).map(|id| big(id, 1 << 20)).collect());
        assert_ends_when_unread(call_with_progress(1, "flood", json!({ "n": 4_000 })));
    });
}

#[test]
fn without_a_reader_a_handler_that_blocks_does_not_keep_the_server() {
    repeated(|| assert_ends_when_unread(block(1, LONG)));
}

#[test]
fn without_a_reader_a_handler_that_computes_does_not_keep_the_server() {
    repeated(|| {
        let mut session = Session::start();
        session.send([burn(0, LATCHES), burn(1, LONG), echo(2)].concat());
        session.answer(2);
        session.read_as(Reading::Gone);
        // The reading thread looks up once more.
        session.send(echo(3));
        thread::sleep(Duration::from_millis(100));
        session.send(echo(4));
        let end = session.wait(AT_ONCE);
        assert_eq!(end.exit.code, Some(1));
    });
}

#[test]
fn without_both_ends_the_server_ends_at_once_whatever_is_in_flight() {
    repeated(|| {
        for unfinished in [String::new(), never(1), sleep(1, LONG), block(1, LONG)] {
            let mut session = Session::start_with(&[], Reading::Paused);
            session.send_unseen(unfinished.clone());
            thread::sleep(Duration::from_millis(100));
            session.read_as(Reading::Gone);
            thread::sleep(Duration::from_millis(20));
            session.end_input();
            let end = session.wait(AT_ONCE);
            assert!(end.exit.cpu < IDLE, "{:?} with {unfinished}", end.exit);
        }
    });
}

/// The client itself is a process here, and dies without a word.
#[test]
fn rivals_g_when_its_parent_dies_the_server_ends_at_once() {
    if std::env::var_os(CLIENT).is_some() {
        die_as_client();
    }
    repeated(|| {
        let name = thread::current().name().unwrap().to_owned();
        let client = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &name, "--nocapture", "--test-threads=1"])
            .env(CLIENT, "")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut client = client.expect("the test runs itself");
        let said = BufReader::new(client.stdout.take().unwrap()).lines();
        let pid = said
            .map_while(Result::ok)
            .find_map(|line| line.split_once("server ")?.1.parse::<u32>().ok());
        let pid = pid.expect("the client tells of its server");
        client.wait().unwrap();
        let began = Instant::now();
        loop {
            let (ended, cpu) = state(pid);
            if ended {
                break;
            }
            assert!(
                began.elapsed() < AT_ONCE,
                "the server lives on and computed for {cpu:?}"
            );
            thread::sleep(Duration::from_millis(2));
        }
    });
}

fn die_as_client() -> ! {
    let mut child = server().stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all([never(1), echo(2)].concat().as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    println!("\nserver {}", child.id());
    // No destructor runs, and the system closes what is open.
    std::process::exit(0);
}
