use syn::{Expr, ExprLit, Lit};

use super::Argument;
use crate::diagnostics::Diagnostics;
use crate::settings::{DefaultValue, Number};
use crate::tokens::{last_segment, ungrouped};

/// Reports a default that is written out and is not of its argument's type, or breaks a constraint
/// of it; what is computed is checked by the compiler, and when the server is built.
pub(super) fn check_default(argument: &Argument, diagnostics: &mut Diagnostics) {
    let Some(DefaultValue::Value(value)) = &argument.default else {
        return;
    };
    check_type(argument, value, diagnostics);
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

/// Reports a literal of another kind than the parameter's type, where that is a plain one: the
/// compiler would speak of conversions that nobody wrote.
fn check_type(argument: &Argument, value: &Expr, diagnostics: &mut Diagnostics) {
    let Some(segment) = last_segment(&argument.ty) else {
        return;
    };
    let ty = segment.ident.to_string();
    let (fits, example): (fn(&Lit) -> bool, _) = match ty.as_str() {
        "String" => (|lit| matches!(lit, Lit::Str(_)), "\"text\""),
        "bool" => (|lit| matches!(lit, Lit::Bool(_)), "true"),
        "char" => (|lit| matches!(lit, Lit::Char(_)), "'x'"),
        "f32" | "f64" => (|lit| matches!(lit, Lit::Float(_)), "0.5"),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            (|lit| matches!(lit, Lit::Int(_)), "10")
        }
        _ => return,
    };
    if let Expr::Lit(ExprLit { lit, .. }) = ungrouped(value.clone())
        && !fits(&lit)
    {
        let name = argument.name.value();
        let message = format!("the default of `{name}` is no `{ty}`: write one, as in `default = {example}`");
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
