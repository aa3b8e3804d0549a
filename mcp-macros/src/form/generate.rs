use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Type};

use super::input::Input;
use super::shape::Shape;
use crate::tokens::find;

/// The impls, with each field held to what it has to be.
pub(super) fn implementation(root: &TokenStream, input: &Input, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Choice => choice(root, input),
        Shape::Form(types) => form(root, input, &quote!(#root::ask::FormField), types),
        Shape::By(ty) => form(root, input, &quote!(#root::Form), std::slice::from_ref(&**ty)),
    }
}

/// The impls alone, which keep the uses of the type from being errors too.
pub(super) fn fallback(root: &TokenStream, input: &Input, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Choice => choice(root, input),
        Shape::Form(_) | Shape::By(_) => form(root, input, &TokenStream::new(), &[]),
    }
}

fn choice(root: &TokenStream, input: &Input) -> TokenStream {
    let name = &input.name;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl #generics #root::ask::FormField for #name #arguments #bounds {}

            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl #generics #root::ask::FormChoice for #name #arguments #bounds {}
        };
    }
}

/// Each of the `types` has to be `bound`. What hangs on a parameter of the struct is a condition of the
/// impl; all else is checked at once, and reported at the type.
fn form(root: &TokenStream, input: &Input, bound: &TokenStream, types: &[Type]) -> TokenStream {
    let name = &input.name;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let (conditional, certain): (Vec<&Type>, Vec<&Type>) =
        types.iter().partition(|ty| names_parameter(input, ty));
    let bounds = match input.generics.params.is_empty() {
        true => quote!(#bounds),
        false => {
            let own = bounds.into_iter().flat_map(|bounds| &bounds.predicates);
            quote! {
                where
                    #(#own,)*
                    #name #arguments: #root::__private::DeserializeOwned + #root::schemars::JsonSchema + 'static,
                    #(#conditional: #bound,)*
            }
        }
    };
    let checks = (!certain.is_empty()).then(|| {
        quote! {
            fn __fields() {
                fn __field<__T: #bound>() {}
                #(__field::<#certain>();)*
            }
        }
    });
    quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl #generics #root::Form for #name #arguments #bounds {
                #checks
            }
        };
    }
}

fn names_parameter(input: &Input, ty: &Type) -> bool {
    input.generics.params.iter().any(|parameter| {
        let name = match parameter {
            GenericParam::Type(parameter) => &parameter.ident,
            GenericParam::Const(parameter) => &parameter.ident,
            GenericParam::Lifetime(_) => return false,
        };
        find(ty, &name.to_string()).is_some()
    })
}
