//! The parameters as values. Each stands at its type in the author's source, so that a type which
//! breaks a bound of the builder is reported there, once.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::{bounds, default};
use crate::kind::Kind;
use crate::model::Argument;
use crate::settings::{Constraints, Number};
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
    let constraints = constraints(span, &argument.constraints);
    let value = quote_spanned! {span=>
        #function::<#ty>(#name) #title #description #complete #default #constraints
    };
    ending_at(value, last)
}

/// The calls for what only a tool's arguments have.
fn constraints(span: Span, constraints: &Constraints) -> TokenStream {
    let Constraints {
        range,
        length,
        pattern,
        header,
        examples,
    } = constraints;
    let minimum = range.as_ref().and_then(|range| range.least);
    let minimum = minimum.map(|least| quote_spanned!(span=> .minimum(&#least)));
    let maximum = range.as_ref().and_then(|range| range.most);
    let maximum = maximum.map(|most| quote_spanned!(span=> .maximum(&#most)));
    let min_length = length
        .as_ref()
        .and_then(|length| length.least)
        .map(Number::untyped);
    let min_length = min_length.map(|least| quote_spanned!(span=> .min_length(#least)));
    let max_length = length
        .as_ref()
        .and_then(|length| length.most)
        .map(Number::untyped);
    let max_length = max_length.map(|most| quote_spanned!(span=> .max_length(#most)));
    let pattern = pattern
        .as_ref()
        .map(|pattern| quote_spanned!(span=> .pattern(#pattern)));
    // A type that no header can hold is reported at the header's name.
    let header = header
        .as_ref()
        .map(|header| quote_spanned!(header.span()=> .header(#header)));
    let examples = examples
        .iter()
        .map(|example| quote_spanned!(example.span()=> .example(&(#example))));
    quote!(#minimum #maximum #min_length #max_length #pattern #header #(#examples)*)
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
