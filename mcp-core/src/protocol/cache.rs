use serde::{Deserialize, Serialize};

/// Who may keep a result that carries a [`CacheHint`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheScope {
    /// Only the client that asked.
    #[default]
    Private,
    /// Shared caches too: the result is the same for every user (`CACHE-04`).
    Public,
}

/// How long a client may keep a list or a resource (`CACHE-01`, `B23`).
///
/// It tells the client; the server itself caches nothing. It goes into discovery, lists and
/// resource reads of 2026-07-28 and nowhere else. The default is zero milliseconds, private.
///
/// ```
/// use mcp_core::protocol::{CacheHint, CacheScope};
///
/// let hint = CacheHint::public(30_000);
/// assert_eq!((hint.ttl_ms, hint.scope), (30_000, CacheScope::Public));
/// assert_eq!(CacheHint::default().ttl_ms, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CacheHint {
    /// Milliseconds for which the result stays fresh.
    pub ttl_ms: u64,
    /// Who may keep it.
    pub scope: CacheScope,
}

impl CacheHint {
    /// A result that only this client may keep.
    #[must_use]
    pub const fn private(ttl_ms: u64) -> Self {
        Self {
            ttl_ms,
            scope: CacheScope::Private,
        }
    }

    /// A result that every cache may keep and serve to anybody.
    #[must_use]
    pub const fn public(ttl_ms: u64) -> Self {
        Self {
            ttl_ms,
            scope: CacheScope::Public,
        }
    }
}
