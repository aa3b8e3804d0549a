//! Arguments of tools: a digit for the tool, then the arguments as JSON.
//!
//! A call that is accepted had arguments that fulfil the published schema, as they came or repaired;
//! and arguments that fulfil it are accepted.

#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mcp_core::schema::{Checker, Tape, repair};
use mcp_fuzz::client::{MODERN_META, now};
use mcp_fuzz::mutate::{Random, change, write};
use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_runtime::{Server, Tool};
use serde_json::Value;

/// Numbers that decoding alone checks.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Numbers {
    a: u8,
    b: Option<i16>,
}

#[tool]
async fn simple(a: u8, b: Option<i16>) -> Structured<Numbers> {
    Structured(Numbers { a, b })
}

#[derive(Serialize, JsonSchema)]
struct Bounded {
    count: u32,
    name: String,
    slug: Option<String>,
}

#[tool]
async fn constrained(
    #[arg(range(1..=100), default = 10)] count: u32,
    #[arg(length(1..=8))] name: String,
    #[arg(pattern = "^[a-z]+(-[a-z]+)*$")] slug: Option<String>,
) -> Structured<Bounded> {
    Structured(Bounded { count, name, slug })
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Line {
    item: String,
    count: u16,
    #[serde(default)]
    gift: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Order {
    lines: Vec<Line>,
    notes: Option<BTreeMap<String, Vec<bool>>>,
}

#[tool]
async fn nested(order: Order, also: Option<Vec<Order>>) -> Structured<Vec<Order>> {
    Structured(std::iter::once(order).chain(also.into_iter().flatten()).collect())
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
    Green,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Dot,
    Circle { radius: u8 },
    Named(Named),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Named {
    name: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Outer {
    Unit,
    New(u8),
    Pair(u8, bool),
    Struct { x: i8 },
}

#[derive(Serialize, JsonSchema)]
struct Choice {
    colour: Colour,
    shape: Option<Shape>,
    outer: Option<Outer>,
}

#[tool]
async fn enums(colour: Colour, shape: Option<Shape>, outer: Option<Outer>) -> Structured<Choice> {
    Structured(Choice { colour, shape, outer })
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    value: i8,
    #[serde(default)]
    children: Vec<Tree>,
}

#[tool]
async fn recursive(tree: Tree) -> Structured<Tree> {
    Structured(tree)
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Search {
    /// What to look for.
    #[schemars(length(min = 1, max = 16))]
    text: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default, rename = "pageSize")]
    page_size: Option<u8>,
    pair: Option<(u8, String)>,
    exact: Option<bool>,
    weights: BTreeMap<String, f64>,
}

#[tool]
async fn whole(Args(search): Args<Search>) -> Structured<Search> {
    Structured(search)
}

/// A tool with its published schema.
struct Target {
    name: String,
    schema: Value,
    checker: Checker,
}

impl Target {
    fn of<T: Tool>() -> Self {
        let descriptor = T::define().descriptor;
        Self {
            name: descriptor.name,
            checker: Checker::new(&descriptor.input_schema).expect("the schema is right"),
            schema: descriptor.input_schema,
        }
    }
}

static TARGETS: LazyLock<[Target; 6]> = LazyLock::new(|| {
    [
        Target::of::<simple>(),
        Target::of::<constrained>(),
        Target::of::<nested>(),
        Target::of::<enums>(),
        Target::of::<recursive>(),
        Target::of::<whole>(),
    ]
});

static CLIENT: LazyLock<TestClient> = LazyLock::new(|| {
    let server = Server::builder("fuzz", "1.0.0")
        .tool::<simple>()
        .tool::<constrained>()
        .tool::<nested>()
        .tool::<enums>()
        .tool::<recursive>()
        .tool::<whole>();
    TestClient::new(&server.build().expect("the server is right"))
});

fuzz_target!(|data: &[u8]| {
    let Some((&digit, arguments)) = data.split_first() else {
        return;
    };
    let Ok(arguments) = std::str::from_utf8(arguments) else {
        return;
    };
    // One JSON value, so that it cannot end the message that it is put into.
    if serde_json::from_str::<&serde_json::value::RawValue>(arguments).is_err() {
        return;
    }
    let target = &TARGETS[usize::from(digit) % TARGETS.len()];
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{}","arguments":{arguments},"_meta":{MODERN_META}}}}}"#,
        target.name
    );
    let answer = now(CLIENT.send_unobserved(message.as_bytes())).expect("a call is answered");
    let answer: Value = serde_json::from_slice(&answer).expect("the answer is JSON");
    let shown = || format!("{} {arguments} was answered {answer}", target.name);

    // What a value cannot hold, such as half a surrogate pair, is nothing to compare with.
    let Ok(sent) = serde_json::from_str::<Value>(arguments) else {
        return;
    };
    if !sent.is_object() && !sent.is_null() {
        assert_eq!(answer["error"]["code"], -32602, "{}", shown());
        return;
    }
    let accepted = match &answer["result"]["isError"] {
        Value::Bool(is_error) => !is_error,
        _ => panic!("a call has a result: {}", shown()),
    };
    let sent = if sent.is_null() { json!({}) } else { sent };
    let fits = fits(&target.checker, &sent);
    let repairable = || {
        let mut repaired = sent.clone();
        !repair(&target.schema, &mut repaired).is_empty() && self::fits(&target.checker, &repaired)
    };
    if accepted {
        assert!(fits || repairable(), "accepted against the schema: {}", shown());
    } else {
        let repeats = Tape::parse(arguments).is_err();
        assert!(repeats || !fits, "refused although it fits: {}", shown());
        let text = answer["result"]["content"][0]["text"].as_str();
        assert_eq!(text, Some("Invalid tool arguments"), "{}", shown());
    }
});

fn fits(checker: &Checker, value: &Value) -> bool {
    let text = value.to_string();
    Tape::parse(&text).is_ok_and(|tape| checker.accepts(&tape))
}

const KEYS: [&str; 31] = [
    "a", "b", "count", "name", "slug", "order", "also", "lines", "notes", "item", "gift", "colour", "shape",
    "outer", "kind", "circle", "radius", "named", "New", "Pair", "Struct", "tree", "value", "children",
    "text", "tags", "pageSize", "pair", "weights", "exact", "red",
];

fn valid(tool: usize) -> Value {
    match tool {
        0 => json!({ "a": 1, "b": -2 }),
        1 => json!({ "count": 5, "name": "x", "slug": "a-b" }),
        2 => {
            json!({ "order": { "lines": [{ "item": "x", "count": 2, "gift": true }], "notes": { "n": [true] } }, "also": [] })
        }
        3 => {
            json!({ "colour": "red", "shape": { "kind": "circle", "radius": 3 }, "outer": { "Pair": [1, true] } })
        }
        4 => json!({ "tree": { "value": 1, "children": [{ "value": 2, "children": [] }] } }),
        _ => {
            json!({ "text": "x", "tags": ["t"], "pageSize": 3, "pair": [1, "y"], "exact": true, "weights": { "w": 0.5 } })
        }
    }
}

// Changes the arguments in one place; a quarter of the time libFuzzer does as it likes.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(seed);
    if random.below(4) == 0 || size == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let parsed = serde_json::from_slice::<Value>(&data[1..size]).ok();
    let tool = match parsed {
        Some(_) => usize::from(data[0]) % TARGETS.len(),
        None => random.below(TARGETS.len()),
    };
    let mut value = parsed
        .filter(|_| random.below(16) > 0)
        .unwrap_or_else(|| valid(tool));
    change(&mut value, &KEYS, &mut random);
    let mut changed = vec![b'0' + tool as u8];
    changed.extend_from_slice(value.to_string().as_bytes());
    write(&changed, data, max_size).unwrap_or_else(|| fuzzer_mutate(data, size, max_size))
});
