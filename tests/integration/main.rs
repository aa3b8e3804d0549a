//! The framework from its front door: every revision, every kind of answer, every way to fail.
//!
//! Each module cites the checklist: `B…` is the seed document's list, the others are those of the
//! protocol. Every exchange of every client is also held against the official schemas; see
//! [`mcp_tests`].

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and so do its helpers"
)]

mod process;
mod servers;

#[cfg(feature = "ask")]
mod asking;
mod batch;
mod build_errors;
#[cfg(feature = "ask")]
mod by_hand;
mod cancellation;
mod command_line;
mod completion;
#[cfg(feature = "ask")]
mod deploy;
mod discover;
mod eras;
mod errors;
mod golden;
mod handler_errors;
#[cfg(feature = "ask")]
mod input_rounds;
mod limits;
mod lists;
#[cfg(feature = "ask")]
mod live_questions;
mod projection;
mod prompts;
#[cfg(feature = "ask")]
mod request_state;
mod resources;
#[cfg(feature = "ask")]
mod seals;
mod seed;
mod seed_components;
mod seed_responses;
mod stdio;
mod streams;
mod tools;
mod work;
