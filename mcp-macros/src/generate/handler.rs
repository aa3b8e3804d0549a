use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::bounds::suspect;
use super::{default, parameter};
use crate::item::HandlerFn;
use crate::model::{Model, Parameter};
use crate::tokens::{ending_at, ends, located_at};

/// The call that gives the function to the builder: `tool(builder, (argument::<A>("a"), …),
/// (context::<C>(), …), returns::<R>(), |(a, …), (c, …)| function(a, …, c, …))`.
pub(super) fn call(
    root: &TokenStream,
    builder: &TokenStream,
    function: &HandlerFn,
    model: &Model,
) -> TokenStream {
    let name = &function.signature.ident;
    let (mut whole, mut client, mut client_values) = (None, Vec::new(), Vec::new());
    let (mut context, mut context_values, mut passed) = (Vec::new(), Vec::new(), Vec::new());
    for (position, parameter) in model.parameters.iter().enumerate() {
        let variable = format_ident!("__parameter_{position}", span = Span::mixed_site());
        passed.push(
            match parameter
                .argument()
                .and_then(|argument| argument.default.as_ref())
            {
                Some(_) => {
                    let default = default::name(position);
                    quote!(#variable.unwrap_or_else(#default))
                }
                None => quote!(#variable),
            },
        );
        match parameter {
            Parameter::Whole(ty) => whole = Some((parameter::whole(root, ty), variable)),
            Parameter::Context(ty) => {
                context.push(parameter::context(root, ty));
                context_values.push(variable);
            }
            Parameter::Argument(argument) => {
                client.push(parameter::argument(root, model.kind, position, argument));
                client_values.push(variable);
            }
        }
    }
    let (client, client_values) = match whole {
        Some((whole, value)) => (whole, quote!(#value)),
        None => (tuple(name.span(), &client), quote!((#(#client_values,)*))),
    };
    let context = tuple(name.span(), &context);
    let step = model.kind.last_step(function.signature.asyncness.is_some());
    // A future that is not `Send` is reported at the function's name.
    let step = located_at(&quote!(#root::__private::#step), name.span());
    // A type that is no response is reported where it stands.
    let returns = &model.returns;
    let (first, last) = ends(suspect(returns).ty());
    let root = located_at(root, first);
    let returns = ending_at(
        quote_spanned!(first=> #root::__private::returns::<#returns>()),
        last,
    );
    let function = quote_spanned! {name.span()=>
        move |#client_values, (#(#context_values,)*)| #name(#(#passed),*)
    };
    quote_spanned!(name.span()=> #step(#builder, #client, #context, #returns, #function))
}

/// A tuple of parameters. An error that the compiler cannot trace to one of several stands at `span`.
fn tuple(span: Span, parameters: &[TokenStream]) -> TokenStream {
    let span = match parameters {
        [only] => ends(only).0,
        _ => span,
    };
    quote_spanned!(span=> (#(#parameters,)*))
}
