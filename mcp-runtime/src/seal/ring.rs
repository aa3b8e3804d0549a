use std::fmt;
use std::sync::Once;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::XChaCha20Poly1305;
use chacha20poly1305::aead::{AeadInOut, Key, KeyInit, Nonce, Tag};
use sha2::{Digest, Sha256};

use super::keys::{KeyBytes, StateKeys};

/// The only form there is; another is for another release.
const VERSION: u8 = 1;
const ID_SIZE: usize = 4;
const HEADER_SIZE: usize = 1 + ID_SIZE;
const NONCE_SIZE: usize = 24;
const TAG_SIZE: usize = 16;
const OVERHEAD: usize = HEADER_SIZE + NONCE_SIZE + TAG_SIZE;

/// The keys of a server: the first seals, all of them open.
pub(crate) struct KeyRing {
    sealing: SealKey,
    others: Box<[SealKey]>,
    /// Made by this process for itself.
    is_random: bool,
    warned: Once,
}

/// One key, ready for use. The cipher wipes it when it is dropped.
struct SealKey {
    id: [u8; ID_SIZE],
    cipher: XChaCha20Poly1305,
}

/// Why something cannot be sealed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SealError {
    #[error("the operating system gives no random numbers: {0}")]
    NoRandomness(#[from] getrandom::Error),
    #[error("it is too long to be sealed")]
    TooLong,
    #[cfg(feature = "ask")]
    #[error("sealed it has {size} characters, and the limit is {max}")]
    TooLarge { size: usize, max: usize },
}

/// Why a sealed text cannot be opened: for the operator, never for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("it is longer than allowed")]
    TooLong,
    #[error("it is not base64")]
    NotBase64,
    #[error("it is too short to be a sealed text")]
    TooShort,
    #[error("it has the form of another release")]
    UnknownVersion,
    #[error("its key is not known: another server made it, or the key was retired")]
    UnknownKey,
    #[error("it was changed, or is used where it does not belong")]
    WrongTag,
    #[cfg(feature = "ask")]
    #[error("it has expired")]
    Expired,
}

impl KeyRing {
    /// The keys given, or those of `MCP_STATE_KEYS`, or a random one.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong and repeats no key.
    pub(crate) fn new(
        given: Option<StateKeys>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        const VARIABLE: &str = "MCP_STATE_KEYS";
        let set = environment(VARIABLE).map(zeroize::Zeroizing::new);
        let (keys, is_random) = match (given, set) {
            (Some(keys), _) => (keys, false),
            (None, Some(text)) if !text.trim().is_empty() => {
                let keys = text
                    .parse()
                    .map_err(|problem| format!("the environment variable `{VARIABLE}`: {problem}"))?;
                (keys, false)
            }
            _ => {
                let keys = StateKeys::random().map_err(|error| SealError::from(error).to_string())?;
                (keys, true)
            }
        };
        let mut keys = keys.iter().map(SealKey::new);
        let sealing = keys.next().ok_or("there is no key to seal with")?;
        Ok(Self {
            sealing,
            others: keys.collect(),
            is_random,
            warned: Once::new(),
        })
    }

    /// Seals `plaintext`; it can be opened with the same `context` only.
    ///
    /// # Errors
    ///
    /// When there are no random numbers to be had, or the text has hundreds of gigabytes.
    pub(crate) fn seal(&self, context: &[u8], plaintext: &[u8]) -> Result<String, SealError> {
        if self.is_random {
            self.warned.call_once(|| {
                tracing::warn!(
                    "no key is set in `MCP_STATE_KEYS`: what this process seals, no replica and no later \
                     process can open"
                );
            });
        }
        let mut nonce = [0; NONCE_SIZE];
        getrandom::fill(&mut nonce)?;
        let mut sealed = Vec::with_capacity(OVERHEAD + plaintext.len());
        sealed.push(VERSION);
        sealed.extend_from_slice(&self.sealing.id);
        let bound = bound(&sealed, context);
        sealed.extend_from_slice(&nonce);
        sealed.extend_from_slice(plaintext);
        let text = &mut sealed[HEADER_SIZE + NONCE_SIZE..];
        let nonce = Nonce::<XChaCha20Poly1305>::from(nonce);
        let tag = self
            .sealing
            .cipher
            .encrypt_inout_detached(&nonce, &bound, text.into())
            .map_err(|_| SealError::TooLong)?;
        sealed.extend_from_slice(&tag);
        Ok(URL_SAFE_NO_PAD.encode(&sealed))
    }

    /// Opens a text of at most `max` characters that was sealed with the same `context`.
    ///
    /// # Errors
    ///
    /// The reason, which is not for the client.
    pub(crate) fn open(&self, context: &[u8], sealed: &str, max: usize) -> Result<Vec<u8>, OpenError> {
        if sealed.len() > max {
            return Err(OpenError::TooLong);
        }
        let mut bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| OpenError::NotBase64)?;
        let Some((header, rest)) = bytes.split_at_mut_checked(HEADER_SIZE) else {
            return Err(OpenError::TooShort);
        };
        if header[0] != VERSION {
            return Err(OpenError::UnknownVersion);
        }
        let key = std::iter::once(&self.sealing)
            .chain(&self.others)
            .find(|key| key.id == header[1..])
            .ok_or(OpenError::UnknownKey)?;
        let bound = bound(header, context);
        let (nonce, rest) = rest
            .split_first_chunk_mut::<NONCE_SIZE>()
            .ok_or(OpenError::TooShort)?;
        let (text, tag) = rest
            .split_last_chunk_mut::<TAG_SIZE>()
            .ok_or(OpenError::TooShort)?;
        let nonce = Nonce::<XChaCha20Poly1305>::from(*nonce);
        let tag = Tag::<XChaCha20Poly1305>::from(*tag);
        key.cipher
            .decrypt_inout_detached(&nonce, &bound, (&mut *text).into(), &tag)
            .map_err(|_| OpenError::WrongTag)?;
        let end = HEADER_SIZE + NONCE_SIZE + text.len();
        bytes.truncate(end);
        bytes.drain(..HEADER_SIZE + NONCE_SIZE);
        Ok(bytes)
    }
}

/// What a tag covers beside the text: the header too.
fn bound(header: &[u8], context: &[u8]) -> Vec<u8> {
    [header, context].concat()
}

impl SealKey {
    fn new(key: &KeyBytes) -> Self {
        // Known to clients, so it must not help to find the key.
        let digest = Sha256::new()
            .chain_update(b"mcp-runtime state key id\0")
            .chain_update(key.as_slice())
            .finalize();
        let mut id = [0; ID_SIZE];
        id.copy_from_slice(&digest[..ID_SIZE]);
        let cipher = XChaCha20Poly1305::new(<&Key<XChaCha20Poly1305>>::from(&**key));
        Self { id, cipher }
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRing")
            .field("keys", &(1 + self.others.len()))
            .field("is_random", &self.is_random)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = 1 << 16;

    fn ring(keys: StateKeys) -> KeyRing {
        KeyRing::new(Some(keys), |_| None).unwrap()
    }

    #[test]
    fn what_is_sealed_opens_with_the_same_key_and_context_only() {
        let one = ring(StateKeys::new([1; 32]));
        let sealed = one.seal(b"context", b"hello").unwrap();
        assert_eq!(one.open(b"context", &sealed, MAX), Ok(b"hello".to_vec()));
        assert_eq!(one.open(b"another", &sealed, MAX), Err(OpenError::WrongTag));
        let two = ring(StateKeys::new([2; 32]));
        assert_eq!(two.open(b"context", &sealed, MAX), Err(OpenError::UnknownKey));
        assert_ne!(one.seal(b"context", b"hello").unwrap(), sealed, "nonces differ");
    }

    #[test]
    fn mrtr_13_an_older_key_opens_until_it_is_taken_away() {
        let old = ring(StateKeys::new([1; 32]));
        let sealed = old.seal(b"", b"state").unwrap();
        let rotated = ring(StateKeys::new([2; 32]).also_open([1; 32]));
        assert_eq!(rotated.open(b"", &sealed, MAX), Ok(b"state".to_vec()));
        let fresh = rotated.seal(b"", b"state").unwrap();
        assert_eq!(old.open(b"", &fresh, MAX), Err(OpenError::UnknownKey));
        assert_eq!(
            ring(StateKeys::new([2; 32])).open(b"", &sealed, MAX),
            Err(OpenError::UnknownKey)
        );
    }

    #[test]
    fn mrtr_10_no_character_can_be_changed_added_or_taken_away() {
        let ring = ring(StateKeys::new([1; 32]));
        let sealed = ring.seal(b"", b"a state of some length").unwrap();
        for position in 0..sealed.len() {
            for replacement in *b"ABaz09-_=+" {
                let mut changed = sealed.clone().into_bytes();
                if changed[position] == replacement {
                    continue;
                }
                changed[position] = replacement;
                let changed = String::from_utf8(changed).unwrap();
                assert!(ring.open(b"", &changed, MAX).is_err(), "{position}");
            }
            assert!(ring.open(b"", &sealed[..position], MAX).is_err(), "{position}");
        }
        for end in ["A", "=", "AAAA", " ", "\n"] {
            assert!(ring.open(b"", &format!("{sealed}{end}"), MAX).is_err());
        }
    }

    #[test]
    fn the_reason_is_told_to_the_operator() {
        let ring = ring(StateKeys::new([1; 32]));
        let sealed = ring.seal(b"", b"x").unwrap();
        assert_eq!(ring.open(b"", &sealed, 10), Err(OpenError::TooLong));
        assert_eq!(ring.open(b"", "not base64!", MAX), Err(OpenError::NotBase64));
        assert_eq!(ring.open(b"", "", MAX), Err(OpenError::TooShort));
        assert_eq!(ring.open(b"", &sealed[..12], MAX), Err(OpenError::TooShort));
        assert_eq!(ring.open(b"", "AAAAAAAA", MAX), Err(OpenError::UnknownVersion));
    }

    #[test]
    fn the_environment_gives_keys_and_a_bad_value_is_not_repeated() {
        let value = |text: &'static str| move |_: &str| Some(text.to_owned());
        let problem = KeyRing::new(None, value("hunter2")).unwrap_err();
        assert_eq!(
            problem,
            "the environment variable `MCP_STATE_KEYS`: key 1 must be 32 bytes, as 64 hexadecimal digits or \
             as base64"
        );
        let keys = "0101010101010101010101010101010101010101010101010101010101010101";
        let set = KeyRing::new(None, value(keys)).unwrap();
        let sealed = ring(StateKeys::new([1; 32])).seal(b"", b"x").unwrap();
        assert_eq!(set.open(b"", &sealed, MAX), Ok(b"x".to_vec()));
        for unset in ["", "  "] {
            assert!(KeyRing::new(None, value(unset)).unwrap().is_random);
        }
    }

    #[test]
    fn debugging_shows_no_key() {
        let ring = ring(StateKeys::new([0xab; 32]));
        assert_eq!(format!("{ring:?}"), "KeyRing { keys: 1, is_random: false, .. }");
    }
}
