use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
#[cfg(debug_assertions)]
use std::{sync::mpsc, time::Duration};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::stdio::{dup2_stdin, dup2_stdout};

use crate::server::Parts;

/// The protocol's two streams.
pub(in super::super) struct Streams {
    pub(in super::super) input: File,
    pub(in super::super) output: Out,
    pub(in super::super) guard: Guard,
}

/// The way out.
pub(in super::super) struct Out(File);

/// The process's own streams, put back when it is dropped.
pub(in super::super) struct Guard {
    input: File,
    output: File,
    /// Closed by the thread that reports stray prints, when it has reported the last one.
    #[cfg(debug_assertions)]
    reported: mpsc::Receiver<()>,
}

impl Streams {
    /// Leads the process's own descriptors elsewhere and keeps private ones.
    pub(in super::super) fn take(server: &Parts) -> io::Result<Self> {
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        dup2_stdin(File::open("/dev/null")?)?;
        #[cfg(debug_assertions)]
        let reported = report_prints(server)?;
        #[cfg(not(debug_assertions))]
        let () = {
            let _ = server;
            dup2_stdout(io::stderr())?;
        };
        let guard = Guard {
            input: input.try_clone()?,
            output: output.try_clone()?,
            #[cfg(debug_assertions)]
            reported,
        };
        Ok(Self {
            input,
            output: Out(output),
            guard,
        })
    }
}

/// A printed line that is longer, in bytes, is reported in pieces.
#[cfg(debug_assertions)]
const LONGEST: usize = 64 << 10;

/// In debug builds every line is reported with the handlers that may have printed it.
#[cfg(debug_assertions)]
fn report_prints(server: &Parts) -> io::Result<mpsc::Receiver<()>> {
    use std::io::{BufRead, BufReader};

    let (reader, writer) = io::pipe()?;
    let printed = reader.try_clone()?;
    let activity = server.activity.clone();
    activity.watch(move || rustix::io::ioctl_fionread(&printed).is_ok_and(|waiting| waiting > 0));
    let (reporting, reported) = mpsc::channel();
    std::thread::Builder::new()
        .name("mcp-stray".into())
        .spawn(move || {
            let _reporting: mpsc::Sender<()> = reporting;
            let mut reader = BufReader::new(reader);
            let mut line = Vec::new();
            loop {
                // Waited for first, since nothing ends while it is taken.
                let _ = poll(&mut [PollFd::new(reader.get_ref(), PollFlags::IN)], None);
                let (taken, suspects) = activity.attribute(|| reader.fill_buf().map(<[u8]>::to_vec));
                let Ok(taken) = taken else { return };
                reader.consume(taken.len());
                line.extend_from_slice(&taken);
                let is_last = taken.is_empty();
                if is_last && !line.is_empty() || line.len() > LONGEST {
                    line.push(b'\n');
                }
                while let Some(end) = memchr::memchr(b'\n', &line) {
                    let text = String::from_utf8_lossy(&line[..end]);
                    let _ = writeln!(
                        io::stderr(),
                        "stray print on standard output, by {suspects}: {text}"
                    );
                    line.drain(..=end);
                }
                if is_last {
                    return;
                }
            }
        })?;
    dup2_stdout(writer)?;
    Ok(reported)
}

impl Out {
    /// Whether a few bytes can be written without waiting, or an error be seen.
    pub(in super::super) fn is_ready(&self) -> bool {
        events(&self.0, PollFlags::OUT).is_some_and(|events| !events.is_empty())
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
    /// Whether nobody can read what is written any more.
    pub(in super::super) fn reader_is_gone(&self) -> bool {
        events(&self.output, PollFlags::empty()).is_some_and(|events| !events.is_empty())
    }

    /// Never puts the process's own streams back.
    pub(in super::super) fn keep(self) {
        std::mem::forget(self);
    }
}

/// What is so at this moment.
fn events(file: &File, wanted: PollFlags) -> Option<PollFlags> {
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let mut polled = [PollFd::new(file, wanted)];
    poll(&mut polled, Some(&now)).ok()?;
    Some(polled[0].revents())
}

impl Drop for Guard {
    fn drop(&mut self) {
        // What is still buffered is no protocol either.
        if io::stdout().flush().is_err()
            && let Ok(nowhere) = OpenOptions::new().write(true).open("/dev/null")
        {
            let _ = dup2_stdout(nowhere);
            let _ = io::stdout().flush();
        }
        let _ = dup2_stdout(&self.output);
        let _ = dup2_stdin(&self.input);
        // A child process that lives on may hold the stray stream open.
        #[cfg(debug_assertions)]
        let _ = self.reported.recv_timeout(Duration::from_millis(200));
    }
}
