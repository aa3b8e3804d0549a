//! Questions about tokens that are not worth a parse.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, GenericArgument, PathArguments, PathSegment, Type};

/// The expression without the invisible group that a `macro_rules!` fragment comes in.
pub(crate) fn ungrouped(expression: Expr) -> Expr {
    match expression {
        Expr::Group(group) => ungrouped(*group.expr),
        other => other,
    }
}

/// The last segment of a type that is a path: `State<T>` of `mcp_core::State<T>`.
pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}

/// The types in the angle brackets of a segment.
pub(crate) fn types_of(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(list) = &segment.arguments else {
        return Vec::new();
    };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// The one type in the angle brackets of a segment.
pub(crate) fn only_type(segment: &PathSegment) -> Option<&Type> {
    match types_of(segment).as_slice() {
        [ty] => Some(ty),
        _ => None,
    }
}

/// Where the first word or punctuation that is `wanted` stands, at any depth.
pub(crate) fn find(tokens: impl ToTokens, wanted: &str) -> Option<Span> {
    fn search(tokens: TokenStream, wanted: &str) -> Option<Span> {
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Group(group) => search(group.stream(), wanted),
            TokenTree::Ident(ident) => (ident == wanted).then(|| ident.span()),
            TokenTree::Punct(punct) => (punct.to_string() == wanted).then(|| punct.span()),
            TokenTree::Literal(_) => None,
        })
    }
    search(tokens.into_token_stream(), wanted)
}

/// The same names, in the place of `span`: an error about what they are part of points there.
pub(crate) fn located_at(tokens: &TokenStream, span: Span) -> TokenStream {
    let located = tokens.clone().into_iter().map(|mut token| {
        // What `$crate` means hangs on its span.
        if token.to_string() != "$crate" {
            token.set_span(span);
        }
        token
    });
    located.collect()
}

/// Where the first token stands, and where the last does. Only the compiler can join two spans: an
/// expression whose first and last tokens stand there is reported as the whole.
pub(crate) fn ends(tokens: impl ToTokens) -> (Span, Span) {
    let mut spans = tokens.into_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// The same tokens, with the last one standing at `span`.
pub(crate) fn ending_at(tokens: TokenStream, span: Span) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if let Some(last) = tokens.last_mut() {
        last.set_span(span);
    }
    tokens.into_iter().collect()
}
