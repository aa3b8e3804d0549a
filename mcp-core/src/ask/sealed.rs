//! What authors seal themselves, to hand it to a client and to know it again.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::AskError;
use crate::context::Context;
use crate::principal::Principal;
use crate::strict_json::to_raw;

/// Seals for authors, with the keys of a server. The runtime implements it, once for each server.
pub trait Sealer: Send + Sync {
    /// Seals JSON text for this purpose and this caller.
    ///
    /// # Errors
    ///
    /// When it is too long, or the operating system gives no random numbers.
    fn seal(&self, purpose: &str, principal: Option<&Principal>, json: &str) -> Result<String, AskError>;

    /// Opens what was sealed for this purpose and this caller, and gives it to `read`.
    ///
    /// # Errors
    ///
    /// [`AskError::InvalidSeal`], whatever is wrong; what it was, `read`'s reason included, is told to
    /// the operator.
    fn open(
        &self,
        purpose: &str,
        principal: Option<&Principal>,
        sealed: &str,
        read: &mut dyn FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<(), AskError>;
}

impl Context {
    /// Seals a value that the client is to carry and to bring back: it can neither read nor change it.
    ///
    /// For what an author hands out beside the state of a call, which
    /// [`step`](Context::step) and [`InputRequired::state`](crate::response::InputRequired::state) seal by
    /// themselves: an offer that another tool takes, a token in a question, a protocol of your own. The
    /// text is of letters, digits, `-` and `_`, so it can stand in a URL.
    ///
    /// It opens with [`open`](Context::open) only for the same `purpose` and the same
    /// [`principal`](Context::principal), at a server of the same name that has the key
    /// (`MCP_STATE_KEYS`), and only for as long as the state of a call can be continued
    /// (`ServerBuilder::state_lifetime` of the runtime). It is **not** bound to the call: give each use a
    /// purpose of its own, and put into it whatever else has to be the same, as in
    /// `format!("refund {order_id}")`. Until it expires it opens any number of times; what must happen once
    /// needs a mark in the author's own storage.
    ///
    /// The same value is sealed to another text each time. For a question, which has to be the same in
    /// every round, seal in a [`step`](Context::step).
    ///
    /// ```
    /// use mcp_core::{Context, McpResponse, ToolError};
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Offer { item: String, cents: u64 }
    ///
    /// async fn quote(item: String, ctx: Context) -> Result<McpResponse, ToolError> {
    ///     let offer = ctx.seal("offer", &Offer { item, cents: 1250 })?;
    ///     Ok(McpResponse::text(format!("12.50, if you order with the offer {offer}.")))
    /// }
    ///
    /// async fn order(offer: String, ctx: Context) -> Result<McpResponse, ToolError> {
    ///     let Offer { item, cents } = ctx.open("offer", &offer)?;
    ///     Ok(McpResponse::text(format!("Ordered {item} for {cents} cents.")))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`AskError::Unusable`] when the value cannot be JSON, when the sealed text would be longer than a
    /// request state may be, when the operating system gives no random numbers, and in a context that
    /// no server made, which has no keys.
    pub fn seal(&self, purpose: &str, value: &impl Serialize) -> Result<String, AskError> {
        let json = to_raw(value).map_err(|error| {
            AskError::Unusable(format!("the value for `{purpose}` cannot be sealed: {error}"))
        })?;
        self.sealer()?.seal(purpose, self.principal(), json.get())
    }

    /// Opens what [`seal`](Context::seal) gave for the same purpose, in this call or in another one of the
    /// same caller.
    ///
    /// # Errors
    ///
    /// [`AskError::InvalidSeal`] when it does not open here, or no longer, or holds no `T`; `?` answers
    /// the call with `-32602`, and the operator's log says why. [`AskError::Unusable`] in a context that no
    /// server made.
    pub fn open<T: DeserializeOwned>(&self, purpose: &str, sealed: &str) -> Result<T, AskError> {
        let mut value = None;
        self.sealer()?
            .open(purpose, self.principal(), sealed, &mut |json| {
                // What serde says could repeat the value.
                let read = serde_json::from_slice(json);
                value = Some(read.map_err(|_| format!("it holds no `{}`", std::any::type_name::<T>()))?);
                Ok(())
            })?;
        value.ok_or(AskError::InvalidSeal)
    }

    fn sealer(&self) -> Result<&dyn Sealer, AskError> {
        let sealer = self.parts().states.sealer();
        sealer.ok_or_else(|| {
            AskError::Unusable("no server made this context, so there are no keys to seal with".to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::context::{Outbound, RequestParts};
    use crate::protocol::ProtocolVersion;

    struct Nowhere;

    impl Outbound for Nowhere {
        fn notify(&self, _: Vec<u8>) -> bool {
            false
        }
    }

    #[test]
    fn without_a_server_there_are_no_keys() {
        let parts = RequestParts::new(
            ProtocolVersion::V2026_07_28,
            Arc::default(),
            Arc::default(),
            Arc::new(Nowhere),
        );
        let ctx = Context::new(parts);
        for error in [
            ctx.seal("x", &1).unwrap_err(),
            ctx.open::<u8>("x", "").unwrap_err(),
        ] {
            assert!(
                matches!(&error, AskError::Unusable(text) if text.contains("no keys")),
                "{error}"
            );
        }
    }
}
