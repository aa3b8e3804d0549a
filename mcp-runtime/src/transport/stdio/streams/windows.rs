use std::fs::File;
use std::io::{self, Write};
use std::os::windows::io::AsHandle;

use stdio_override::{StdinOverride, StdoutOverride};

use crate::server::Parts;

/// The protocol's two streams.
pub(in super::super) struct Streams {
    pub(in super::super) input: File,
    pub(in super::super) output: Out,
    pub(in super::super) guard: Guard,
}

/// The way out.
pub(in super::super) struct Out(File);

/// The process's own standard handles, put back when it is dropped.
pub(in super::super) struct Guard {
    overrides: (StdinOverride, StdoutOverride),
}

impl Streams {
    /// Leads the process's own standard handles elsewhere and keeps private ones.
    pub(in super::super) fn take(_: &Parts) -> io::Result<Self> {
        let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
        let overrides = (
            StdinOverride::from_io(File::open("NUL")?)?,
            StdoutOverride::from_io_ref(&io::stderr())?,
        );
        Ok(Self {
            input,
            output: Out(output),
            guard: Guard { overrides },
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
    /// It cannot be asked; writing tells.
    pub(in super::super) fn reader_is_gone(&self) -> bool {
        false
    }

    /// Never puts the process's own handles back.
    pub(in super::super) fn keep(self) {
        std::mem::forget(self.overrides);
    }
}
