use proc_macro2::TokenStream;
use quote::quote;

use super::builder;
use crate::item::HandlerFn;
use crate::kind::Kind;
use crate::model::Model;

/// The marker and its impl.
pub(crate) fn implementation(root: &TokenStream, function: &HandlerFn, model: &Model) -> TokenStream {
    let body = builder::expression(root, function, model);
    marked(model.kind, root, function, &body)
}

/// A marker whose impl says nothing: it keeps the uses of the marker from being errors too.
pub(crate) fn fallback(kind: Kind, root: &TokenStream, function: &HandlerFn) -> TokenStream {
    marked(kind, root, function, &quote!(#root::__private::unreachable()))
}

fn marked(kind: Kind, root: &TokenStream, function: &HandlerFn, body: &TokenStream) -> TokenStream {
    let HandlerFn {
        visibility,
        signature,
        ..
    } = function;
    let marker = &signature.ident;
    let (name, definition) = (kind.trait_name(), kind.definition());
    quote! {
        // Braces keep it out of the namespace of values, where the function is.
        #[doc(hidden)]
        #[allow(non_camel_case_types, clippy::exhaustive_structs)]
        #visibility struct #marker {}

        const _: () = {
            // The function may be deprecated, and paths are written out whatever is imported.
            #[allow(deprecated, unused_qualifications)]
            impl #root::#name for #marker {
                fn define() -> #root::primitive::#definition {
                    #body
                }
            }
        };
    }
}
