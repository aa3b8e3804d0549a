use proc_macro2::{Ident, TokenStream};
use syn::{Error, Expr, LitStr, Path};

use super::walk::walk;
use super::{Interval, value};
use crate::diagnostics::Diagnostics;
use crate::kind::Kind;

/// The settings of `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ArgumentSettings {
    pub(crate) rename: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    /// With the key, for what is wrong with it depends on the type.
    pub(crate) default: Option<(Ident, DefaultValue)>,
    pub(crate) complete: Option<Path>,
    pub(crate) constraints: Constraints,
}

/// What stands for an absent argument.
pub(crate) enum DefaultValue {
    /// `default`: what the type's `Default` gives.
    OfType,
    /// `default = value`.
    Value(Expr),
}

/// What the value has to fulfil beyond its type, and what else only a tool's schema shows.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) range: Option<Interval>,
    pub(crate) length: Option<Interval>,
    pub(crate) pattern: Option<LitStr>,
    /// The HTTP header that mirrors the argument.
    pub(crate) header: Option<LitStr>,
    pub(crate) examples: Vec<Expr>,
}

impl ArgumentSettings {
    pub(crate) fn parse(kind: Kind, list: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let known: &[&str] = match kind {
            Kind::Tool => &[
                "default",
                "rename",
                "description",
                "range",
                "length",
                "pattern",
                "header",
                "example",
            ],
            Kind::Resource => &["default", "rename", "complete"],
            Kind::Prompt => &["default", "rename", "title", "description", "complete"],
        };
        let subject = format!("`#[arg]` of a {}", kind.noun());
        let mut settings = Self::default();
        walk(&subject, known, list, diagnostics, |key, input, _| {
            let constraints = &mut settings.constraints;
            match key.to_string().as_str() {
                "default" => {
                    let value = match input.is_empty() || input.peek(syn::Token![,]) {
                        true => DefaultValue::OfType,
                        false => DefaultValue::Value(value::expression(key, input, "10")?),
                    };
                    settings.default = Some((key.clone(), value));
                }
                "rename" => settings.rename = Some(renamed(value::text(key, input)?)?),
                "title" => settings.title = Some(value::phrase(key, input)?),
                "description" => settings.description = Some(value::phrase(key, input)?),
                "range" => constraints.range = Some(Interval::of_values(key, input)?),
                "length" => constraints.length = Some(Interval::of_lengths(key, input)?),
                "pattern" => constraints.pattern = Some(value::text(key, input)?),
                "header" => constraints.header = Some(header(value::text(key, input)?)?),
                "example" => constraints
                    .examples
                    .push(value::expression(key, input, "\"ORD-42\"")?),
                _ => settings.complete = Some(value::path(key, input, "suggest_cities")?),
            }
            Ok(())
        });
        settings
    }
}

fn renamed(name: LitStr) -> syn::Result<LitStr> {
    match name.value().is_empty() {
        false => Ok(name),
        true => Err(Error::new(
            name.span(),
            "a parameter needs a name: write `rename = \"pageSize\"`",
        )),
    }
}

/// The name, if it is a token of RFC 9110 (`HDR-08`).
fn header(name: LitStr) -> syn::Result<LitStr> {
    let text = name.value();
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_token) {
        true => Ok(name),
        false => {
            let message = format!(
                "`{text}` cannot be the name of a header: a name is letters, digits and `-`: write `header = \"Region\"`, \
                 which is sent as `Mcp-Param-Region`"
            );
            Err(Error::new(name.span(), message))
        }
    }
}
