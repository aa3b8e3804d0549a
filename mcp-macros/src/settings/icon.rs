use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{Error, LitStr, Result};

use super::value;
use super::walk::walk;
use crate::diagnostics::Diagnostics;

const EXAMPLE: &str = "icon(src = \"https://…\")";

/// `icon(src = "…", …)`.
pub(crate) struct Icon {
    pub(crate) src: LitStr,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) sizes: Vec<LitStr>,
    /// The name of a variant of `IconTheme`.
    pub(crate) theme: Option<Ident>,
}

impl Icon {
    pub(super) fn parse(
        key: &Ident,
        input: ParseStream<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Self>> {
        let list = value::list(key, input, EXAMPLE)?;
        let (mut src, mut mime_type, mut sizes, mut theme) = (None, None, Vec::new(), None);
        let mut given = false;
        let known = ["src", "mime_type", "sizes", "theme"];
        walk("`icon`", &known, list, diagnostics, |key, input, _| {
            match key.to_string().as_str() {
                "src" => {
                    given = true;
                    src = Some(source(value::text(key, input)?)?);
                }
                "mime_type" => mime_type = Some(media_type(value::text(key, input)?)?),
                "sizes" => sizes = value::texts(key, input, "[\"48x48\"]")?,
                _ => theme = Some(self::theme(&value::text(key, input)?)?),
            }
            Ok(())
        });
        if !given {
            return Err(Error::new(
                key.span(),
                format!("an icon needs its source: write `{EXAMPLE}`"),
            ));
        }
        Ok(src.map(|src| Self {
            src,
            mime_type,
            sizes,
            theme,
        }))
    }
}

fn source(src: LitStr) -> Result<LitStr> {
    let text = src.value();
    let scheme = text
        .split_once(':')
        .map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("https" | "data") => Ok(src),
        _ => {
            let message = "an icon is only at an `https:` or `data:` URI: write `src = \"https://…\"`";
            Err(Error::new(src.span(), message))
        }
    }
}

fn theme(theme: &LitStr) -> Result<Ident> {
    match theme.value().as_str() {
        "light" => Ok(Ident::new("Light", theme.span())),
        "dark" => Ok(Ident::new("Dark", theme.span())),
        _ => Err(Error::new(
            theme.span(),
            "a theme is `\"light\"` or `\"dark\"`: write one of them",
        )),
    }
}

/// The media type, if it has the form of one; `mcp-core` checks the rest of RFC 6838.
pub(super) fn media_type(literal: LitStr) -> Result<LitStr> {
    let text = literal.value();
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    let well_formed = essence.split_once('/').is_some_and(|(main, sub)| {
        [main, sub].into_iter().all(|name| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
        })
    });
    match well_formed {
        true => Ok(literal),
        false => {
            let message =
                format!("`{text}` is no media type: write `type/subtype`, such as `application/json`");
            Err(Error::new(literal.span(), message))
        }
    }
}
