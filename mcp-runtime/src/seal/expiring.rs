//! What is sealed for a while.

use std::time::Duration;

use super::now;
use super::ring::{KeyRing, OpenError, SealError};

impl KeyRing {
    /// Seals `plaintext`, which [`open_in_time`](KeyRing::open_in_time) opens until `lifetime` is over.
    ///
    /// # Errors
    ///
    /// As [`seal`](KeyRing::seal), and when the sealed text would have more than `max` characters.
    pub(crate) fn seal_for(
        &self,
        lifetime: Duration,
        context: &[u8],
        plaintext: &[u8],
        max: usize,
    ) -> Result<String, SealError> {
        let expiry = milliseconds(now().saturating_add(lifetime));
        let sealed = self.seal(context, &[&expiry.to_be_bytes(), plaintext].concat())?;
        match sealed.len() {
            size if size > max => Err(SealError::TooLarge { size, max }),
            _ => Ok(sealed),
        }
    }

    /// Opens a text of at most `max` characters that [`seal_for`](KeyRing::seal_for) gave.
    ///
    /// # Errors
    ///
    /// The reason, which is not for the client.
    pub(crate) fn open_in_time(
        &self,
        context: &[u8],
        sealed: &str,
        max: usize,
    ) -> Result<Vec<u8>, OpenError> {
        let mut bytes = self.open(context, sealed, max)?;
        let expiry = bytes.first_chunk().ok_or(OpenError::TooShort)?;
        if u64::from_be_bytes(*expiry) <= milliseconds(now()) {
            return Err(OpenError::Expired);
        }
        bytes.drain(..size_of::<u64>());
        Ok(bytes)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StateKeys;

    const LONG: Duration = Duration::from_secs(60);

    fn ring() -> KeyRing {
        KeyRing::new(Some(StateKeys::new([1; 32])), |_| None).unwrap()
    }

    #[test]
    fn mrtr_11_what_is_sealed_for_a_while_opens_until_then() {
        let ring = ring();
        let sealed = ring.seal_for(LONG, b"here", b"text", 1000).unwrap();
        assert_eq!(ring.open_in_time(b"here", &sealed, 1000), Ok(b"text".to_vec()));
        assert_eq!(
            ring.open_in_time(b"there", &sealed, 1000),
            Err(OpenError::WrongTag)
        );
        let over = ring.seal_for(Duration::ZERO, b"here", b"text", 1000).unwrap();
        assert_eq!(ring.open_in_time(b"here", &over, 1000), Err(OpenError::Expired));
        let forever = ring.seal_for(Duration::MAX, b"here", b"", 1000).unwrap();
        assert_eq!(ring.open_in_time(b"here", &forever, 1000), Ok(Vec::new()));
        let no_expiry = ring.seal(b"here", b"text").unwrap();
        assert_eq!(
            ring.open_in_time(b"here", &no_expiry, 1000),
            Err(OpenError::TooShort)
        );
    }

    #[test]
    fn mrtr_16_the_limit_holds_both_ways() {
        let ring = ring();
        let sealed = ring.seal_for(LONG, b"", b"text", 1000).unwrap();
        let exactly = sealed.len();
        assert!(ring.seal_for(LONG, b"", b"text", exactly).is_ok());
        let error = ring.seal_for(LONG, b"", b"text", exactly - 1).unwrap_err();
        assert!(matches!(error, SealError::TooLarge { .. }), "{error}");
        assert_eq!(
            ring.open_in_time(b"", &sealed, exactly - 1),
            Err(OpenError::TooLong)
        );
    }
}
