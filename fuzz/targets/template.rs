//! URI templates: a template, a URI and values, each on a line of its own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_core::uri_template::{UriTemplate, VariableValue, Variables};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut lines = text.split('\n');
    let Some(Ok(template)) = lines.next().map(UriTemplate::parse) else {
        return;
    };
    matched(&template, lines.next().unwrap_or_default());
    let texts: Vec<_> = lines.collect();
    expanded(&template, &texts);
});

/// What a URI gives is safe, and gives a URI that gives it again.
fn matched(template: &UriTemplate, uri: &str) {
    let found = template.extract(uri);
    let open = template.clone().allow_traversal().extract(uri);
    let Ok(open) = open else {
        panic!("{template:?} screens although it may not")
    };
    match found {
        Ok(found) => {
            assert_eq!(found, open, "the screen changes nothing: {template:?} {uri:?}");
            let Some(values) = found else { return };
            values.iter().for_each(assert_safe);
            if keeps_escapes(template, &format!("{values:?}")) {
                return;
            }
            let again = template.expand(&values);
            assert_eq!(
                template.extract(&again),
                Ok(Some(values)),
                "{template:?} {uri:?} {again:?}"
            );
        }
        Err(refused) => {
            let values = open.expect("what is refused matches");
            assert!(values.get(refused.variable()).is_some());
        }
    }
}

/// Whether an expansion would keep an escape of a value, as `{+x}` and `{#x}` do, so that extracting
/// it gives what the escape stands for.
fn keeps_escapes(template: &UriTemplate, values: &str) -> bool {
    template.as_str().contains(['+', '#']) && values.contains('%')
}

/// No value leads out of where a handler looks, even if it decodes once more.
fn assert_safe((name, value): (&str, &VariableValue)) {
    let texts = match value {
        VariableValue::Text(text) => vec![text.clone()],
        VariableValue::List(items) => items.clone(),
        VariableValue::Pairs(_) => panic!("pairs are never extracted"),
    };
    for text in texts {
        for form in [decoded(&text), text] {
            let normal = form.replace('\\', "/");
            assert!(!normal.starts_with('/'), "{name}: {form:?} is absolute");
            assert!(
                !normal.split('/').any(|part| part == ".."),
                "{name}: {form:?} goes up"
            );
            assert!(!normal.contains('\0'), "{name}: {form:?} holds NUL");
        }
    }
}

/// What a careless second decoding makes of a value.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let escape = rest.strip_prefix('%').and_then(|rest| rest.get(..2));
        match escape.and_then(|digits| {
            digits
                .bytes()
                .all(|b| b.is_ascii_hexdigit())
                .then(|| u8::from_str_radix(digits, 16))
        }) {
            Some(Ok(byte)) => {
                bytes.push(byte);
                rest = &rest[3..];
            }
            _ => {
                bytes.extend_from_slice(&rest.as_bytes()[..character.len_utf8()]);
                rest = &rest[character.len_utf8()..];
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `extract(expand(values))` gives the values back where the documentation says so.
fn expanded(template: &UriTemplate, texts: &[&str]) {
    let values: Variables = template
        .variables()
        .zip(texts)
        .map(|(name, &text)| (name, text))
        .collect();
    let uri = template.expand(&values);
    let complete = template.variables().count() <= texts.len() && texts.iter().all(|text| !text.is_empty());
    // A list expects several values, a prefix cuts, `{+x}` and `{#x}` keep escapes and end where the
    // query does.
    let expressions = template.as_str();
    let reserved =
        expressions.contains(['+', '#']) && texts.iter().any(|text| text.contains(['%', '?', '#']));
    let exact = !expressions.contains('*') && !has_prefix(expressions) && !reserved;
    match template.extract(&uri) {
        Ok(found) if complete && exact => assert_eq!(found, Some(values), "{template:?} {uri:?}"),
        _ => {}
    }
}

/// Whether an expression has a prefix length.
fn has_prefix(template: &str) -> bool {
    template
        .split('{')
        .skip(1)
        .any(|part| part.split('}').next().is_some_and(|inside| inside.contains(':')))
}
