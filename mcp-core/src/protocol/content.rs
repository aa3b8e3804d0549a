use serde::{Deserialize, Serialize};

use super::{Blob, ContentAnnotations, Meta, ResourceLink};
use crate::response::ResponseError;

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

    /// Checks a block that was built by hand, as the builders check theirs (`B24`, `PROMPT-06`).
    ///
    /// # Errors
    ///
    /// The first thing that no builder would have let through.
    pub fn check(&self) -> Result<(), ResponseError> {
        self.meta().check()?;
        if let Some(annotations) = self.annotations() {
            annotations.check()?;
        }
        match self {
            Self::Text(_) => Ok(()),
            Self::Image(content) => super::mime_type(content.mime_type.clone()).map(drop),
            Self::Audio(content) => super::mime_type(content.mime_type.clone()).map(drop),
            Self::Resource(content) => content.resource.check(),
            Self::ResourceLink(link) => link.check(),
        }
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

    /// Checks contents that were built by hand: an absolute URI and allowed metadata (`B24`).
    ///
    /// # Errors
    ///
    /// The first thing that no builder would have let through.
    pub fn check(&self) -> Result<(), ResponseError> {
        super::absolute_uri(self.uri().to_owned())?;
        Ok(self.meta().check()?)
    }

    /// Replaces the `_meta` of the contents.
    pub fn set_meta(&mut self, new: Meta) {
        match self {
            Self::Text { meta, .. } | Self::Blob { meta, .. } => *meta = new,
        }
    }
}
