use serde::{Deserialize, Serialize};

use super::{ContentAnnotations, Icon, Meta};
use crate::response::ResponseError;

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

    /// Checks a link that was read and not built.
    pub(super) fn check(&self) -> Result<(), ResponseError> {
        super::absolute_uri(self.uri.clone())?;
        self.mime_type.clone().map(super::mime_type).transpose()?;
        self.icons
            .iter()
            .try_for_each(|icon| Icon::new(icon.src()).map(drop))
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
