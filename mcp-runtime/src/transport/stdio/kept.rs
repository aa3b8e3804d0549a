/// How much memory a buffer keeps for ever, in bytes.
const ALWAYS: usize = 64 << 10;
/// How many times in a row a buffer has more than it needs before it gives the rest back.
const TIMES: u32 = 256;

/// Whether a buffer holds more than it may for ever.
pub(super) fn is_large(buffer: &Vec<u8>) -> bool {
    buffer.capacity() > ALWAYS
}

/// How long a buffer that was once large stays so: memory that is asked for anew for every large
/// answer costs more than writing the answer.
#[derive(Default)]
pub(super) struct Kept {
    unneeded: u32,
}

impl Kept {
    /// Takes note of what was needed and empties the buffer.
    pub(super) fn clear(&mut self, buffer: &mut Vec<u8>) {
        let needed = buffer.len();
        buffer.clear();
        if needed > ALWAYS || !is_large(buffer) {
            self.unneeded = 0;
            return;
        }
        self.unneeded += 1;
        if self.unneeded > TIMES {
            buffer.shrink_to(ALWAYS);
            self.unneeded = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_stays_large_as_long_as_it_is_needed_now_and_then() {
        let (mut kept, mut buffer) = (Kept::default(), vec![0; 1 << 20]);
        kept.clear(&mut buffer);
        for _ in 0..TIMES {
            buffer.push(0);
            kept.clear(&mut buffer);
        }
        assert!(buffer.is_empty() && buffer.capacity() >= 1 << 20);
        buffer.push(0);
        kept.clear(&mut buffer);
        assert!(buffer.capacity() < 1 << 20);
    }
}
