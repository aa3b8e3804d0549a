use serde::{Deserialize, Serialize};

use crate::response::ResponseError;

/// The background an [`Icon`] is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IconTheme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

/// A picture that a client may show beside a name (`ICON-01`, `B22`).
///
/// The reference is published, never fetched. Only `https:` and `data:` sources exist.
///
/// ```
/// use mcp_core::protocol::Icon;
///
/// let icon = Icon::new("https://example.org/catalog.svg")?.with_mime_type("image/svg+xml")?;
/// assert_eq!(icon.src(), "https://example.org/catalog.svg");
/// assert!(Icon::new("http://example.org/catalog.svg").is_err());
/// # Ok::<(), mcp_core::ResponseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    src: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<IconTheme>,
}

impl Icon {
    /// An icon at an `https:` or `data:` URI.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidIcon`] for any other scheme.
    pub fn new(src: impl Into<String>) -> Result<Self, ResponseError> {
        let src = src.into();
        let scheme = src.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("https" | "data") => Ok(Self {
                src,
                mime_type: None,
                sizes: Vec::new(),
                theme: None,
            }),
            _ => Err(ResponseError::InvalidIcon { src }),
        }
    }

    /// States the format, where the source does not.
    ///
    /// # Errors
    ///
    /// [`ResponseError::InvalidMimeType`].
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Result<Self, ResponseError> {
        self.mime_type = Some(super::mime_type(mime_type.into())?);
        Ok(self)
    }

    /// The sizes the source offers, as `48x48` or `any`.
    #[must_use]
    pub fn with_sizes<S: Into<String>>(mut self, sizes: impl IntoIterator<Item = S>) -> Self {
        self.sizes = sizes.into_iter().map(Into::into).collect();
        self
    }

    /// The background it is drawn for.
    #[must_use]
    pub fn with_theme(mut self, theme: IconTheme) -> Self {
        self.theme = Some(theme);
        self
    }

    /// Where the picture is.
    #[must_use]
    pub fn src(&self) -> &str {
        &self.src
    }
}
