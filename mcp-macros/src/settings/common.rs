use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::parse::ParseStream;
use syn::{Error, Expr, LitStr, Path, Result, Token};

use super::icon::Icon;
use super::value;
use super::walk::separated;
use crate::diagnostics::Diagnostics;

/// The settings that every kind has.
#[derive(Default)]
pub(crate) struct Common {
    /// `crate = path`.
    pub(crate) root: Option<Path>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<MetaEntry>,
    /// In milliseconds.
    pub(crate) timeout: Option<u64>,
    pub(crate) concurrency: Option<u64>,
}

/// One entry of `_meta`.
pub(crate) struct MetaEntry {
    pub(crate) key: LitStr,
    pub(crate) value: MetaValue,
}

/// What an entry of `_meta` is set to.
pub(crate) enum MetaValue {
    /// JSON as it is written: an object, an array or `null`.
    Json(TokenStream),
    /// A Rust expression.
    Expression(Expr),
}

impl Common {
    /// Reads the value of one of these settings.
    pub(super) fn set(
        &mut self,
        key: &Ident,
        input: ParseStream<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<()> {
        match key.to_string().as_str() {
            "name" => self.name = Some(name(key, input)?),
            "title" => self.title = Some(value::phrase(key, input)?),
            "description" => self.description = Some(value::phrase(key, input)?),
            "icon" => self.icons.extend(Icon::parse(key, input, diagnostics)?),
            "meta" => self.meta(value::list(key, input, META)?, diagnostics),
            "timeout" => self.timeout = Some(value::milliseconds(key, input)?),
            "concurrency" => self.concurrency = Some(concurrency(key, input)?),
            "crate" => self.root = Some(value::path(key, input, "my_mcp")?),
            // `walk` lets through what the callers list, and they list what is above.
            _ => return Err(Error::new(key.span(), format!("`{key}` is not a setting"))),
        }
        Ok(())
    }

    fn meta(&mut self, list: TokenStream, diagnostics: &mut Diagnostics) {
        separated(list, diagnostics, |input, _| {
            let key: LitStr = input.parse().map_err(|error| {
                Error::new(
                    error.span(),
                    format!("a metadata key is a string literal: write `{META}`"),
                )
            })?;
            if self.meta.iter().any(|entry| entry.key.value() == key.value()) {
                let message = format!(
                    "the metadata key `{}` is set twice: keep one of the two",
                    key.value()
                );
                return Err(Error::new(key.span(), message));
            }
            let equals = input.parse::<Token![=]>().is_ok();
            if !equals || input.is_empty() || input.peek(Token![,]) {
                let message = format!("the metadata key `{}` has no value: write `{META}`", key.value());
                return Err(Error::new(key.span(), message));
            }
            let value = match json(input)? {
                Some(json) => MetaValue::Json(json),
                None => MetaValue::Expression(input.parse()?),
            };
            self.meta.push(MetaEntry { key, value });
            Ok(())
        });
    }
}

const META: &str = "meta(\"example.org/key\" = value)";

/// JSON that is no Rust expression, or not for certain.
fn json(input: ParseStream<'_>) -> Result<Option<TokenStream>> {
    let ahead = input.fork();
    let json = match ahead.parse::<TokenTree>()? {
        TokenTree::Group(group) => is_json(&group),
        TokenTree::Ident(ident) => ident == "null",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    };
    if !json || !(ahead.is_empty() || ahead.peek(Token![,])) {
        return Ok(None);
    }
    let json: TokenTree = input.parse()?;
    Ok(Some(quote!(#json)))
}

fn is_json(group: &Group) -> bool {
    matches!(group.delimiter(), Delimiter::Brace | Delimiter::Bracket)
}

fn concurrency(key: &Ident, input: ParseStream<'_>) -> Result<u64> {
    let span = input.span();
    match value::whole_number(key, input, "4")? {
        0 => Err(Error::new(
            span,
            "`concurrency` is at least 1: with 0 no call would ever run",
        )),
        calls => Ok(calls),
    }
}

fn name(key: &Ident, input: ParseStream<'_>) -> Result<LitStr> {
    let name = value::text(key, input)?;
    match is_name(&name.value()) {
        true => Ok(name),
        false => {
            let message = format!(
                "`{}` cannot be a name: a name is 1 to 128 of `A-Z a-z 0-9 _ - .`, such as `order-summary`",
                name.value()
            );
            Err(Error::new(name.span(), message))
        }
    }
}

/// Whether it is 1 to 128 of `A–Z a–z 0–9 _ - .` (`TOOL-05`).
pub(crate) fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}
