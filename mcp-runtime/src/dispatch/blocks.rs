//! Content blocks on the wire, as each revision knows them (`LRES-05`).

use mcp_core::protocol::{
    Blob, ContentAnnotations, ContentBlock, Meta, ProtocolVersion, ResourceContents, ResourceLink,
};

use crate::envelope::append_json;

/// Appends a list of blocks.
pub(super) fn append_blocks(out: &mut Vec<u8>, blocks: &[ContentBlock], version: ProtocolVersion) {
    out.push(b'[');
    for (position, block) in blocks.iter().enumerate() {
        if position > 0 {
            out.push(b',');
        }
        append_block(out, block, version);
    }
    out.push(b']');
}

/// Appends one block. Binary data is encoded straight into `out`.
pub(super) fn append_block(out: &mut Vec<u8>, block: &ContentBlock, version: ProtocolVersion) {
    match block {
        ContentBlock::Text(content) => append_text(out, &content.text),
        ContentBlock::Image(content) => append_media(out, "image", &content.data, &content.mime_type),
        ContentBlock::Audio(content) if version < ProtocolVersion::V2025_03_26 => {
            append_text(
                out,
                &format!(
                    "[audio, {}, {} bytes]",
                    content.mime_type,
                    content.data.as_bytes().len()
                ),
            );
        }
        ContentBlock::Audio(content) => append_media(out, "audio", &content.data, &content.mime_type),
        ContentBlock::Resource(content) => {
            out.extend_from_slice(br#"{"type":"resource","resource":"#);
            append_contents(out, &content.resource, version);
        }
        ContentBlock::ResourceLink(link) if version < ProtocolVersion::V2025_06_18 => {
            append_text(out, &format!("{}: {}", link.name(), link.uri()));
        }
        ContentBlock::ResourceLink(link) => return append_link(out, link, version),
        // The enum is open for blocks yet to come, which no revision here knows.
        _ => append_text(out, "[content of an unknown kind]"),
    }
    append_common(out, block.annotations(), block.meta(), version);
    out.push(b'}');
}

/// Appends what a resource holds.
pub(super) fn append_contents(out: &mut Vec<u8>, contents: &ResourceContents, version: ProtocolVersion) {
    out.extend_from_slice(br#"{"uri":"#);
    append_json(out, contents.uri());
    if let Some(mime_type) = contents.mime_type() {
        out.extend_from_slice(br#","mimeType":"#);
        append_json(out, mime_type);
    }
    match contents {
        ResourceContents::Text { text, .. } => {
            out.extend_from_slice(br#","text":"#);
            append_json(out, text);
        }
        ResourceContents::Blob { blob, .. } => {
            out.extend_from_slice(br#","blob":""#);
            blob.write_base64(out);
            out.push(b'"');
        }
    }
    append_common(out, None, contents.meta(), version);
    out.push(b'}');
}

fn append_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(br#"{"type":"text","text":"#);
    append_json(out, text);
}

fn append_media(out: &mut Vec<u8>, kind: &str, data: &Blob, mime_type: &str) {
    out.extend_from_slice(br#"{"type":"#);
    append_json(out, kind);
    out.extend_from_slice(br#","data":""#);
    data.write_base64(out);
    out.extend_from_slice(br#"","mimeType":"#);
    append_json(out, mime_type);
}

fn append_link(out: &mut Vec<u8>, link: &ResourceLink, version: ProtocolVersion) {
    // The link writes its own members; only the tag before them is ours.
    out.extend_from_slice(br#"{"type":"resource_link","#);
    let start = out.len();
    // Icons came with 2025-11-25.
    match version < ProtocolVersion::V2025_11_25 {
        true => append_json(out, &link.without_icons()),
        false => append_json(out, link),
    }
    out.remove(start);
}

/// Appends the hints and the `_meta` that every block may have, after another member.
fn append_common(
    out: &mut Vec<u8>,
    annotations: Option<&ContentAnnotations>,
    meta: &Meta,
    version: ProtocolVersion,
) {
    // `_meta` of blocks and the `lastModified` hint came with 2025-06-18.
    let complete = version >= ProtocolVersion::V2025_06_18;
    if let Some(annotations) = annotations {
        out.extend_from_slice(br#","annotations":"#);
        match complete {
            true => append_json(out, annotations),
            false => append_json(out, &annotations.without_last_modified()),
        }
    }
    if complete && !meta.is_empty() {
        out.extend_from_slice(br#","_meta":"#);
        append_json(out, meta);
    }
}

#[cfg(test)]
mod tests {
    use mcp_core::{ContentAnnotations, McpResponse, Role};

    use super::*;

    #[test]
    fn b11_blocks_written_by_hand_are_what_serde_writes() {
        let hints = ContentAnnotations::new()
            .with_audience([Role::User])
            .with_last_modified("2026-01-02T03:04:05Z");
        let link = ResourceLink::new("x://y", "y").unwrap().with_size(3);
        let responses = [
            McpResponse::text("a \"quoted\" text\u{2028}"),
            McpResponse::image(vec![1, 2, 3, 4], "image/png").unwrap(),
            McpResponse::audio(vec![0; 20_000], "audio/wav").unwrap(),
            McpResponse::resource("x://y", "text", "text/plain").unwrap(),
            McpResponse::resource("x://y", vec![0_u8, 1], None).unwrap(),
            McpResponse::resource_link(link),
        ];
        for response in responses {
            let full = response
                .with_annotations(hints.clone().unwrap())
                .with_content_meta("example.org/a", 1)
                .unwrap();
            let block = &full.content()[0];
            let mut out = Vec::new();
            append_block(&mut out, block, ProtocolVersion::V2026_07_28);
            let written: serde_json::Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(written, serde_json::to_value(block).unwrap());
        }
    }

    #[test]
    fn lres_05_older_revisions_get_text_for_what_they_do_not_know() {
        let mut out = Vec::new();
        let link = McpResponse::resource_link(ResourceLink::new("x://y", "y").unwrap());
        append_block(&mut out, &link.content()[0], ProtocolVersion::V2025_03_26);
        let audio = McpResponse::audio(vec![1, 2], "audio/wav").unwrap();
        append_block(&mut out, &audio.content()[0], ProtocolVersion::V2024_11_05);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            r#"{"type":"text","text":"y: x://y"}{"type":"text","text":"[audio, audio/wav, 2 bytes]"}"#
        );
    }
}
