//! The errors of what `#[arg(…)]` says of a value beyond its type.

use super::error_tests::{check, errors};
use crate::kind::Kind;

fn parameter(settings: &str) -> (String, String) {
    (String::new(), format!("fn f(#[arg({settings})] a: A) -> R {{}}"))
}

#[test]
fn ranges_have_two_literal_ends_or_one() {
    check(
        Kind::Tool,
        parameter,
        &[
            ("range(1..=100)", &[]),
            ("range(-1.5..), length(..=10), example = 5", &[]),
            ("range(..=18_446_744_073_709_551_615)", &[]),
            (
                "range(1..100)",
                &["both ends of `range` are inside: write `1..=100`"],
            ),
            ("range(-2..-1)", &["write `-2..=-1`"]),
            (
                "range = 1..=5",
                &["takes a list in parentheses: write `range(1..=100)`"],
            ),
            (
                "range()",
                &["`range` takes two numbers, or one: write `range(1..=100)`"],
            ),
            ("range(..)", &["`range` takes two numbers"]),
            ("range(5)", &["`range` takes two numbers"]),
            ("range(1..=)", &["`range` takes two numbers"]),
            ("range(LOW..=5)", &["`range` takes two numbers"]),
            (
                "range(..=18_446_744_073_709_551_616)",
                &["`range` takes two numbers"],
            ),
            (
                "range(100..=1)",
                &["no `range` is from 100 to 1: write the lesser number first, `1..=100`"],
            ),
            ("range(0.5..=0)", &["write the lesser number first"]),
            ("length(-1..)", &["`length` takes two numbers"]),
            ("length(0.5..)", &["`length` takes two numbers"]),
            ("length(3..=2)", &["no `length` is from 3 to 2"]),
        ],
    );
}

#[test]
fn a_literal_default_fits_its_constraints() {
    check(
        Kind::Tool,
        parameter,
        &[
            ("default = 5, range(1..=5)", &[]),
            ("default = LIMIT, range(1..=5)", &[]),
            (
                "default = 6, range(1..=5)",
                &["the default of `a` is more than 5, against its `range`: change one of the two"],
            ),
            (
                "range(0.5..), default = 0",
                &["the default of `a` is less than 0.5"],
            ),
            ("default = -1, range(0..)", &["the default of `a` is less than 0"]),
            (r#"default = "ä", length(1..=1)"#, &[]),
            (
                r#"default = "abc", length(..=2)"#,
                &["the default of `a` is more than 2 long, against its `length`"],
            ),
        ],
    );
}

#[test]
fn a_literal_default_is_of_the_type() {
    check(
        Kind::Prompt,
        |parameter| (String::new(), format!("fn f({parameter}) -> R {{}}")),
        &[
            ("#[arg(default = 5)] a: u64, #[arg(default = -0.5)] b: f64", &[]),
            (
                "#[arg(default = \"x\")] a: String, #[arg(default = \"x\")] b: Name",
                &[],
            ),
            ("#[arg(default = FIVE)] a: u64", &[]),
            (
                "#[arg(default = \"five\")] a: u64",
                &["the default of `a` is no `u64`: write one, as in `default = 10`"],
            ),
            ("#[arg(default = 5)] a: f64", &["as in `default = 0.5`"]),
            ("#[arg(default = 5)] a: String", &["as in `default = \"text\"`"]),
            ("#[arg(default = 1)] a: bool", &["as in `default = true`"]),
        ],
    );
}

#[test]
fn patterns_headers_and_examples_are_checked() {
    check(
        Kind::Tool,
        parameter,
        &[
            (
                r#"pattern = "^x$", header = "X-1", example = A, example = B"#,
                &[],
            ),
            ("pattern = PATTERN", &["`pattern` takes a string literal"]),
            ("example", &["`example` takes a value"]),
            (r#"header = """#, &["`` cannot be the name of a header"]),
            (
                r#"header = "two words""#,
                &["`two words` cannot be the name of a header: a name is letters"],
            ),
        ],
    );
    check(
        Kind::Tool,
        |parameters| (String::new(), format!("fn f({parameters}) -> R {{}}")),
        &[(
            r#"#[arg(header = "Region")] a: A, #[arg(header = "region")] b: B"#,
            &["the header `region` mirrors two parameters"],
        )],
    );
}

#[test]
fn only_tools_have_constraints() {
    for kind in [Kind::Resource, Kind::Prompt] {
        let settings = match kind {
            Kind::Resource => r#"uri = "a://{a}""#,
            _ => "",
        };
        let found = errors(kind, settings, "fn f(#[arg(range(1..))] a: A) -> R {}");
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("has no setting `range`"), "{found:#?}");
    }
}
