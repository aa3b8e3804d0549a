//! What each type of the signature has to be, said once by itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::parameter;
use crate::kind::Kind;
use crate::model::{Model, Parameter};

/// One statement for each type. The compiler reports a type that does not do here, without the way
/// through the builder's bounds, and leaves out the same error of the builder's call, which stands
/// at the same tokens.
pub(super) fn statements(root: &TokenStream, model: &Model) -> TokenStream {
    // This trait has nothing to name.
    let argument = (model.kind == Kind::Tool)
        .then(|| quote!(fn __argument<__T: #root::primitive::Argument>() {}));
    let parameters = model.parameters.iter().map(|parameter| match parameter {
        Parameter::Context(ty) => quote!(let _ = <#ty as #root::FromContext>::needs;),
        Parameter::Whole(ty) => quote! {
            fn __arguments<__T: #root::primitive::ArgumentStruct>() {}
            __arguments::<#ty>();
        },
        Parameter::Argument(argument) => {
            let ty = parameter::element(root, model.kind, argument);
            match model.kind {
                Kind::Tool => quote!(__argument::<#ty>();),
                Kind::Resource | Kind::Prompt => quote!(let _ = <#ty as #root::primitive::TextInput>::REQUIRED;),
            }
        }
    });
    let (returns, response) = (&model.returns, model.kind.response());
    quote! {
        #argument
        #(#parameters)*
        let _ = <#returns as #root::response::#response>::output_schema;
    }
}
