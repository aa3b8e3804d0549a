use std::borrow::Cow;
use std::fmt;

use mcp_core::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::key::Key;
use super::params::{Params, ParamsSeed};

/// One message of a client.
#[derive(Debug)]
pub(crate) enum Incoming<'a> {
    /// A request; `id` is its JSON text.
    Request {
        id: Cow<'a, str>,
        method: Cow<'a, str>,
        params: Params<'a>,
    },
    /// A notification, which is never answered (`RPC-08`).
    Notification {
        method: Cow<'a, str>,
        params: Params<'a>,
    },
    /// An answer to a request of the server.
    Response(Response<'a>),
    /// Several messages at once; only 2025-03-26 has them (`BATCH-01`).
    Batch(Vec<&'a RawValue>),
}

/// An answer to a request of the server, as raw JSON.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "ask"),
    expect(dead_code, reason = "a server that asks nothing drops it")
)]
pub(crate) struct Response<'a> {
    /// The JSON text of the id, if it is one.
    pub(crate) id: Option<Cow<'a, str>>,
    pub(crate) result: Option<&'a RawValue>,
    pub(crate) error: Option<&'a RawValue>,
}

/// A message that cannot be taken, and what its sender is told.
#[derive(Debug)]
pub(crate) struct Rejected {
    /// The id, where it could be read.
    pub(crate) id: Option<String>,
    /// What is wrong.
    pub(crate) error: ErrorObject,
}

/// Reads one message.
pub(crate) fn decode(message: &[u8]) -> Result<Incoming<'_>, Rejected> {
    let Ok(text) = std::str::from_utf8(message) else {
        return Err(Rejected {
            id: None,
            error: parse_error("the message is not UTF-8"),
        });
    };
    if text.trim_start().starts_with('[') {
        return match serde_json::from_str(text) {
            Ok(messages) => Ok(Incoming::Batch(messages)),
            Err(_) => Err(Rejected {
                id: None,
                error: parse_error("the message is not JSON"),
            }),
        };
    }
    let mut members = Members::default();
    if members.read(text, true).is_ok() {
        return members.classify();
    }
    // Only once more: it may be that nothing is wrong but the parameters.
    members = Members::default();
    match members.read(text, false) {
        Ok(()) => members.classify(),
        Err(error) => {
            let error = match error.classify() {
                serde_json::error::Category::Data => ErrorObject::invalid_request("Invalid Request"),
                _ => parse_error("the message is not JSON"),
            };
            Err(Rejected {
                id: members.readable_id(),
                error,
            })
        }
    }
}

fn parse_error(reason: &'static str) -> ErrorObject {
    ErrorObject::new(ErrorCode::PARSE_ERROR, format!("Parse error: {reason}"))
}

/// The members of a message, as raw JSON but for the parameters: they are read on the way.
#[derive(Default)]
struct Members<'a> {
    jsonrpc: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Params<'a>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
}

impl<'a> Members<'a> {
    fn read(&mut self, text: &'a str, reads_params: bool) -> serde_json::Result<()> {
        let mut input = serde_json::Deserializer::from_str(text);
        let seed = MembersSeed {
            members: self,
            reads_params,
        };
        seed.deserialize(&mut input)?;
        input.end()
    }

    fn classify(self) -> Result<Incoming<'a>, Rejected> {
        let id = self.id.map(|id| RequestId::canonical(id.get()).ok());
        let reject = |reason: &'static str| Rejected {
            id: id.clone().flatten().map(Cow::into_owned),
            error: ErrorObject::invalid_request(format!("Invalid Request: {reason}")),
        };
        if self.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
            return Err(reject("`jsonrpc` must be \"2.0\""));
        }
        let Some(method) = self.method else {
            return match (self.result, self.error) {
                (None, None) => Err(reject("`method` is missing")),
                (result, error) => Ok(Incoming::Response(Response {
                    id: id.flatten(),
                    result,
                    error,
                })),
            };
        };
        let Some(method) = text(method) else {
            return Err(reject("`method` must be a string"));
        };
        let params = self.params;
        match id {
            None => Ok(Incoming::Notification { method, params }),
            Some(Some(id)) => Ok(Incoming::Request { id, method, params }),
            Some(None) => Err(reject("`id` must be a string or an integer")),
        }
    }

    fn readable_id(&self) -> Option<String> {
        RequestId::canonical(self.id?.get()).ok().map(Cow::into_owned)
    }
}

/// The text of a JSON string, borrowed where it has no escapes.
pub(super) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    match inner.contains('\\') {
        false => Some(Cow::Borrowed(inner)),
        true => serde_json::from_str(raw.get()).ok().map(Cow::Owned),
    }
}

struct MembersSeed<'m, 'a> {
    members: &'m mut Members<'a>,
    /// Whether parameters that are none end the reading.
    reads_params: bool,
}

impl<'a> DeserializeSeed<'a> for MembersSeed<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for MembersSeed<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC message")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        let Self {
            members,
            reads_params,
        } = self;
        while let Some(Key(key)) = map.next_key()? {
            match key.as_ref() {
                "jsonrpc" => members.jsonrpc = Some(map.next_value()?),
                "id" => members.id = Some(map.next_value()?),
                "method" => members.method = Some(map.next_value()?),
                "params" if reads_params => {
                    members.params = Params::default();
                    map.next_value_seed(ParamsSeed {
                        params: &mut members.params,
                        reads_meta: true,
                    })?;
                }
                "params" => members.params = Params::faulty(map.next_value()?),
                "result" => members.result = Some(map.next_value()?),
                "error" => members.error = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(message: &[u8]) -> (i64, Option<String>) {
        let rejected = decode(message).unwrap_err();
        (rejected.error.code.value(), rejected.id)
    }

    #[test]
    fn a_request_is_borrowed_and_its_params_stay_raw() {
        let message = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}}"#;
        let Incoming::Request { id, method, params } = decode(message).unwrap() else {
            panic!()
        };
        assert!(matches!(
            (&id, &method),
            (Cow::Borrowed("7"), Cow::Borrowed("tools/call"))
        ));
        assert_eq!(params.name.unwrap().get(), r#""x""#);
    }

    #[test]
    fn rpc_02_bad_ids_are_invalid_requests_and_not_notifications() {
        for id in ["null", "1.5", "true", "{}"] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            assert_eq!(rejected(message.as_bytes()), (-32600, None), "{id}");
        }
    }

    #[test]
    fn rpc_04_the_id_is_told_where_it_can_be_read() {
        assert_eq!(
            rejected(br#"{"jsonrpc":"2.0","id":5,"method":"#),
            (-32700, Some("5".into()))
        );
        assert_eq!(
            rejected(br#"{"jsonrpc":"1.0","id":"a","method":"x"}"#),
            (-32600, Some("\"a\"".into()))
        );
        assert_eq!(rejected(b"{"), (-32700, None));
        assert_eq!(rejected(b"\xff\xfe"), (-32700, None));
        assert_eq!(rejected("\u{feff}{}".as_bytes()), (-32700, None));
        assert_eq!(rejected(b"42"), (-32600, None));
        assert_eq!(rejected(br#"{"jsonrpc":"2.0"}"#), (-32600, None));
    }

    #[test]
    fn rpc_10_a_response_is_told_from_a_malformed_request() {
        let message = br#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
        assert!(matches!(decode(message), Ok(Incoming::Response(_))));
    }

    #[test]
    fn nesting_is_skipped_without_recursion() {
        let deep = "[".repeat(100_000);
        assert_eq!(rejected(deep.as_bytes()), (-32700, None));
        let inside = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{deep}"#);
        assert_eq!(rejected(inside.as_bytes()), (-32700, Some("1".into())));
    }
}
