//! HTTP/1.1 by hand: what a client sends byte by byte, and what comes back.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::PATIENCE;

/// One connection, kept for many requests.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    unread: Vec<u8>,
}

/// The head of a response.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
}

impl Head {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

impl Connection {
    pub(crate) async fn try_open(port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            unread: Vec::new(),
        })
    }

    /// Hangs up without leaving a trace in the system's tables, of which ten thousand would fill them.
    pub(crate) fn hang_up_hard(&self) {
        self.stream.set_zero_linger().expect("the connection is open");
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream
            .write_all(bytes.as_ref())
            .await
            .expect("the server reads");
    }

    /// Sends a request and reads the whole response.
    pub(crate) async fn ask(&mut self, request: &str) -> (Head, String) {
        self.send(request).await;
        self.answer().await
    }

    /// Reads a whole response.
    pub(crate) async fn answer(&mut self) -> (Head, String) {
        let head = self.head().await;
        let body = match head.header("content-length") {
            Some(length) => {
                let length: usize = length.parse().unwrap();
                while self.unread.len() < length {
                    assert!(self.read().await, "the body is whole");
                }
                self.unread.drain(..length).collect()
            }
            None if head.header("transfer-encoding").is_some() => {
                let mut body = Vec::new();
                while let Some(chunk) = self.chunk().await {
                    body.extend(chunk);
                }
                body
            }
            None => Vec::new(),
        };
        (head, String::from_utf8(body).expect("UTF-8"))
    }

    /// Reads the head of a response.
    pub(crate) async fn head(&mut self) -> Head {
        self.try_head().await.expect("a response")
    }

    /// Reads the head of a response, unless the server hangs up.
    pub(crate) async fn try_head(&mut self) -> Option<Head> {
        let text = self.up_to(b"\r\n\r\n").await?;
        let text = String::from_utf8(text).expect("a head is ASCII");
        let mut lines = text.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Some(Head {
            status,
            headers: headers.collect(),
        })
    }

    /// Reads one chunk of a response; `None` after the last.
    pub(crate) async fn chunk(&mut self) -> Option<Vec<u8>> {
        let size = self.up_to(b"\r\n").await?;
        let size = std::str::from_utf8(&size).unwrap().trim();
        let size =
            usize::from_str_radix(size, 16).unwrap_or_else(|_| panic!("`{size}` is no size of a chunk"));
        while self.unread.len() < size + 2 {
            assert!(self.read().await, "the chunk is whole");
        }
        let chunk: Vec<u8> = self.unread.drain(..size + 2).take(size).collect();
        (size > 0).then_some(chunk)
    }

    /// Reads the next message of a stream of events; `None` at its end.
    pub(crate) async fn event(&mut self) -> Option<Value> {
        let mut text = String::new();
        loop {
            text.push_str(std::str::from_utf8(&self.chunk().await?).unwrap());
            // The server writes whole events; several may come in one chunk, and are given back.
            while let Some((event, rest)) = text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let data = data.filter(|data| !data.is_empty()).map(str::to_owned);
                text = rest.to_owned();
                if let Some(data) = data {
                    if !text.is_empty() {
                        self.give_back(&text);
                    }
                    return Some(serde_json::from_str(&data).unwrap());
                }
            }
        }
    }

    /// Puts what was read too early in front again, as a chunk.
    fn give_back(&mut self, text: &str) {
        let chunk = format!("{:x}\r\n{text}\r\n", text.len());
        self.unread.splice(..0, chunk.into_bytes());
    }

    /// Waits for the server to hang up, whatever it sends before.
    pub(crate) async fn hung_up(&mut self) {
        while self.try_read().await.unwrap_or(0) > 0 {}
    }

    /// Whether the server hangs up in time.
    pub(crate) async fn hangs_up_within(&mut self, limit: Duration) -> bool {
        timeout(limit, async { while self.try_read().await.unwrap_or(0) > 0 {} })
            .await
            .is_ok()
    }

    async fn up_to(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        loop {
            if let Some(place) = self.unread.windows(end.len()).position(|window| window == end) {
                return Some(self.unread.drain(..place + end.len()).collect());
            }
            if !self.read().await {
                return None;
            }
        }
    }

    async fn read(&mut self) -> bool {
        let read = timeout(PATIENCE, self.try_read())
            .await
            .expect("something to read in time");
        read.unwrap_or(0) > 0
    }

    async fn try_read(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 16 << 10];
        let read = self.stream.read(&mut buffer).await?;
        self.unread.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

/// A posted message with further header lines.
pub(crate) fn post(headers: &str, message: &Value) -> String {
    let body = message.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// A request of the newest revision.
pub(crate) fn modern(method: &str, params: Value) -> String {
    modern_with(method, params, json!({}))
}

/// A request of the newest revision with a progress token.
pub(crate) fn with_progress(method: &str, params: Value) -> String {
    modern_with(method, params, json!({ "progressToken": 1 }))
}

fn modern_with(method: &str, mut params: Value, meta: Value) -> String {
    params["_meta"] = meta;
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = mcp_tests::NEWEST.into();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let name = params["name"]
        .as_str()
        .map(|name| format!("mcp-name: {name}\r\n"));
    let name = name.unwrap_or_default();
    let headers = format!(
        "mcp-protocol-version: {}\r\nmcp-method: {method}\r\n{name}",
        mcp_tests::NEWEST
    );
    post(
        &headers,
        &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }),
    )
}

/// A request of a session.
pub(crate) fn legacy(session: &str, method: &str, params: Value) -> String {
    let headers = format!("mcp-session-id: {session}\r\nmcp-protocol-version: 2025-11-25\r\n");
    post(
        &headers,
        &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }),
    )
}

/// The request that begins a session.
pub(crate) fn initialize() -> String {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "elicitation": {}, "sampling": {}, "roots": { "listChanged": true } },
        "clientInfo": { "name": "load", "version": "1.0.0" },
    });
    post(
        "",
        &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
    )
}

/// A request without a body, for a session.
pub(crate) fn bare(method: &str, session: &str, headers: &str) -> String {
    format!(
        "{method} /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\nmcp-session-id: {session}\r\n\
         mcp-protocol-version: 2025-11-25\r\n{headers}\r\n"
    )
}

/// Begins a session and gives its id.
pub(crate) async fn begin(connection: &mut Connection) -> String {
    let (head, _) = connection.ask(&initialize()).await;
    assert_eq!(head.status, 200);
    let session = head.header("mcp-session-id").expect("a session").to_owned();
    let ready = post(
        &format!("mcp-session-id: {session}\r\nmcp-protocol-version: 2025-11-25\r\n"),
        &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    );
    let (head, _) = connection.ask(&ready).await;
    assert_eq!(head.status, 202);
    session
}
