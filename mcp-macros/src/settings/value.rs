//! Reads the value after a key. Every function says on failure how the setting is written.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprArray, ExprLit, ExprUnary, Lit, LitStr, Path, Result, Token, Type, UnOp};

use crate::tokens::ungrouped;

/// `key` or `key = true` or `key = false`.
pub(super) fn switch(key: &Ident, input: ParseStream<'_>) -> Result<bool> {
    let rule = format!("is a switch: write `{key}` or `{key} = false`");
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(true);
    }
    match assigned(key, input, &rule)? {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(value),
            ..
        }) => Ok(value.value),
        other => Err(wrong(key, other.span(), &rule)),
    }
}

/// `key = "text"`.
pub(super) fn text(key: &Ident, input: ParseStream<'_>) -> Result<LitStr> {
    let rule = format!("takes a string literal: write `{key} = \"…\"`");
    literal_text(assigned(key, input, &rule)?).map_err(|span| wrong(key, span, &rule))
}

/// `key = "text"`, or an expression that gives text, such as a constant or `include_str!(…)`.
pub(super) fn phrase(key: &Ident, input: ParseStream<'_>) -> Result<Expr> {
    let rule = format!("takes text: write `{key} = \"…\"`");
    match assigned(key, input, &rule)? {
        Expr::Lit(ExprLit { lit, .. }) if !matches!(lit, Lit::Str(_)) => Err(wrong(key, lit.span(), &rule)),
        expression => Ok(expression),
    }
}

/// `key = ["text", "text"]`.
pub(super) fn texts(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Vec<LitStr>> {
    let rule = format!("takes a list of string literals: write `{key} = {example}`");
    match assigned(key, input, &rule)? {
        Expr::Array(ExprArray { elems, .. }) => {
            let texts = elems
                .into_iter()
                .map(|item| literal_text(item).map_err(|span| wrong(key, span, &rule)));
            texts.collect()
        }
        other => Err(wrong(key, other.span(), &rule)),
    }
}

/// `key = 30_000`.
pub(super) fn whole_number(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<u64> {
    let rule = format!("takes a whole number that is not negative: write `{key} = {example}`");
    let value = assigned(key, input, &rule)?;
    let span = value.span();
    let number = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| wrong(key, span, &rule))
}

/// `key = "30s"`: a whole number of `ms`, `s`, `m` or `h`.
pub(super) fn milliseconds(key: &Ident, input: ParseStream<'_>) -> Result<u64> {
    let rule = format!("takes a time: write `{key} = \"30s\"`, with `ms`, `s`, `m` or `h`");
    let text = literal_text(assigned(key, input, &rule)?).map_err(|span| wrong(key, span, &rule))?;
    let written = text.value();
    let digits = written.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &written[digits.len()..] {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let number: Option<u64> = digits.parse().ok().filter(|number| *number > 0);
    let time = number
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit));
    time.ok_or_else(|| wrong(key, text.span(), &rule))
}

/// `key = 0.8`.
pub(super) fn number(key: &Ident, input: ParseStream<'_>, rule: &str) -> Result<(f64, Span)> {
    let (value, sign) = match assigned(key, input, rule)? {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => (ungrouped(*expr), -1.0),
        other => (other, 1.0),
    };
    let span = value.span();
    let number: Option<f64> = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => number.base10_parse().ok(),
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    };
    number
        .map(|number| (sign * number, span))
        .ok_or_else(|| wrong(key, span, rule))
}

/// `key = Type`.
pub(super) fn ty(key: &Ident, input: ParseStream<'_>) -> Result<Type> {
    let rule = format!("takes a type: write `{key} = OrderSummary`");
    equals(key, input, &rule)?;
    input.parse().map_err(|error| wrong(key, error.span(), &rule))
}

/// `key = path::to::it`.
pub(super) fn path(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Path> {
    let rule = format!("takes a path without quotes: write `{key} = {example}`");
    equals(key, input, &rule)?;
    input
        .call(Path::parse_mod_style)
        .map_err(|error| wrong(key, error.span(), &rule))
}

/// `key = expression`.
pub(super) fn expression(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Expr> {
    assigned(key, input, &format!("takes a value: write `{key} = {example}`"))
}

/// `key(…)`: what stands in the parentheses.
pub(super) fn list(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<TokenStream> {
    let group = input
        .parse::<Group>()
        .ok()
        .filter(|group| group.delimiter() == Delimiter::Parenthesis);
    group.map(|group| group.stream()).ok_or_else(|| {
        wrong(
            key,
            key.span(),
            &format!("takes a list in parentheses: write `{example}`"),
        )
    })
}

fn assigned(key: &Ident, input: ParseStream<'_>, rule: &str) -> Result<Expr> {
    equals(key, input, rule)?;
    input.parse().map(ungrouped)
}

fn equals(key: &Ident, input: ParseStream<'_>, rule: &str) -> Result<()> {
    let equals = input.parse::<Token![=]>().is_ok();
    match equals && !input.is_empty() && !input.peek(Token![,]) {
        true => Ok(()),
        false => Err(wrong(key, key.span(), rule)),
    }
}

fn literal_text(expression: Expr) -> std::result::Result<LitStr, Span> {
    match ungrouped(expression) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Ok(text),
        other => Err(other.span()),
    }
}

fn wrong(key: &Ident, span: Span, rule: &str) -> Error {
    Error::new(span, format!("`{key}` {rule}"))
}
