//! Line framing: whatever comes in whatever pieces, the lines are those of a plain splitter.
//!
//! The framing is private to the stdio transport and needs nothing of its crate, so its source file
//! is compiled here once more.

#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;

#[path = "../../mcp-runtime/src/transport/stdio/lines.rs"]
mod lines;

use lines::{Line, Lines};

/// Gives its bytes in pieces whose lengths it takes from `steps`, with an interruption now and then.
struct Pieces<'a> {
    bytes: &'a [u8],
    steps: std::iter::Cycle<std::slice::Iter<'a, u8>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let step = usize::from(*self.steps.next().unwrap_or(&1));
        if step == 0xff {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = (step % 64 + 1).min(self.bytes.len()).min(buffer.len());
        let (piece, rest) = self.bytes.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.bytes = rest;
        Ok(length)
    }
}

#[derive(Debug, PartialEq)]
enum Seen {
    Message(Vec<u8>),
    TooLong,
}

/// What has to be seen. A message may be as long as the limit and have one more byte around it, such
/// as a carriage return.
fn expected(bytes: &[u8], limit: usize) -> Vec<Seen> {
    bytes
        .split(|&byte| byte == b'\n')
        .filter_map(|line| match line.trim_ascii() {
            message if message.len() > limit || line.len() > limit + 1 => Some(Seen::TooLong),
            [] => None,
            message => Some(Seen::Message(message.to_vec())),
        })
        .collect()
}

// The first bytes: the limit, the number of steps, the steps.
fuzz_target!(|data: &[u8]| {
    let [limit, count, rest @ ..] = data else { return };
    let limit = usize::from(*limit) + 1;
    let (steps, bytes) = rest.split_at((usize::from(*count) % 8).min(rest.len()));
    // An interruption that never ends is no input.
    let steps = if steps.iter().all(|&step| step == 0xff) {
        &[][..]
    } else {
        steps
    };
    let input = Pieces {
        bytes,
        steps: steps.iter().cycle(),
    };

    let mut lines = Lines::new(input, limit);
    let mut seen = Vec::new();
    loop {
        match lines.next(|| Ok(())).expect("an interruption is not an error") {
            Line::Message(message) => seen.push(Seen::Message(message.to_vec())),
            Line::TooLong => seen.push(Seen::TooLong),
            Line::End => break,
        }
        lines.has_line();
    }
    assert_eq!(seen, expected(bytes, limit), "limit {limit}, steps {steps:?}");
    assert_eq!(
        lines.next(|| Ok(())).expect("the end is no error"),
        Line::End,
        "the end stays the end"
    );
});
