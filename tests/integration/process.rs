//! The example servers as processes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::thread;

use serde_json::Value;

/// The shop.
static ORDERS: LazyLock<PathBuf> = LazyLock::new(|| built("orders"));

/// The deployer.
#[cfg(feature = "ask")]
pub(crate) static DEPLOY: LazyLock<PathBuf> = LazyLock::new(|| built("deploy"));

/// A program, built from the sources as they are now: one that lies about may be an old one.
fn built(name: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args([
        "build",
        "--quiet",
        "-p",
        "examples",
        "--bin",
        name,
        "--message-format=json",
    ]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let output = build
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .expect("cargo runs");
    let messages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let program = messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        (message["target"]["name"] == name).then_some(())?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    program.unwrap_or_else(|| panic!("the example server cannot be built: {errors}{messages}"))
}

/// What a process left behind.
pub(crate) struct Output {
    status: ExitStatus,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Output {
    /// Standard output.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Standard error.
    pub(crate) fn errors(&self) -> &str {
        std::str::from_utf8(&self.stderr).unwrap()
    }

    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// Every line of standard output as the message that it has to be.
    #[track_caller]
    pub(crate) fn messages(&self) -> Vec<Value> {
        assert!(
            self.stdout.is_empty() || self.stdout.ends_with(b"\n"),
            "an unfinished line"
        );
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        self.text().lines().map(parse).collect()
    }
}

/// Starts the server; its three streams are pipes.
pub(crate) fn start(arguments: &[&str]) -> Child {
    Command::new(ORDERS.as_path())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts")
}

/// Runs the server over an input to its end.
pub(crate) fn orders(arguments: &[&str], input: &[u8]) -> Output {
    orders_in_parts(arguments, [input])
}

/// Runs the server over an input that arrives in several writes.
pub(crate) fn orders_in_parts<'i>(arguments: &[&str], parts: impl IntoIterator<Item = &'i [u8]>) -> Output {
    let parts: Vec<Vec<u8>> = parts.into_iter().map(<[u8]>::to_vec).collect();
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    // A thread of its own, so that a full pipe of answers cannot stop the questions.
    let writer = thread::spawn(move || {
        for part in parts {
            // A command that takes no input may be gone already.
            if stdin.write_all(&part).and_then(|()| stdin.flush()).is_err() {
                break;
            }
        }
    });
    let output = child.wait_with_output().expect("the server ends");
    writer.join().unwrap();
    Output {
        status: output.status,
        stdout: output.stdout,
        stderr: output.stderr,
    }
}
