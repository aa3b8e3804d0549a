//! What is measured, by name.

use std::fmt;
use std::hint::black_box;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use mcp_runtime::Server;
use serde::de::DeserializeOwned;

use crate::drive::{client, send, take_put_off};
use crate::message::{call, call_in, request};
use crate::nested::{self, BoundedOrder, Order};
use crate::servers;

/// The size of the picture, in bytes.
const IMAGE: usize = 3_000_000;

/// One thing that is done over and over.
pub struct Workload {
    /// What it is called: `group/case`.
    pub name: &'static str,
    /// Makes what is needed for it.
    prepare: Box<dyn Fn() -> Operation>,
    /// What was made, while it is good.
    ready: Option<Operation>,
}

/// Does it once.
type Operation = Box<dyn FnMut()>;

impl Workload {
    fn new(name: &'static str, prepare: impl Fn() -> Operation + 'static) -> Self {
        Self {
            name,
            prepare: Box::new(prepare),
            ready: None,
        }
    }

    /// A message to a server, and a piece of the answer that shows that the work was done.
    fn call(
        name: &'static str,
        revision: &'static str,
        server: impl Fn() -> Server + 'static,
        message: Vec<u8>,
        expected: &'static str,
    ) -> Self {
        Self::new(name, move || {
            let client = client(&server(), revision);
            let message = message.clone();
            let answer = send(&client, &message).unwrap_or_default();
            let text = String::from_utf8_lossy(&answer);
            assert!(text.contains(expected), "{name}: {:.300}", text);
            Box::new(move || {
                black_box(send(&client, black_box(&message)));
            })
        })
    }

    /// What decoding costs with serde alone.
    fn serde<T: DeserializeOwned + 'static>(name: &'static str, json: String) -> Self {
        Self::new(name, move || {
            let json = json.clone();
            Box::new(move || {
                let value: T = serde_json::from_str(black_box(&json)).expect("the JSON is right");
                black_box(value);
            })
        })
    }

    /// Runs it `count` times, on a server that is warm; `around` is given the part that counts.
    ///
    /// Gives `None` if the server put more than a few calls off: that is not what is to be measured.
    pub fn run<T>(&mut self, count: u64, around: impl FnOnce(&mut dyn FnMut()) -> T) -> Option<T> {
        let mut once = self.ready.take().unwrap_or_else(|| self.warm());
        let measured = around(&mut || (0..count).for_each(|_| once()));
        if take_put_off() > count / 50 {
            return None;
        }
        self.ready = Some(once);
        Some(measured)
    }

    /// The first server is thrown away: the first calls of a process are slow, and a server puts slow
    /// handlers off. Always as many steps, so that instructions can be compared.
    fn warm(&self) -> Operation {
        (self.prepare)()();
        let mut once = (self.prepare)();
        take_put_off();
        once();
        once();
        once
    }
}

impl fmt::Debug for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workload")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Every workload.
#[must_use]
pub fn all() -> Vec<Workload> {
    let modern = "2026-07-28";
    let image = Bytes::from(vec![0x5a; IMAGE]);
    let text: &str = Box::leak("A line of text, \"quoted\".\n".repeat(2400).into_boxed_str());
    let served = image.clone();
    let small = move || servers::small(&served, text);
    let order = nested::arguments();
    let arguments = r#"{"a":19,"b":23}"#;
    let sum = r#""structuredContent":{"sum":42}"#;
    let list = |name, count| {
        let message = request(modern, "tools/list", "");
        Workload::call(
            name,
            modern,
            move || servers::of_tools(count),
            message,
            r#""name":"tool-0""#,
        )
    };
    vec![
        Workload::call(
            "envelope/ping",
            "2025-06-18",
            small.clone(),
            request("2025-06-18", "ping", ""),
            "{}",
        ),
        Workload::call(
            "add/2026-07-28",
            modern,
            small.clone(),
            call("add", arguments),
            sum,
        ),
        Workload::call(
            "add/2025-06-18",
            "2025-06-18",
            small.clone(),
            call_in("2025-06-18", "add", arguments),
            sum,
        ),
        Workload::call(
            "add/validated",
            modern,
            small.clone(),
            call("add-bounded", arguments),
            sum,
        ),
        Workload::call(
            "tools/1",
            modern,
            || servers::of_tools(1),
            call("tool-0", arguments),
            sum,
        ),
        Workload::call(
            "tools/1000",
            modern,
            || servers::of_tools(1000),
            call("tool-0", arguments),
            sum,
        ),
        list("list/10", 10),
        list("list/1000", 1000),
        list("list/10000", 10_000),
        Workload::serde::<Order>("nested/serde", order.clone()),
        Workload::call(
            "nested/typed",
            modern,
            small.clone(),
            call("order", &order),
            "42 180",
        ),
        Workload::serde::<BoundedOrder>("nested/bounded-serde", order.clone()),
        Workload::call(
            "nested/bounded",
            modern,
            small.clone(),
            call("bounded-order", &order),
            "42 180",
        ),
        Workload::new("text/serde", move || {
            Box::new(move || {
                black_box(serde_json::to_vec(black_box(text)).ok());
            })
        }),
        Workload::call(
            "text/64k",
            modern,
            small.clone(),
            call("text", "{}"),
            r#"A line of text, \"quoted\".\n"#,
        ),
        Workload::new("image/floor", move || {
            let image = image.clone();
            Box::new(move || {
                let data = STANDARD.encode(black_box(&image));
                black_box(serde_json::to_vec(&data).ok());
            })
        }),
        Workload::call("image/3MB", modern, small, call("image", "{}"), "image/png"),
    ]
}
