use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Icon, Meta};
use crate::response::ResponseError;

/// Who speaks in a prompt, or whom a content block is meant for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    #[default]
    User,
    /// The model.
    Assistant,
}

/// Hints about a content block: for whom, how important, how fresh (`B18`, `RES-10`).
///
/// ```
/// use mcp_core::protocol::{ContentAnnotations, Role};
///
/// let hints = ContentAnnotations::new()
///     .with_audience([Role::Assistant])
///     .with_priority(0.8)?
///     .with_last_modified("2026-10-21T12:00:00Z")?;
/// assert_eq!(hints.priority(), Some(0.8));
/// assert!(ContentAnnotations::new().with_priority(1.1).is_err());
/// # Ok::<(), mcp_core::ResponseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContentAnnotations {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    audience: Option<Vec<Role>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_modified: Option<String>,
}

impl ContentAnnotations {
    /// No hints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For whom the content is meant.
    #[must_use]
    pub fn with_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = Some(audience.into_iter().collect());
        self
    }

    /// How important it is: 0 for optional, 1 for required.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidPriority`] outside `0.0..=1.0`.
    pub fn with_priority(mut self, priority: f64) -> Result<Self, ResponseError> {
        if !(0.0..=1.0).contains(&priority) {
            return Err(ResponseError::InvalidPriority { priority });
        }
        self.priority = Some(priority);
        Ok(self)
    }

    /// When it last changed: an ISO 8601 instant with its offset, such as `2026-10-21T12:00:00Z`.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidInstant`].
    pub fn with_last_modified(mut self, instant: impl Into<String>) -> Result<Self, ResponseError> {
        let instant = instant.into();
        if !crate::instant::is_instant(&instant) {
            return Err(ResponseError::InvalidInstant { instant });
        }
        self.last_modified = Some(instant);
        Ok(self)
    }

    /// For whom the content is meant.
    #[must_use]
    pub fn audience(&self) -> Option<&[Role]> {
        self.audience.as_deref()
    }

    /// How important it is.
    #[must_use]
    pub fn priority(&self) -> Option<f64> {
        self.priority
    }

    /// When it last changed.
    #[must_use]
    pub fn last_modified(&self) -> Option<&str> {
        self.last_modified.as_deref()
    }

    /// Without the member that revisions before 2025-06-18 do not know.
    #[must_use]
    pub fn without_last_modified(&self) -> Self {
        Self {
            last_modified: None,
            ..self.clone()
        }
    }
}

/// Binary data: bytes in memory, Base64 on the wire, encoded once (`B11`).
///
/// ```
/// use mcp_core::protocol::Blob;
///
/// let blob = Blob::from(vec![0, 1]);
/// assert_eq!(serde_json::to_string(&blob)?, r#""AAE=""#);
/// assert_eq!(blob.as_bytes(), [0, 1]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Blob(Bytes);

/// How many bytes are encoded at once: a multiple of three, so that no padding falls inside.
const CHUNK: usize = 12 * 1024;

impl Blob {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The Base64 text.
    #[must_use]
    pub fn to_base64(&self) -> String {
        STANDARD.encode(&self.0)
    }

    /// Appends the Base64 text, straight into an output buffer.
    pub fn write_base64(&self, out: &mut Vec<u8>) {
        let engine = base64::engine::simd::Simd::standard(base64::engine::general_purpose::PAD);
        let mut text = [0; CHUNK / 3 * 4];
        out.reserve(self.0.len().div_ceil(3) * 4);
        for chunk in self.0.chunks(CHUNK) {
            // The buffer fits every chunk, so the encoder cannot refuse it.
            if let Ok(length) = engine.encode_slice(chunk, &mut text) {
                out.extend_from_slice(&text[..length]);
            }
        }
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.0.len())
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<&[u8]> for Blob {
    fn from(bytes: &[u8]) -> Self {
        Self(Bytes::copy_from_slice(bytes))
    }
}

impl<const N: usize> From<&[u8; N]> for Blob {
    fn from(bytes: &[u8; N]) -> Self {
        Self(Bytes::copy_from_slice(bytes))
    }
}

impl From<Bytes> for Blob {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_base64())
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD.decode(text).map_err(serde::de::Error::custom)?;
        Ok(Self(bytes.into()))
    }
}

/// One block of content (`TOOL-16`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text.
    Text(TextContent),
    /// A picture.
    Image(ImageContent),
    /// Sound.
    Audio(AudioContent),
    /// A resource with its contents.
    Resource(EmbeddedResource),
    /// A resource by reference.
    ResourceLink(ResourceLink),
}

/// The members that every content block has.
macro_rules! common_members {
    ($block:expr, $pattern:pat => $member:expr) => {
        match $block {
            ContentBlock::Text($pattern) => $member,
            ContentBlock::Image($pattern) => $member,
            ContentBlock::Audio($pattern) => $member,
            ContentBlock::Resource($pattern) => $member,
            ContentBlock::ResourceLink($pattern) => $member,
        }
    };
}

impl ContentBlock {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextContent {
            text: text.into(),
            annotations: None,
            meta: Meta::default(),
        })
    }

    /// The text, if it is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(content) => Some(&content.text),
            _ => None,
        }
    }

    /// The embedded resource, if it is one.
    #[must_use]
    pub fn as_resource(&self) -> Option<&ResourceContents> {
        match self {
            Self::Resource(content) => Some(&content.resource),
            _ => None,
        }
    }

    /// The hints of the block.
    #[must_use]
    pub fn annotations(&self) -> Option<&ContentAnnotations> {
        common_members!(self, content => content.annotations.as_ref())
    }

    /// The block's `_meta`.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        common_members!(self, content => &content.meta)
    }

    /// The block's `_meta`, to be changed.
    pub fn meta_mut(&mut self) -> &mut Meta {
        common_members!(self, content => &mut content.meta)
    }

    /// Replaces the hints.
    pub fn set_annotations(&mut self, annotations: Option<ContentAnnotations>) {
        common_members!(self, content => content.annotations = annotations);
    }
}

/// Text content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextContent {
    /// The text.
    pub text: String,
    /// Hints for the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ContentAnnotations>,
    /// Data beside the content.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// Image content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageContent {
    /// The picture.
    pub data: Blob,
    /// Its format.
    pub mime_type: String,
    /// Hints for the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ContentAnnotations>,
    /// Data beside the content.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// Audio content, for clients of 2025-03-26 and later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AudioContent {
    /// The sound.
    pub data: Blob,
    /// Its format.
    pub mime_type: String,
    /// Hints for the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ContentAnnotations>,
    /// Data beside the content.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// A resource inside a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EmbeddedResource {
    /// Its contents.
    pub resource: ResourceContents,
    /// Hints for the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ContentAnnotations>,
    /// Data beside the content.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// What a resource holds: text or binary data, never both (`RES-06`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ResourceContents {
    /// Text.
    Text {
        /// The resource's URI.
        uri: String,
        /// The text.
        text: String,
        /// Its format.
        #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// Data beside the content.
        #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
        meta: Meta,
    },
    /// Binary data.
    Blob {
        /// The resource's URI.
        uri: String,
        /// The bytes.
        blob: Blob,
        /// Their format.
        #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// Data beside the content.
        #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
        meta: Meta,
    },
}

impl ResourceContents {
    /// The resource's URI.
    #[must_use]
    pub fn uri(&self) -> &str {
        match self {
            Self::Text { uri, .. } | Self::Blob { uri, .. } => uri,
        }
    }

    /// The declared format.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        match self {
            Self::Text { mime_type, .. } | Self::Blob { mime_type, .. } => mime_type.as_deref(),
        }
    }

    /// The text, if it is text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::Blob { .. } => None,
        }
    }

    /// The bytes, if it is binary.
    #[must_use]
    pub fn blob(&self) -> Option<&[u8]> {
        match self {
            Self::Text { .. } => None,
            Self::Blob { blob, .. } => Some(blob.as_bytes()),
        }
    }

    /// The `_meta` of the contents.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        match self {
            Self::Text { meta, .. } | Self::Blob { meta, .. } => meta,
        }
    }

    /// Replaces the `_meta` of the contents.
    pub fn set_meta(&mut self, new: Meta) {
        match self {
            Self::Text { meta, .. } | Self::Blob { meta, .. } => *meta = new,
        }
    }
}

/// A reference to a resource that the client may read by itself (`B6`).
///
/// It neither registers nor reads its target, and the target need not be listed (`TOOL-23`).
///
/// ```
/// use mcp_core::protocol::ResourceLink;
///
/// let link = ResourceLink::new("reports://latest", "latest-report")?
///     .with_title("Latest report")
///     .with_description("Read the complete report.")
///     .with_mime_type("application/json")?;
/// assert_eq!(link.uri(), "reports://latest");
/// # Ok::<(), mcp_core::ResponseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    uri: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    icons: Vec<Icon>,
    /// Hints for the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ContentAnnotations>,
    /// Data beside the content.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

impl ResourceLink {
    /// A link to a resource by absolute URI and name.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidUri`].
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Result<Self, ResponseError> {
        Ok(Self {
            uri: super::absolute_uri(uri.into())?,
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: None,
            meta: Meta::default(),
        })
    }

    /// The name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the target is.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The target's format.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidMimeType`].
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Result<Self, ResponseError> {
        self.mime_type = Some(super::mime_type(mime_type.into())?);
        Ok(self)
    }

    /// The target's size in bytes, before any encoding.
    #[must_use]
    pub fn with_size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// Pictures for the target, for clients of 2025-11-25 and later.
    #[must_use]
    pub fn with_icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons = icons.into_iter().collect();
        self
    }

    /// The target's URI.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The target's name for programs.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Without the member that revisions before 2025-11-25 do not know.
    #[must_use]
    pub fn without_icons(&self) -> Self {
        Self {
            icons: Vec::new(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b11_base64_written_in_chunks_is_base64_written_at_once() {
        for length in [0, 1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 2] {
            let blob = Blob::from((0..length).map(|n| n as u8).collect::<Vec<u8>>());
            let mut out = Vec::new();
            blob.write_base64(&mut out);
            assert_eq!(String::from_utf8(out).unwrap(), blob.to_base64());
        }
    }

    #[test]
    fn res_06_base64_is_read_strictly() {
        assert!(serde_json::from_str::<Blob>(r#""AAE=""#).is_ok());
        assert!(serde_json::from_str::<Blob>(r#""AAE""#).is_err());
        assert!(serde_json::from_str::<Blob>(r#""A-E=""#).is_err());
    }
}
