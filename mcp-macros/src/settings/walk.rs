use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Error, LitStr, Result, Token};

use crate::diagnostics::Diagnostics;
use crate::suggest::closest;

/// The settings that may stand more than once.
const REPEATABLE: [&str; 3] = ["icon", "meta", "example"];

/// Goes through `key`, `key = value` and `key(…)`, separated by commas, and gives each known key
/// to `set`, which reads the value. A mistake ends its own entry only.
pub(super) fn walk(
    subject: &str,
    known: &[&str],
    list: TokenStream,
    diagnostics: &mut Diagnostics,
    mut set: impl FnMut(&Ident, ParseStream<'_>, &mut Diagnostics) -> Result<()>,
) {
    let mut seen: Vec<String> = Vec::new();
    separated(list, diagnostics, |input, diagnostics| {
        let key = key(input)?;
        let name = key.to_string();
        if !known.contains(&name.as_str()) {
            return Err(unknown(subject, known, &key));
        }
        if seen.contains(&name) && !REPEATABLE.contains(&name.as_str()) {
            return Err(Error::new(
                key.span(),
                format!("`{name}` is set twice: keep one of the two"),
            ));
        }
        seen.push(name);
        set(&key, input, diagnostics)
    });
}

/// Reads entries that are separated by commas.
pub(super) fn separated(
    list: TokenStream,
    diagnostics: &mut Diagnostics,
    mut entry: impl FnMut(ParseStream<'_>, &mut Diagnostics) -> Result<()>,
) {
    let entries = |input: ParseStream<'_>| {
        while !input.is_empty() {
            if let Err(error) = entry(input, diagnostics).and_then(|()| at_end(input)) {
                diagnostics.push(error);
                skip(input)?;
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    };
    if let Err(error) = entries.parse2(list) {
        diagnostics.push(error);
    }
}

fn key(input: ParseStream<'_>) -> Result<Ident> {
    if input.peek(LitStr) {
        let literal: LitStr = input.parse()?;
        let message = format!("a setting is written without quotes: `{} = …`", literal.value());
        return Err(Error::new(literal.span(), message));
    }
    input
        .call(Ident::parse_any)
        .map_err(|error| Error::new(error.span(), "expected a setting, such as `name = …`"))
}

fn unknown(subject: &str, known: &[&str], key: &Ident) -> Error {
    let names = known
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let way_out = match closest(&key.to_string(), known.iter().copied()) {
        Some(near) => format!(": did you mean `{near}`? It has {names}"),
        None => format!("; it has {names}"),
    };
    Error::new(key.span(), format!("{subject} has no setting `{key}`{way_out}"))
}

fn at_end(input: ParseStream<'_>) -> Result<()> {
    match input.is_empty() || input.peek(Token![,]) {
        true => Ok(()),
        false => Err(input.error("settings are separated by commas: write `,` before this")),
    }
}

/// Goes on to the next comma, so that one mistake hides no other.
fn skip(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
