//! `prompts/get`: arguments to messages (`PROMPT-*`).

use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_core::closest;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::primitive::TextValues;
use mcp_core::protocol::{ContentBlock, GetPromptResult, Meta, PromptMessage, ProtocolVersion};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Connection;
use super::admission::Request;
use super::blocks::append_block;
use super::call::{Finish, guarded};
use super::failure::masked_error;
use super::handler::{Collected, Ended, timed_out};
use super::results::{MetadataTooLarge, append_meta};
use super::route::Routed;
use super::tools::{shortened, unknown};
use crate::envelope::{Params, append_json};
use crate::registry::PromptEntry;
use crate::server::{Failure, Parts};

impl Connection {
    pub(super) fn get_prompt(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let name = Params::text(request.params.name, "name")?;
        let registry = self.server.catalog.current();
        let Some(entry) = registry.prompt(&name) else {
            return Err(self.unknown_prompt(&name));
        };
        let arguments = arguments(entry, request.params.arguments)?;
        let ctx = self.call_context(&request, "prompts/get", &name)?;
        let future = guarded(|| entry.handler.get(&ctx, &arguments))
            .map_err(|failure| masked_error(&self.server, "prompt", &name, &failure))?
            .map_err(|invalid| ErrorObject::invalid_params(format!("Invalid prompt arguments: {invalid}")))?;
        let finish = PromptGet {
            entry: Arc::clone(entry),
        };
        self.start(&request, ctx, future, &entry.work, finish, out)
    }

    pub(super) fn unknown_prompt(&self, name: &str) -> ErrorObject {
        let registry = self.server.catalog.current();
        let prompts = registry.prompts().iter();
        let names = prompts.map(|entry| entry.descriptor.name.as_str());
        ErrorObject::invalid_params(unknown("prompt", name, closest(name, names)))
    }
}

/// No more problems than this are told at once.
const MAX_PROBLEMS: usize = 16;

/// The arguments of a prompt: strings, all of them declared, none of the required ones absent.
fn arguments(entry: &PromptEntry, raw: Option<&RawValue>) -> Result<TextValues, ErrorObject> {
    let given: BTreeMap<String, Value> = match raw.map(RawValue::get) {
        None | Some("null") => BTreeMap::new(),
        Some(json) => serde_json::from_str(json)
            .map_err(|_| ErrorObject::invalid_params("Invalid params: `arguments` must be an object"))?,
    };
    let declared = &entry.descriptor.arguments;
    let mut problems = Vec::new();
    let mut arguments = TextValues::new();
    for (name, value) in given {
        if problems.len() == MAX_PROBLEMS {
            break;
        }
        let known = declared.iter().any(|argument| argument.name == name);
        match value {
            Value::String(text) if known => arguments.push((name, text)),
            // An absent argument, said aloud.
            Value::Null if known => {}
            _ if known => problems.push(format!("`{name}` must be a string")),
            _ => {
                let names = declared.iter().map(|argument| argument.name.as_str());
                problems.push(match closest(&name, names) {
                    Some(nearest) => format!("unknown argument `{name}`; did you mean `{nearest}`?"),
                    None => format!("unknown argument `{}`", shortened(&name)),
                });
            }
        }
    }
    let missing = declared
        .iter()
        .filter(|argument| argument.required && !arguments.iter().any(|(name, _)| *name == argument.name));
    let missing: Vec<_> = missing.map(|argument| format!("`{}`", argument.name)).collect();
    match (problems.is_empty(), missing.is_empty()) {
        (true, true) => Ok(arguments),
        (true, false) => Err(ErrorObject::invalid_params(format!(
            "Missing required prompt arguments: {}",
            missing.join(", ")
        ))),
        (false, _) => {
            problems.extend(missing.iter().map(|name| format!("{name} is required")));
            Err(ErrorObject::invalid_params(format!(
                "Invalid prompt arguments: {}",
                problems.join("; ")
            )))
        }
    }
}

struct PromptGet {
    entry: Arc<PromptEntry>,
}

impl Finish for PromptGet {
    type Result = GetPromptResult;

    const ASKS: Option<&'static str> = Some("prompts/get");

    fn name(&self) -> &str {
        &self.entry.descriptor.name
    }

    #[cfg(feature = "ask")]
    fn again(
        &self,
        _: &Parts,
        ctx: &mcp_core::Context,
        raw: Option<&RawValue>,
    ) -> Result<mcp_core::primitive::PromptFuture, Ended> {
        let arguments = arguments(&self.entry, raw).map_err(Ended::Protocol)?;
        self.entry
            .handler
            .get(ctx, &arguments)
            .map_err(|invalid| Ended::Failed(Failure::error(format!("{invalid}"))))
    }

    fn finish(
        &self,
        server: &Parts,
        version: ProtocolVersion,
        reply: Result<Collected<GetPromptResult>, Ended>,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject> {
        let masked = |failure: &Failure| masked_error(server, "prompt", &self.entry.descriptor.name, failure);
        let result = match reply {
            Ok(reply) => self.result(reply).map_err(|failure| masked(&failure))?,
            Err(Ended::Protocol(error)) => return Err(error),
            Err(Ended::TimedOut(timeout)) => return Err(ErrorObject::internal(timed_out(timeout))),
            Err(Ended::Expected(message)) => return Err(ErrorObject::invalid_params(message)),
            Err(Ended::NotFound) => return Err(ErrorObject::invalid_params("Not found")),
            Err(Ended::Failed(failure)) => return Err(masked(&failure)),
        };
        out.push(b'{');
        if !version.has_handshake() {
            out.extend_from_slice(br#""resultType":"complete","#);
        }
        if let Some(description) = &result.description {
            out.extend_from_slice(br#""description":"#);
            append_json(out, description);
            out.push(b',');
        }
        out.extend_from_slice(br#""messages":["#);
        for (position, message) in result.messages.iter().enumerate() {
            out.extend_from_slice(if position > 0 {
                br#",{"role":"#
            } else {
                br#"{"role":"#
            });
            append_json(out, &message.role);
            out.extend_from_slice(br#","content":"#);
            append_block(out, &message.content, version);
            out.push(b'}');
        }
        out.push(b']');
        append_meta(out, server, version, &result.meta).map_err(|MetadataTooLarge| {
            masked(&Failure::error(
                "the metadata of the result is larger than the limit",
            ))
        })?;
        out.push(b'}');
        Ok(())
    }
}

impl PromptGet {
    /// One message for each block, in the order returned, with its response's role (`B5`).
    fn result(&self, reply: Collected<GetPromptResult>) -> Result<GetPromptResult, Failure> {
        let responses = match reply {
            Collected::One(response) => vec![response],
            Collected::Many(responses) => responses,
            Collected::Explicit(result) => {
                result.meta.check().map_err(Failure::error)?;
                let mut blocks = result.messages.iter().map(|message| &message.content);
                blocks.try_for_each(ContentBlock::check).map_err(Failure::error)?;
                return Ok(result);
            }
        };
        let mut messages = Vec::new();
        let mut meta = Meta::default();
        for response in responses {
            meta.merge(response.meta()).map_err(Failure::error)?;
            let role = response.role();
            let (content, _, _) = response.into_parts();
            messages.extend(content.into_iter().map(|content| PromptMessage { role, content }));
        }
        Ok(GetPromptResult {
            description: self.entry.descriptor.description.clone(),
            messages,
            meta,
        })
    }
}
