//! The annotated function can be called, tested and passed on as before.

use mcp_runtime::prelude::*;

/// Add.
#[must_use]
#[tool]
fn add(mut a: i64, #[arg(default = 1)] b: i64) -> Structured<i64> {
    a += b;
    Structured(a)
}

#[tool]
async fn double(a: i64) -> Structured<i64> {
    Structured(2 * a)
}

fn main() {
    let function: fn(i64, i64) -> Structured<i64> = add;
    assert_eq!(function(40, 2).0, 42);
    let mut future = std::pin::pin!(double(21));
    let waker = std::task::Waker::noop();
    let std::task::Poll::Ready(done) = future.as_mut().poll(&mut std::task::Context::from_waker(waker)) else {
        panic!("pending");
    };
    assert_eq!(done.0, 42);
}
