//! What the types of parameters may be.

use quote::quote;
use syn::Type;
use syn::spanned::Spanned;

use crate::diagnostics::Diagnostics;
use crate::kind::Kind;
use crate::tokens::find;

/// Reports a type that does not own its value.
pub(super) fn owned(kind: Kind, ty: &Type, diagnostics: &mut Diagnostics) {
    if unnamed(ty, "write the type out", diagnostics).is_none() {
        return;
    }
    if let Some(span) = find(ty, "&") {
        let way_out = match ty {
            Type::Reference(reference) => format!("write `{}`", owned_form(&reference.elem)),
            _ => "write `String` for `&str` and `Vec<T>` for `&[T]`".to_owned(),
        };
        diagnostics.at_span(
            span,
            format!("a handler owns its {}s: {way_out}", kind.parameter()),
        );
    } else if let Some(span) = find(ty, "'") {
        diagnostics.at_span(
            span,
            "a handler owns its parameters and has no lifetimes: write an owned type",
        );
    }
}

/// Reports `impl Trait` anywhere and `dyn Trait` by itself.
pub(super) fn unnamed(ty: &Type, way_out: &str, diagnostics: &mut Diagnostics) -> Option<()> {
    let (span, word) = match ty {
        Type::TraitObject(object) => (object.dyn_token.map(|token| token.span()), "dyn"),
        _ => (find(ty, "impl"), "impl"),
    };
    let Some(span) = span else { return Some(()) };
    diagnostics.at_span(
        span,
        format!("a parameter has one type of known size, not `{word} …`: {way_out}"),
    );
    None
}

fn owned_form(ty: &Type) -> String {
    match ty {
        Type::Slice(slice) => format!("Vec<{}>", brief(&slice.elem)),
        _ if brief(ty) == "str" => "String".to_owned(),
        _ => brief(ty),
    }
}

/// The type as its author would write it, nearly.
pub(super) fn brief(ty: &Type) -> String {
    let tokens = quote!(#ty).to_string();
    tokens
        .replace(" < ", "<")
        .replace(" >", ">")
        .replace(" :: ", "::")
        .replace(" ,", ",")
}
