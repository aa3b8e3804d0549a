use proc_macro2::TokenStream;
use syn::Type;

use super::walk::walk;
use super::{Common, value};
use crate::diagnostics::Diagnostics;

const KNOWN: [&str; 14] = [
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "output",
    "strict",
    "icon",
    "meta",
    "timeout",
    "concurrency",
    "crate",
];

/// The settings of `#[tool(…)]`.
#[derive(Default)]
pub(crate) struct ToolSettings {
    pub(crate) common: Common,
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
    pub(crate) output: Option<Type>,
    pub(crate) strict: Option<bool>,
}

impl ToolSettings {
    pub(super) fn parse(list: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut settings = Self::default();
        let mut destructive_key = None;
        walk("a tool", &KNOWN, list, diagnostics, |key, input, diagnostics| {
            match key.to_string().as_str() {
                "read_only" => settings.read_only = Some(value::switch(key, input)?),
                "destructive" => {
                    destructive_key = Some(key.clone());
                    settings.destructive = Some(value::switch(key, input)?);
                }
                "idempotent" => settings.idempotent = Some(value::switch(key, input)?),
                "open_world" => settings.open_world = Some(value::switch(key, input)?),
                "strict" => settings.strict = Some(value::switch(key, input)?),
                "output" => settings.output = Some(value::ty(key, input)?),
                _ => settings.common.set(key, input, diagnostics)?,
            }
            Ok(())
        });
        if let (Some(true), Some(true), Some(key)) =
            (settings.read_only, settings.destructive, destructive_key)
        {
            diagnostics.at(
                key,
                "a tool that is `read_only` destroys nothing: remove one of the two",
            );
        }
        settings
    }
}
