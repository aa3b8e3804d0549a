//! Descriptions as each revision knows them (`LRES-04`, `LRES-06`).

use mcp_core::protocol::{
    ContentAnnotations, Icon, Meta, PromptDescriptor, ProtocolVersion, ResourceDescriptor,
    ResourceTemplateDescriptor, ToolAnnotations, ToolDescriptor,
};

/// Titles and `_meta` came with 2025-06-18.
fn titled(version: ProtocolVersion) -> bool {
    version >= ProtocolVersion::V2025_06_18
}

fn title(title: &Option<String>, version: ProtocolVersion) -> Option<String> {
    title.clone().filter(|_| titled(version))
}

fn meta(meta: &Meta, version: ProtocolVersion) -> Meta {
    if titled(version) {
        meta.clone()
    } else {
        Meta::default()
    }
}

/// Icons came with 2025-11-25.
fn icons(icons: &[Icon], version: ProtocolVersion) -> Vec<Icon> {
    if version >= ProtocolVersion::V2025_11_25 {
        icons.to_vec()
    } else {
        Vec::new()
    }
}

/// The `lastModified` hint came with 2025-06-18.
fn annotations(
    annotations: &Option<ContentAnnotations>,
    version: ProtocolVersion,
) -> Option<ContentAnnotations> {
    match annotations {
        Some(annotations) if !titled(version) => Some(annotations.without_last_modified()),
        annotations => annotations.clone(),
    }
}

pub(super) fn tool(tool: &ToolDescriptor, version: ProtocolVersion) -> ToolDescriptor {
    let ToolDescriptor {
        name,
        description,
        input_schema,
        output_schema,
        ..
    } = tool.clone();
    let output_schema = output_schema.filter(|schema| publishes_output(schema, version));
    ToolDescriptor {
        name,
        title: title(&tool.title, version),
        description,
        input_schema,
        output_schema,
        annotations: match version >= ProtocolVersion::V2025_03_26 {
            true => tool.annotations,
            false => ToolAnnotations::default(),
        },
        icons: icons(&tool.icons, version),
        meta: meta(&tool.meta, version),
    }
}

/// Whether a revision knows this output schema: none before 2025-06-18, objects only before
/// 2026-07-28.
pub(crate) fn publishes_output(schema: &serde_json::Value, version: ProtocolVersion) -> bool {
    match version {
        version if version < ProtocolVersion::V2025_06_18 => false,
        version if version.has_handshake() => schema["type"] == "object",
        _ => true,
    }
}

pub(super) fn prompt(prompt: &PromptDescriptor, version: ProtocolVersion) -> PromptDescriptor {
    let mut arguments = prompt.arguments.clone();
    if !titled(version) {
        arguments.iter_mut().for_each(|argument| argument.title = None);
    }
    PromptDescriptor {
        name: prompt.name.clone(),
        title: title(&prompt.title, version),
        description: prompt.description.clone(),
        arguments,
        icons: icons(&prompt.icons, version),
        meta: meta(&prompt.meta, version),
    }
}

pub(super) fn resource(resource: &ResourceDescriptor, version: ProtocolVersion) -> ResourceDescriptor {
    ResourceDescriptor {
        uri: resource.uri.clone(),
        name: resource.name.clone(),
        title: title(&resource.title, version),
        description: resource.description.clone(),
        mime_type: resource.mime_type.clone(),
        size: resource.size,
        annotations: annotations(&resource.annotations, version),
        icons: icons(&resource.icons, version),
        meta: meta(&resource.meta, version),
    }
}

pub(super) fn template(
    template: &ResourceTemplateDescriptor,
    version: ProtocolVersion,
) -> ResourceTemplateDescriptor {
    ResourceTemplateDescriptor {
        uri_template: template.uri_template.clone(),
        name: template.name.clone(),
        title: title(&template.title, version),
        description: template.description.clone(),
        mime_type: template.mime_type.clone(),
        annotations: annotations(&template.annotations, version),
        icons: icons(&template.icons, version),
        meta: meta(&template.meta, version),
    }
}
