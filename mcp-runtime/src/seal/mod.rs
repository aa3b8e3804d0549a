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

mod keys;
mod ring;

pub use keys::{InvalidStateKey, StateKeys};
#[allow(unused_imports, reason = "named by those who seal, whom features decide")]
pub(crate) use ring::{KeyRing, OpenError, SealError};
