//! Results and lists for people.

use std::io::{self, Write};

use serde_json::Value;

/// Prints a result of `tools/call`, `resources/read` or `prompts/get`.
pub(super) fn result(out: &mut impl Write, result: &Value) -> io::Result<()> {
    if result["isError"] == true {
        writeln!(out, "error:")?;
    }
    if let Some(structured) = result.get("structuredContent") {
        // The first text only mirrors it.
        writeln!(out, "{structured:#}")?;
    }
    let mirror = result.get("structuredContent").map(Value::to_string);
    for item in items(result, "content") {
        if item["text"].as_str() != mirror.as_deref() || mirror.is_none() {
            block(out, item)?;
        }
    }
    for item in items(result, "contents") {
        contents(out, item)?;
    }
    for message in items(result, "messages") {
        write!(out, "{}: ", text(message, "role"))?;
        block(out, &message["content"])?;
    }
    Ok(())
}

/// Prints what a server offers.
pub(super) fn lists(out: &mut impl Write, lists: &Value) -> io::Result<()> {
    for (member, title, key) in [
        ("tools", "Tools", "name"),
        ("resources", "Resources", "uri"),
        ("resourceTemplates", "Resource templates", "uriTemplate"),
        ("prompts", "Prompts", "name"),
    ] {
        let mut items = items(lists, member).peekable();
        if items.peek().is_none() {
            continue;
        }
        writeln!(out, "{title}:")?;
        for item in items {
            let description = text(item, "description");
            let summary = description.lines().next().unwrap_or_default();
            writeln!(
                out,
                "  {}{}{summary}",
                text(item, key),
                if summary.is_empty() { "" } else { "  " }
            )?;
        }
    }
    Ok(())
}

fn block(out: &mut impl Write, block: &Value) -> io::Result<()> {
    match text(block, "type") {
        "text" => writeln!(out, "{}", text(block, "text")),
        "resource" => contents(out, &block["resource"]),
        "resource_link" => {
            let title = block["title"].as_str().unwrap_or_else(|| text(block, "name"));
            writeln!(out, "[link: {title}, {}]", text(block, "uri"))
        }
        kind => writeln!(
            out,
            "[{kind}: {}, {}]",
            text(block, "mimeType"),
            size(block, "data")
        ),
    }
}

fn contents(out: &mut impl Write, contents: &Value) -> io::Result<()> {
    match contents["text"].as_str() {
        Some(text) => writeln!(out, "{}", text.trim_end_matches('\n')),
        None => writeln!(
            out,
            "[{}: {}, {}]",
            text(contents, "uri"),
            text(contents, "mimeType"),
            size(contents, "blob")
        ),
    }
}

fn size(item: &Value, key: &str) -> String {
    let base64 = text(item, key);
    let padding = base64.bytes().rev().take_while(|byte| *byte == b'=').count();
    format!("{} bytes", base64.len() / 4 * 3 - padding)
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}
