//! What the system tells of a process.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How often the system counts the time of a process in a second.
const TICKS: u64 = 100;

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Exit {
    /// Its exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    /// The time that it computed.
    #[allow(dead_code, reason = "not every test of processes reads it")]
    pub(crate) cpu: Duration,
    /// How long it took to end.
    pub(crate) took: Duration,
}

/// A figure of `/proc/<pid>/status` in bytes.
pub(crate) fn memory(pid: u32, figure: &str) -> usize {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the process lives");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(figure)?.strip_prefix(':'));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kib.expect("the figure is told in KiB")
        .trim()
        .parse::<usize>()
        .unwrap()
        << 10
}

/// Whether a process has ended, whoever its parent is, and the time that it computed so far.
pub(crate) fn state(pid: u32) -> (bool, Duration) {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
        return (true, Duration::ZERO);
    };
    // The name comes before and may hold anything.
    let fields: Vec<_> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks = |field: usize| fields[field].parse::<u64>().unwrap();
    let cpu = Duration::from_millis((ticks(11) + ticks(12)) * 1000 / TICKS);
    (matches!(fields[0], "Z" | "X"), cpu)
}

/// Waits for the end of a process.
#[track_caller]
pub(crate) fn end_within(child: &mut Child, limit: Duration) -> Exit {
    let began = Instant::now();
    loop {
        // It is not waited for before its times are read: they go with it.
        let (ended, cpu) = state(child.id());
        if ended {
            let code = child.wait().expect("it is our child").code();
            let took = began.elapsed();
            return Exit { code, cpu, took };
        }
        assert!(
            began.elapsed() < limit,
            "the process is still there after {limit:?}, having computed for {cpu:?}"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

pub(crate) fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("the process is there");
}
