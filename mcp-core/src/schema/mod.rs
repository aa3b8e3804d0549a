//! JSON Schemas of arguments and results: made from Rust types, kept portable, and enforced.
//!
//! What is published is what is checked. A schema that says no more than its type is enforced by
//! decoding into the type; anything beyond it is checked by a [`Checker`]. Only when a value is
//! refused does [`explain`] work out everything that is wrong with it.

mod bounds;
mod checker;
#[cfg(feature = "validate")]
mod compiled;
mod constrain;
mod contract;
mod enforced;
mod error;
mod example;
mod explain;
mod generate;
mod header;
mod repair;
mod rules;
mod samples;
mod tape;
#[cfg(feature = "validate")]
mod tape_json;
mod walk;

pub use checker::Checker;
#[cfg(feature = "validate")]
pub use compiled::{CompiledSchema, Violation};
pub use contract::{InputContract, OutputContract};
pub use error::{SchemaError, SchemaErrorReason};
pub use example::minimal_example;
pub use explain::{Problem, explain};
#[cfg(feature = "ask")]
pub(crate) use generate::input_schema;
pub use header::MirroredArgument;
pub use repair::{Repair, repair};
pub use tape::{Tape, TapeError, TapeNode};
