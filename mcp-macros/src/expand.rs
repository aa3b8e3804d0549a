use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::diagnostics::Diagnostics;
use crate::generate;
use crate::item::HandlerFn;
use crate::kind::Kind;
use crate::model::Model;
use crate::settings::Settings;

/// What `#[tool(settings)] item` stands for, and likewise for the other kinds; `root` is the crate
/// whose names the output uses unless `crate = path` says otherwise.
///
/// The item always comes first and always comes out. If anything is wrong, the errors follow, and
/// an impl that only keeps the rest of the author's crate compiling.
pub(crate) fn expand(kind: Kind, root: &str, settings: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let mut function = match syn::parse2::<HandlerFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let noun = kind.noun();
            let message = format!("`#[{noun}]` makes a function a {noun}: move it above a `fn`");
            let error = syn::Error::new(error.span(), message).to_compile_error();
            return quote!(#item #error);
        }
    };
    let settings = Settings::parse(kind, settings, &mut diagnostics);
    let root = match &settings.common().root {
        Some(path) => quote!(#path),
        None => {
            let root = Ident::new(root, Span::call_site());
            quote!(::#root)
        }
    };
    let model = Model::new(kind, &root, settings, &mut function, &mut diagnostics);
    let generated = match model {
        Some(model) if !diagnostics.any() => generate::implementation(&root, &function, &model),
        // A type cannot stand in an `impl`, which is where a method is.
        _ if function.signature.receiver().is_some() => TokenStream::new(),
        _ => generate::fallback(kind, &root, &function),
    };
    let errors = diagnostics.into_tokens();
    let output = quote!(#function #errors #generated);
    if std::env::var_os("MCP_MACROS_DEBUG").is_some() {
        eprintln!("{output}");
    }
    output
}

#[cfg(test)]
mod constraint_tests;
#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod output_tests;
