//! A small shop as an MCP server: every kind of primitive and of answer, over a real data file.

mod store;

use std::path::Path;

use async_stream::stream;
use mcp_runtime::BuildErrors;
use mcp_runtime::prelude::*;

pub use store::{Order, Orders, OrdersError, Status};

/// The data file that the example ships.
pub const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/orders/orders.json");

/// The pictures and sounds that the example ships.
const BRAND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/orders/brand");

/// An order in three words.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OrderSummary {
    /// The number printed on the receipt.
    order_id: u64,
    /// How far the order is.
    status: Status,
    /// What it costs, in euros.
    total: f64,
}

/// Return a typed order summary.
#[tool(read_only, idempotent, open_world = false)]
pub async fn order_summary(
    /// The number printed on the receipt.
    order_id: u64,
    State(orders): State<Orders>,
) -> Result<Structured<OrderSummary>, ToolError> {
    let order = orders
        .find(order_id)
        .await?
        .ok_or_else(|| ToolError::expected("Order not found."))?;
    Ok(Structured(OrderSummary {
        order_id,
        status: order.status,
        total: order.total(),
    }))
}

/// What to look for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderLookup {
    /// The number printed on the receipt.
    order_id: u64,
}

/// Find an order by its number.
#[tool(read_only)]
pub async fn find_order(
    Args(input): Args<OrderLookup>,
    State(orders): State<Orders>,
) -> Result<McpResponse, ToolError> {
    Ok(match orders.find(input.order_id).await? {
        Some(order) => McpResponse::structured(json!({ "order_id": order.id, "status": order.status }))?,
        None => McpResponse::error("Order not found."),
    })
}

/// Describe the latest report and link to its source.
#[tool(read_only)]
pub async fn report_summary(State(orders): State<Orders>) -> Result<[McpResponse; 2], ToolError> {
    let count = orders.all().await?.len();
    let link = ResourceLink::new("reports://latest", "latest-report")?
        .with_title("Latest report")
        .with_description("Read the complete report.")
        .with_mime_type("application/json")?;
    Ok([
        McpResponse::text(format!("The latest report contains {count} orders.")),
        McpResponse::resource_link(link),
    ])
}

/// Return the shop's logo and its welcome sound.
#[tool(read_only)]
pub async fn brand_assets() -> Result<(McpResponse, McpResponse), ToolError> {
    let folder = Path::new(BRAND);
    let (logo, welcome) = tokio::try_join!(
        tokio::fs::read(folder.join("logo.png")),
        tokio::fs::read(folder.join("welcome.wav"))
    )?;
    Ok((
        McpResponse::image(logo, "image/png")?,
        McpResponse::audio(welcome, "audio/wav")?,
    ))
}

/// Say when the shop is open.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
pub fn store_hours() -> McpResponse {
    McpResponse::text("Monday to Friday, 09:00–17:00 UTC.")
}

/// Answer with the protocol's own result type.
#[tool]
pub async fn explicit_result() -> Result<CallToolResult, ToolError> {
    let mut meta = mcp_runtime::protocol::Meta::default();
    meta.insert("example.org/source", "integration")?;
    let result = CallToolResult::new([ContentBlock::text("Ready")]);
    Ok(result
        .with_structured_content(json!({ "ready": true }))
        .with_is_error(false)
        .with_meta(meta))
}

/// Check every order, reporting progress.
#[tool(read_only)]
pub async fn audit_orders(State(orders): State<Orders>) -> ResponseStream {
    ResponseStream::new(stream! {
        let orders = orders.all().await?;
        let count = orders.len();
        let mut empty = 0;
        for (position, order) in orders.into_iter().enumerate() {
            empty += usize::from(order.lines.is_empty());
            let message = format!("order {}", order.id);
            yield Ok(McpResponse::progress((position + 1) as f64, Some(count as f64), Some(&message))?);
        }
        yield Ok::<_, ToolError>(McpResponse::text(format!("{count} orders checked, {empty} without lines.")));
    })
}

/// The catalog anyone may cache.
#[resource(
    uri = "catalog://public",
    mime_type = "application/json",
    cache(ttl_ms = 30_000, scope = "public"),
    icon(src = "https://example.org/catalog.svg", mime_type = "image/svg+xml")
)]
pub async fn public_catalog() -> Result<McpResponse, ResponseError> {
    McpResponse::structured(json!({ "categories": ["books", "music"] }))
}

/// The latest report in full.
#[resource(uri = "reports://latest", mime_type = "application/json")]
pub async fn latest_report(State(orders): State<Orders>) -> Result<McpResponse, ResourceError> {
    let orders = orders.all().await?;
    let revenue: f64 = orders.iter().map(Order::total).sum();
    Ok(McpResponse::structured(
        json!({ "orders": orders.len(), "revenue": revenue }),
    )?)
}

/// All orders as a table.
#[resource(name = "orders.csv", uri = "reports://orders.csv", mime_type = "text/csv")]
pub async fn orders_csv(State(orders): State<Orders>) -> Result<McpResponse, ResourceError> {
    let rows = orders
        .all()
        .await?
        .into_iter()
        .map(|order| format!("{},{}\n", order.id, order.status));
    Ok(McpResponse::text(format!(
        "id,status\n{}",
        rows.collect::<String>()
    )))
}

/// One order.
#[resource(uri = "orders://{id}", mime_type = "application/json")]
pub async fn order(
    #[arg(complete = order_ids)] id: u64,
    State(orders): State<Orders>,
) -> Result<McpResponse, ResourceError> {
    let order = orders.find(id).await?.ok_or_else(ResourceError::not_found)?;
    Ok(McpResponse::structured(order)?)
}

/// One order as MessagePack.
#[resource(uri = "orders://{id}/packed", mime_type = "application/msgpack")]
pub async fn packed_order(
    #[arg(complete = order_ids)] id: u64,
    State(orders): State<Orders>,
) -> Result<McpResponse, ResourceError> {
    let order = orders.find(id).await?.ok_or_else(ResourceError::not_found)?;
    Ok(McpResponse::structured(order)?)
}

/// The numbers of orders that begin with what was typed.
async fn order_ids(request: CompletionRequest) -> Vec<String> {
    let Some(orders) = request.context.state::<Orders>() else {
        return Vec::new();
    };
    let orders = orders.all().await.unwrap_or_default();
    orders
        .iter()
        .map(|order| order.id.to_string())
        .filter(|id| id.starts_with(&request.value))
        .collect()
}

/// Ask the model to review an order.
#[prompt]
pub async fn review_order(
    /// What the customer bought.
    summary: String,
) -> Vec<McpResponse> {
    vec![
        McpResponse::text("Summarize the order and identify missing data."),
        McpResponse::text("I will check totals, status and delivery details.").as_assistant(),
        McpResponse::text(summary),
    ]
}

/// The whole server.
///
/// # Errors
///
/// When a primitive is declared wrongly; the tests build it, so it is not.
pub fn server(orders: Orders) -> Result<Server, BuildErrors> {
    Server::builder("orders", env!("CARGO_PKG_VERSION"))
        .title("Orders")
        .instructions("Look an order up with find-order before you summarize it.")
        .tool::<order_summary>()
        .tool::<find_order>()
        .tool::<report_summary>()
        .tool::<brand_assets>()
        .tool::<store_hours>()
        .tool::<explicit_result>()
        .tool::<audit_orders>()
        .resource::<public_catalog>()
        .resource::<latest_report>()
        .resource::<orders_csv>()
        .resource::<order>()
        .resource::<packed_order>()
        .prompt::<review_order>()
        .state(orders)
        .build()
}
