//! What a valid call allocates, exactly (issue "The contract": the happy path pays for no
//! diagnostics).
//!
//! The bounds are what is allocated today. Who allocates less lowers them; who allocates more says
//! why.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use allocation_counter::{AllocationInfo, measure};
use mcp_core::Structured;
use mcp_core::primitive::{ToolBuilder, ToolDefinition, argument};
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use mcp_tests::{NEWEST, message, unopened_client};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Allocations of a call whose type enforces its schema.
const PLAIN: u64 = 18;
/// Allocations of a call whose arguments are checked first: the tape is one more.
const CONSTRAINED: u64 = 19;

/// As `order-summary` answers, without its file.
#[derive(Serialize, JsonSchema)]
struct Summary {
    order_id: u64,
    status: &'static str,
    total: f64,
}

fn summary(order_id: u64) -> Structured<Summary> {
    Structured(Summary {
        order_id,
        status: "paid",
        total: 42.5,
    })
}

/// The type enforces all that the schema says.
fn plain() -> ToolDefinition {
    ToolBuilder::new("order-summary").handler(
        (argument::<u64>("order_id").description("The number printed on the receipt."),),
        (),
        |(order_id,), ()| async move { summary(order_id) },
    )
}

/// The schema says more, so the arguments are checked against it first.
fn constrained() -> ToolDefinition {
    ToolBuilder::new("order-summary").handler(
        (argument::<u64>("order_id")
            .description("The number printed on the receipt.")
            .minimum(&1)
            .maximum(&1_000_000),),
        (),
        |(order_id,), ()| async move { summary(order_id) },
    )
}

/// A server with the tool and as many others as make `count`.
fn server(tool: ToolDefinition, count: usize) -> Server {
    let others = (1..count).map(|index| {
        ToolBuilder::new(format!("other-{index}")).handler(
            (argument::<Option<String>>("note"),),
            (),
            |(_,), ()| async { summary(0) },
        )
    });
    others
        .fold(
            Server::builder("allocations", "1.0.0").add_tool(tool),
            |builder, tool| builder.add_tool(tool),
        )
        .build()
        .expect("every tool can be served")
}

/// What one call allocates on this thread, from the bytes of the message to those of the answer.
fn allocated(server: &Server, arguments: &Value) -> AllocationInfo {
    let client = TestClient::new(server);
    let params = json!({ "name": "order-summary", "arguments": arguments });
    let message = message(&client, 1, "tools/call", params).to_string();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime of one thread");
    let call = || runtime.block_on(client.send_unobserved(message.as_bytes()));
    // What is made once, at the first call, is not what a call costs.
    for _ in 0..3 {
        let answer = call().expect("a call is answered");
        let answer: Value = serde_json::from_slice(&answer).expect("the answer is JSON");
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
    // A call that a busy machine holds up takes another way for a while: the least is the usual cost.
    let cost = (0..64)
        .map(|_| measure(|| drop(call())))
        .min_by_key(|cost| cost.count_total)
        .expect("it was measured");
    assert_eq!(cost.count_current, 0, "nothing is kept of a call");
    cost
}

/// The answer is the right one, and within the protocol.
#[tokio::test]
async fn what_is_measured_is_a_good_call() {
    for tool in [plain(), constrained()] {
        let client = unopened_client(&server(tool, 1));
        assert_eq!(client.version().as_str(), NEWEST);
        let params = json!({ "name": "order-summary", "arguments": { "order_id": 42 } });
        let result = client.request("tools/call", params).await.unwrap();
        let summary = json!({ "order_id": 42, "status": "paid", "total": 42.5 });
        assert_eq!(result["structuredContent"], summary);
    }
}

#[test]
fn a_call_without_constraints() {
    let cost = allocated(&server(plain(), 1), &json!({ "order_id": 42 }));
    assert!(cost.count_total <= PLAIN, "{cost:?}");
}

#[test]
fn a_call_with_constraints() {
    let cost = allocated(&server(constrained(), 1), &json!({ "order_id": 42 }));
    assert!(cost.count_total <= CONSTRAINED, "{cost:?}");
}

#[test]
fn tools_that_are_not_called_cost_nothing() {
    for tool in [plain, constrained] {
        let arguments = json!({ "order_id": 42 });
        let alone = allocated(&server(tool(), 1), &arguments);
        let among = allocated(&server(tool(), 200), &arguments);
        assert_eq!(alone, among);
    }
}
