//! The workloads that are measured, each a server in memory and the bytes that it is sent.
//!
//! ```sh
//! cargo bench -p mcp-benches           # times, by criterion
//! benches/instructions                 # instructions per call, held against benches/baseline.txt
//! ```
//!
//! A workload whose name ends in `serde` or `floor` is no server: it is what the same work costs with
//! `serde_json` alone, measured in the same run, so that ratios can be told.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a workload that does not do what it says is not measured"
)]

mod drive;
mod message;
mod nested;
mod servers;
mod workload;

pub use workload::{Workload, all};
