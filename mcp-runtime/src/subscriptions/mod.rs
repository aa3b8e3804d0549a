//! What changes, and who wants to know.
//!
//! Changes are kept as what has changed, not as a queue of events: however often something changes
//! while a client does not listen, it is told once. So a slow client costs no memory, and loses
//! nothing but repetitions.

mod bus;
mod filter;

pub(crate) use bus::{Bus, Changed, Subscription};
pub(crate) use filter::{Filter, ListKind};
