use std::fmt;
use std::sync::Arc;

use crate::context::{Context, FromContext};
use crate::error::McpError;

/// Who calls, as far as the transport knows: the subject of a verified token, for example.
///
/// A handler takes it as a parameter, or `Option<Principal>` marked with `#[from_context]` where
/// nobody need be known. It is never what the client says of itself
/// ([`Context::client_info`] is that). Cheap to clone.
///
/// ```
/// use mcp_core::Principal;
///
/// let principal = Principal::new("user-42");
/// assert_eq!(principal.subject(), "user-42");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Principal {
    subject: Arc<str>,
}

impl Principal {
    /// The principal of a subject that was verified.
    #[must_use]
    pub fn new(subject: impl Into<Arc<str>>) -> Self {
        Self {
            subject: subject.into(),
        }
    }

    /// The name by which the issuer of its credentials knows it.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Principal")
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl FromContext for Principal {
    fn from_context(ctx: &Context) -> Result<Self, McpError> {
        let principal = ctx.principal().cloned();
        principal
            .ok_or_else(|| McpError::unexpected("nobody is known to call: the transport has no principal"))
    }
}

#[diagnostic::do_not_recommend]
impl FromContext for Option<Principal> {
    fn from_context(ctx: &Context) -> Result<Self, McpError> {
        Ok(ctx.principal().cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{Outbound, RequestParts};
    use crate::protocol::ProtocolVersion;

    struct Nowhere;

    impl Outbound for Nowhere {
        fn notify(&self, _: Vec<u8>) -> bool {
            false
        }
    }

    fn context(principal: Option<Principal>) -> Context {
        let mut parts = RequestParts::new(
            ProtocolVersion::V2026_07_28,
            Arc::default(),
            Arc::default(),
            Arc::new(Nowhere),
        );
        parts.principal = principal;
        Context::new(parts)
    }

    #[test]
    fn a_known_caller_is_taken_from_the_request() {
        let ctx = context(Some(Principal::new("user-42")));
        assert_eq!(Principal::from_context(&ctx).unwrap().subject(), "user-42");
        assert!(Option::<Principal>::from_context(&ctx).unwrap().is_some());
    }

    #[test]
    fn who_needs_a_caller_fails_without_one() {
        let ctx = context(None);
        assert!(matches!(
            Principal::from_context(&ctx),
            Err(McpError::Unexpected(_))
        ));
        assert!(Option::<Principal>::from_context(&ctx).unwrap().is_none());
    }
}
