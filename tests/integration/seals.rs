//! What authors seal themselves: where it opens, where it does not, and what the operator is told.

use std::cell::RefCell;
use std::fmt;
use std::sync::Once;
use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::testing::{TestClient, TestError};
use mcp_runtime::{Limits, ServerBuilder, StateKeys};
use mcp_tests::unopened_client;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span};

use crate::asking::text;

#[derive(Serialize, Deserialize)]
struct Offer {
    item: String,
    cents: u64,
}

/// Make an offer.
#[tool]
async fn quote(item: String, purpose: String, ctx: Context) -> Result<McpResponse, ToolError> {
    let offer = Offer { item, cents: 1250 };
    Ok(McpResponse::text(ctx.seal(&purpose, &offer)?))
}

/// Take it.
#[tool]
async fn order(offer: String, purpose: String, ctx: Context) -> Result<McpResponse, ToolError> {
    let Offer { item, cents } = ctx.open(&purpose, &offer)?;
    Ok(McpResponse::text(format!("{item} for {cents}")))
}

/// Take it for something else.
#[tool]
async fn miscount(offer: String, ctx: Context) -> Result<McpResponse, ToolError> {
    let counts: Vec<u64> = ctx.open("offer", &offer)?;
    Ok(McpResponse::text(format!("{counts:?}")))
}

fn named(name: &str, change: impl FnOnce(ServerBuilder) -> ServerBuilder) -> Server {
    let builder = Server::builder(name, "1.0.0").state_keys(StateKeys::new([1; 32]));
    change(builder)
        .tool::<quote>()
        .tool::<order>()
        .tool::<miscount>()
        .build()
        .unwrap()
}

fn server() -> Server {
    named("shop", |builder| builder)
}

fn by(server: &Server, caller: Option<&str>) -> TestClient {
    let client = unopened_client(server);
    match caller {
        Some(caller) => client.with_principal(Principal::new(caller)),
        None => client,
    }
}

async fn sealed(client: &TestClient) -> String {
    let arguments = json!({ "item": "book", "purpose": "offer" });
    text(&client.call_tool("quote", arguments).await.unwrap())
}

async fn opened(client: &TestClient, offer: &str, purpose: &str) -> Result<String, TestError> {
    let arguments = json!({ "offer": offer, "purpose": purpose });
    Ok(text(&client.call_tool("order", arguments).await?))
}

fn assert_refused<T: fmt::Debug>(result: Result<T, TestError>) {
    let error = result.unwrap_err();
    let error = error.rpc().unwrap();
    assert_eq!(
        (error.code.value(), &*error.message, &error.data),
        (-32602, "Invalid request state", &None)
    );
}

thread_local! {
    static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the warnings of each thread, thus of each test.
///
/// It is there for the whole process: with a subscriber for one thread alone, whether a place in
/// the code is of interest could be settled, for all threads, by one that has none.
struct Warnings;

impl Warnings {
    fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| tracing::subscriber::set_global_default(Self).unwrap());
        Self::take();
    }

    fn take() -> Vec<String> {
        WARNINGS.take()
    }
}

struct Fields<'l>(&'l mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        *self.0 += &format!("{field}={value:?} ");
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = String::new();
        event.record(&mut Fields(&mut line));
        WARNINGS.with_borrow_mut(|lines| lines.push(line.trim_end().to_owned()));
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// Has a refusal told to the client as always, and to the operator in one line with this reason.
async fn assert_told(client: &TestClient, tool: &str, offer: &str, purpose: &str, reason: &str) {
    Warnings::install();
    let mut arguments = json!({ "offer": offer });
    if tool == "order" {
        arguments["purpose"] = json!(purpose);
    }
    assert_refused(client.call_tool(tool, arguments).await);
    let expected = format!("message=a sealed value was refused purpose={purpose:?} reason={reason}");
    assert_eq!(Warnings::take(), [expected]);
}

#[tokio::test]
async fn what_one_process_seals_another_with_its_keys_opens_in_either_era() {
    let (one, other) = (server(), server());
    let old = TestClient::with_handshake(&one, "2025-11-25").await.unwrap();
    let new = unopened_client(&other);
    for (seals, opens) in [(&old, &new), (&new, &old)] {
        let offer = sealed(seals).await;
        assert!(
            offer
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
            "{offer}"
        );
        assert_eq!(opened(opens, &offer, "offer").await.unwrap(), "book for 1250");
        assert_eq!(opened(seals, &offer, "offer").await.unwrap(), "book for 1250");
        assert_refused(opened(opens, &offer, "another").await);
    }
    assert_ne!(sealed(&new).await, sealed(&new).await);
}

#[tokio::test]
async fn mrtr_11_it_belongs_to_one_caller() {
    let server = server();
    let callers = [None, Some("ada"), Some("bob"), Some("")];
    for seals in callers {
        let offer = sealed(&by(&server, seals)).await;
        for opens in callers {
            let taken = opened(&by(&server, opens), &offer, "offer").await;
            match seals == opens {
                true => assert_eq!(taken.unwrap(), "book for 1250"),
                false => assert_refused(taken),
            }
        }
    }
}

#[tokio::test]
async fn mrtr_10_what_was_changed_is_refused() {
    let client = by(&server(), None);
    let offer = sealed(&client).await;
    for position in 0..offer.len() {
        let mut changed = offer.clone().into_bytes();
        changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
        assert_refused(opened(&client, &String::from_utf8(changed).unwrap(), "offer").await);
        assert_refused(opened(&client, &offer[..position], "offer").await);
    }
    assert_refused(opened(&client, &format!("{offer}A"), "offer").await);
}

#[tokio::test]
async fn the_operator_is_told_why() {
    let shop = server();
    let client = by(&shop, None);
    let offer = sealed(&client).await;
    let misplaced = "it was changed, or is used where it does not belong";
    assert_told(&client, "order", &offer, "another", misplaced).await;
    assert_told(&by(&shop, Some("ada")), "order", &offer, "offer", misplaced).await;
    let elsewhere = named("library", |builder| builder);
    assert_told(&by(&elsewhere, None), "order", &offer, "offer", misplaced).await;
    assert_told(&client, "order", "?", "offer", "it is not base64").await;
    let counts = "it holds no `alloc::vec::Vec<u64>`";
    assert_told(&client, "miscount", &offer, "offer", counts).await;
}

#[tokio::test]
async fn mrtr_13_keys_are_rotated_and_retired() {
    let offer = sealed(&by(&server(), None)).await;
    let rotated = named("shop", |builder| {
        builder.state_keys(StateKeys::new([2; 32]).also_open([1; 32]))
    });
    assert_eq!(
        opened(&by(&rotated, None), &offer, "offer").await.unwrap(),
        "book for 1250"
    );
    let retired = named("shop", |builder| builder.state_keys(StateKeys::new([2; 32])));
    let reason = "its key is not known: another server made it, or the key was retired";
    assert_told(&by(&retired, None), "order", &offer, "offer", reason).await;
}

#[tokio::test]
async fn mrtr_11_it_expires() {
    let short = named("shop", |builder| {
        builder.state_lifetime(Duration::from_millis(30))
    });
    let client = by(&short, None);
    let offer = sealed(&client).await;
    tokio::time::sleep(Duration::from_millis(40)).await;
    assert_told(&client, "order", &offer, "offer", "it has expired").await;
}

#[tokio::test]
async fn mrtr_16_its_size_is_bounded_both_ways() {
    let small = named("shop", |builder| {
        builder.limits(Limits {
            request_state_size: Some(1000),
            ..Limits::default()
        })
    });
    let client = by(&small, None);
    let arguments = json!({ "item": "x".repeat(1000), "purpose": "offer" });
    let result = client.call_tool("quote", arguments.clone()).await.unwrap();
    assert_eq!(text(&result), "Tool execution failed");
    let long = by(&server(), None).call_tool("quote", arguments).await.unwrap();
    assert_told(
        &client,
        "order",
        &text(&long),
        "offer",
        "it is longer than allowed",
    )
    .await;
}

/// Asks with a state of its own.
#[tool]
async fn stateful(ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.elicit::<crate::asking::Confirm>("confirm", "?").await?;
    Ok(McpResponse::text("done"))
}

/// A state is no seal of an author, and the other way round.
#[tokio::test]
async fn mrtr_11_a_state_does_not_open_by_hand() {
    let server = named("shop", |builder| builder.tool::<stateful>());
    let client = by(&server, None).with_capabilities(json!({ "elicitation": {} }));
    let call = json!({ "name": "stateful", "arguments": {} });
    let asks = client.request("tools/call", call.clone()).await.unwrap();
    let state = asks["requestState"].as_str().unwrap();
    for purpose in ["", "offer", "tools/call", "stateful"] {
        assert_refused(opened(&client, state, purpose).await);
    }
    let mut retry = call;
    retry["requestState"] = json!(sealed(&client).await);
    assert_refused(client.request("tools/call", retry).await);
}
