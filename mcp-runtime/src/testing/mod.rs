//! Testing a server without a process or a socket.
//!
//! [`TestClient`] speaks to a [`Server`](crate::Server) in memory, through the same bytes as every
//! transport, as a client of whichever revision a test wants.

mod client;

pub use client::{Exchange, TestClient, TestError};
