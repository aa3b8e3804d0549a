//! The command line that every server has: serve it, or try it by hand.

mod arguments;
mod print;
mod save;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process;
use std::sync::Arc;

use mcp_core::closest;
use mcp_core::context::Outbound;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::{ProtocolVersion, key};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::lint::LintReport;
use crate::local::{Local, result_of};
use crate::server::{Error, Server};
use crate::transport::stdio;

use arguments::{Command, Usage, help, parse};

/// How a command ends, as the process's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Success = 0,
    /// An unknown name, or an error of the server.
    Failure = 1,
    /// The command line itself is wrong.
    Usage = 2,
    /// The tool reported an error.
    ToolError = 5,
}

/// Runs the process's command line. Only serving returns; other commands end the process.
pub(crate) async fn run(server: Server) -> Result<(), Error> {
    let exit = match parse(lexopt::Parser::from_env()) {
        Ok(Command::Serve) if io::stdin().is_terminal() => {
            let _ = writeln!(
                io::stderr(),
                "{} serves MCP on standard input and output; see --help for other commands",
                server.parts().info.name
            );
            return serve(&server).await;
        }
        Ok(Command::Serve) => return serve(&server).await,
        #[cfg(feature = "http")]
        Ok(Command::ServeHttp(address)) => return serve_http(&server, &address).await,
        Ok(command) => {
            let mut output = Terminal {
                out: io::stdout(),
                err: io::stderr(),
                pretty: io::stdout().is_terminal(),
            };
            execute(&server, command, &mut output).await?
        }
        Err(Usage(message)) => {
            let _ = writeln!(io::stderr(), "{message}\n\n{}", help(&server.parts().info.name));
            Exit::Usage
        }
    };
    process::exit(exit as i32)
}

/// Serves standard input and output. What blocks its thread cannot be stopped, and the runtime would
/// wait for it when it is dropped; so the process ends here if something does.
async fn serve(server: &Server) -> Result<(), Error> {
    let served = stdio::serve(Arc::clone(server.parts())).await;
    match served.result {
        result if !served.is_busy => result.map_err(Error::from),
        Ok(()) => process::exit(Exit::Success as i32),
        Err(error) => {
            let _ = writeln!(io::stderr(), "Error: {error}");
            process::exit(Exit::Failure as i32)
        }
    }
}

/// Serves HTTP, and says where.
#[cfg(feature = "http")]
async fn serve_http(server: &Server, address: &str) -> Result<(), Error> {
    let _ = writeln!(
        io::stderr(),
        "{} serves MCP at http://{address}/mcp; see --help for other commands",
        server.parts().info.name
    );
    server
        .serve_http(address)
        .await
        .map_err(|error| io::Error::other(format!("{address}: {error}")).into())
}

/// Where a command writes, and whether a person reads it.
pub(crate) struct Terminal<O, E> {
    pub(crate) out: O,
    pub(crate) err: E,
    pub(crate) pretty: bool,
}

/// Carries out one command.
pub(crate) async fn execute<O: Write, E: Write>(
    server: &Server,
    command: Command,
    to: &mut Terminal<O, E>,
) -> Result<Exit, Error> {
    let info = &server.parts().info;
    match command {
        Command::Serve => server.serve_stdio().await?,
        #[cfg(feature = "http")]
        Command::ServeHttp(address) => serve_http(server, &address).await?,
        Command::Help => writeln!(to.out, "{}", help(&info.name))?,
        Command::Version => writeln!(to.out, "{} {}", info.name, info.version)?,
        Command::List => {
            let lists = lists(server).await;
            match to.pretty {
                true => print::lists(&mut to.out, &lists)?,
                false => writeln!(to.out, "{lists}")?,
            }
        }
        Command::Lint => {
            let report = LintReport::of(server);
            writeln!(to.out, "{report}")?;
            if !report.findings.is_empty() {
                return Ok(Exit::Failure);
            }
        }
        Command::Call {
            name,
            arguments,
            save,
        } => {
            let mut params = json!({ "name": name, "arguments": arguments });
            if to.pretty {
                params["_meta"] = json!({ key::PROGRESS_TOKEN: "call" });
            }
            let result = match request(server, "tools/call", params).await {
                Ok(result) => result,
                Err(error) => return refuse(to, &error),
            };
            let result = show(to, &result, save.as_deref(), &name)?;
            if result["isError"] == true {
                return Ok(Exit::ToolError);
            }
        }
        Command::Read { uri, save } => match request(server, "resources/read", json!({ "uri": uri })).await {
            Ok(result) => {
                show(to, &result, save.as_deref(), "resource")?;
            }
            Err(mut error) => {
                suggest_uri(server, &uri, &mut error);
                return refuse(to, &error);
            }
        },
        Command::Prompt {
            name,
            arguments,
            save,
        } => {
            let params = json!({ "name": name, "arguments": arguments });
            match request(server, "prompts/get", params).await {
                Ok(result) => {
                    show(to, &result, save.as_deref(), &name)?;
                }
                Err(error) => return refuse(to, &error),
            }
        }
    }
    Ok(Exit::Success)
}

/// Shows a result, as the server wrote it to a pipe, and gives it back to look into.
fn show<O: Write, E: Write>(
    to: &mut Terminal<O, E>,
    json: &RawValue,
    save: Option<&Path>,
    stem: &str,
) -> Result<Value, Error> {
    let result: Value = serde_json::from_str(json.get())?;
    if let Some(folder) = save {
        for path in save::binaries(&result, folder, stem)? {
            writeln!(to.err, "saved {}", path.display())?;
        }
    }
    match to.pretty {
        true => print::result(&mut to.out, &result)?,
        false => writeln!(to.out, "{json}")?,
    }
    Ok(result)
}

fn refuse<O: Write, E: Write>(to: &mut Terminal<O, E>, error: &ErrorObject) -> Result<Exit, Error> {
    writeln!(to.err, "{}", error.message)?;
    if let Some(id) = error.data.as_ref().and_then(|data| data.get("correlationId")) {
        writeln!(to.err, "correlation id: {id}")?;
    }
    Ok(Exit::Failure)
}

/// Asks the server as a client of the newest revision would.
async fn request(server: &Server, method: &str, params: Value) -> Result<Box<RawValue>, ErrorObject> {
    let client = Local::new(server, Arc::new(ProgressOnStderr));
    let request = client.request(ProtocolVersion::V2026_07_28, method, params);
    let answer = client
        .send(request.to_string().as_bytes())
        .await
        .unwrap_or_default();
    result_of(&answer)
}

/// Shows a person what a call reports before its answer.
struct ProgressOnStderr;

impl Outbound for ProgressOnStderr {
    fn notify(&self, message: Vec<u8>) -> bool {
        let message: Value = serde_json::from_slice(&message).unwrap_or_default();
        let params = &message["params"];
        let total = params["total"]
            .as_f64()
            .map(|total| format!("/{total}"))
            .unwrap_or_default();
        let text = params["message"].as_str().unwrap_or_default();
        let current = params["progress"].as_f64().unwrap_or_default();
        writeln!(io::stderr(), "{current}{total} {text}").is_ok()
    }
}

/// Everything that the server offers, all pages.
async fn lists(server: &Server) -> Value {
    let mut lists = json!({});
    for (method, member) in [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        let mut items = Vec::new();
        let mut cursor = Value::Null;
        // A method that is not served has nothing to list.
        while let Ok(page) = request(server, method, params(&cursor)).await {
            let mut page: Value = serde_json::from_str(page.get()).unwrap_or_default();
            if let Value::Array(page) = page[member].take() {
                items.extend(page);
            }
            cursor = page["nextCursor"].take();
            if cursor.is_null() {
                break;
            }
        }
        lists[member] = Value::Array(items);
    }
    lists
}

fn params(cursor: &Value) -> Value {
    match cursor {
        Value::Null => json!({}),
        cursor => json!({ "cursor": cursor }),
    }
}

fn suggest_uri(server: &Server, uri: &str, error: &mut ErrorObject) {
    let registry = server.parts().catalog.current();
    let known = registry
        .resources()
        .iter()
        .chain(registry.templates())
        .map(|entry| entry.target.uri());
    let mut message = format!("{}: {uri}", error.message);
    if let Some(nearest) = closest(uri, known) {
        message.push_str(&format!("; did you mean `{nearest}`?"));
    }
    error.message = message.into();
}

#[cfg(test)]
mod tests;
