//! References within one schema document.

use std::borrow::Cow;

use serde_json::Value;

/// The subschema that `reference` (`#` or `#/…`) points at. Anchors are not looked up.
pub(in crate::schema) fn resolve<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    let fragment = reference.strip_prefix('#')?;
    root.pointer(&percent_decoded(fragment)?)
}

/// The subschema that stands for `schema` once references are followed, unless they go in circles.
pub(in crate::schema) fn dereference<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    /// More hops than any sensible schema has.
    const MAX_HOPS: usize = 16;
    let mut schema = schema;
    for _ in 0..MAX_HOPS {
        let Some(target) = target(root, schema) else {
            break;
        };
        schema = target;
    }
    schema
}

/// What the `$ref` of `schema` points at.
pub(in crate::schema) fn target<'s>(root: &'s Value, schema: &Value) -> Option<&'s Value> {
    resolve(root, schema.get("$ref")?.as_str()?)
}

fn percent_decoded(fragment: &str) -> Option<Cow<'_, str>> {
    if !fragment.contains('%') {
        return Some(Cow::Borrowed(fragment));
    }
    let mut decoded = Vec::with_capacity(fragment.len());
    let mut bytes = fragment.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            let digits = str::from_utf8(&digits).ok()?;
            decoded.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pointers_are_unescaped() {
        let schema = json!({ "$defs": { "a/b c": { "type": "null" } } });
        let found = resolve(&schema, "#/$defs/a~1b%20c");
        assert_eq!(found, Some(&json!({ "type": "null" })));
        assert_eq!(resolve(&schema, "#"), Some(&schema));
        assert_eq!(resolve(&schema, "#/$defs/x"), None);
        assert_eq!(resolve(&schema, "#/%zz"), None);
    }

    #[test]
    fn circles_end() {
        let schema = json!({ "$ref": "#" });
        assert_eq!(dereference(&schema, &schema), &schema);
    }
}
