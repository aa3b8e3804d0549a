//! The parameters as values. Each stands at its type in the author's source, so that a type which
//! breaks a bound of the builder is reported there, once.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::{bounds, default};
use crate::kind::Kind;
use crate::model::Argument;
use crate::tokens::{ending_at, ends, located_at};

/// A parameter that comes from the context.
pub(super) fn context(root: &TokenStream, ty: &Type) -> TokenStream {
    let (first, last) = ends(ty);
    let root = located_at(root, first);
    ending_at(quote_spanned!(first=> #root::primitive::context::<#ty>()), last)
}

/// The struct that is all the arguments of a tool.
pub(super) fn whole(root: &TokenStream, ty: &Type) -> TokenStream {
    let (first, last) = ends(ty);
    let root = located_at(root, first);
    ending_at(quote_spanned!(first=> #root::primitive::arguments::<#ty>()), last)
}

/// An argument of a tool or a prompt, or a variable of a template.
pub(super) fn argument(root: &TokenStream, kind: Kind, position: usize, argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let (span, last) = match kind {
        Kind::Tool => ends(&argument.ty),
        Kind::Resource | Kind::Prompt => ends(bounds::text(argument)),
    };
    let title = argument
        .title
        .as_ref()
        .map(|title| quote_spanned!(span=> .title(#title)));
    let description = argument
        .description
        .as_ref()
        .map(|description| quote_spanned!(span=> .description(#description)));
    let complete = argument
        .complete
        .as_ref()
        .map(|path| quote_spanned!(path.span()=> .complete(#path)));
    // The schema of a tool shows the default; text arguments have no schema.
    let default = match kind {
        Kind::Tool => default::shown(position, argument),
        Kind::Resource | Kind::Prompt => None,
    };
    let ty = element(root, kind, argument);
    let root = located_at(root, span);
    let function = match kind {
        Kind::Tool => quote_spanned!(span=> #root::primitive::argument),
        Kind::Resource | Kind::Prompt => quote_spanned!(span=> #root::primitive::text),
    };
    let value = quote_spanned!(span=> #function::<#ty>(#name) #title #description #complete #default);
    ending_at(value, last)
}

/// The type that the builder is told, from which the parameter's own is had in the handler.
pub(super) fn element(root: &TokenStream, kind: Kind, argument: &Argument) -> TokenStream {
    let ty: &Type = &argument.ty;
    let (first, last) = ends(ty);
    let root = located_at(root, first);
    match argument.default {
        Some(_) => ending_at(quote_spanned!(first=> #root::__private::Option<#ty>), last),
        None if argument.is_required_text(kind) => {
            ending_at(quote_spanned!(first=> #root::primitive::Required<#ty>), last)
        }
        None => quote!(#ty),
    }
}
