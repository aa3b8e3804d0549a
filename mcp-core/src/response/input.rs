use serde::Serialize;
use serde_json::value::RawValue;

use super::ResponseError;
use crate::ask::{InputRequest, Records, Suspension};
use crate::strict_json::to_raw;

/// Asks the client by hand: the call ends with questions, and the client makes it again with the
/// answers (`MRTR-03`).
///
/// A client before 2026-07-28 gets the questions over the connection that it holds, in the words of its
/// revision, and its answers begin the next round: the handler runs again there too. One that asks has
/// to take the [`Context`](crate::Context), which is where the answers are.
///
/// The methods of the context, such as [`elicit`](crate::Context::elicit), do all this by themselves;
/// both ways can be mixed. A handler that answers in some rounds and asks in others returns
/// [`InputOr`].
///
/// ```
/// use mcp_core::ask::{AskError, FormSchema, InputRequest};
/// use mcp_core::protocol::{ElicitAction, ElicitResult};
/// use mcp_core::response::{InputOr, InputRequired};
/// use mcp_core::{Context, McpResponse, ToolError};
/// use serde_json::json;
///
/// async fn count(ctx: Context) -> Result<InputOr<McpResponse>, ToolError> {
///     let rounds: u32 = ctx.input_state()?.unwrap_or_default();
///     if let Some(answer) = ctx.input_response::<ElicitResult>("go-on")?
///         && answer.action != ElicitAction::Accept
///     {
///         return Ok(InputOr::Done(McpResponse::text(format!("Stopped after {rounds} rounds."))));
///     }
///     let form = FormSchema::from_schema(&json!({ "type": "object", "properties": {} }))?;
///     let question = InputRequest::form("Go on?", &form)?;
///     Ok(InputOr::Ask(InputRequired::new().ask("go-on", question).state(&(rounds + 1))?))
/// }
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "it asks nothing until the handler returns it"]
pub struct InputRequired {
    requests: Vec<(String, InputRequest)>,
    state: Option<Box<RawValue>>,
}

impl InputRequired {
    /// Neither a question nor a state yet; without either the client only comes again.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a question. A second one under the same key replaces the first.
    pub fn ask(mut self, key: impl Into<String>, request: InputRequest) -> Self {
        let key = key.into();
        self.requests.retain(|(other, _)| *other != key);
        self.requests.push((key, request));
        self
    }

    /// What [`Context::input_state`](crate::Context::input_state) gives in the next round. The client
    /// gets it sealed: it can neither read nor change it, nor use it for another call. What is for
    /// another call is sealed with [`Context::seal`](crate::Context::seal).
    ///
    /// # Errors
    ///
    /// When the value cannot be JSON.
    pub fn state(mut self, value: &impl Serialize) -> Result<Self, ResponseError> {
        self.state = Some(to_raw(value)?);
        Ok(self)
    }

    /// As what a call comes to that is suspended after `records`. The runtime calls it.
    #[must_use]
    pub fn into_suspension(self, mut records: Records) -> Suspension {
        records.set_own(self.state);
        Suspension::new(self.requests, records)
    }
}

/// What a handler returns that asks by hand: an answer, or questions.
#[derive(Clone, Debug)]
pub enum InputOr<T> {
    /// The answer.
    Done(T),
    /// Questions.
    Ask(InputRequired),
}
