//! What handlers return.
//!
//! [`McpResponse`] is the one type for tools, resources and prompts; the runtime shapes it for the
//! kind, the revision and the client. A handler may return one of them, a `Vec`, an array or a
//! tuple of them, a typed [`Structured`], a [`ResponseStream`], the protocol's own result, or a
//! `Result` of any of these.

mod body;
mod error;
#[cfg(feature = "ask")]
mod input;
mod into;
mod stream;
mod structured;

use std::fmt;

use serde::Serialize;
use serde_json::value::RawValue;

pub use body::{MimeCodec, ResourceValue};
pub use error::ResponseError;
#[cfg(feature = "ask")]
pub use input::{InputOr, InputRequired};
pub use into::{
    IntoPromptResponse, IntoResourceResponse, IntoResponses, IntoToolResponse, OutputSchema, Reply,
};
pub use stream::ResponseStream;
pub use structured::Structured;

use crate::protocol::{
    AudioContent, Blob, ContentAnnotations, ContentBlock, EmbeddedResource, ImageContent, Meta, ResourceLink,
    Role,
};

/// One answer of a handler: content blocks, perhaps a structured value, and how they are meant.
///
/// The `with_*` and `as_*` methods take the response and give another; keep the first by cloning
/// it, which copies no binary data (`B3`). Everything can be read back.
///
/// ```
/// use mcp_core::{ContentAnnotations, McpResponse, Role};
/// use serde_json::json;
///
/// let original = McpResponse::structured(json!({ "order_id": 42, "status": "ready" }))?;
/// let annotated = original
///     .clone()
///     .with_meta("example.org/trace", "order-42")?
///     .with_content_meta("example.org/source", "orders")?
///     .with_annotations(ContentAnnotations::new().with_audience([Role::Assistant]).with_priority(0.8)?);
///
/// assert!(original.meta().is_empty());
/// assert_eq!(annotated.meta().get("example.org/trace").unwrap(), "order-42");
/// assert_eq!(annotated.content()[0].meta().get("example.org/source").unwrap(), "orders");
/// # Ok::<(), mcp_core::ResponseError>(())
/// ```
#[derive(Clone)]
#[must_use = "a response does nothing until the handler returns it"]
pub struct McpResponse {
    content: Vec<ContentBlock>,
    structured: Option<Box<RawValue>>,
    is_error: bool,
    role: Role,
    progress: Option<Progress>,
    meta: Meta,
}

/// How far a stream of responses has come.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done; it must grow from one to the next (`PROG-03`).
    pub current: f64,
    /// How much there is, if that is known.
    pub total: Option<f64>,
    /// What is being done, for people.
    pub message: Option<String>,
}

impl McpResponse {
    fn of(content: Vec<ContentBlock>) -> Self {
        Self {
            content,
            structured: None,
            is_error: false,
            role: Role::User,
            progress: None,
            meta: Meta::default(),
        }
    }

    fn of_block(block: ContentBlock) -> Self {
        Self::of(vec![block])
    }

    /// Text: an explanation, a confirmation, a message of a prompt.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of_block(ContentBlock::text(text))
    }

    /// Data as JSON: a structured value, and one text block with its compact JSON text (`B7`).
    ///
    /// Takes everything that serialises: objects, lists, strings, numbers, booleans, `null`.
    ///
    /// # Errors
    ///
    /// [`ResponseError::NotJson`] with the path of the value that JSON cannot express: a number
    /// that is not finite, a key that is no string, binary data inside (`B10`).
    ///
    /// ```
    /// use mcp_core::McpResponse;
    /// use serde_json::json;
    ///
    /// let response = McpResponse::structured(json!({ "order_id": 42, "total": 42.5 }))?;
    /// assert_eq!(response.content()[0].as_text(), Some(r#"{"order_id":42,"total":42.5}"#));
    ///
    /// let refused = McpResponse::structured([1.0, f64::NAN]).unwrap_err();
    /// assert!(refused.to_string().contains("/1"));
    /// # Ok::<(), mcp_core::ResponseError>(())
    /// ```
    pub fn structured(value: impl Serialize) -> Result<Self, ResponseError> {
        let json = crate::strict_json::to_raw(&value)?;
        let mut response = Self::text(json.get());
        response.structured = Some(json);
        Ok(response)
    }

    /// A picture, from the bytes of its file; they are encoded once (`B11`).
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidMimeType`].
    pub fn image(data: impl Into<Blob>, mime_type: impl Into<String>) -> Result<Self, ResponseError> {
        Ok(Self::of_block(ContentBlock::Image(ImageContent {
            data: data.into(),
            mime_type: crate::protocol::mime_type(mime_type.into())?,
            annotations: None,
            meta: Meta::default(),
        })))
    }

    /// Sound, from the bytes of its file; they are encoded once (`B11`).
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidMimeType`].
    pub fn audio(data: impl Into<Blob>, mime_type: impl Into<String>) -> Result<Self, ResponseError> {
        Ok(Self::of_block(ContentBlock::Audio(AudioContent {
            data: data.into(),
            mime_type: crate::protocol::mime_type(mime_type.into())?,
            annotations: None,
            meta: Meta::default(),
        })))
    }

    /// A resource inside the response; the MIME type picks its form (`B12`).
    ///
    /// - Data ([`Structured`], `serde_json::Value`): JSON text for `application/json`,
    ///   `application/*+json` and no MIME type at all; Base64 of MessagePack for
    ///   `application/msgpack`, `x-msgpack`, `vnd.msgpack` and `*+msgpack`; an error for any other.
    /// - Text: as it is; with a MessagePack type, as a MessagePack string.
    /// - Bytes: Base64, whatever the type.
    ///
    /// The MIME type is sent as it was given; letter case and parameters do not matter for the
    /// choice.
    ///
    /// # Errors
    ///
    /// [`ResponseError`] for a URI that is not absolute, for data under a MIME type that cannot
    /// express it, and for values that JSON lacks.
    ///
    /// ```
    /// use mcp_core::McpResponse;
    /// use serde_json::json;
    ///
    /// let status = json!({ "ready": true, "count": 2 });
    /// let text = McpResponse::resource("reports://status", status.clone(), "application/json")?;
    /// let packed = McpResponse::resource("reports://status", status, "application/msgpack")?;
    /// let csv = McpResponse::resource("reports://orders.csv", "id,status\n42,ready\n", "text/csv")?;
    ///
    /// assert_eq!(text.content()[0].as_resource().unwrap().text(), Some(r#"{"count":2,"ready":true}"#));
    /// assert!(packed.content()[0].as_resource().unwrap().blob().is_some());
    /// assert!(csv.content()[0].as_resource().unwrap().text().unwrap().starts_with("id,status"));
    /// # Ok::<(), mcp_core::ResponseError>(())
    /// ```
    pub fn resource<'m>(
        uri: impl Into<String>,
        value: impl ResourceValue,
        mime_type: impl Into<Option<&'m str>>,
    ) -> Result<Self, ResponseError> {
        let uri = crate::protocol::absolute_uri(uri.into())?;
        let resource = value.into_contents(uri, mime_type.into())?;
        Ok(Self::of_block(ContentBlock::Resource(EmbeddedResource {
            resource,
            annotations: None,
            meta: Meta::default(),
        })))
    }

    /// A reference to a resource that the client may read by itself (`B6`).
    pub fn resource_link(link: ResourceLink) -> Self {
        Self::of_block(ContentBlock::ResourceLink(link))
    }

    /// An expected failure of a tool, told to the client: `isError: true` and the message (`B15`).
    ///
    /// In resources and prompts it is plain text; fail with `ResourceError` or `PromptError` there.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(message)
        }
    }

    /// Progress, as an item of a [`ResponseStream`]; anywhere else it is a mistake that fails the
    /// call.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidProgress`] when a value is not finite.
    pub fn progress(current: f64, total: Option<f64>, message: Option<&str>) -> Result<Self, ResponseError> {
        if !current.is_finite() || total.is_some_and(|total| !total.is_finite()) {
            return Err(ResponseError::InvalidProgress);
        }
        let progress = Progress {
            current,
            total,
            message: message.map(str::to_owned),
        };
        Ok(Self {
            progress: Some(progress),
            ..Self::of(Vec::new())
        })
    }

    /// Sets a key of the result's `_meta` (`B18`).
    ///
    /// # Errors
    ///
    /// [`ResponseError::Meta`] for a malformed or reserved key or a value that JSON lacks (`B19`).
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Serialize) -> Result<Self, ResponseError> {
        self.meta.insert(key, value)?;
        Ok(self)
    }

    /// Sets a key of the `_meta` of each content block (`B18`).
    ///
    /// # Errors
    ///
    /// As [`McpResponse::with_meta`].
    pub fn with_content_meta(mut self, key: &str, value: impl Serialize) -> Result<Self, ResponseError> {
        for block in &mut self.content {
            block.meta_mut().insert(key, &value)?;
        }
        Ok(self)
    }

    /// Replaces the hints of each content block (`B18`).
    pub fn with_annotations(mut self, annotations: ContentAnnotations) -> Self {
        for block in &mut self.content {
            block.set_annotations(Some(annotations.clone()));
        }
        self
    }

    /// In a prompt: said by the user, which is the default (`B14`).
    pub fn as_user(mut self) -> Self {
        self.role = Role::User;
        self
    }

    /// In a prompt: said by the model (`B14`).
    pub fn as_assistant(mut self) -> Self {
        self.role = Role::Assistant;
        self
    }

    /// The content blocks.
    #[must_use]
    pub fn content(&self) -> &[ContentBlock] {
        &self.content
    }

    /// The JSON text of the structured value.
    #[must_use]
    pub fn structured_content(&self) -> Option<&RawValue> {
        self.structured.as_deref()
    }

    /// Whether it is an expected failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Who says it, in a prompt.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// The progress it reports, if it does nothing else.
    #[must_use]
    pub fn as_progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// The result's `_meta`.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The parts, for the runtime: blocks, structured value, `_meta`.
    #[must_use]
    pub fn into_parts(self) -> (Vec<ContentBlock>, Option<Box<RawValue>>, Meta) {
        (self.content, self.structured, self.meta)
    }
}

impl fmt::Debug for McpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("McpResponse");
        debug.field("content", &self.content);
        if let Some(structured) = &self.structured {
            debug.field("structured", &structured.get());
        }
        debug.field("is_error", &self.is_error).field("role", &self.role);
        debug
            .field("progress", &self.progress)
            .field("meta", &self.meta)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::protocol::MetaError;

    #[test]
    fn b7_structured_takes_every_json_value() {
        for value in [
            json!({"a": 1}),
            json!([1, "a"]),
            json!("x"),
            json!(1.5),
            json!(true),
            json!(null),
        ] {
            let response = McpResponse::structured(&value).unwrap();
            let text = value.to_string();
            assert_eq!(response.content()[0].as_text(), Some(text.as_str()));
            assert_eq!(response.structured_content().unwrap().get(), text);
            assert!(!response.is_error());
        }
    }

    #[test]
    fn b3_b14_the_original_stays_as_it_was() {
        let original = McpResponse::text("hello");
        let changed = original
            .clone()
            .as_assistant()
            .with_content_meta("example.org/a", 1)
            .unwrap();
        assert_eq!((original.role(), changed.role()), (Role::User, Role::Assistant));
        assert!(original.content()[0].meta().is_empty());
        assert_eq!(changed.as_user().role(), Role::User);
    }

    #[test]
    fn b4_progress_must_be_finite() {
        assert!(McpResponse::progress(-1.0, Some(2.0), None).is_ok());
        for (current, total) in [(f64::NAN, None), (1.0, Some(f64::INFINITY))] {
            let refused = McpResponse::progress(current, total, None);
            assert!(matches!(refused, Err(ResponseError::InvalidProgress)));
        }
    }

    #[test]
    fn b19_reserved_keys_are_refused() {
        let refused = McpResponse::text("x").with_meta("io.modelcontextprotocol/x", 1);
        assert!(matches!(
            refused,
            Err(ResponseError::Meta(MetaError::ReservedKey(_)))
        ));
    }

    #[test]
    fn b11_prompt_06_media_need_a_valid_mime_type() {
        assert!(McpResponse::image(vec![1], "image/png").is_ok());
        assert!(McpResponse::audio(&[1_u8], "audio/wav").is_ok());
        assert!(McpResponse::image(vec![1], "png").is_err());
    }
}
