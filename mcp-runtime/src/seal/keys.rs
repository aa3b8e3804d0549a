use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use zeroize::{Zeroize, Zeroizing};

/// How many bytes a key has.
pub(super) const KEY_SIZE: usize = 32;

/// One key; its bytes are wiped when it is dropped.
pub(super) type KeyBytes = Zeroizing<[u8; KEY_SIZE]>;

/// The keys that seal what travels through clients, such as the state of a call that asks something.
///
/// All replicas of a server share them, so that any of them continues what another began. The first
/// key seals, all of them open. To change keys, put the new one second everywhere, then first
/// everywhere, and take the old one away once what it sealed has expired.
///
/// Usually they come from the environment variable `MCP_STATE_KEYS`, separated by commas: each is 32
/// random bytes as hexadecimal digits or as base64, for example from `openssl rand -hex 32`. Without
/// any, a server makes a random key when it is built.
///
/// ```
/// use mcp_runtime::{Server, StateKeys};
///
/// let text = "8e51b9b1bd7c4bd6a2f1a2a9ed9ab6ff3a1c43d39a2c9f9b3c1f0f0a6d1e7c55";
/// let server = Server::builder("orders", "1.0.0").state_keys(text.parse()?).build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StateKeys(Vec<KeyBytes>);

/// A text that is not a list of keys. It does not repeat the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("key {position} must be 32 bytes, as 64 hexadecimal digits or as base64")]
pub struct InvalidStateKey {
    position: usize,
}

impl StateKeys {
    /// The key that seals, and opens what it sealed.
    #[must_use]
    pub fn new(key: [u8; KEY_SIZE]) -> Self {
        Self(vec![Zeroizing::new(key)])
    }

    /// Adds a key that only opens: the next one, or the one before.
    #[must_use]
    pub fn also_open(mut self, key: [u8; KEY_SIZE]) -> Self {
        self.0.push(Zeroizing::new(key));
        self
    }

    pub(super) fn random() -> Result<Self, getrandom::Error> {
        let mut key = KeyBytes::default();
        getrandom::fill(key.as_mut_slice())?;
        Ok(Self(vec![key]))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &KeyBytes> {
        self.0.iter()
    }
}

impl FromStr for StateKeys {
    type Err = InvalidStateKey;

    fn from_str(text: &str) -> Result<Self, InvalidStateKey> {
        let keys = text.split(',').enumerate().map(|(index, key)| {
            let position = index + 1;
            key_of(key.trim()).ok_or(InvalidStateKey { position })
        });
        keys.collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Debug for StateKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateKeys({} keys)", self.0.len())
    }
}

fn key_of(text: &str) -> Option<KeyBytes> {
    match text.len() {
        64 => hexadecimal(text),
        _ => base64(text),
    }
}

fn hexadecimal(text: &str) -> Option<KeyBytes> {
    let mut key = KeyBytes::default();
    for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let digit = |digit: u8| {
            char::from(digit)
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        *byte = digit(digits[0])? << 4 | digit(digits[1])?;
    }
    Some(key)
}

/// Either alphabet, with or without padding.
fn base64(text: &str) -> Option<KeyBytes> {
    const CONFIG: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let alphabet = match text.contains(['-', '_']) {
        true => &alphabet::URL_SAFE,
        false => &alphabet::STANDARD,
    };
    let mut bytes = GeneralPurpose::new(alphabet, CONFIG).decode(text).ok()?;
    let key = <[u8; KEY_SIZE]>::try_from(bytes.as_slice())
        .ok()
        .map(Zeroizing::new);
    bytes.zeroize();
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<Vec<u8>> {
        let keys: StateKeys = text.parse().unwrap();
        keys.iter().map(|key| key.to_vec()).collect()
    }

    #[test]
    fn a_key_is_hexadecimal_or_base64_of_either_kind() {
        let hex = "fb".repeat(32);
        let padded = "+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s=";
        let bare = "-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s";
        let all = format!("{hex}, {padded},{bare}");
        assert_eq!(bytes(&all), vec![vec![0xfb; 32]; 3]);
    }

    #[test]
    fn what_is_no_key_is_named_by_its_place_and_never_repeated() {
        let good = "00".repeat(32);
        for bad in ["", "secret", "0011", &"zz".repeat(32), &"00".repeat(31)] {
            let error = format!("{good},{bad}").parse::<StateKeys>().unwrap_err();
            let text = format!("{error} {error:?}");
            assert!(text.starts_with("key 2 must be 32 bytes"), "{text}");
            assert!(bad.is_empty() || !text.contains(bad), "{text}");
        }
    }

    #[test]
    fn debugging_shows_no_key() {
        let keys = StateKeys::new([0xab; 32]).also_open([0xcd; 32]);
        assert_eq!(format!("{keys:?}"), "StateKeys(2 keys)");
    }
}
