//! `tools/call`: arguments in, handler, result out through the output check (`TOOL-*`).

use std::sync::Arc;

use mcp_core::closest;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::primitive::{RawArguments, ToolFuture};
use mcp_core::protocol::{CallToolResult, ContentBlock, Meta, ProtocolVersion};
use mcp_core::schema::{Problem, Tape, explain};
use mcp_core::{Context, McpResponse};
use serde_json::value::{RawValue, to_raw_value};

use super::admission::Request;
use super::blocks::append_blocks;
use super::call::{Finish, guarded, respond};
use super::failure::{CORRELATION_ID, masked_error};
use super::handler::{Collected, Ended, timed_out};
use super::mirror::check_arguments;
use super::results::{MetadataTooLarge, append_meta};
use super::route::Routed;
use super::{Connection, invalid_arguments};
use crate::envelope::Params;
use crate::registry::{ToolEntry, publishes_output};
use crate::server::{Failure, Parts};

impl Connection {
    pub(super) fn call_tool(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let name = Params::text(request.params.name, "name")?;
        let arguments = arguments(request.params.arguments)?;
        let registry = self.server.catalog.current();
        let Some(entry) = registry.tool(&name) else {
            return Err(self.unknown_tool(&name));
        };
        if let Some(headers) = request.headers {
            check_arguments(headers, &entry.mirrored, arguments)?;
        }
        let ctx = self.call_context(&request, "tools/call", &name)?;
        let call = ToolCall {
            entry: Arc::clone(entry),
        };
        let result = match guarded(|| begin(entry, &ctx, arguments)) {
            Ok(Ok(future)) => return self.start(&request, ctx, future, &entry.work, call, out),
            Ok(Err(problems)) => {
                invalid_arguments::result(entry, &problems, self.server.limits.metadata_size)
            }
            Err(failure) => call.masked(&self.server, &failure),
        };
        respond(&self.server, call.name(), request.id, out, |out| {
            call.append(&result, &self.server, request.version, out)
        });
        Ok(None)
    }

    fn unknown_tool(&self, name: &str) -> ErrorObject {
        let registry = self.server.catalog.current();
        let tools = registry.tools().iter();
        let names = tools.map(|entry| entry.descriptor.name.as_str());
        ErrorObject::invalid_params(unknown("tool", name, closest(name, names)))
    }
}

/// `Unknown tool: x`, with the nearest name.
pub(super) fn unknown(kind: &str, name: &str, nearest: Option<&str>) -> String {
    let shown = shortened(name);
    match nearest {
        Some(nearest) => format!("Unknown {kind}: {shown}; did you mean `{nearest}`?"),
        None => format!("Unknown {kind}: {shown}"),
    }
}

/// What a client sent, for telling it again: it may be of any length.
pub(super) fn shortened(name: &str) -> String {
    name.chars().take(128).collect()
}

/// The arguments object; absent and `null` are an empty one (`TOOL-14`).
fn arguments(raw: Option<&RawValue>) -> Result<&str, ErrorObject> {
    match raw.map(RawValue::get) {
        None | Some("null") => Ok("{}"),
        Some(object) if object.starts_with('{') => Ok(object),
        Some(_) => Err(ErrorObject::invalid_params(
            "Invalid params: `arguments` must be an object",
        )),
    }
}

/// Starts the handler, on repaired arguments if need be; or says all that is wrong with them.
fn begin(entry: &ToolEntry, ctx: &Context, arguments: &str) -> Result<ToolFuture, Vec<Problem>> {
    attempt(entry, ctx, arguments)
        .or_else(|Refused| exactly(entry, ctx, arguments))
        .or_else(|Refused| {
            let repaired = if entry.strict {
                None
            } else {
                invalid_arguments::repaired(entry, arguments)
            };
            match repaired {
                Some(repaired) => attempt(entry, ctx, &repaired)
                    .map_err(|Refused| invalid_arguments::problems(entry, ctx, &repaired)),
                None => Err(invalid_arguments::problems(entry, ctx, arguments)),
            }
        })
}

/// The arguments do not do; what is wrong with them is only looked for when it has to be told.
struct Refused;

/// Decodes what fulfils the schema although the type did not take its text: `5.0` is an integer.
#[cold]
fn exactly(entry: &ToolEntry, ctx: &Context, arguments: &str) -> Result<ToolFuture, Refused> {
    let tape = Tape::parse(arguments).map_err(|_| Refused)?;
    match entry.input_checker.is_none() && explain(&entry.input, &tape.root().to_value()).is_empty() {
        true => entry
            .handler
            .call(ctx, RawArguments::Tape(&tape))
            .map_err(|_| Refused),
        false => Err(Refused),
    }
}

fn attempt(entry: &ToolEntry, ctx: &Context, arguments: &str) -> Result<ToolFuture, Refused> {
    let Some(checker) = &entry.input_checker else {
        return entry
            .handler
            .call(ctx, RawArguments::Json(arguments))
            .map_err(|_| Refused);
    };
    let tape = Tape::parse(arguments).map_err(|_| Refused)?;
    match checker.accepts(&tape) {
        true => entry
            .handler
            .call(ctx, RawArguments::Tape(&tape))
            .map_err(|_| Refused),
        false => Err(Refused),
    }
}

struct ToolCall {
    entry: Arc<ToolEntry>,
}

impl Finish for ToolCall {
    type Result = CallToolResult;

    const ASKS: Option<&'static str> = Some("tools/call");

    fn name(&self) -> &str {
        &self.entry.descriptor.name
    }

    #[cfg(feature = "ask")]
    fn again(&self, _: &Parts, ctx: &Context, raw: Option<&RawValue>) -> Result<ToolFuture, Ended> {
        let arguments = arguments(raw).map_err(Ended::Protocol)?;
        begin(&self.entry, ctx, arguments)
            .map_err(|_| Ended::Failed(Failure::error("the arguments do not fit any more")))
    }

    fn finish(
        &self,
        server: &Parts,
        version: ProtocolVersion,
        reply: Result<Collected<CallToolResult>, Ended>,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject> {
        let result = reply.and_then(|reply| self.checked(reply).map_err(Ended::Failed));
        let result = match result {
            Ok(result) => result,
            Err(Ended::Expected(message)) => ToolResult::error([ContentBlock::text(message)]),
            Err(Ended::NotFound) => ToolResult::error([ContentBlock::text("Not found.")]),
            Err(Ended::TimedOut(timeout)) => ToolResult::error([ContentBlock::text(timed_out(timeout))]),
            Err(Ended::Protocol(error)) => return Err(error),
            Err(Ended::Failed(failure)) => self.masked(server, &failure),
        };
        let dropped = self
            .entry
            .descriptor
            .output_schema
            .as_ref()
            .filter(|schema| !publishes_output(schema, version));
        let result = ToolResult {
            structured: result.structured.filter(|_| dropped.is_none()),
            ..result
        };
        self.append(&result, server, version, out)
    }
}

impl ToolCall {
    /// The result of a reply, after the output check (`B9`, `TOOL-10`).
    fn checked(&self, reply: Collected<CallToolResult>) -> Result<ToolResult, Failure> {
        let result = match reply {
            Collected::One(response) => ToolResult::of_one(response),
            Collected::Many(responses) => ToolResult::of_many(responses)?,
            Collected::Explicit(result) => ToolResult::of_explicit(result)?,
        };
        let Some(output) = &self.entry.output else {
            return Ok(result);
        };
        if result.is_error == Some(true) {
            return Ok(result);
        }
        let Some(structured) = &result.structured else {
            return Err(Failure::error(
                "the tool declares an output schema, but the result has no structured content",
            ));
        };
        let Some(checker) = &output.checker else {
            return Ok(result);
        };
        let tape = Tape::parse(structured.get()).map_err(Failure::error)?;
        if checker.accepts(&tape) {
            return Ok(result);
        }
        let problems: Vec<_> = checker.problems(&tape).iter().map(ToString::to_string).collect();
        Err(Failure::error(format!(
            "the result breaks the output schema: {}",
            problems.join("; ")
        )))
    }

    fn append(
        &self,
        result: &ToolResult,
        server: &Parts,
        version: ProtocolVersion,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject> {
        result.append(out, server, version).map_err(|MetadataTooLarge| {
            let failure = Failure::error("the metadata of the result is larger than the limit");
            masked_error(server, "tool", self.name(), &failure)
        })
    }

    /// What the client sees of an unexpected failure (`B17`).
    fn masked(&self, server: &Parts, failure: &Failure) -> ToolResult {
        let correlation_id = server
            .reporter
            .report("tool", &self.entry.descriptor.name, failure);
        let mut result = ToolResult::error([
            ContentBlock::text("Tool execution failed"),
            ContentBlock::text(format!("Correlation id: {correlation_id}")),
        ]);
        // The key and the value are the framework's own and always accepted.
        let _ = result.meta.insert(CORRELATION_ID, correlation_id);
        result
    }
}

/// The result of a tool, before it is written for a revision.
pub(super) struct ToolResult {
    pub(super) content: Vec<ContentBlock>,
    pub(super) structured: Option<Box<RawValue>>,
    pub(super) is_error: Option<bool>,
    pub(super) meta: Meta,
}

impl ToolResult {
    pub(super) fn error(content: impl IntoIterator<Item = ContentBlock>) -> Self {
        Self {
            content: content.into_iter().collect(),
            structured: None,
            is_error: Some(true),
            meta: Meta::default(),
        }
    }

    fn of_one(response: McpResponse) -> Self {
        let is_error = Some(response.is_error());
        let (content, structured, meta) = response.into_parts();
        Self {
            content,
            structured,
            is_error,
            meta,
        }
    }

    /// Joins responses: blocks in order, at most one structured value, metadata merged (`B19`).
    fn of_many(responses: Vec<McpResponse>) -> Result<Self, Failure> {
        let mut joined = Self {
            content: Vec::new(),
            structured: None,
            is_error: Some(false),
            meta: Meta::default(),
        };
        for response in responses {
            if response.is_error() {
                joined.is_error = Some(true);
            }
            let (content, structured, meta) = response.into_parts();
            if structured.is_some() && joined.structured.is_some() {
                return Err(Failure::error("a result can have only one structured value"));
            }
            joined.content.extend(content);
            joined.structured = structured.or(joined.structured);
            joined.meta.merge(&meta).map_err(Failure::error)?;
        }
        Ok(joined)
    }

    fn of_explicit(result: CallToolResult) -> Result<Self, Failure> {
        let CallToolResult {
            content,
            structured_content,
            is_error,
            meta,
        } = result;
        meta.check().map_err(Failure::error)?;
        content
            .iter()
            .try_for_each(ContentBlock::check)
            .map_err(Failure::error)?;
        let structured = structured_content
            .map(|value| to_raw_value(&value))
            .transpose()
            .map_err(Failure::error)?;
        Ok(Self {
            content,
            structured,
            is_error,
            meta,
        })
    }

    /// Appends the result as a revision knows it (`LRES-05`).
    pub(super) fn append(
        &self,
        out: &mut Vec<u8>,
        server: &Parts,
        version: ProtocolVersion,
    ) -> Result<(), MetadataTooLarge> {
        out.push(b'{');
        if !version.has_handshake() {
            out.extend_from_slice(br#""resultType":"complete","#);
        }
        out.extend_from_slice(br#""content":"#);
        append_blocks(out, &self.content, version);
        if let Some(structured) = self
            .structured
            .as_ref()
            .filter(|value| knows_structured(value, version))
        {
            out.extend_from_slice(br#","structuredContent":"#);
            out.extend_from_slice(structured.get().as_bytes());
        }
        match self.is_error {
            Some(true) => out.extend_from_slice(br#","isError":true"#),
            Some(false) => out.extend_from_slice(br#","isError":false"#),
            None => {}
        }
        append_meta(out, server, version, &self.meta)?;
        out.push(b'}');
        Ok(())
    }
}

/// Structured content came with 2025-06-18, and with 2026-07-28 for values that are no objects.
fn knows_structured(value: &RawValue, version: ProtocolVersion) -> bool {
    match version {
        version if version < ProtocolVersion::V2025_06_18 => false,
        version if version.has_handshake() => value.get().starts_with('{'),
        _ => true,
    }
}
