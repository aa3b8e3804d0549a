//! The questions that a handler can ask.

use std::pin::Pin;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::question::Unfit;
use super::request::{Need, elicits};
use super::{Answer, AskError, Form, FormSchema, InputRequest, InputResponses};
use crate::context::Context;
use crate::protocol::{
    CreateMessageRequest, CreateMessageResult, ElicitAction, ElicitResult, ListRootsResult, ProtocolVersion,
    Root,
};

impl Context {
    /// Asks the client's user to fill in a form, whose fields are the members of `T`.
    ///
    /// `key` names the question within the handler: see the [module](crate::ask). The answer is held to
    /// the form before it is given; one that does not fit is asked for again. What no form can have is a
    /// compile error where `T` derives [`Form`](macro@crate::Form); [`FormSchema::of`] checks the rest
    /// without a client.
    ///
    /// ```
    /// use mcp_core::ask::{Answer, AskError};
    /// use mcp_core::{Context, Form};
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize, JsonSchema, Form)]
    /// struct Delivery {
    ///     /// When it should come.
    ///     #[schemars(extend("format" = "date"))]
    ///     day: String,
    /// }
    ///
    /// async fn day(ctx: &Context) -> Result<Option<String>, AskError> {
    ///     let answer = ctx.elicit::<Delivery>("delivery", "When should it come?").await?;
    ///     Ok(answer.accepted().map(|delivery| delivery.day))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the client cannot be asked, or a client before 2026-07-28 gives no answer that fits.
    // No `async fn`: its future would repeat the bound, and the compiler one mistake three times.
    pub fn elicit<T: Form>(
        &self,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> Pin<Box<dyn Future<Output = Result<Answer<T>, AskError>> + Send + '_>> {
        let (key, message) = (key.into(), message.into());
        Box::pin(async move {
            let form = FormSchema::of::<T>()?;
            let read =
                |content| T::deserialize(Value::Object(content)).map_err(|error| vec![error.to_string()]);
            self.elicit_by(key, message, form, read).await
        })
    }

    /// As [`elicit`](Context::elicit), with a form that is known only at run time.
    ///
    /// # Errors
    ///
    /// As [`elicit`](Context::elicit).
    pub async fn elicit_form(
        &self,
        key: impl Into<String>,
        message: impl Into<String>,
        form: FormSchema,
    ) -> Result<Answer<Map<String, Value>>, AskError> {
        self.elicit_by(key.into(), message.into(), form, Ok).await
    }

    async fn elicit_by<T>(
        &self,
        key: String,
        message: String,
        form: FormSchema,
        read: impl Fn(Map<String, Value>) -> Result<T, Vec<String>>,
    ) -> Result<Answer<T>, AskError> {
        let version = self.version();
        elicits(version)?;
        let sent = form.to_value(version)?;
        let request = InputRequest::elicit_form(version, &message, &sent)?;
        self.ask(&key, &request, |answer| {
            let content = match elicited(answer)? {
                Answer::Accept(content) => content,
                Answer::Decline => return Ok(Answer::Decline),
                Answer::Cancel => return Ok(Answer::Cancel),
            };
            let content = form.check(&sent, content);
            content
                .and_then(&read)
                .map(Answer::Accept)
                .map_err(Unfit::Problems)
        })
        .await
    }

    /// Asks the client's user to open a page, for what must not pass through the client: a login, a
    /// payment, a key (`ELIC-07`).
    ///
    /// Accepted means that the user agreed to open it. Whether all was done there, the author's own
    /// storage has to know, for the caller that the transport verified ([`Context::principal`]). The
    /// address must hold nothing secret, and whoever opens it has to be made sure of (`ELIC-09`).
    ///
    /// # Errors
    ///
    /// When the client cannot be asked, or the address is no absolute URL.
    pub async fn elicit_url(
        &self,
        key: impl Into<String>,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<Answer<()>, AskError> {
        let request = InputRequest::elicit_url(self.version(), &message.into(), &url.into())?;
        self.ask(&key.into(), &request, |answer| {
            elicited(answer).map(|answer| answer.map(drop))
        })
        .await
    }

    /// Asks the client's model. Revision 2026-07-28 deprecates it, and serves it.
    ///
    /// ```
    /// use mcp_core::ask::AskError;
    /// use mcp_core::protocol::CreateMessageRequest;
    /// use mcp_core::Context;
    ///
    /// async fn capital(ctx: &Context) -> Result<String, AskError> {
    ///     let request = CreateMessageRequest::new(100).user("What is the capital of France?");
    ///     Ok(ctx.sample("capital", request).await?.text())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the client cannot be asked, or its user did not want it.
    pub async fn sample(
        &self,
        key: impl Into<String>,
        request: CreateMessageRequest,
    ) -> Result<CreateMessageResult, AskError> {
        let request = InputRequest::sampling(self.version(), &request)?;
        self.ask(&key.into(), &request, |answer| {
            serde_json::from_str(answer.get()).map_err(|_| Unfit::Malformed)
        })
        .await
    }

    /// Asks for the folders that the client works in. They are guidance and no access control.
    ///
    /// # Errors
    ///
    /// When the client cannot be asked.
    pub async fn roots(&self, key: impl Into<String>) -> Result<Vec<Root>, AskError> {
        let request = InputRequest::roots()?;
        self.ask(&key.into(), &request, |answer| {
            let answer: ListRootsResult = serde_json::from_str(answer.get()).map_err(|_| Unfit::Malformed)?;
            match answer.roots.iter().all(|root| root.uri.starts_with("file://")) {
                true => Ok(answer.roots),
                false => Err(Unfit::Malformed),
            }
        })
        .await
    }

    /// Whether the client's user can be asked to fill in a form.
    #[must_use]
    pub fn can_elicit(&self) -> bool {
        elicits(self.version()).is_ok() && self.can(Need::Form)
    }

    /// Whether the client's user can be asked to open a page.
    #[must_use]
    pub fn can_elicit_url(&self) -> bool {
        self.version() >= ProtocolVersion::V2025_11_25 && self.can(Need::Url)
    }

    /// Whether the client's model can be asked.
    #[must_use]
    pub fn can_sample(&self) -> bool {
        self.can(Need::Sampling {
            tools: false,
            context: false,
        })
    }

    /// Whether the client can name the folders it works in.
    #[must_use]
    pub fn has_roots(&self) -> bool {
        self.can(Need::Roots)
    }

    /// The answers that came with the request, for handlers that ask by hand with
    /// [`InputRequired`](crate::response::InputRequired).
    #[must_use]
    pub fn input_responses(&self) -> Option<&InputResponses> {
        self.retry().map(|retry| &retry.responses)
    }

    /// One of the answers that came with the request, as the protocol's result of its kind.
    ///
    /// # Errors
    ///
    /// When it does not have that form; `?` answers the call with `-32602` (`MRTR-15`).
    pub fn input_response<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, AskError> {
        let answer = self.input_responses().and_then(|responses| responses.get(key));
        let read = answer.map(|answer| serde_json::from_str(answer.get()));
        read.transpose().map_err(|_| AskError::Malformed(key.to_owned()))
    }

    /// What the handler gave to [`InputRequired::state`](crate::response::InputRequired::state) in the
    /// round before.
    ///
    /// # Errors
    ///
    /// When it was of another type.
    pub fn input_state<T: DeserializeOwned>(&self) -> Result<Option<T>, AskError> {
        let records = self.retry().and_then(|retry| retry.records.as_ref());
        let own = records.and_then(|records| records.own());
        let read = own.map(|own| serde_json::from_str(own.get()));
        read.transpose()
            .map_err(|error| AskError::Unusable(format!("the state cannot be read: {error}")))
    }

    fn can(&self, need: Need) -> bool {
        need.lacking(self.client_capabilities()).is_none()
    }
}

/// What the user did, with the fields of the form.
fn elicited(answer: &RawValue) -> Result<Answer<Map<String, Value>>, Unfit> {
    let answer: ElicitResult = serde_json::from_str(answer.get()).map_err(|_| Unfit::Malformed)?;
    Ok(match answer.action {
        ElicitAction::Accept => Answer::Accept(answer.content.unwrap_or_default()),
        ElicitAction::Decline => Answer::Decline,
        ElicitAction::Cancel => Answer::Cancel,
    })
}
