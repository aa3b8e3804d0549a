use proc_macro2::TokenStream;

use super::Common;
use super::walk::walk;
use crate::diagnostics::Diagnostics;

const KNOWN: [&str; 8] = [
    "name",
    "title",
    "description",
    "icon",
    "meta",
    "timeout",
    "concurrency",
    "crate",
];

/// The settings of `#[prompt(…)]`.
#[derive(Default)]
pub(crate) struct PromptSettings {
    pub(crate) common: Common,
}

impl PromptSettings {
    pub(super) fn parse(list: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut common = Common::default();
        walk(
            "a prompt",
            &KNOWN,
            list,
            diagnostics,
            |key, input, diagnostics| common.set(key, input, diagnostics),
        );
        Self { common }
    }
}
