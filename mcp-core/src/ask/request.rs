use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{AskError, FormSchema};
use crate::protocol::{
    ClientCapabilities, CreateMessageRequest, ElicitFormParams, ElicitUrlParams, ProtocolVersion,
};
use crate::strict_json::to_raw;

/// One question to a client, in the words of a revision: a method and its parameters (`MRTR-04`).
///
/// [`InputRequired`](crate::response::InputRequired) takes them from authors who ask by hand; the
/// methods of [`Context`](crate::Context) make them by themselves.
#[derive(Clone)]
pub struct InputRequest {
    method: &'static str,
    params: Box<RawValue>,
    needs: Need,
    /// What a question by hand was made of, to put it to clients of older revisions too.
    source: Option<Arc<Source>>,
}

enum Source {
    Form { message: String, form: FormSchema },
    Url { message: String, url: String },
    Sampling(CreateMessageRequest),
}

/// What a client must be able to do to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Form,
    Url,
    Sampling { tools: bool, context: bool },
    Roots,
}

impl InputRequest {
    /// A form for the client's user.
    ///
    /// # Errors
    ///
    /// When the newest revision has no such form.
    pub fn form(message: &str, form: &FormSchema) -> Result<Self, AskError> {
        let version = ProtocolVersion::V2026_07_28;
        let request = Self::elicit_form(version, message, &form.to_value(version)?)?;
        Ok(request.made_of(Source::Form {
            message: message.to_owned(),
            form: form.clone(),
        }))
    }

    /// A page that the client's user should open.
    ///
    /// # Errors
    ///
    /// When `url` is no absolute URL.
    pub fn url(message: &str, url: &str) -> Result<Self, AskError> {
        let request = Self::elicit_url(ProtocolVersion::V2026_07_28, message, url)?;
        Ok(request.made_of(Source::Url {
            message: message.to_owned(),
            url: url.to_owned(),
        }))
    }

    /// A conversation that the client's model should continue.
    ///
    /// # Errors
    ///
    /// When the request cannot be JSON.
    pub fn sample(request: &CreateMessageRequest) -> Result<Self, AskError> {
        let source = Source::Sampling(request.clone());
        Ok(Self::sampling(ProtocolVersion::V2026_07_28, request)?.made_of(source))
    }

    /// The folders that the client works in.
    ///
    /// # Errors
    ///
    /// None.
    pub fn roots() -> Result<Self, AskError> {
        Self::new("roots/list", &json!({}), Need::Roots)
    }

    pub(crate) fn elicit_form(
        version: ProtocolVersion,
        message: &str,
        requested_schema: &Value,
    ) -> Result<Self, AskError> {
        elicits(version)?;
        let params = ElicitFormParams {
            mode: (version >= ProtocolVersion::V2025_11_25).then_some("form"),
            message,
            requested_schema,
        };
        Self::new("elicitation/create", &params, Need::Form)
    }

    pub(crate) fn elicit_url(version: ProtocolVersion, message: &str, url: &str) -> Result<Self, AskError> {
        elicits(version)?;
        if version < ProtocolVersion::V2025_11_25 {
            return Err(AskError::UnknownToRevision {
                version: version.as_str(),
                what: "pages to open",
            });
        }
        if crate::protocol::absolute_uri(url.to_owned()).is_err() {
            return Err(AskError::Unusable(
                "the address of a page has to be an absolute URL".to_owned(),
            ));
        }
        // The client names the page by it when it is done; nobody may guess another's.
        let id = version.has_handshake().then(|| {
            let part = |number: u8| RandomState::new().hash_one(number);
            format!("{:016x}{:016x}", part(0), part(1))
        });
        let params = ElicitUrlParams {
            mode: "url",
            message,
            url,
            elicitation_id: id.as_deref(),
        };
        Self::new("elicitation/create", &params, Need::Url)
    }

    pub(crate) fn sampling(
        version: ProtocolVersion,
        request: &CreateMessageRequest,
    ) -> Result<Self, AskError> {
        if let Some(what) = request.unknown_to(version) {
            return Err(AskError::UnknownToRevision {
                version: version.as_str(),
                what,
            });
        }
        // Before 2025-11-25 there were no settings to declare.
        let knows_settings = version >= ProtocolVersion::V2025_11_25;
        let need = Need::Sampling {
            tools: knows_settings && request.uses_tools(),
            context: knows_settings && request.uses_context(),
        };
        Self::new("sampling/createMessage", request, need)
    }

    fn new(method: &'static str, params: &impl Serialize, needs: Need) -> Result<Self, AskError> {
        let params = to_raw(params).map_err(|error| AskError::Unusable(error.to_string()))?;
        Ok(Self {
            method,
            params,
            needs,
            source: None,
        })
    }

    fn made_of(mut self, source: Source) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// A question by hand in the words of another revision.
    pub(super) fn in_words_of(&self, version: ProtocolVersion) -> Result<Self, AskError> {
        match self.source.as_deref() {
            Some(Source::Form { message, form }) => {
                Self::elicit_form(version, message, &form.to_value(version)?)
            }
            Some(Source::Url { message, url }) => Self::elicit_url(version, message, url),
            Some(Source::Sampling(request)) => Self::sampling(version, request),
            // The folders are asked for in the same words ever since.
            None => Ok(self.clone()),
        }
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &RawValue {
        &self.params
    }

    /// The capability that a client lacks to be asked this, as it would declare it.
    pub(crate) fn lacking(&self, client: &ClientCapabilities) -> Option<Value> {
        self.needs.lacking(client)
    }

    /// Checks that a client of the newest revision can be asked this.
    ///
    /// # Errors
    ///
    /// [`AskError::MissingCapability`].
    pub fn check(&self, client: &ClientCapabilities) -> Result<(), AskError> {
        match self.lacking(client) {
            Some(required) => Err(AskError::MissingCapability {
                required,
                is_modern: true,
            }),
            None => Ok(()),
        }
    }
}

/// Whether a revision has questions to the user (`LREQ-05`).
pub(super) fn elicits(version: ProtocolVersion) -> Result<(), AskError> {
    match version < ProtocolVersion::V2025_06_18 {
        true => Err(AskError::UnknownToRevision {
            version: version.as_str(),
            what: "questions to the user",
        }),
        false => Ok(()),
    }
}

impl Need {
    pub(crate) fn lacking(self, client: &ClientCapabilities) -> Option<Value> {
        let declares = |settings: &Option<serde_json::Map<String, Value>>, name: &str| {
            settings
                .as_ref()
                .is_some_and(|settings| settings.contains_key(name))
        };
        let required = match self {
            Self::Form => {
                // No settings at all mean forms (`ELIC-01`).
                let elicitation = client.elicitation.as_ref();
                let can =
                    elicitation.is_some_and(|modes| modes.contains_key("form") || !modes.contains_key("url"));
                return (!can).then(|| json!({ "elicitation": { "form": {} } }));
            }
            Self::Url if declares(&client.elicitation, "url") => return None,
            Self::Url => json!({ "elicitation": { "url": {} } }),
            Self::Roots if client.roots.is_some() => return None,
            Self::Roots => json!({ "roots": {} }),
            Self::Sampling { tools, context } => {
                let lacks_tools = tools && !declares(&client.sampling, "tools");
                let lacks_context = context && !declares(&client.sampling, "context");
                if client.sampling.is_some() && !lacks_tools && !lacks_context {
                    return None;
                }
                let mut required = json!({ "sampling": {} });
                for (name, needed) in [("tools", tools), ("context", context)] {
                    if needed {
                        required["sampling"][name] = json!({});
                    }
                }
                required
            }
        };
        Some(required)
    }
}

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut request = serializer.serialize_struct("InputRequest", 2)?;
        request.serialize_field("method", self.method)?;
        request.serialize_field("params", &self.params)?;
        request.end()
    }
}

impl fmt::Debug for InputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputRequest")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(capabilities: Value) -> ClientCapabilities {
        serde_json::from_value(capabilities).unwrap()
    }

    #[test]
    fn elic_01_no_modes_mean_forms_and_pages_are_declared() {
        let lacks = |need: Need, capabilities: Value| need.lacking(&client(capabilities)).is_some();
        assert!(!lacks(Need::Form, json!({ "elicitation": {} })));
        assert!(!lacks(
            Need::Form,
            json!({ "elicitation": { "form": {}, "url": {} } })
        ));
        assert!(lacks(Need::Form, json!({ "elicitation": { "url": {} } })));
        assert!(lacks(Need::Form, json!({})));
        assert!(lacks(Need::Url, json!({ "elicitation": {} })));
        assert!(!lacks(Need::Url, json!({ "elicitation": { "url": {} } })));
    }

    #[test]
    fn samp_01_tools_and_context_are_declared_apart() {
        let need = Need::Sampling {
            tools: true,
            context: false,
        };
        assert_eq!(
            need.lacking(&client(json!({ "sampling": {} }))),
            Some(json!({ "sampling": { "tools": {} } }))
        );
        assert_eq!(
            need.lacking(&client(json!({ "sampling": { "tools": {} } }))),
            None
        );
    }

    #[test]
    fn elic_04_a_page_has_an_absolute_address() {
        let request = InputRequest::url("Sign in", "https://example.org/login").unwrap();
        assert_eq!(
            request.params().get(),
            r#"{"mode":"url","message":"Sign in","url":"https://example.org/login"}"#
        );
        assert!(InputRequest::url("Sign in", "/login").is_err());
    }
}
