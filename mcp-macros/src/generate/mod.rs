//! Model → tokens.
//!
//! The output names nothing but the author's own tokens and paths below the root crate, whose
//! `__private` module stands in for the standard library: what is shadowed or missing around the
//! function makes no difference. Its own variables begin with `__`, lest a constant be meant.

mod bounds;
mod builder;
mod default;
mod handler;
mod marker;
mod parameter;
mod resource;
mod tool;

pub(crate) use marker::{fallback, implementation};
