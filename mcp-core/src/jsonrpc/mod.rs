//! The JSON-RPC 2.0 envelope as types: identifiers, error codes and error objects.
//!
//! Reading and writing whole messages is the runtime's work; this module holds only what handlers
//! and transports share.

mod error;
mod id;

pub use error::{ErrorCode, ErrorObject};
pub use id::{InvalidRequestId, RequestId};
