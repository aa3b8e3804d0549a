use syn::{Expr, ExprLit, Lit};

use super::Argument;
use crate::diagnostics::Diagnostics;
use crate::settings::{DefaultValue, Number};
use crate::tokens::ungrouped;

/// Reports a default that is written out and breaks its own argument's constraint; what is computed
/// is checked when the server is built.
pub(super) fn check_default(argument: &Argument, diagnostics: &mut Diagnostics) {
    let Some(DefaultValue::Value(value)) = &argument.default else {
        return;
    };
    let (constraints, name) = (&argument.constraints, argument.name.value());
    if let (Some(range), Some(number)) = (&constraints.range, Number::of(value))
        && let Some(broken) = range.broken_by(number)
    {
        let message =
            format!("the default of `{name}` is {broken}, against its `range`: change one of the two");
        diagnostics.at(value, message);
    }
    if let (Some(length), Some(count)) = (&constraints.length, letters(value))
        && let Some(broken) = length.broken_by(count)
    {
        let message =
            format!("the default of `{name}` is {broken} long, against its `length`: change one of the two");
        diagnostics.at(value, message);
    }
}

/// How many letters a string literal has.
fn letters(value: &Expr) -> Option<Number> {
    match ungrouped(value.clone()) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => i128::try_from(text.value().chars().count())
            .ok()
            .map(Number::Whole),
        _ => None,
    }
}

/// Reports one header for two arguments; headers make no difference between upper and lower case.
pub(super) fn check_headers(arguments: &[&Argument], diagnostics: &mut Diagnostics) {
    let mut seen = Vec::new();
    for header in arguments
        .iter()
        .filter_map(|argument| argument.constraints.header.as_ref())
    {
        let name = header.value().to_ascii_lowercase();
        if seen.contains(&name) {
            let message = format!(
                "the header `{}` mirrors two parameters: give one of them another name",
                header.value()
            );
            diagnostics.at(header, message);
        }
        seen.push(name);
    }
}
