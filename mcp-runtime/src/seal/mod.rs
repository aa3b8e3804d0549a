//! What travels through clients and comes back: sealed, so that nobody can read or change it.
//!
//! The cipher is XChaCha20-Poly1305. A sealed text is base64url without padding of
//!
//! ```text
//! version (1) | key id (4) | nonce (24) | ciphertext and tag
//! ```
//!
//! Whatever the text must not be separated from, such as who may use it and for what, is the
//! *context*: it is not in the text, and the text cannot be opened with another one.

#[cfg(feature = "ask")]
mod author;
#[cfg(feature = "ask")]
mod binding;
#[cfg(feature = "ask")]
mod expiring;
mod keys;
mod ring;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[cfg(feature = "ask")]
pub(crate) use author::AuthorSealer;
#[cfg(feature = "ask")]
pub(crate) use binding::Binding;
pub use keys::{InvalidStateKey, StateKeys};
pub(crate) use ring::KeyRing;
#[cfg(feature = "ask")]
pub(crate) use ring::SealError;

/// The time since 1970, for what is sealed until a certain moment. Replicas need about the same clock.
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
