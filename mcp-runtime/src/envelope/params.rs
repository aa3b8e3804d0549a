use std::borrow::Cow;
use std::fmt;

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::key;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::decode::text;
use super::key::Key;

/// The parameters of any request, as raw JSON; each method takes what it knows and ignores the
/// rest (`RPC-15`).
#[derive(Default)]
pub(crate) struct Params<'a> {
    pub(crate) meta: Option<&'a RawValue>,
    pub(crate) name: Option<&'a RawValue>,
    pub(crate) uri: Option<&'a RawValue>,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) argument: Option<&'a RawValue>,
    pub(crate) context: Option<&'a RawValue>,
    pub(crate) reference: Option<&'a RawValue>,
    pub(crate) cursor: Option<&'a RawValue>,
    pub(crate) level: Option<&'a RawValue>,
    pub(crate) request_id: Option<&'a RawValue>,
    pub(crate) reason: Option<&'a RawValue>,
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) capabilities: Option<&'a RawValue>,
    pub(crate) client_info: Option<&'a RawValue>,
    pub(crate) notifications: Option<&'a RawValue>,
    pub(crate) input_responses: Option<&'a RawValue>,
    pub(crate) request_state: Option<&'a RawValue>,
}

impl<'a> Params<'a> {
    /// Reads the parameters; absent ones are empty.
    pub(crate) fn decode(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        match params {
            None => Ok(Self::default()),
            Some(raw) => serde_json::from_str(raw.get())
                .map_err(|_| ErrorObject::invalid_params("Invalid params: `params` must be an object")),
        }
    }

    /// Whether the request continues an earlier one (`B23`).
    pub(crate) fn is_continuation(&self) -> bool {
        self.input_responses.is_some() || self.request_state.is_some()
    }

    /// A member that has to be a string.
    pub(crate) fn text(
        member: Option<&'a RawValue>,
        name: &'static str,
    ) -> Result<Cow<'a, str>, ErrorObject> {
        member
            .and_then(text)
            .ok_or_else(|| ErrorObject::invalid_params(format!("Invalid params: `{name}` must be a string")))
    }

    /// A member that has to be a string if it is there.
    pub(crate) fn optional_text(
        member: Option<&'a RawValue>,
        name: &'static str,
    ) -> Result<Option<Cow<'a, str>>, ErrorObject> {
        member.map(|raw| Self::text(Some(raw), name)).transpose()
    }
}

impl<'de> Deserialize<'de> for Params<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Params<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of parameters")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Params<'de>, M::Error> {
                let mut params = Params::default();
                while let Some(Key(key)) = map.next_key()? {
                    let member = match key.as_ref() {
                        "_meta" => &mut params.meta,
                        "name" => &mut params.name,
                        "uri" => &mut params.uri,
                        "arguments" => &mut params.arguments,
                        "argument" => &mut params.argument,
                        "context" => &mut params.context,
                        "ref" => &mut params.reference,
                        "cursor" => &mut params.cursor,
                        "level" => &mut params.level,
                        "requestId" => &mut params.request_id,
                        "reason" => &mut params.reason,
                        "protocolVersion" => &mut params.protocol_version,
                        "capabilities" => &mut params.capabilities,
                        "clientInfo" => &mut params.client_info,
                        "notifications" => &mut params.notifications,
                        "inputResponses" => &mut params.input_responses,
                        "requestState" => &mut params.request_state,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            continue;
                        }
                    };
                    *member = Some(map.next_value()?);
                }
                Ok(params)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// The `_meta` of a request, as raw JSON.
#[derive(Default)]
pub(crate) struct RequestMeta<'a> {
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) client_capabilities: Option<&'a RawValue>,
    pub(crate) client_info: Option<&'a RawValue>,
    pub(crate) log_level: Option<&'a RawValue>,
    pub(crate) progress_token: Option<&'a RawValue>,
}

impl<'a> RequestMeta<'a> {
    /// Reads the `_meta`; an absent one is empty.
    pub(crate) fn decode(meta: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        match meta {
            None => Ok(Self::default()),
            Some(raw) => serde_json::from_str(raw.get())
                .map_err(|_| ErrorObject::invalid_params("Invalid params: `_meta` must be an object")),
        }
    }

    /// Whether the request is of a stateless revision (`ERA-02`).
    pub(crate) fn is_modern(&self) -> bool {
        self.protocol_version.is_some() || self.client_capabilities.is_some()
    }
}

impl<'de> Deserialize<'de> for RequestMeta<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = RequestMeta<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of metadata")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<RequestMeta<'de>, M::Error> {
                let mut meta = RequestMeta::default();
                while let Some(Key(name)) = map.next_key()? {
                    let member = match name.as_ref() {
                        key::PROTOCOL_VERSION => &mut meta.protocol_version,
                        key::CLIENT_CAPABILITIES => &mut meta.client_capabilities,
                        key::CLIENT_INFO => &mut meta.client_info,
                        key::LOG_LEVEL => &mut meta.log_level,
                        key::PROGRESS_TOKEN => &mut meta.progress_token,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            continue;
                        }
                    };
                    *member = Some(map.next_value()?);
                }
                Ok(meta)
            }
        }

        deserializer.deserialize_map(Members)
    }
}
