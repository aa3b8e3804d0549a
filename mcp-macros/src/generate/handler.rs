use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;

use super::default;
use crate::item::HandlerFn;
use crate::model::{Model, Parameter};

/// The call that gives the function to the builder: `.handler(|arguments, context| …)`.
pub(super) fn call(root: &TokenStream, function: &HandlerFn, model: &Model) -> TokenStream {
    let mut arguments = quote!(());
    let mut context = quote!(());
    let mut passed = Vec::new();
    for (position, parameter) in model.parameters.iter().enumerate() {
        let variable = format_ident!("parameter_{position}", span = Span::mixed_site());
        match parameter {
            Parameter::Whole(_) => arguments = quote!(#variable),
            Parameter::Context(_) => context = quote!((#context, #variable)),
            Parameter::Argument(argument) if argument.is_required_text(model.kind) => {
                arguments = quote!((#arguments, #root::primitive::Required(#variable)));
            }
            Parameter::Argument(_) => arguments = quote!((#arguments, #variable)),
        }
        let default = parameter
            .argument()
            .and_then(|argument| argument.default.as_ref())
            .map(|_| {
                let default = default::name(position);
                quote!(.unwrap_or_else(#default))
            });
        passed.push(quote!(#variable #default));
    }
    let name = &function.signature.ident;
    let method = match function.signature.asyncness {
        Some(_) => "handler",
        None => "blocking_handler",
    };
    // A return type that is no response is reported where the name of the method stands.
    let method = Ident::new(method, model.returns.span());
    quote!(.#method(move |#arguments, #context| #name(#(#passed),*)))
}
