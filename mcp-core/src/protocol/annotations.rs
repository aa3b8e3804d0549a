use serde::{Deserialize, Serialize};

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

    /// Checks hints that were read and not built.
    pub(super) fn check(&self) -> Result<(), ResponseError> {
        if let Some(priority) = self.priority {
            Self::new().with_priority(priority)?;
        }
        if let Some(instant) = &self.last_modified {
            Self::new().with_last_modified(instant.as_str())?;
        }
        Ok(())
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
