use std::io::{self, Read};

/// How much is asked of the input at once.
const CHUNK: usize = 64 * 1024;
/// How much memory is kept when nothing is in it.
const KEPT: usize = 4 * CHUNK;

/// The lines of an input, none longer than a limit, with bounded memory whatever comes.
pub(super) struct Lines<R> {
    input: R,
    /// Kept at its full length, so that it need not be cleared for each read.
    buffer: Vec<u8>,
    /// Where the unread part of `buffer` begins and ends.
    start: usize,
    filled: usize,
    /// How far the unread part was searched for a line end.
    searched: usize,
    /// The next line end, if it was found already.
    next_end: Option<usize>,
    limit: usize,
    /// The rest of a line that was too long is still to come.
    discarding: bool,
    ended: bool,
}

/// One step through an input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'l> {
    /// A line that is not blank, without its end.
    Message(&'l [u8]),
    /// A line over the limit; it was thrown away.
    TooLong,
    /// There is no more.
    End,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R, limit: usize) -> Self {
        Self {
            input,
            buffer: vec![0; CHUNK],
            start: 0,
            filled: 0,
            searched: 0,
            next_end: None,
            limit,
            discarding: false,
            ended: false,
        }
    }

    /// The next line; blank ones are passed over. `before_waiting` is called before each time that
    /// the input is waited for.
    pub(super) fn next(
        &mut self,
        mut before_waiting: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Line<'_>> {
        loop {
            let (from, to) = match self.find_end() {
                Some(end) => (std::mem::replace(&mut self.start, end + 1), end),
                None if self.ended => (std::mem::replace(&mut self.start, self.filled), self.filled),
                None => {
                    self.discard_excess();
                    before_waiting()?;
                    self.fill()?;
                    continue;
                }
            };
            self.next_end = None;
            self.searched = self.start;
            let line = self.buffer[from..to].trim_ascii();
            if std::mem::take(&mut self.discarding) || line.len() > self.limit {
                return Ok(Line::TooLong);
            }
            if !line.is_empty() {
                // Sliced anew, since the borrow checker does not follow a conditional return.
                return Ok(Line::Message(self.buffer[from..to].trim_ascii()));
            }
            if self.ended && self.start == self.filled {
                return Ok(Line::End);
            }
        }
    }

    fn find_end(&mut self) -> Option<usize> {
        if self.next_end.is_none() {
            let found = memchr::memchr(b'\n', &self.buffer[self.searched..self.filled]);
            self.next_end = found.map(|offset| self.searched + offset);
            self.searched = self.next_end.unwrap_or(self.filled);
        }
        self.next_end
    }

    /// Throws away the beginning of a line that is too long already.
    fn discard_excess(&mut self) {
        // One byte over, so that a carriage return before the line end does not count.
        if self.filled - self.start > self.limit.saturating_add(1) {
            self.discarding = true;
        }
        if self.discarding {
            (self.start, self.filled, self.searched) = (0, 0, 0);
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.filled, 0);
            (self.filled, self.searched) = (self.filled - self.start, self.searched - self.start);
            self.start = 0;
        }
        if self.filled == 0 && self.buffer.len() > KEPT {
            self.buffer.truncate(CHUNK);
            self.buffer.shrink_to_fit();
        }
        if self.buffer.len() - self.filled < CHUNK {
            self.buffer.resize(self.filled + CHUNK, 0);
        }
        let read = loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.filled += read;
        self.ended = read == 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes a few at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.len().min(self.1).min(buffer.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    fn read(input: &[u8], step: usize) -> Vec<String> {
        let mut lines = Lines::new(Drip(input, step), 8);
        let mut seen = Vec::new();
        loop {
            seen.push(match lines.next(|| Ok(())).unwrap() {
                Line::Message(message) => String::from_utf8(message.to_vec()).unwrap(),
                Line::TooLong => "<too long>".to_owned(),
                Line::End => return seen,
            });
        }
    }

    #[test]
    fn stdio_01_lines_are_the_same_however_they_arrive() {
        let input = b"one\r\n\n  \ntwo\n123456789\nthree\n\n12345678\nlast";
        for step in [1, 2, 3, 7, 1000] {
            let expected = ["one", "two", "<too long>", "three", "12345678", "last"];
            assert_eq!(read(input, step), expected, "in steps of {step}");
        }
    }

    #[test]
    fn stdio_10_the_line_end_does_not_count_and_no_limit_overflows() {
        for (limit, expected) in [(8, Line::Message(b"12345678")), (7, Line::TooLong)] {
            let mut lines = Lines::new(&b"12345678\r\n"[..], limit);
            assert_eq!(lines.next(|| Ok(())).unwrap(), expected);
        }
        let mut lines = Lines::new(Drip(b"12345678\n", 3), usize::MAX);
        assert_eq!(lines.next(|| Ok(())).unwrap(), Line::Message(b"12345678"));
    }

    #[test]
    fn stdio_10_a_line_without_end_takes_bounded_memory() {
        let long = vec![b'x'; 10 << 20];
        let mut lines = Lines::new(Drip(&long, 1 << 20), 100);
        assert_eq!(lines.next(|| Ok(())).unwrap(), Line::TooLong);
        assert!(lines.buffer.capacity() < 1 << 20);
        assert_eq!(lines.next(|| Ok(())).unwrap(), Line::End);
    }
}
