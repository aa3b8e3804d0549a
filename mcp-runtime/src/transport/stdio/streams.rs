//! The standard streams, kept for the protocol alone (`STDIO-02`).
//!
//! While a client is served, the process's own descriptors lead elsewhere: what anything prints on
//! standard output, a C library or a child process included, goes to standard error, and whoever
//! reads standard input finds it empty. Elsewhere than on Unix the streams are used as they are.

use std::io::{self, Read, Write};

use crate::server::Parts;

/// The protocol's two streams; dropping it gives the process its own back.
pub(super) struct Streams {
    pub(super) input: Box<dyn Read + Send>,
    pub(super) output: Box<dyn Write + Send>,
    #[cfg(unix)]
    /// Puts the process's own streams back when it is dropped.
    #[expect(dead_code, reason = "it is only dropped")]
    pub(super) guard: unix::Guard,
}

#[cfg(not(unix))]
pub(super) fn take(_: &Parts) -> io::Result<Streams> {
    Ok(Streams {
        input: Box::new(io::stdin()),
        output: Box::new(io::stdout()),
    })
}

#[cfg(unix)]
pub(super) fn take(server: &Parts) -> io::Result<Streams> {
    unix::take(server)
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::fd::AsFd;

    use rustix::stdio::{dup2_stdin, dup2_stdout};

    use super::{Parts, Streams, Write, io};

    /// The process's own streams, to be put back.
    pub(crate) struct Guard {
        input: File,
        output: File,
    }

    pub(super) fn take(server: &Parts) -> io::Result<Streams> {
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let guard = Guard {
            input: input.try_clone()?,
            output: output.try_clone()?,
        };
        dup2_stdin(File::open("/dev/null")?)?;
        redirect_output(server)?;
        Ok(Streams {
            input: Box::new(input),
            output: Box::new(output),
            guard,
        })
    }

    /// In debug builds every line is reported with the handlers that may have printed it.
    #[cfg(debug_assertions)]
    fn redirect_output(server: &Parts) -> io::Result<()> {
        use std::io::BufRead;

        let (reader, writer) = io::pipe()?;
        let activity = server.activity.clone();
        std::thread::Builder::new()
            .name("mcp-stray".into())
            .spawn(move || {
                for line in io::BufReader::new(reader).split(b'\n').map_while(Result::ok) {
                    let (line, suspects) = (String::from_utf8_lossy(&line), activity.suspects());
                    let _ = writeln!(
                        io::stderr(),
                        "stray print on standard output, by {suspects}: {line}"
                    );
                }
            })?;
        Ok(dup2_stdout(writer)?)
    }

    #[cfg(not(debug_assertions))]
    fn redirect_output(_: &Parts) -> io::Result<()> {
        Ok(dup2_stdout(io::stderr())?)
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            // What is still buffered is no protocol either.
            let _ = io::stdout().flush();
            let _ = dup2_stdout(&self.output);
            let _ = dup2_stdin(&self.input);
        }
    }
}
