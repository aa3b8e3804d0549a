//! Every kind of field.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use mcp_runtime::ask::{FormField, FormSchema};
use mcp_runtime::prelude::*;

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "kebab-case")]
enum Extra {
    Gift,
    #[serde(rename = "insured")]
    WithInsurance,
}

/// A day of the calendar.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct Day {
    #[schemars(extend("format" = "date"))]
    day: String,
}

impl FormField for Day {}

#[derive(Deserialize)]
struct Elsewhere(String);

struct NotRead;

impl Default for NotRead {
    fn default() -> Self {
        Self
    }
}

#[derive(Deserialize, JsonSchema, Form)]
struct Every {
    /// A text.
    #[schemars(title = "Name", length(min = 1, max = 40))]
    text: String,
    boxed: Box<str>,
    cow: Cow<'static, str>,
    letter: char,
    #[schemars(email)]
    mail: Option<String>,
    #[serde(default)]
    sure: bool,
    #[schemars(range(min = 1, max = 9))]
    small: u8,
    big: Option<u64>,
    signed: i64,
    size: usize,
    share: f32,
    price: f64,
    extra: Extra,
    extras: Vec<Extra>,
    sorted: BTreeSet<Extra>,
    hashed: Option<HashSet<Extra>>,
    day: Day,
    #[schemars(with = "String")]
    elsewhere: Elsewhere,
    #[serde(skip)]
    not_read: NotRead,
}

#[derive(Deserialize, JsonSchema, Form)]
struct Empty {}

/// Asks.
#[tool]
async fn ask(ctx: Context) -> Result<McpResponse, ToolError> {
    let every = ctx.elicit::<Every>("every", "All of it?").await?;
    let empty = ctx.elicit::<Empty>("empty", "Nothing?").await?;
    let text = every.accepted().map_or_else(String::new, |every| {
        let Every { text, boxed, cow, letter, mail, sure, small, big, signed, size, share, price, .. } = every;
        format!("{text}{boxed}{cow}{letter}{mail:?}{sure}{small}{big:?}{signed}{size}{share}{price}")
    });
    Ok(McpResponse::text(text + empty.accepted().map_or("", |Empty {}| "empty")))
}

fn main() {
    assert!(FormSchema::of::<Every>().is_ok());
    let every: Every = serde_json::from_value(json!({
        "text": "", "boxed": "", "cow": "", "letter": "a", "small": 1, "signed": -1, "size": 1, "share": 0.5,
        "price": 1, "extra": "gift", "extras": ["insured"], "sorted": [], "day": "2026-07-28", "elsewhere": "x",
    }))
    .unwrap();
    assert!(every.extra == Extra::Gift && every.extras[0] == Extra::WithInsurance);
    assert!(every.sorted.is_empty() && every.hashed.is_none());
    assert_eq!((every.day.day, every.elsewhere.0), ("2026-07-28".to_owned(), "x".to_owned()));
    let NotRead = every.not_read;
    let _ = Server::builder("test", "1").form::<Every>().tool::<ask>();
}
