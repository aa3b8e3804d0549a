use std::io::{self, Stdin, Stdout, Write};

use crate::server::Parts;

/// The protocol's two streams, which are the process's own.
pub(in super::super) struct Streams {
    pub(in super::super) input: Stdin,
    pub(in super::super) output: Out,
    pub(in super::super) guard: Guard,
}

/// The way out.
pub(in super::super) struct Out(Stdout);

/// Nothing that could be put back.
pub(in super::super) struct Guard;

impl Streams {
    pub(in super::super) fn take(_: &Parts) -> io::Result<Self> {
        Ok(Self {
            input: io::stdin(),
            output: Out(io::stdout()),
            guard: Guard,
        })
    }
}

impl Out {
    /// It cannot be told whether writing would wait, so the reading thread leaves it alone.
    pub(in super::super) fn is_ready(&self) -> bool {
        false
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Guard {
    pub(in super::super) fn reader_is_gone(&self) -> bool {
        false
    }

    pub(in super::super) fn keep(self) {}
}
