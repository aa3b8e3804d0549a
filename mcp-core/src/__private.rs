//! What macro output names beside the public API. Not for hand-written code; it may change in any
//! release.

pub use core::default::Default;
pub use core::option::Option;
pub use core::result::Result;

/// The body of the fallback that a macro writes when it has reported an error: the program does
/// not compile, so nothing ever calls it.
pub fn unreachable<T>() -> T {
    std::process::abort()
}
