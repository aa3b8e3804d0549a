//! Attribute and function together, validated and ready to be printed.

mod constraints;
mod parameter;
mod signature;
mod types;
mod variables;

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{LitStr, Type};

pub(crate) use parameter::{Argument, Parameter};

use crate::diagnostics::Diagnostics;
use crate::doc_comment;
use crate::item::HandlerFn;
use crate::kind::Kind;
use crate::settings::{Settings, is_name};

/// All that the output is made of.
pub(crate) struct Model {
    pub(crate) kind: Kind,
    pub(crate) settings: Settings,
    pub(crate) name: LitStr,
    pub(crate) description: Option<TokenStream>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returns: Type,
}

impl Model {
    /// Takes what belongs to the macro out of the function, so that the compiler accepts it, and
    /// checks the rest. `None` only beside an error.
    pub(crate) fn new(
        kind: Kind,
        root: &TokenStream,
        settings: Settings,
        function: &mut HandlerFn,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let returns = signature::check(kind, &function.signature, diagnostics);
        let parameters = parameter::take(kind, root, &mut function.signature, diagnostics);
        // A parameter that was reported is not missed as well.
        let complete = parameters.len() == function.signature.inputs.len();
        if let Settings::Resource(resource) = &settings
            && complete
            && let Some(uri) = &resource.uri
        {
            variables::compare(uri, &parameters, diagnostics);
        }
        let name = name(kind, &settings, function, diagnostics);
        let description = match &settings.common().description {
            Some(description) => Some(quote!(#description)),
            None => doc_comment::description(&function.attributes, root),
        };
        Some(Self {
            kind,
            settings,
            name,
            description,
            parameters,
            returns: returns?,
        })
    }
}

fn name(kind: Kind, settings: &Settings, function: &HandlerFn, diagnostics: &mut Diagnostics) -> LitStr {
    if let Some(name) = &settings.common().name {
        return name.clone();
    }
    let ident = &function.signature.ident;
    let name = ident.unraw().to_string().replace('_', "-");
    if !is_name(&name) {
        let noun = kind.noun();
        let message = format!(
            "`{name}` cannot be the name of a {noun}: a name is 1 to 128 of `A-Z a-z 0-9 _ - .`: write \
             `#[{noun}(name = \"…\")]`"
        );
        diagnostics.at(ident, message);
    }
    LitStr::new(&name, ident.span())
}
