use proc_macro2::TokenStream;
use syn::Path;

use super::value;
use super::walk::walk;
use crate::diagnostics::Diagnostics;

/// Reads the list in the parentheses of `#[form(…)]`: `crate = path`.
pub(crate) fn form_crate(list: TokenStream, diagnostics: &mut Diagnostics) -> Option<Path> {
    let mut root = None;
    walk("a form", &["crate"], list, diagnostics, |key, input, _| {
        root = Some(value::path(key, input, "my_mcp")?);
        Ok(())
    });
    root
}
