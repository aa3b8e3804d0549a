//! Streamable HTTP from its front door: requests into the service, bytes out (`HTTP-*`, `HDR-*`,
//! `SUB-*`, and `SESS-*`, `LHTTP-*`, `LSSE-*` for clients with a handshake).
//!
//! Most tests speak to the service in memory; those that need a socket use one on the loopback
//! interface. Everything that comes back is held against the official schemas by the client itself.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and so do its helpers"
)]

mod client;
mod events;
mod reply;
mod servers;

mod asking;
mod batch;
mod cancellation;
mod changes;
mod dynamic;
mod eras;
mod fixtures;
mod headers;
mod listen;
mod media;
mod origins;
mod replicas;
mod resume;
mod sessions;
mod stacks;
mod status;
mod streams;
