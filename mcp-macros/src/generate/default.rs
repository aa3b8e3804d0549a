//! The defaults of parameters: one function each, for the schema and for the call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use crate::model::{Argument, Parameter};
use crate::settings::DefaultValue;
use crate::tokens::located_at;

/// The functions, as variables. Each default stands once in the output, so that the compiler
/// reports once what is wrong with it.
pub(super) fn declarations(root: &TokenStream, parameters: &[Parameter]) -> TokenStream {
    let declarations = parameters.iter().enumerate().filter_map(|(position, parameter)| {
        let argument = parameter.argument()?;
        let (name, ty) = (name(position), &argument.ty);
        let value = value(root, argument, argument.default.as_ref()?);
        Some(quote!(let #name = || -> #ty { #value };))
    });
    declarations.collect()
}

/// The default as the builder shows it.
pub(super) fn shown(position: usize, argument: &Argument) -> Option<TokenStream> {
    let (name, ty) = (name(position), &argument.ty);
    argument
        .default
        .as_ref()
        .map(|_| quote_spanned!(ty.span()=> .default::<#ty>(&#name())))
}

/// The variable that holds the default of the parameter at `position`.
pub(super) fn name(position: usize) -> Ident {
    format_ident!("__default_{position}", span = Span::mixed_site())
}

fn value(root: &TokenStream, argument: &Argument, default: &DefaultValue) -> TokenStream {
    match default {
        DefaultValue::OfType => {
            let span = argument.ty.span();
            let root = located_at(root, span);
            quote_spanned!(span=> #root::__private::Default::default())
        }
        // So that `default = "en"` does for a `String`.
        DefaultValue::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => {
            let root = located_at(root, text.span());
            quote_spanned!(text.span()=> #root::__private::From::from(#text))
        }
        DefaultValue::Value(value) => quote!(#value),
    }
}
