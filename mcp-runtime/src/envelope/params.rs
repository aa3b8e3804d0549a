use std::borrow::Cow;
use std::fmt;

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::key;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::decode::text;
use super::key::Key;

/// The parameters of any request, as raw JSON; each method takes what it knows and ignores the
/// rest (`RPC-15`).
#[derive(Debug, Default)]
pub(crate) struct Params<'a> {
    /// What is wrong with them, or with their `_meta`, as a whole.
    fault: Option<&'static str>,
    pub(crate) meta: RequestMeta<'a>,
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

/// The `_meta` of a request, as raw JSON.
#[derive(Debug, Default)]
pub(crate) struct RequestMeta<'a> {
    /// How many bytes it has, without the white space between its members.
    pub(crate) size: usize,
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) client_capabilities: Option<&'a RawValue>,
    pub(crate) client_info: Option<&'a RawValue>,
    pub(crate) log_level: Option<&'a RawValue>,
    pub(crate) progress_token: Option<&'a RawValue>,
}

impl<'a> Params<'a> {
    /// Parameters that [`ParamsSeed`] could not read: as far as they can be read.
    pub(super) fn faulty(raw: &'a RawValue) -> Self {
        let mut params = Self::default();
        let seed = ParamsSeed {
            params: &mut params,
            reads_meta: false,
        };
        let is_object = seed
            .deserialize(&mut serde_json::Deserializer::from_str(raw.get()))
            .is_ok();
        params.fault = Some(match is_object {
            true => "Invalid params: `_meta` must be an object",
            false => "Invalid params: `params` must be an object",
        });
        params
    }

    /// Fails if they, or their `_meta`, are no object.
    pub(crate) fn check(&self) -> Result<(), ErrorObject> {
        match self.fault {
            None => Ok(()),
            Some(fault) => Err(ErrorObject::invalid_params(fault)),
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

impl RequestMeta<'_> {
    /// Whether the request is of a stateless revision (`ERA-02`).
    pub(crate) fn is_modern(&self) -> bool {
        self.protocol_version.is_some() || self.client_capabilities.is_some()
    }
}

/// Reads parameters on the way through a message.
pub(super) struct ParamsSeed<'m, 'a> {
    pub(super) params: &'m mut Params<'a>,
    pub(super) reads_meta: bool,
}

impl<'a> DeserializeSeed<'a> for ParamsSeed<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for ParamsSeed<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of parameters")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        let Self { params, reads_meta } = self;
        while let Some(Key(key)) = map.next_key()? {
            let member = match key.as_ref() {
                "_meta" if reads_meta => {
                    map.next_value_seed(MetaSeed(&mut params.meta))?;
                    continue;
                }
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
        Ok(())
    }
}

struct MetaSeed<'m, 'a>(&'m mut RequestMeta<'a>);

impl<'a> DeserializeSeed<'a> for MetaSeed<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for MetaSeed<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of metadata")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        /// What surrounds a member: `"":` and a comma, or a brace.
        const PUNCTUATION: usize = 4;
        let Self(meta) = self;
        // A second `_meta` takes the place of the first.
        *meta = RequestMeta {
            size: 1,
            ..RequestMeta::default()
        };
        while let Some(Key(name)) = map.next_key()? {
            let value: &RawValue = map.next_value()?;
            meta.size += name.len() + value.get().len() + PUNCTUATION;
            match name.as_ref() {
                key::PROTOCOL_VERSION => meta.protocol_version = Some(value),
                key::CLIENT_CAPABILITIES => meta.client_capabilities = Some(value),
                key::CLIENT_INFO => meta.client_info = Some(value),
                key::LOG_LEVEL => meta.log_level = Some(value),
                key::PROGRESS_TOKEN => meta.progress_token = Some(value),
                _ => {}
            }
        }
        Ok(())
    }
}
