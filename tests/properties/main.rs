//! What holds for any arguments, any bytes, any template and any cursor, each tried with many.
//!
//! The seeds are fixed, so that a run is like the one before; a failure is shrunk and shown.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod breaking;
mod calls;
#[cfg(feature = "validate")]
mod checks;
mod generate;
mod messages;
#[cfg(feature = "ask")]
mod states;
mod templates;
mod tools;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use tokio::runtime::{Builder, Runtime};

/// Tries `property` with `cases` values of `strategy`, the same in every run.
fn check<S: Strategy>(cases: u32, strategy: &S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(0x6d63_7020),
        failure_persistence: None,
        ..Config::default()
    };
    if let Err(error) = TestRunner::new(config).run(strategy, property) {
        panic!("{error}");
    }
}

/// Runs a future to its end, on the one runtime of the test's thread.
fn block_on<F: Future>(future: F) -> F::Output {
    thread_local! {
        static RUNTIME: Runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime of one thread");
    }
    RUNTIME.with(|runtime| runtime.block_on(future))
}
