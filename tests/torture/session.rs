//! One server process and the client's side of its three pipes.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use mcp_core::protocol::ProtocolVersion;
use mcp_tests::schema::hold;
use mcp_tests::wire::Seen;
use serde_json::{Value, json};

use crate::messages::request;
use crate::process::{Exit, end_within, memory, state};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// How the client reads what the server says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As fast as it comes.
    Eager,
    /// So many bytes at a time, with a pause after each.
    Slow(usize, Duration),
    /// Not at all; the pipe stays open.
    Paused,
    /// Not at all; the pipe is closed.
    Gone,
}

/// A server process. Dropping it kills it.
pub(crate) struct Session {
    pub(crate) child: Child,
    pub(crate) version: ProtocolVersion,
    /// Goes to a thread that writes, so that a server that does not read holds up no test.
    input: Option<Sender<Vec<u8>>>,
    /// How many sends that thread is behind.
    unwritten: Arc<AtomicUsize>,
    lines: Receiver<Vec<u8>>,
    reading: Arc<(Mutex<Reading>, Condvar)>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Disconnects at the end of standard error.
    errors_end: Receiver<()>,
    /// The methods of the requests, by id.
    methods: HashMap<String, String>,
    /// Messages that came while another was waited for.
    kept: VecDeque<Value>,
}

/// What a session left behind.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) exit: Exit,
    /// What had not been received yet.
    pub(crate) messages: Vec<Value>,
    /// Standard error.
    pub(crate) errors: String,
}

/// The command that starts the server.
pub(crate) fn server() -> Command {
    let built = || OsString::from(env!("CARGO_BIN_EXE_hostile"));
    let mut command = Command::new(std::env::var_os("TORTURE_SERVER").unwrap_or_else(built));
    command
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Session {
    /// Starts the server for a client of the newest revision.
    pub(crate) fn start() -> Self {
        Self::start_with(&[], Reading::Eager)
    }

    /// Starts the server with variables in its environment.
    pub(crate) fn start_with(environment: &[(&str, &str)], reading: Reading) -> Self {
        Self::start_command(server().envs(environment.iter().copied()), reading, |_| {})
    }

    /// Starts the server by a command; `change` gets the process before anything is read.
    pub(crate) fn start_command(
        command: &mut Command,
        reading: Reading,
        change: impl FnOnce(&mut Child),
    ) -> Self {
        let mut child = command.spawn().expect("the server starts");
        change(&mut child);
        let (input, to_write) = mpsc::channel();
        let (unwritten, stdin) = (Arc::new(AtomicUsize::new(0)), child.stdin.take().unwrap());
        let left = Arc::clone(&unwritten);
        thread::spawn(move || write(stdin, &to_write, &left));
        let (line, lines) = mpsc::channel();
        let reading = Arc::new((Mutex::new(reading), Condvar::new()));
        let (stdout, how) = (child.stdout.take().unwrap(), Arc::clone(&reading));
        thread::spawn(move || read(stdout, &how, &line));
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (stderr, kept) = (child.stderr.take(), Arc::clone(&errors));
        let (open, errors_end) = mpsc::channel::<()>();
        thread::spawn(move || {
            stderr.into_iter().for_each(|stderr| keep_errors(stderr, &kept));
            drop(open);
        });
        Self {
            child,
            version: ProtocolVersion::V2026_07_28,
            input: Some(input),
            unwritten,
            lines,
            reading,
            errors,
            errors_end,
            methods: HashMap::new(),
            kept: VecDeque::new(),
        }
    }

    /// Starts the server for a client of a revision, its handshake included.
    pub(crate) fn start_as(version: ProtocolVersion) -> Self {
        let mut session = Self::start();
        if version.has_handshake() {
            session.version = version;
            let client = json!({ "name": "torture", "version": "1" });
            let params =
                json!({ "protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": client });
            session.send(request("\"initialize\"", "initialize", &params));
            session.answer("\"initialize\"");
        }
        session
    }

    pub(crate) fn read_as(&self, reading: Reading) {
        *self.reading.0.lock().unwrap() = reading;
        self.reading.1.notify_all();
    }

    /// Sends bytes in one write.
    pub(crate) fn send(&mut self, bytes: impl Into<Vec<u8>>) {
        let bytes = bytes.into();
        for line in bytes.split(|&byte| byte == b'\n') {
            // Only what the messages here write is recognised; the rest is known by no method.
            if line.len() < 4096
                && let Ok(Value::Object(message)) = serde_json::from_slice(line)
                && let (Some(id), Some(method)) =
                    (message.get("id"), message.get("method").and_then(Value::as_str))
            {
                self.methods.insert(id.to_string(), method.to_owned());
            }
        }
        self.send_unseen(bytes);
    }

    /// Sends bytes whose answers are read line by line.
    pub(crate) fn send_unseen(&self, bytes: impl Into<Vec<u8>>) {
        let input = self.input.as_ref().expect("the input is open");
        self.unwritten.fetch_add(1, Ordering::SeqCst);
        // A writer that is gone has found the server gone, which the test notices by itself.
        let _ = input.send(bytes.into());
    }

    /// Ends the input once everything is written.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// The next line that the server wrote, as it is.
    #[track_caller]
    pub(crate) fn line(&mut self) -> Vec<u8> {
        self.line_within(PATIENCE).expect("a line in time")
    }

    /// The next line, if one comes in time.
    pub(crate) fn line_within(&mut self, limit: Duration) -> Option<Vec<u8>> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the server is gone; it said: {}", self.errors())
            }
        }
    }

    /// The next message, held against the schema of the revision.
    #[track_caller]
    pub(crate) fn message(&mut self) -> Value {
        let message = self.kept.pop_front();
        message.unwrap_or_else(|| {
            let line = self.line();
            self.checked(&line)
        })
    }

    /// The answer to a request; what comes before it is kept. `id` is its JSON text.
    #[track_caller]
    pub(crate) fn answer(&mut self, id: impl ToString) -> Value {
        let id = id.to_string();
        let is_it = |message: &Value| message.get("id").map(Value::to_string).as_ref() == Some(&id);
        if let Some(position) = self.kept.iter().position(is_it) {
            return self.kept.remove(position).unwrap();
        }
        loop {
            let line = self.line();
            let message = self.checked(&line);
            if is_it(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// So many answers by the JSON text of their ids, each of which comes once.
    #[track_caller]
    pub(crate) fn answers(&mut self, count: usize) -> BTreeMap<String, Value> {
        let mut answers = BTreeMap::new();
        while answers.len() < count {
            let message = self.message();
            if let Some(id) = message.get("id") {
                let twice = answers.insert(id.to_string(), message);
                assert_eq!(twice, None, "two answers for one request");
            }
        }
        answers
    }

    /// Waits until the id of a cancelled request may be used again.
    #[track_caller]
    pub(crate) fn wait_until_free(&mut self, id: impl ToString) {
        let (id, began) = (id.to_string(), Instant::now());
        while {
            self.send(crate::messages::echo(&id));
            self.answer(&id)["error"]["code"] == -32600
        } {
            assert!(began.elapsed() < PATIENCE, "{id} is in flight for ever");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Asserts that the server is alive and has nothing else to say.
    #[track_caller]
    pub(crate) fn assert_quiet(&mut self) {
        self.send(crate::messages::echo("\"quiet?\""));
        self.answer("\"quiet?\"");
        assert!(self.kept.is_empty(), "nobody asked for {:?}", self.kept);
    }

    /// What the server wrote on standard error so far.
    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.lock().unwrap()).into_owned()
    }

    /// Waits until standard error says something.
    #[track_caller]
    pub(crate) fn errors_with(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let errors = self.errors();
            if errors.contains(text) {
                return errors;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "`{text}` is not on standard error: {errors}"
            );
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until the server has stopped working: nothing is computed for a while.
    #[track_caller]
    pub(crate) fn settle(&self) {
        let began = Instant::now();
        let (mut last, mut since) = (Duration::MAX, Instant::now());
        while since.elapsed() < Duration::from_millis(300) {
            assert!(began.elapsed() < PATIENCE, "the server does not come to rest");
            let (_, cpu) = state(self.child.id());
            if cpu != last {
                (last, since) = (cpu, Instant::now());
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether everything that was sent fits into the server and the pipe to it in time.
    pub(crate) fn has_read_all_within(&self, limit: Duration) -> bool {
        let began = Instant::now();
        while self.unwritten.load(Ordering::SeqCst) > 0 {
            if began.elapsed() > limit {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// What was not received yet, if the process ends in time.
    pub(crate) fn end_within(mut self, limit: Duration) -> Option<Vec<Value>> {
        let began = Instant::now();
        while self.child.try_wait().expect("it is our child").is_none() {
            if began.elapsed() > limit {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.read_as(Reading::Eager);
        Some(self.rest())
    }

    /// The most memory that the server has had, in bytes.
    pub(crate) fn peak_memory(&self) -> usize {
        memory(self.child.id(), "VmHWM")
    }

    /// Ends the input and waits for the end of the server.
    #[track_caller]
    pub(crate) fn finish(mut self) -> End {
        self.end_input();
        self.wait(PATIENCE)
    }

    /// Waits for the end of the server.
    #[track_caller]
    pub(crate) fn wait(mut self, limit: Duration) -> End {
        let exit = end_within(&mut self.child, limit);
        let messages = self.rest();
        // It ends with the process and its children.
        let _ = self.errors_end.recv_timeout(PATIENCE);
        let errors = self.errors();
        End {
            exit,
            messages,
            errors,
        }
    }

    /// What a server that has ended left in the pipe.
    fn rest(&mut self) -> Vec<Value> {
        let mut messages: Vec<_> = self.kept.drain(..).collect();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            messages.push(self.checked(&line));
        }
        messages
    }

    /// A line as the message that it has to be.
    #[track_caller]
    fn checked(&self, line: &[u8]) -> Value {
        let message: Value = serde_json::from_slice(line)
            .unwrap_or_else(|error| panic!("{error} in {}", String::from_utf8_lossy(line)));
        let answers = message
            .as_array()
            .map_or(std::slice::from_ref(&message), Vec::as_slice);
        for answer in answers {
            let method = answer.get("id").and_then(|id| self.methods.get(&id.to_string()));
            check(self.version, method.map_or("", String::as_str), answer);
        }
        message
    }
}

/// Holds a message of the server against the schema of a revision.
#[track_caller]
fn check(version: ProtocolVersion, method: &str, message: &Value) {
    let is_old = version < ProtocolVersion::V2025_11_25;
    if message.get("method").is_some() {
        let notifications = std::slice::from_ref(message);
        return mcp_tests::schema::check(
            version,
            "",
            &Seen {
                notifications,
                ..Seen::default()
            },
        );
    }
    let Some(result) = message.get("result") else {
        let mut answer = message.clone();
        if is_old && answer.get("id").is_none() {
            // That is how older revisions have to be told of it, which their schemas do not know.
            answer["id"] = json!(0);
        }
        return hold(
            version,
            if is_old {
                "JSONRPCError"
            } else {
                "JSONRPCErrorResponse"
            },
            &answer,
        );
    };
    hold(
        version,
        if is_old {
            "JSONRPCResponse"
        } else {
            "JSONRPCResultResponse"
        },
        message,
    );
    match method {
        "tools/call" => hold(version, "CallToolResult", result),
        "tools/list" => hold(version, "ListToolsResult", result),
        "server/discover" => hold(version, "DiscoverResult", result),
        _ => {}
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, bytes: &Receiver<Vec<u8>>, unwritten: &AtomicUsize) {
    for bytes in bytes {
        if stdin.write_all(&bytes).is_err() {
            return;
        }
        unwritten.fetch_sub(1, Ordering::SeqCst);
    }
}

fn read(mut stdout: ChildStdout, how: &(Mutex<Reading>, Condvar), lines: &Sender<Vec<u8>>) {
    let mut buffer = vec![0; 64 * 1024];
    let mut unfinished = Vec::new();
    loop {
        let reading = {
            let paused = |reading: &mut Reading| *reading == Reading::Paused;
            *how.1.wait_while(how.0.lock().unwrap(), paused).unwrap()
        };
        let size = match reading {
            Reading::Gone => return,
            Reading::Slow(size, pause) => {
                thread::sleep(pause);
                size
            }
            _ => buffer.len(),
        };
        let read = stdout.read(&mut buffer[..size]).expect("a pipe can be read");
        if read == 0 {
            // Cut off only if the server has given up on this client.
            return;
        }
        for part in buffer[..read].split_inclusive(|&byte| byte == b'\n') {
            unfinished.extend_from_slice(part);
            if unfinished.pop_if(|byte| *byte == b'\n').is_some()
                && lines.send(std::mem::take(&mut unfinished)).is_err()
            {
                return;
            }
        }
    }
}

/// Keeps what is written on standard error, as far as a test may want to know it.
fn keep_errors(mut stderr: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        let mut kept = kept.lock().unwrap();
        if kept.len() < 1 << 20 {
            kept.extend_from_slice(&buffer[..read]);
        }
    }
}
