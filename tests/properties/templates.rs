//! A URI expanded from values gives the values back.

use mcp_core::uri_template::{UriTemplate, VariableValue, Variables};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::check;

/// What the values of one variable may be.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Any text but an empty one.
    Text,
    /// Text of at most three characters.
    Short,
    /// Text in which reserved characters stand as they are; it holds no escapes of its own.
    Reserved,
    /// A list of at least one text.
    List,
}

/// A template, the variables in it, and which of them a URI may leave out.
type Shape = (&'static str, &'static [(&'static str, Kind, bool)]);

const SHAPES: [Shape; 12] = [
    ("a://{x}", &[("x", Kind::Text, false)]),
    (
        "a://{x}/{y}",
        &[("x", Kind::Text, false), ("y", Kind::Text, false)],
    ),
    ("a://{x,y}", &[("x", Kind::Text, false), ("y", Kind::Text, false)]),
    ("a://{x:3}/end", &[("x", Kind::Short, false)]),
    ("a://{+x}", &[("x", Kind::Reserved, false)]),
    ("a://p{#x}", &[("x", Kind::Reserved, false)]),
    (
        "a://p{/x,y}{/l*}",
        &[
            ("x", Kind::Text, false),
            ("y", Kind::Text, false),
            ("l", Kind::List, false),
        ],
    ),
    (
        "a://p{;x,y}",
        &[("x", Kind::Text, false), ("y", Kind::Text, false)],
    ),
    (
        "a://p{.x}/{y}",
        &[("x", Kind::Text, false), ("y", Kind::Text, false)],
    ),
    (
        "a://{x}{?y,z}",
        &[
            ("x", Kind::Text, false),
            ("y", Kind::Text, true),
            ("z", Kind::Text, true),
        ],
    ),
    (
        "a://{x}?fixed=1{&y}",
        &[("x", Kind::Text, false), ("y", Kind::Text, true)],
    ),
    (
        "a://{l*}/{x}",
        &[("l", Kind::List, false), ("x", Kind::Text, false)],
    ),
];

/// Text that the screen against path traversal lets pass.
fn text() -> BoxedStrategy<String> {
    prop_oneof![any::<String>(), "[a-zA-Z0-9 %&=;,./?#é~-]{1,12}"]
        .prop_filter("empty, or a step out of the path", |text| {
            !text.is_empty() && is_harmless(text)
        })
        .boxed()
}

/// Screening is tested where it is made; here nothing is to be screened.
fn is_harmless(text: &str) -> bool {
    !text.contains(['\\', '\0', '%'])
        && !text.starts_with('/')
        && !text.chars().any(char::is_control)
        && !text.split('/').any(|part| part == "." || part == "..")
        && text.as_bytes().get(1) != Some(&b':')
}

fn value(kind: Kind) -> BoxedStrategy<VariableValue> {
    match kind {
        Kind::Text => text().prop_map(VariableValue::from).boxed(),
        Kind::Short => text()
            .prop_map(|text| text.chars().take(3).collect::<String>())
            .prop_filter("a step out of the path", |text| is_harmless(text))
            .prop_map(VariableValue::from)
            .boxed(),
        Kind::Reserved => "[a-z0-9:;,@!$&'()*+=-]{1,10}"
            .prop_filter("a drive", |text| is_harmless(text))
            .prop_map(VariableValue::from)
            .boxed(),
        Kind::List => prop::collection::vec(text(), 1..4)
            .prop_map(VariableValue::from)
            .boxed(),
    }
}

fn shape_and_values() -> BoxedStrategy<(&'static str, Variables)> {
    select(&SHAPES[..])
        .prop_flat_map(|(template, variables)| {
            let optional: Vec<usize> = (0..variables.len()).filter(|index| variables[*index].2).collect();
            let count = optional.len();
            let values: Vec<_> = variables.iter().map(|(_, kind, _)| value(*kind)).collect();
            (values, subsequence(optional, 0..=count)).prop_map(move |(values, left_out)| {
                let kept = values
                    .into_iter()
                    .enumerate()
                    .filter(|(index, _)| !left_out.contains(index));
                let values = kept.map(|(index, value)| (variables[index].0, value)).collect();
                (template, values)
            })
        })
        .boxed()
}

#[test]
fn extracting_an_expansion_gives_the_values_back() {
    check(3_000, &shape_and_values(), |(template, values)| {
        let parsed = UriTemplate::parse(template).unwrap();
        let uri = parsed.expand(&values);
        prop_assert!(uri.is_ascii(), "{uri}");
        prop_assert_eq!(parsed.extract(&uri), Ok(Some(values)), "{} {}", template, uri);
        Ok(())
    });
}

#[test]
fn no_template_and_no_uri_panics() {
    let templates = prop_oneof![
        any::<String>(),
        "(a://)?(\\{[+#./;?&]?[a-z,:*0-9]{0,5}\\}|[a-z/?%]){0,6}"
    ];
    let uris = prop_oneof![any::<String>(), "a://[a-z0-9%./?&=;,]{0,20}"];
    check(3_000, &(templates, uris), |(template, uri)| {
        let Ok(parsed) = UriTemplate::parse(&template) else {
            return Ok(());
        };
        // What is found in a URI leads back to it, or to one that means the same.
        if let Ok(Some(values)) = parsed.extract(&uri) {
            let again = parsed.extract(&parsed.expand(&values));
            prop_assert_eq!(again, Ok(Some(values)), "{} {}", template, uri);
        }
        Ok(())
    });
}
