//! The macros of the framework: syntax only.
//!
//! Each attribute leaves its function as it is and adds a marker type of the same name beside it, with
//! one trait impl that runs a builder of `mcp-core`; the derive `Form` adds an impl that only checks.
//! Use them through `mcp-core` or `mcp-runtime`, which re-export them.
//!
//! The code reads in the order the data flows: `item` and `settings` parse, `model`
//! validates, `generate` prints, and `expand` ties them together; `form` is all of the derive. Every mistake is collected in
//! `diagnostics` and reported at the author's own token.

mod diagnostics;
mod doc_comment;
mod expand;
mod form;
mod generate;
mod item;
mod kind;
mod model;
mod settings;
mod suggest;
mod tokens;

use proc_macro::TokenStream;

use crate::kind::Kind;

/// Makes a function a tool: something the model can do.
///
/// The function stays a function. Beside it stands a marker type of the same name, to register it
/// by: `.tool::<order_summary>()`.
///
/// ```text
/// /// Return a typed order summary.
/// #[tool(name = "order-summary", read_only, idempotent)]
/// async fn order_summary(
///     /// The number printed on the receipt.
///     order_id: u64,
///     State(orders): State<Orders>,
/// ) -> Result<Structured<OrderSummary>, ToolError> { … }
/// ```
///
/// # Settings
///
/// | setting | meaning |
/// |---|---|
/// | `name = "…"` | 1 to 128 of `A–Z a–z 0–9 _ - .`; the function's name with `-` for `_` if absent |
/// | `title = "…"` | the name for people |
/// | `description = "…"` | what it does; the doc comment if absent |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints; `= false` denies one |
/// | `strict` | arguments that almost fit are refused and not repaired |
/// | `output = Type` | the type of the structured result, if the return type does not tell it |
/// | `icon(src = "…", mime_type = "…", sizes = ["48x48"], theme = "dark")` | a picture; may stand several times |
/// | `meta("example.org/key" = value)` | entries of `_meta`: expressions, or JSON in braces or brackets |
/// | `timeout = "30s"` | how long a call may take: `ms`, `s`, `m` or `h` |
/// | `concurrency = 4` | how many calls may run at a time; others wait |
/// | `crate = path` | where `mcp-core` or `mcp-runtime` is found |
///
/// # Parameters
///
/// Every plain parameter is one argument: its name, its type, and its doc comment as the
/// description; `Option<T>` is optional. `Args(input): Args<T>` takes one whole struct instead.
/// `Context`, `Principal` and `State<T>` come from the request, and so does what `#[from_context]` marks.
///
/// `#[arg(…)]` says more of a plain parameter:
///
/// | setting | meaning |
/// |---|---|
/// | `default = 10`, `default` | what stands for an absent one; that of the type's `Default` |
/// | `rename = "pageSize"` | its name on the wire |
/// | `description = "…"` | instead of the doc comment |
/// | `range(1..=100)`, `range(0.5..)`, `range(..=-1)` | between which numbers it is |
/// | `length(1..=10)` | how many letters a text has, or items a list |
/// | `pattern = "^[A-Z]+$"` | a regular expression that the text matches |
/// | `header = "Region"` | the HTTP header `Mcp-Param-Region` mirrors it |
/// | `example = "ORD-42"` | a value that fits, for the model; may stand several times |
///
/// A function that is not `async` may block; it runs on the blocking pool.
#[proc_macro_attribute]
pub fn tool(settings: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(Kind::Tool, "mcp_core", settings.into(), item.into()).into()
}

/// Makes a function a resource, or a family of resources: something the client can read.
///
/// A URI with `{variables}` is an RFC 6570 template, and each variable is a parameter.
///
/// ```text
/// /// One order as MessagePack.
/// #[resource(uri = "orders://{id}/packed", mime_type = "application/msgpack")]
/// async fn packed_order(id: u64, State(orders): State<Orders>) -> Result<McpResponse, ResourceError> { … }
/// ```
///
/// # Settings
///
/// Those that say what they say for [`macro@tool`]: `name`, `title`, `description`, `icon`, `meta`,
/// `timeout`, `concurrency`, `crate`. And:
///
/// | setting | meaning |
/// |---|---|
/// | `uri = "…"` | required: an absolute URI or a template of one |
/// | `mime_type = "…"` | the format of what is read |
/// | `size = 1024` | bytes; not for templates |
/// | `cache(ttl_ms = 30_000, scope = "public")` | how long, and who, may keep what was read |
/// | `annotations(audience = ["user"], priority = 0.8, last_modified = "…")` | hints about the content |
/// | `allow_traversal` | variables may be `..` and absolute paths; the function checks them itself |
///
/// # Parameters
///
/// Variables are read with `FromStr`; `Option<T>` for one that may be absent.
/// `#[arg(default = …, rename = "…", complete = path)]`: `complete` names the function that suggests
/// values.
#[proc_macro_attribute]
pub fn resource(settings: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(Kind::Resource, "mcp_core", settings.into(), item.into()).into()
}

/// Makes a function a prompt: messages the user can start from.
///
/// ```text
/// /// Ask the model to review an order.
/// #[prompt(name = "review-order")]
/// async fn review_order(
///     /// What the customer bought.
///     summary: String,
/// ) -> Vec<McpResponse> { … }
/// ```
///
/// # Settings
///
/// Those that say what they say for [`macro@tool`]: `name`, `title`, `description`, `icon`, `meta`,
/// `timeout`, `concurrency`, `crate`.
///
/// # Parameters
///
/// Arguments are read with `FromStr`; `Option<T>` is optional. `#[arg(title = "…", description =
/// "…", default = …, rename = "…", complete = path)]`: `complete` names the function that suggests
/// values.
#[proc_macro_attribute]
pub fn prompt(settings: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(Kind::Prompt, "mcp_core", settings.into(), item.into()).into()
}

/// Makes a struct a form that the client's user can be asked to fill in, or an enum of names a choice in
/// one.
///
/// It stands beside `Deserialize` and `JsonSchema`, which read the answer and describe the form, and
/// checks what they cannot: a form is flat. A field that no form can have is an error at its type.
///
/// ```text
/// #[derive(Deserialize, JsonSchema, Form)]
/// struct Delivery {
///     /// Who gets it.
///     name: String,
///     size: Option<Size>,
///     extras: Vec<Extra>,
/// }
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// enum Size { Small, Large }
/// ```
///
/// A struct has named fields, each text, a number, a `bool`, a choice, a list of a choice, or an `Option`
/// of these; what is skipped by serde may be anything. Generic structs are forms for the arguments that
/// their fields can have.
///
/// `#[form(crate = path)]` says where `mcp-core` or `mcp-runtime` is found.
#[proc_macro_derive(Form, attributes(form))]
pub fn form(item: TokenStream) -> TokenStream {
    form::expand("mcp_core", item.into()).into()
}

/// [`macro@Form`] as `mcp-runtime` re-exports it: the output names that crate.
#[proc_macro_derive(RuntimeForm, attributes(form))]
pub fn runtime_form(item: TokenStream) -> TokenStream {
    form::expand("mcp_runtime", item.into()).into()
}

/// [`macro@tool`] as `mcp-runtime` re-exports it: the output names that crate.
#[proc_macro_attribute]
pub fn runtime_tool(settings: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(Kind::Tool, "mcp_runtime", settings.into(), item.into()).into()
}

/// [`macro@resource`] as `mcp-runtime` re-exports it: the output names that crate.
#[proc_macro_attribute]
pub fn runtime_resource(settings: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(Kind::Resource, "mcp_runtime", settings.into(), item.into()).into()
}

/// [`macro@prompt`] as `mcp-runtime` re-exports it: the output names that crate.
#[proc_macro_attribute]
pub fn runtime_prompt(settings: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(Kind::Prompt, "mcp_runtime", settings.into(), item.into()).into()
}
