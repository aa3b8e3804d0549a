//! `#[derive(Form)]`: a struct as a form, or an enum of names as a choice in one.
//!
//! It goes the way of the attribute macros: `input` parses, `shape` validates with `attributes`, and
//! `generate` prints.

mod attributes;
mod generate;
mod input;
mod shape;
#[cfg(test)]
mod tests;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::diagnostics::Diagnostics;
use input::Input;
use shape::Shape;

/// The impls that `#[derive(Form)] item` stands for; `root` is the crate whose names they use unless
/// `#[form(crate = path)]` says otherwise.
///
/// If anything is wrong, errors come first, and the impls hold no field to anything.
pub(crate) fn expand(root: &str, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let input = match syn::parse2::<Input>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let root = match attributes::root(&input.attributes, &mut diagnostics) {
        Some(path) => quote!(#path),
        None => {
            let root = Ident::new(root, Span::call_site());
            quote!(::#root)
        }
    };
    let shape = Shape::of(&input, &mut diagnostics);
    let generated = match diagnostics.any() {
        false => generate::implementation(&root, &input, &shape),
        true => generate::fallback(&root, &input, &shape),
    };
    let errors = diagnostics.into_tokens();
    let output = quote!(#errors #generated);
    if std::env::var_os("MCP_MACROS_DEBUG").is_some() {
        eprintln!("{output}");
    }
    output
}
