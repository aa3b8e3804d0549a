use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The code of a JSON-RPC error.
///
/// The constants are all the codes that a server of this framework sends by itself. An application
/// may define codes of its own outside `-32768..=-32000` (`ERR-05`); see [`ErrorCode::application`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ErrorCode(i64);

impl ErrorCode {
    /// The text is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// The JSON is not a request, or one that cannot be taken now.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// The method does not exist or its capability is not advertised.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters do not fit the method.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The server failed.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// A mirrored HTTP header differs from the body (2026-07-28).
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The request needs a capability that the client did not declare (2026-07-28).
    pub const MISSING_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The protocol version is not served (2026-07-28).
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
    /// A resource does not exist, for clients before 2026-07-28 (`LERR-01`).
    pub const LEGACY_RESOURCE_NOT_FOUND: Self = Self(-32002);

    /// A code of the application's own.
    ///
    /// Returns `None` within `-32768..=-32000`, which JSON-RPC and MCP reserve.
    ///
    /// ```
    /// use mcp_core::jsonrpc::ErrorCode;
    ///
    /// assert!(ErrorCode::application(4001).is_some());
    /// assert!(ErrorCode::application(-32050).is_none());
    /// ```
    #[must_use]
    pub const fn application(code: i64) -> Option<Self> {
        match code {
            -32768..=-32000 => None,
            code => Some(Self(code)),
        }
    }

    /// The number on the wire.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.0
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The `error` member of a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorObject {
    /// What kind of error it is.
    pub code: ErrorCode,
    /// One short sentence for the client.
    pub message: Cow<'static, str>,
    /// Details for programs, in a form that the code defines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// An error without data.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds data for programs.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// `-32602` with a message.
    #[must_use]
    pub fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS, message)
    }

    /// `-32600` with a message.
    #[must_use]
    pub fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INVALID_REQUEST, message)
    }

    /// `-32603` with a message that must not tell how the server works inside.
    #[must_use]
    pub fn internal(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INTERNAL_ERROR, message)
    }
}
