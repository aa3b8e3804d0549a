//! The servers that are called.

use bytes::Bytes;
use mcp_core::primitive::{ToolBuilder, ToolDefinition, argument};
use mcp_runtime::Server;
use mcp_runtime::prelude::*;

use crate::drive::note_place;
use crate::nested::{BoundedOrder, Order};

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Sum {
    sum: i64,
}

/// Add two numbers.
#[tool(read_only)]
async fn add(a: i64, b: i64) -> Structured<Sum> {
    note_place().await;
    Structured(Sum { sum: a + b })
}

/// Add two numbers that have bounds.
#[tool(read_only)]
async fn add_bounded(#[arg(range(0..=1000))] a: i64, #[arg(range(0..=1000))] b: i64) -> Structured<Sum> {
    note_place().await;
    Structured(Sum { sum: a + b })
}

/// Take an order. Where it runs is not noted: next to 40 KB it does not matter, and under callgrind
/// it takes too long for the reading thread, as the text does.
#[tool]
async fn order(Args(order): Args<Order>) -> McpResponse {
    McpResponse::text(format!("{} {}", order.id, order.lines.len()))
}

/// Take an order whose schema demands more than its types.
#[tool]
async fn bounded_order(Args(order): Args<BoundedOrder>) -> McpResponse {
    McpResponse::text(format!("{} {}", order.id, order.lines.len()))
}

/// A server of the tools with names of their own, and of what is read from memory: a picture and a
/// text.
pub(crate) fn small(image: &Bytes, text: &'static str) -> Server {
    let image = image.clone();
    let picture = ToolBuilder::new("image").handler((), (), move |(), ()| {
        let image = image.clone();
        async move {
            note_place().await;
            McpResponse::image(image, "image/png")
        }
    });
    let text = ToolBuilder::new("text").handler((), (), move |(), ()| async move { McpResponse::text(text) });
    Server::builder("bench", "1.0.0")
        .tool::<add>()
        .tool::<add_bounded>()
        .tool::<order>()
        .tool::<bounded_order>()
        .add_tool(picture)
        .add_tool(text)
        .build()
        .expect("the server is right")
}

/// A server of `count` tools like `add`: `tool-0`, `tool-1`, ….
pub(crate) fn of_tools(count: usize) -> Server {
    let server = Server::builder("bench", "1.0.0");
    (0..count)
        .fold(server, |server, n| server.add_tool(numbered(n)))
        .build()
        .expect("the server is right")
}

fn numbered(n: usize) -> ToolDefinition {
    ToolBuilder::new(format!("tool-{n}"))
        .description("Add two numbers.")
        .handler(
            (
                argument::<i64>("a").description("The first."),
                argument::<i64>("b").description("The second."),
            ),
            (),
            |(a, b), ()| async move {
                note_place().await;
                Structured(Sum { sum: a + b })
            },
        )
}
