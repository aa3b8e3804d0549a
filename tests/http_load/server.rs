//! The server process, and what the system tells of it.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::PATIENCE;
use crate::process::{Exit, end_within, memory, signal, state};
use crate::wire::{Connection, modern};
use crate::{size, until};

/// One test at a time.
static TURN: Mutex<()> = Mutex::new(());

/// A server on a free port. Dropping it kills it.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
    _turn: MutexGuard<'static, ()>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Starts it with variables in its environment, and waits until it answers.
    pub(crate) async fn start_with(environment: &[(&str, &str)]) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        raise_descriptors();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let child = Command::new(env!("CARGO_BIN_EXE_hostile"))
            .args(["http", &format!("127.0.0.1:{port}")])
            .envs(environment.iter().copied())
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let server = Self {
            child,
            port,
            _turn: turn,
        };
        until("the server listens", async || {
            Connection::try_open(port).await.is_ok()
        })
        .await;
        server
    }

    pub(crate) async fn connect(&self) -> Connection {
        Connection::try_open(self.port)
            .await
            .expect("the server takes connections")
    }

    /// The text that a tool answers with, over a connection of its own.
    pub(crate) async fn tool(&self, name: &str, arguments: Value) -> String {
        let mut connection = self.connect().await;
        let (head, body) = connection
            .ask(&modern(
                "tools/call",
                json!({ "name": name, "arguments": arguments }),
            ))
            .await;
        assert_eq!(head.status, 200, "{body}");
        let answer: Value = serde_json::from_str(&body).unwrap();
        answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    /// How much memory it has, in bytes.
    pub(crate) fn memory(&self) -> usize {
        memory(self.child.id(), "VmRSS")
    }

    /// How many descriptors it has open.
    pub(crate) fn descriptors(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id()))
            .unwrap()
            .count()
    }

    /// The time that it computed so far.
    pub(crate) fn cpu(&self) -> Duration {
        state(self.child.id()).1
    }

    /// Waits until it has let go of every connection but so many descriptors.
    pub(crate) async fn settles_at(&self, descriptors: usize) {
        until("connections are let go of", async || {
            self.descriptors() <= descriptors
        })
        .await;
    }

    /// Asserts that it works as ever: it answers, and no handler that was given up is alive.
    pub(crate) async fn is_well(&self) {
        assert_eq!(self.tool("echo", json!({ "text": "well" })).await, "well");
        until("handlers are dropped", async || {
            self.tool("alive", json!({})).await == "0"
        })
        .await;
    }

    /// Does the same again and again. The first half of the rounds fills what is kept for later, by the
    /// allocator and by the server (which remembers so many ended sessions); after it, nothing may stay
    /// of a round, to within 5 %.
    pub(crate) async fn stays_flat(&self, what: &str, mut round: impl AsyncFnMut()) {
        let descriptors = self.descriptors();
        let mut after = Vec::new();
        let rounds = size(6, 16);
        for _ in 0..rounds {
            round().await;
            self.settles_at(descriptors).await;
            after.push(self.memory());
        }
        let kib: Vec<_> = after.iter().map(|memory| memory >> 10).collect();
        println!("{what}: KiB after each round {kib:?}");
        let (warm, last) = (
            after[1..=rounds / 2].iter().max().unwrap(),
            after[rounds - 2..].iter().min().unwrap(),
        );
        assert!(
            *last <= warm + warm / 20 + (1 << 20),
            "{what}: memory grows: {kib:?} KiB"
        );
    }

    pub(crate) fn signal(&self, which: Signal) {
        signal(&self.child, which);
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Exit {
        end_within(&mut self.child, PATIENCE)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// As many descriptors as the system allows, for this process and its children.
fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    setrlimit(Resource::Nofile, raised).expect("a limit can be raised to its maximum");
}

/// How many connections fit: some descriptors are for other things.
pub(crate) fn connections_at_most(wanted: usize) -> usize {
    raise_descriptors();
    let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let room = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(200);
    if room < wanted {
        println!("only {room} of {wanted} connections fit under the limit of descriptors");
    }
    wanted.min(room)
}
