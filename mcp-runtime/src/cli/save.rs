//! Binary contents into files.

use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// Writes every image, sound and blob of a result into `folder`, as `stem-1.png` and so on, and
/// gives the files' paths.
pub(super) fn binaries(result: &Value, folder: &Path, stem: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for member in ["content", "contents", "messages"] {
        result[member]
            .as_array()
            .into_iter()
            .flatten()
            .for_each(|item| collect(item, &mut found));
    }
    std::fs::create_dir_all(folder)?;
    let mut paths = Vec::new();
    for (position, (mime_type, base64)) in found.into_iter().enumerate() {
        let bytes = STANDARD.decode(base64).map_err(io::Error::other)?;
        // The stem is a tool's name, whose alphabet has no separators.
        let path = folder.join(format!("{stem}-{}.{}", position + 1, extension(mime_type)));
        std::fs::write(&path, bytes)?;
        paths.push(path);
    }
    Ok(paths)
}

fn collect<'v>(item: &'v Value, found: &mut Vec<(&'v str, &'v str)>) {
    let nested = [&item["resource"], &item["content"]];
    for value in nested.into_iter().filter(|value| value.is_object()) {
        collect(value, found);
    }
    let data = item["data"].as_str().or_else(|| item["blob"].as_str());
    if let Some(data) = data {
        found.push((item["mimeType"].as_str().unwrap_or_default(), data));
    }
}

/// A file's ending for a MIME type: the usual one, or what follows the slash if that is a word.
fn extension(mime_type: &str) -> &str {
    let essence = mime_type.split(';').next().unwrap_or_default().trim();
    match essence {
        "image/jpeg" => "jpg",
        "image/svg+xml" => "svg",
        "audio/mpeg" => "mp3",
        "text/plain" => "txt",
        _ => match essence.rsplit(['/', '.', '-', '+']).next() {
            Some(word) if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric()) => word,
            _ => "bin",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::extension;

    #[test]
    fn files_end_as_their_format_does() {
        for (mime_type, ending) in [
            ("image/png", "png"),
            ("audio/wav; rate=8000", "wav"),
            ("application/vnd.msgpack", "msgpack"),
            ("application/../../etc", "etc"),
            ("", "bin"),
            ("application/§", "bin"),
        ] {
            assert_eq!(extension(mime_type), ending, "{mime_type}");
        }
    }
}
