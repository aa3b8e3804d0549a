//! The protocol's own words: wire structs that mirror the specification and nothing else.
//!
//! Every type here is what stands in a message. What handlers return is in [`crate::response`];
//! the runtime turns one into the other.

mod annotations;
mod blob;
mod cache;
mod capabilities;
mod completion;
mod content;
#[cfg(feature = "ask")]
mod elicitation;
mod icon;
mod implementation;
mod link;
mod log;
mod meta;
mod prompt;
mod resource;
#[cfg(feature = "ask")]
mod roots;
#[cfg(feature = "ask")]
mod sampling;
mod tool;
mod version;

pub use annotations::{ContentAnnotations, Role};
pub use blob::Blob;
pub use cache::{CacheHint, CacheScope};
pub use capabilities::ClientCapabilities;
pub use completion::{Completion, MAX_COMPLETION_VALUES};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceContents, TextContent,
};
#[cfg(feature = "ask")]
pub use elicitation::{ElicitAction, ElicitResult};
#[cfg(feature = "ask")]
pub(crate) use elicitation::{ElicitFormParams, ElicitUrlParams};
pub use icon::{Icon, IconTheme};
pub use implementation::Implementation;
pub use link::ResourceLink;
pub use log::LogLevel;
pub use meta::{Meta, MetaError, key};
pub use prompt::{GetPromptResult, PromptArgument, PromptDescriptor, PromptMessage};
pub use resource::{ReadResourceResult, ResourceDescriptor, ResourceTemplateDescriptor};
#[cfg(feature = "ask")]
pub use roots::{ListRootsResult, Root};
#[cfg(feature = "ask")]
pub use sampling::{
    CreateMessageRequest, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences, SamplingContent,
    SamplingMessage, SamplingTool, ToolChoice, ToolResultContent, ToolUseContent,
};
pub use tool::{CallToolResult, ToolAnnotations, ToolDescriptor};
pub use version::ProtocolVersion;

use crate::response::ResponseError;

/// `uri` as it came, if it is an absolute URI of RFC 3986.
pub(crate) fn absolute_uri(uri: String) -> Result<String, ResponseError> {
    match iri_string::types::UriStr::new(&uri) {
        Ok(_) => Ok(uri),
        Err(_) => Err(ResponseError::InvalidUri { uri }),
    }
}

/// `mime_type` as it came, if it is a media type of RFC 6838.
pub(crate) fn mime_type(mime_type: String) -> Result<String, ResponseError> {
    match mediatype::MediaType::parse(&mime_type) {
        Ok(_) => Ok(mime_type),
        Err(_) => Err(ResponseError::InvalidMimeType { mime_type }),
    }
}
