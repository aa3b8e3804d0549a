//! The example servers as a library, so that tests can talk to them in memory.

#[cfg(feature = "ask")]
pub mod deploy;
#[cfg(all(feature = "ask", feature = "validate"))]
pub mod everything;
pub mod orders;

/// The code of the README, compiled.
#[cfg(all(doctest, feature = "ask"))]
#[doc = include_str!("../README.md")]
struct Readme;
