//! `completion/complete`: suggestions for one argument (`COMP-*`).

use std::collections::BTreeMap;

use mcp_core::CompletionRequest;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::{Completion, ProtocolVersion};
use mcp_core::response::Reply;
use serde::Deserialize;

use super::Connection;
use super::admission::{Request, member};
use super::call::{Finish, guarded};
use super::failure::masked_error;
use super::handler::{Collected, Ended};
use super::results;
use super::route::Routed;
use crate::envelope::{append_json, encode_result};
use crate::server::{Failure, Parts};

/// What is to be completed.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum Reference {
    #[serde(rename = "ref/prompt")]
    Prompt { name: String },
    #[serde(rename = "ref/resource")]
    Resource { uri: String },
}

#[derive(Deserialize)]
struct Argument {
    name: String,
    value: String,
}

#[derive(Default, Deserialize)]
struct Known {
    #[serde(default)]
    arguments: BTreeMap<String, String>,
}

impl Connection {
    pub(super) fn complete(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let required =
            |name: &'static str| ErrorObject::invalid_params(format!("Invalid params: `{name}` is missing"));
        let params = &request.params;
        let reference: Reference = member(params.reference.ok_or_else(|| required("ref"))?, "ref")?;
        let argument: Argument = member(params.argument.ok_or_else(|| required("argument"))?, "argument")?;
        let known: Known = params
            .context
            .map(|raw| member(raw, "context"))
            .transpose()?
            .unwrap_or_default();

        let registry = self.server.catalog.current();
        let unknown_reference = || ErrorObject::invalid_params("Unknown completion reference");
        let (declared, completers): (Vec<&str>, _) = match &reference {
            Reference::Prompt { name } => {
                let entry = registry.prompt(name).ok_or_else(|| self.unknown_prompt(name))?;
                let arguments = entry.descriptor.arguments.iter();
                (
                    arguments.map(|argument| argument.name.as_str()).collect(),
                    &entry.completers,
                )
            }
            Reference::Resource { uri } => {
                let entry = registry
                    .template(uri)
                    .or_else(|| registry.fixed_resource(uri))
                    .ok_or_else(unknown_reference)?;
                let variables = entry.template().map(|template| template.variables().collect());
                (variables.unwrap_or_default(), &entry.completers)
            }
        };
        if !declared.contains(&argument.name.as_str()) {
            return Err(ErrorObject::invalid_params("Unknown completion argument"));
        }
        let Some((_, completer, work)) = completers.iter().find(|(name, ..)| *name == argument.name) else {
            let nothing = Completion::default();
            encode_result(out, request.id, |out| {
                append_completion(out, &self.server, request.version, &nothing)
            });
            return Ok(None);
        };
        let ctx = self.context(&request);
        let wish = CompletionRequest::new(argument.value, known.arguments, ctx.clone());
        let future = guarded(|| completer.complete(wish))
            .map_err(|failure| masked_error(&self.server, "completion", &argument.name, &failure))?;
        let future = Box::pin(async move { Ok(Reply::Explicit(future.await)) });
        self.start(
            &request,
            ctx,
            future,
            work,
            ArgumentCompletion { name: argument.name },
            out,
        )
    }
}

struct ArgumentCompletion {
    name: String,
}

impl Finish for ArgumentCompletion {
    type Result = Completion;

    // A completion must not ask (`MRTR-02`).
    const ASKS: Option<&'static str> = None;

    fn name(&self) -> &str {
        &self.name
    }

    #[cfg(feature = "ask")]
    fn again(
        &self,
        _: &Parts,
        _: &mcp_core::Context,
        _: Option<&serde_json::value::RawValue>,
    ) -> Result<mcp_core::primitive::BoxFuture<Result<Reply<Completion>, mcp_core::McpError>>, Ended> {
        Err(Ended::Failed(Failure::error("a completion must not ask")))
    }

    fn finish(
        &self,
        server: &Parts,
        version: ProtocolVersion,
        reply: Result<Collected<Completion>, Ended>,
        out: &mut Vec<u8>,
    ) -> Result<(), ErrorObject> {
        match reply {
            Ok(Collected::Explicit(completion)) => {
                append_completion(out, server, version, &completion.limited());
                Ok(())
            }
            Err(Ended::Failed(failure)) => Err(masked_error(server, "completion", &self.name, &failure)),
            _ => {
                let failure = Failure::error("a completer gave no completion");
                Err(masked_error(server, "completion", &self.name, &failure))
            }
        }
    }
}

fn append_completion(out: &mut Vec<u8>, server: &Parts, version: ProtocolVersion, completion: &Completion) {
    let modern = !version.has_handshake();
    out.extend_from_slice(if modern {
        br#"{"resultType":"complete","completion":"#
    } else {
        br#"{"completion":"#
    });
    append_json(out, completion);
    if modern {
        results::append_server_info(out, server);
    }
    out.push(b'}');
}
