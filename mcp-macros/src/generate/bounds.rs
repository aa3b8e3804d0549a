//! What each type of the signature has to be, said once by itself.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::parameter;
use crate::kind::Kind;
use crate::model::{Argument, Model, Parameter};
use crate::tokens::{last_segment, types_of};

/// What is right in the `Ok` of a `Result`.
const RESPONSES: [&str; 5] = [
    "McpResponse",
    "ResponseStream",
    "CallToolResult",
    "ReadResourceResult",
    "GetPromptResult",
];

/// What is right in its `Err`.
const ERRORS: [&str; 5] = [
    "ToolError",
    "ResourceError",
    "PromptError",
    "ResponseError",
    "McpError",
];

/// One statement for each type. The compiler reports a type that does not do here, without the way
/// through the builder's bounds, and leaves out the same error of the builder's call, which stands
/// at the same tokens.
pub(super) fn statements(root: &TokenStream, model: &Model) -> TokenStream {
    let parameters = model.parameters.iter().map(|parameter| match parameter {
        Parameter::Context(ty) => quote!(let _ = <#ty as #root::FromContext>::from_context;),
        Parameter::Whole(ty) => implements(&quote!(#root::primitive::ArgumentStruct), &quote!(#ty)),
        Parameter::Argument(argument) if model.kind == Kind::Tool => {
            let element = parameter::element(root, model.kind, argument);
            implements(&quote!(#root::primitive::Argument), &element)
        }
        Parameter::Argument(argument) => {
            let ty = text(argument);
            quote!(let _ = <#ty as #root::primitive::TextArgument>::from_text;)
        }
    });
    let response = match suspect(&model.returns) {
        Suspect::Whole(ty) => {
            let response = model.kind.response();
            quote!(<#ty as #root::response::#response>::output_schema)
        }
        Suspect::Item(ty) => quote!(<#ty as #root::response::IntoResponses>::append_to),
        Suspect::Error(ty) => quote!(<#ty as #root::IntoMcpError>::into_mcp_error),
    };
    quote!(#(#parameters)* let _ = #response;)
}

/// For a trait that has nothing to name.
fn implements(bound: &TokenStream, ty: &TokenStream) -> TokenStream {
    quote!({
        fn __parameter<__T: #bound>() {}
        __parameter::<#ty>()
    })
}

/// The type that has to be readable from text.
pub(super) fn text(argument: &Argument) -> &Type {
    let inner = last_segment(&argument.ty).and_then(|segment| types_of(segment).into_iter().next());
    inner.filter(|_| argument.optional).unwrap_or(&argument.ty)
}

/// The part of a return type where an error about it is best shown, by the trait that it needs.
pub(super) enum Suspect<'t> {
    /// What is returned, or what is in its `Ok`.
    Whole(&'t Type),
    /// What a `Vec` or an array is made of.
    Item(&'t Type),
    /// What is in its `Err`.
    Error(&'t Type),
}

impl<'t> Suspect<'t> {
    pub(super) fn ty(&self) -> &'t Type {
        match self {
            Self::Whole(ty) | Self::Item(ty) | Self::Error(ty) => ty,
        }
    }
}

/// Guesses by name. A wrong guess is reported all the same, at another part of the return type.
pub(super) fn suspect(returns: &Type) -> Suspect<'_> {
    if let Type::Array(array) = returns {
        return Suspect::Item(&array.elem);
    }
    let Some(segment) = last_segment(returns) else {
        return Suspect::Whole(returns);
    };
    match (segment.ident.to_string().as_str(), types_of(segment).as_slice()) {
        ("Vec", [item]) => Suspect::Item(item),
        ("Result", [value, error]) if is_response(value) && !is_error(error) => Suspect::Error(error),
        ("Result", [value, ..]) => suspect(value),
        _ => Suspect::Whole(returns),
    }
}

fn is_response(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_response(&array.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_response),
        _ => last_segment(ty).is_some_and(|segment| match types_of(segment).as_slice() {
            [item] if segment.ident == "Vec" => is_response(item),
            [_] if segment.ident == "Structured" => true,
            _ => RESPONSES.iter().any(|name| segment.ident == name),
        }),
    }
}

fn is_error(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|segment| ERRORS.iter().any(|name| segment.ident == name))
}
