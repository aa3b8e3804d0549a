//! Serves the tools of another crate.

use renamed::{add, ask, sum};
use served::{Server, Tool};

fn main() {
    let server = Server::builder("test", "1").tool::<add>().resource::<sum>().prompt::<ask>().state(5_i64).build();
    assert!(server.is_ok());
    assert_eq!(add::define().descriptor.description.as_deref(), Some("Add."));
}
