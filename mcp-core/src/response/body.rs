//! The codec rule: a value and a MIME type give text or binary contents (`B12`).

use bytes::Bytes;
use mediatype::MediaType;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{McpResponse, ResponseError, Structured};
use crate::protocol::{Blob, ContentBlock, Meta, ResourceContents};

/// The format that a MIME type asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MimeCodec {
    /// `application/json`, `application/*+json`.
    Json,
    /// `application/msgpack`, `x-msgpack`, `vnd.msgpack`, `application/*+msgpack`.
    MessagePack,
    /// Anything else: the author encodes.
    Other,
}

impl MimeCodec {
    /// The codec of a MIME type. Letter case and parameters do not matter.
    ///
    /// ```
    /// use mcp_core::response::MimeCodec;
    ///
    /// assert_eq!(MimeCodec::of("Application/JSON; charset=utf-8"), MimeCodec::Json);
    /// assert_eq!(MimeCodec::of("application/vnd.api+json"), MimeCodec::Json);
    /// assert_eq!(MimeCodec::of("text/json"), MimeCodec::Other);
    /// ```
    #[must_use]
    pub fn of(mime_type: &str) -> Self {
        let Ok(media) = MediaType::parse(mime_type) else {
            return Self::Other;
        };
        if !media.ty.as_str().eq_ignore_ascii_case("application") {
            return Self::Other;
        }
        let is = |text: &str, wanted: &str| text.eq_ignore_ascii_case(wanted);
        let suffix = media.suffix.map(|suffix| suffix.as_str());
        let subtype = media.subty.as_str();
        match suffix {
            Some(suffix) if is(suffix, "json") => Self::Json,
            Some(suffix) if is(suffix, "msgpack") => Self::MessagePack,
            None if is(subtype, "json") => Self::Json,
            None if ["msgpack", "x-msgpack", "vnd.msgpack"]
                .iter()
                .any(|name| is(subtype, name)) =>
            {
                Self::MessagePack
            }
            _ => Self::Other,
        }
    }
}

/// What may be the value of [`McpResponse::resource`](crate::McpResponse::resource): text, bytes,
/// or data ([`Structured`], `serde_json::Value`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a resource",
    label = "neither text, nor bytes, nor data",
    note = "give text (`&str`, `String`), bytes (`Vec<u8>`, `&[u8]`, `Bytes`), `serde_json::Value`, or `Structured(value)` for any serialisable value"
)]
pub trait ResourceValue {
    /// Encodes the value for a MIME type.
    ///
    /// # Errors
    ///
    /// When the MIME type cannot express the value.
    fn into_contents(self, uri: String, mime_type: Option<&str>) -> Result<ResourceContents, ResponseError>;
}

/// Implements [`ResourceValue`] for types that are text or bytes.
macro_rules! encoded_value {
    ($($kind:ident: $($value:ty),+;)+) => {$($(
        impl ResourceValue for $value {
            fn into_contents(self, uri: String, mime_type: Option<&str>) -> Result<ResourceContents, ResponseError> {
                $kind(uri, self.into(), mime_type)
            }
        }
    )+)+};
}

encoded_value! {
    encoded_text: &str, String, &String;
    encoded_bytes: Vec<u8>, &[u8], Bytes, Blob;
}

impl<const N: usize> ResourceValue for &[u8; N] {
    fn into_contents(self, uri: String, mime_type: Option<&str>) -> Result<ResourceContents, ResponseError> {
        encoded_bytes(uri, self.into(), mime_type)
    }
}

impl ResourceValue for Value {
    fn into_contents(self, uri: String, mime_type: Option<&str>) -> Result<ResourceContents, ResponseError> {
        data(uri, &self, mime_type)
    }
}

impl<T: Serialize> ResourceValue for Structured<T> {
    fn into_contents(self, uri: String, mime_type: Option<&str>) -> Result<ResourceContents, ResponseError> {
        data(uri, &self.0, mime_type)
    }
}

fn encoded_text(
    uri: String,
    text: String,
    mime_type: Option<&str>,
) -> Result<ResourceContents, ResponseError> {
    match mime_type.map(MimeCodec::of) {
        Some(MimeCodec::MessagePack) => packed(uri, &text, mime_type),
        _ => Ok(text_contents(uri, text, mime_type)),
    }
}

fn encoded_bytes(
    uri: String,
    blob: Blob,
    mime_type: Option<&str>,
) -> Result<ResourceContents, ResponseError> {
    Ok(blob_contents(uri, blob, mime_type))
}

fn data(
    uri: String,
    value: &impl Serialize,
    mime_type: Option<&str>,
) -> Result<ResourceContents, ResponseError> {
    let mime_type = mime_type.unwrap_or("application/json");
    match MimeCodec::of(mime_type) {
        MimeCodec::Json => {
            let json = crate::strict_json::to_raw(value)?;
            Ok(text_contents(uri, json.get().to_owned(), Some(mime_type)))
        }
        MimeCodec::MessagePack => packed(uri, value, Some(mime_type)),
        MimeCodec::Other => Err(ResponseError::NoCodec {
            mime_type: mime_type.to_owned(),
        }),
    }
}

fn packed(
    uri: String,
    value: &impl Serialize,
    mime_type: Option<&str>,
) -> Result<ResourceContents, ResponseError> {
    // Maps with string keys: what other languages decode into objects.
    let bytes =
        rmp_serde::to_vec_named(value).map_err(|error| ResponseError::NotMessagePack(error.to_string()))?;
    Ok(blob_contents(uri, bytes.into(), mime_type))
}

impl McpResponse {
    /// The response as what a resource holds (`B5`, `B13`).
    ///
    /// `uri` and `mime_type` are those of the resource. They apply to `text()` and `structured()`,
    /// whose value becomes JSON text or MessagePack; an explicit `resource()` keeps its own.
    ///
    /// # Errors
    ///
    /// [`ResponseError::NotContents`] for pictures, sound and links, and [`ResponseError::NoCodec`]
    /// for data under a MIME type that cannot express it.
    pub fn into_contents(
        self,
        uri: &str,
        mime_type: Option<&str>,
    ) -> Result<Vec<ResourceContents>, ResponseError> {
        let (content, structured, _) = self.into_parts();
        let mut structured = structured;
        content
            .into_iter()
            .map(|block| {
                let meta = block.meta().clone();
                // The text block beside a structured value only mirrors it.
                let mut contents = match (block, structured.take()) {
                    (ContentBlock::Text(_), Some(json)) => {
                        structured_contents(uri.to_owned(), &json, mime_type)?
                    }
                    (ContentBlock::Text(content), None) => encoded_text(
                        uri.to_owned(),
                        content.text,
                        Some(mime_type.unwrap_or("text/plain")),
                    )?,
                    (ContentBlock::Resource(content), _) => {
                        let mut contents = content.resource;
                        let mut joined = contents.meta().clone();
                        joined.merge(&meta)?;
                        contents.set_meta(joined);
                        return Ok(contents);
                    }
                    _ => return Err(ResponseError::NotContents),
                };
                contents.set_meta(meta);
                Ok(contents)
            })
            .collect()
    }
}

/// The contents of a resource whose handler returned `structured` data (`B13`): its JSON text, or
/// the value of that text as MessagePack.
fn structured_contents(
    uri: String,
    json: &RawValue,
    mime_type: Option<&str>,
) -> Result<ResourceContents, ResponseError> {
    let mime_type = mime_type.unwrap_or("application/json");
    match MimeCodec::of(mime_type) {
        MimeCodec::Json => Ok(text_contents(uri, json.get().to_owned(), Some(mime_type))),
        MimeCodec::MessagePack => {
            let mut bytes = Vec::with_capacity(json.get().len());
            let mut source = serde_json::Deserializer::from_str(json.get());
            let mut target = rmp_serde::Serializer::new(&mut bytes).with_struct_map();
            serde_transcode::transcode(&mut source, &mut target)
                .map_err(|error| ResponseError::NotMessagePack(error.to_string()))?;
            Ok(blob_contents(uri, bytes.into(), Some(mime_type)))
        }
        MimeCodec::Other => Err(ResponseError::NoCodec {
            mime_type: mime_type.to_owned(),
        }),
    }
}

fn text_contents(uri: String, text: String, mime_type: Option<&str>) -> ResourceContents {
    ResourceContents::Text {
        uri,
        text,
        mime_type: mime_type.map(str::to_owned),
        meta: Meta::default(),
    }
}

fn blob_contents(uri: String, blob: Blob, mime_type: Option<&str>) -> ResourceContents {
    ResourceContents::Blob {
        uri,
        blob,
        mime_type: mime_type.map(str::to_owned),
        meta: Meta::default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn b13_structured_json_becomes_messagepack_with_its_key_order() {
        let json = RawValue::from_string(r#"{"b":1,"a":[1.5,null]}"#.to_owned()).unwrap();
        let contents = structured_contents("x://y".into(), &json, Some("application/msgpack")).unwrap();
        let expected = [
            0x82, 0xa1, b'b', 1, 0xa1, b'a', 0x92, 0xcb, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0xc0,
        ];
        assert_eq!(contents.blob().unwrap(), expected);
    }

    #[test]
    fn b12_data_without_a_codec_is_refused_by_name() {
        let refused = json!({"a": 1})
            .into_contents("x://y".into(), Some("text/csv"))
            .unwrap_err();
        assert_eq!(
            refused,
            ResponseError::NoCodec {
                mime_type: "text/csv".into()
            }
        );
    }
}
