use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::Principal;
use mcp_core::ask::{AskError, Sealer};

use super::binding::Binding;
use super::ring::KeyRing;

/// Seals for the authors of handlers, what is theirs: `Context::seal` and `Context::open`.
pub(crate) struct AuthorSealer {
    pub(crate) keys: Arc<KeyRing>,
    /// The server's name.
    pub(crate) server: String,
    pub(crate) lifetime: Duration,
    /// The most characters of a sealed text.
    pub(crate) max: usize,
}

impl AuthorSealer {
    fn binding(&self, purpose: &str, principal: Option<&Principal>) -> [u8; 32] {
        Binding::new("mcp-runtime seal of an author")
            .text(&self.server)
            .caller(principal)
            .text(purpose)
            .finish()
    }
}

impl Sealer for AuthorSealer {
    fn seal(&self, purpose: &str, principal: Option<&Principal>, json: &str) -> Result<String, AskError> {
        let binding = self.binding(purpose, principal);
        self.keys
            .seal_for(self.lifetime, &binding, json.as_bytes(), self.max)
            .map_err(|error| {
                AskError::Unusable(format!("the value for `{purpose}` cannot be sealed: {error}"))
            })
    }

    fn open(
        &self,
        purpose: &str,
        principal: Option<&Principal>,
        sealed: &str,
        read: &mut dyn FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<(), AskError> {
        let refused = |reason: &dyn Display| {
            tracing::warn!(purpose, %reason, "a sealed value was refused");
            AskError::InvalidSeal
        };
        let binding = self.binding(purpose, principal);
        let json = self
            .keys
            .open_in_time(&binding, sealed, self.max)
            .map_err(|reason| refused(&reason))?;
        read(&json).map_err(|reason| refused(&reason))
    }
}
