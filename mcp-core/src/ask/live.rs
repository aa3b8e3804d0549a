use std::sync::Arc;

use serde_json::value::RawValue;

use crate::context::Outbound;
use crate::jsonrpc::ErrorObject;
use crate::primitive::BoxFuture;

/// Puts questions to a client that holds a connection, which clients before 2026-07-28 do; the runtime
/// implements it.
pub trait Asker: Send + Sync {
    /// Sends a question through `outbound` and waits for its answer. Dropping the future takes the
    /// question back.
    fn ask(
        self: Arc<Self>,
        outbound: Arc<dyn Outbound>,
        question: LiveQuestion,
    ) -> BoxFuture<Result<Box<RawValue>, AskFailure>>;
}

/// One question on its way.
#[derive(Clone, Debug)]
pub struct LiveQuestion {
    /// What the handler calls it. It is not sent.
    pub key: String,
    /// The method of the request.
    pub method: &'static str,
    /// Its parameters.
    pub params: Box<RawValue>,
}

/// Why a question came to nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AskFailure {
    /// There is no way to the client.
    Unreachable,
    /// The client answered with an error.
    Refused(ErrorObject),
    /// Nobody answered in time.
    TimedOut,
    /// The connection ended before the answer.
    Closed,
}
