//! Large results of steps, made smaller for their way through the client.
//!
//! Each is compressed alone: beside what a client chooses, such as its answers, the length of the whole
//! would tell it what is in the rest.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::value::RawValue;

/// Results below this size are left as they are, in bytes.
const LARGE: usize = 1 << 10;
/// No result is larger once it is unpacked, in bytes.
const MAX: usize = 4 << 20;

/// The packed form of a result, if it is large and gets smaller.
pub(super) fn pack(result: &RawValue) -> Option<String> {
    let text = result.get();
    if text.len() < LARGE || text.len() > MAX {
        return None;
    }
    let packed = URL_SAFE_NO_PAD.encode(lz4_flex::block::compress_prepend_size(text.as_bytes()));
    (packed.len() < text.len()).then_some(packed)
}

/// The result that was packed.
pub(super) fn unpack(packed: &str) -> Option<Box<RawValue>> {
    let bytes = URL_SAFE_NO_PAD.decode(packed).ok()?;
    let (size, compressed) = bytes.split_first_chunk()?;
    let size = usize::try_from(u32::from_le_bytes(*size)).ok()?;
    if size > MAX {
        return None;
    }
    let text = lz4_flex::block::decompress(compressed, size).ok()?;
    RawValue::from_string(String::from_utf8(text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn large_results_are_packed_and_come_back() {
        let large = raw(&format!(
            "[{}1]",
            r#"{"city":"Vlissingen","berths":12},"#.repeat(100)
        ));
        let packed = pack(&large).unwrap();
        assert!(packed.len() * 4 < large.get().len(), "{}", packed.len());
        assert_eq!(unpack(&packed).unwrap().get(), large.get());
    }

    #[test]
    fn what_is_small_or_gets_no_smaller_is_left_alone() {
        assert_eq!(pack(&raw("[1,2,3]")), None);
        let mut number = 1_u64;
        let mut noise = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            number
        };
        let random: String = (0..200).map(|_| format!("{:016x}", noise())).collect();
        assert_eq!(pack(&raw(&format!("\"{random}\""))), None);
    }

    #[test]
    fn what_was_not_packed_here_is_refused() {
        let bomb = URL_SAFE_NO_PAD.encode([&u32::MAX.to_le_bytes()[..], &[0; 16]].concat());
        for text in ["", "?", "AAAA", &bomb] {
            assert!(unpack(text).is_none(), "{text}");
        }
    }
}
