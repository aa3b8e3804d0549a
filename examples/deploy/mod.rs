//! Asking in the middle: the same handlers serve clients that hold a connection and clients that come
//! again with their answers.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use mcp_runtime::BuildErrors;
use mcp_runtime::prelude::*;
use mcp_runtime::protocol::CreateMessageRequest;

/// Where deployments are written down: the effect that must not happen twice.
#[derive(Clone, Debug)]
pub struct Log(Arc<PathBuf>);

impl Log {
    /// A log in a file, which is made when it is first written to.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(Arc::new(path.into()))
    }

    /// Writes a line, unless the deployment has one. A state that a client sends twice runs the last
    /// step twice, perhaps in two processes at once: what must happen once in any case has to be marked
    /// where all of them see it.
    fn write_once(&self, id: &str, line: &str) -> io::Result<()> {
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&*self.0)?;
        file.lock()?;
        let mut written = String::new();
        file.read_to_string(&mut written)?;
        match written.lines().any(|line| line.starts_with(id)) {
            true => Ok(()),
            false => file.write_all(format!("{id} {line}\n").as_bytes()),
        }
    }
}

/// Where something is deployed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    /// For trying things out.
    Staging,
    /// What the customers see.
    Production,
}

/// What is to be deployed.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// Names this deployment: made in a step, it is the same in all that follows.
    id: String,
    number: u32,
    summary: String,
}

#[derive(Debug, Deserialize, JsonSchema, Form)]
struct Confirm {
    /// Whether to go on.
    #[schemars(title = "Sure?")]
    sure: bool,
}

#[derive(Debug, Deserialize, JsonSchema, Form)]
struct Details {
    /// What the change is for, in a few words.
    #[schemars(length(min = 1, max = 80))]
    reason: String,
    /// Whether to tell the team.
    #[serde(default)]
    announce: bool,
}

/// Deploy the newest build, if the user agrees.
#[tool(destructive, open_world = false)]
pub async fn deploy(
    /// Where to.
    env: Environment,
    ctx: Context,
    State(log): State<Log>,
) -> Result<McpResponse, ToolError> {
    // Another run could come to another plan; the user agrees to this one.
    let plan: Plan = ctx.step("plan", || make_plan(env)).await?;

    let question = format!("Deploy build {} to {env:?}?", plan.number);
    match ctx.elicit::<Confirm>("confirm", question).await? {
        Answer::Accept(Confirm { sure: true }) => {}
        _ => return Ok(McpResponse::text("Nothing was deployed.")),
    }

    // Whatever comes after this, the line is written once.
    ctx.step("apply", async || {
        log.write_once(&plan.id, &format!("{env:?} {}: {}", plan.number, plan.summary))
    })
    .await?;

    let done = format!("Build {} is on {env:?}.", plan.number);
    if !ctx.can_sample() {
        return Ok(McpResponse::text(done));
    }
    let request = CreateMessageRequest::new(60)
        .system("You announce deployments in one friendly sentence.")
        .user(&done);
    let announcement = ctx.sample("announcement", request).await?;
    Ok(McpResponse::text(announcement.text()))
}

/// Deploy with a reason, after two questions that are asked at once.
#[tool(destructive, open_world = false)]
pub async fn deploy_with_reason(
    /// Where to.
    env: Environment,
    ctx: Context,
    State(log): State<Log>,
) -> Result<McpResponse, ToolError> {
    let plan: Plan = ctx.step("plan", || make_plan(env)).await?;
    let (confirm, details) = tokio::join!(
        ctx.elicit::<Confirm>("confirm", format!("Deploy to {env:?}?")),
        ctx.elicit::<Details>("details", "What is it for?"),
    );
    let (Answer::Accept(Confirm { sure: true }), Answer::Accept(details)) = (confirm?, details?) else {
        return Ok(McpResponse::text("Nothing was deployed."));
    };
    ctx.step("apply", async || {
        log.write_once(&plan.id, &format!("{env:?} {}: {}", plan.number, details.reason))
    })
    .await?;
    Ok(McpResponse::text(match details.announce {
        true => format!("Build {} is on {env:?}, and the team knows.", plan.number),
        false => format!("Build {} is on {env:?}.", plan.number),
    }))
}

/// Finds out what there is to deploy.
async fn make_plan(env: Environment) -> io::Result<Plan> {
    let number = match env {
        Environment::Staging => 43,
        Environment::Production => 42,
    };
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Plan {
        id: format!("{:x}-{:x}", since.as_nanos(), std::process::id()),
        number,
        summary: "faster checkout".to_owned(),
    })
}

/// The server.
///
/// # Errors
///
/// Never, unless this example is broken.
pub fn server(log: Log) -> Result<Server, BuildErrors> {
    Server::builder("deploy", env!("CARGO_PKG_VERSION"))
        .description("Deploys, after asking.")
        .state(log)
        .tool::<deploy>()
        .tool::<deploy_with_reason>()
        .build()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn the_server_can_be_built() {
        assert!(server(Log::at("unused.log")).is_ok());
    }
}
