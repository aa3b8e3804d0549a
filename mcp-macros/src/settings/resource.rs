use proc_macro2::{Ident, Span, TokenStream};
use syn::parse::ParseStream;
use syn::{Error, LitStr, Result};

use super::icon::media_type;
use super::uri::Uri;
use super::walk::walk;
use super::{Common, value};
use crate::diagnostics::Diagnostics;

const KNOWN: [&str; 14] = [
    "uri",
    "name",
    "title",
    "description",
    "mime_type",
    "size",
    "cache",
    "annotations",
    "allow_traversal",
    "icon",
    "meta",
    "timeout",
    "concurrency",
    "crate",
];
const CACHE: &str = "cache(ttl_ms = 30_000, scope = \"public\")";
const ANNOTATIONS: &str = "annotations(audience = [\"user\"], priority = 0.8)";

/// The settings of `#[resource(…)]`.
#[derive(Default)]
pub(crate) struct ResourceSettings {
    pub(crate) common: Common,
    /// `None` only beside an error.
    pub(crate) uri: Option<Uri>,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) size: Option<u64>,
    pub(crate) cache: Option<Cache>,
    pub(crate) annotations: Option<Annotations>,
    pub(crate) allow_traversal: bool,
}

/// `cache(ttl_ms = …, scope = "…")`.
pub(crate) struct Cache {
    pub(crate) ttl_ms: u64,
    /// The name of a constructor of `CacheHint`.
    pub(crate) scope: Ident,
}

/// `annotations(…)`.
#[derive(Default)]
pub(crate) struct Annotations {
    /// The names of variants of `Role`.
    pub(crate) audience: Option<Vec<Ident>>,
    pub(crate) priority: Option<f64>,
    pub(crate) last_modified: Option<LitStr>,
}

impl ResourceSettings {
    pub(super) fn parse(list: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut settings = Self::default();
        let (mut uri_given, mut size_key) = (false, None);
        walk(
            "a resource",
            &KNOWN,
            list,
            diagnostics,
            |key, input, diagnostics| {
                match key.to_string().as_str() {
                    "uri" => {
                        uri_given = true;
                        settings.uri = Some(Uri::parse(value::text(key, input)?)?);
                    }
                    "mime_type" => settings.mime_type = Some(media_type(value::text(key, input)?)?),
                    "size" => {
                        size_key = Some(key.clone());
                        settings.size = Some(value::whole_number(key, input, "1024")?);
                    }
                    "cache" => settings.cache = cache(key, input, diagnostics)?,
                    "annotations" => settings.annotations = Some(annotations(key, input, diagnostics)?),
                    "allow_traversal" => settings.allow_traversal = value::switch(key, input)?,
                    _ => settings.common.set(key, input, diagnostics)?,
                }
                Ok(())
            },
        );
        if !uri_given {
            let message = "a resource needs its URI: write `uri = \"orders://recent\"`, or a template such as \
                           `uri = \"orders://{id}\"`";
            diagnostics.at_span(Span::call_site(), message);
        }
        if let (Some(key), Some(uri)) = (size_key, &settings.uri)
            && uri.is_template()
        {
            diagnostics.at(
                key,
                "a template has no size, for its resources differ: remove `size`",
            );
        }
        settings
    }
}

fn cache(key: &Ident, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> Result<Option<Cache>> {
    let list = value::list(key, input, CACHE)?;
    let (mut ttl_ms, mut scope) = (None, Ident::new("private", Span::call_site()));
    let mut given = false;
    walk(
        "`cache`",
        &["ttl_ms", "scope"],
        list,
        diagnostics,
        |key, input, _| {
            if key == "ttl_ms" {
                given = true;
                ttl_ms = Some(value::whole_number(key, input, "30_000")?);
            } else {
                scope = cache_scope(&value::text(key, input)?)?;
            }
            Ok(())
        },
    );
    if !given {
        return Err(Error::new(
            key.span(),
            format!("a cache hint needs its time in milliseconds: write `{CACHE}`"),
        ));
    }
    Ok(ttl_ms.map(|ttl_ms| Cache { ttl_ms, scope }))
}

fn cache_scope(scope: &LitStr) -> Result<Ident> {
    match scope.value().as_str() {
        name @ ("public" | "private") => Ok(Ident::new(name, Span::call_site())),
        _ => {
            let message =
                "a cache scope is `\"public\"` (the same for every user) or `\"private\"`: write one of them";
            Err(Error::new(scope.span(), message))
        }
    }
}

fn annotations(key: &Ident, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> Result<Annotations> {
    let list = value::list(key, input, ANNOTATIONS)?;
    let mut annotations = Annotations::default();
    let known = ["audience", "priority", "last_modified"];
    walk("`annotations`", &known, list, diagnostics, |key, input, _| {
        match key.to_string().as_str() {
            "audience" => {
                let roles = value::texts(key, input, "[\"user\", \"assistant\"]")?;
                annotations.audience = Some(roles.iter().map(role).collect::<Result<_>>()?);
            }
            "priority" => annotations.priority = Some(priority(key, input)?),
            _ => annotations.last_modified = Some(value::text(key, input)?),
        }
        Ok(())
    });
    Ok(annotations)
}

fn role(role: &LitStr) -> Result<Ident> {
    match role.value().as_str() {
        "user" => Ok(Ident::new("User", role.span())),
        "assistant" => Ok(Ident::new("Assistant", role.span())),
        _ => Err(Error::new(
            role.span(),
            "an audience is `\"user\"` or `\"assistant\"`: write one or both",
        )),
    }
}

fn priority(key: &Ident, input: ParseStream<'_>) -> Result<f64> {
    let rule = "is a number from 0 (optional) to 1 (required): write `priority = 0.8`";
    let (priority, span) = value::number(key, input, rule)?;
    match (0.0..=1.0).contains(&priority) {
        true => Ok(priority),
        false => Err(Error::new(span, format!("`{key}` {rule}"))),
    }
}
