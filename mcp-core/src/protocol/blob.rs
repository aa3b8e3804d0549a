use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Binary data: bytes in memory, Base64 on the wire, encoded once (`B11`).
///
/// ```
/// use mcp_core::protocol::Blob;
///
/// let blob = Blob::from(vec![0, 1]);
/// assert_eq!(serde_json::to_string(&blob)?, r#""AAE=""#);
/// assert_eq!(blob.as_bytes(), [0, 1]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Blob(Bytes);

/// What usually follows a blob in its message, in bytes.
const REST: usize = 1 << 10;
/// How many bytes are encoded at once: a multiple of three, so that no padding falls inside.
const CHUNK: usize = 12 * 1024;

impl Blob {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The Base64 text.
    #[must_use]
    pub fn to_base64(&self) -> String {
        STANDARD.encode(&self.0)
    }

    /// Appends the Base64 text, straight into an output buffer.
    pub fn write_base64(&self, out: &mut Vec<u8>) {
        let engine = base64::engine::simd::Simd::standard(base64::engine::general_purpose::PAD);
        let mut text = [0; CHUNK / 3 * 4];
        // With room for what follows, and for a little more the next time: growing by itself would
        // double the buffer.
        let length = self.0.len().div_ceil(3) * 4;
        if out.capacity() - out.len() < length + REST {
            out.reserve_exact(length + length / 16 + 2 * REST);
        }
        for chunk in self.0.chunks(CHUNK) {
            // The buffer fits every chunk, so the encoder cannot refuse it.
            if let Ok(length) = engine.encode_slice(chunk, &mut text) {
                out.extend_from_slice(&text[..length]);
            }
        }
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.0.len())
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<&[u8]> for Blob {
    fn from(bytes: &[u8]) -> Self {
        Self(Bytes::copy_from_slice(bytes))
    }
}

impl<const N: usize> From<&[u8; N]> for Blob {
    fn from(bytes: &[u8; N]) -> Self {
        Self(Bytes::copy_from_slice(bytes))
    }
}

impl From<Bytes> for Blob {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_base64())
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD.decode(text).map_err(serde::de::Error::custom)?;
        Ok(Self(bytes.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b11_base64_written_in_chunks_is_base64_written_at_once() {
        for length in [0, 1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 2] {
            let blob = Blob::from((0..length).map(|n| n as u8).collect::<Vec<u8>>());
            let mut out = Vec::new();
            blob.write_base64(&mut out);
            assert_eq!(String::from_utf8(out).unwrap(), blob.to_base64());
        }
    }

    #[test]
    fn res_06_base64_is_read_strictly() {
        assert!(serde_json::from_str::<Blob>(r#""AAE=""#).is_ok());
        assert!(serde_json::from_str::<Blob>(r#""AAE""#).is_err());
        assert!(serde_json::from_str::<Blob>(r#""A-E=""#).is_err());
    }
}
