use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::{default, handler, resource, tool};
use crate::item::HandlerFn;
use crate::kind::Kind;
use crate::model::{Argument, Model, Parameter};
use crate::settings::{Common, Icon, MetaValue, Settings};
use crate::tokens::located_at;

/// The expression that describes the function and gives it as the handler.
pub(super) fn expression(root: &TokenStream, function: &HandlerFn, model: &Model) -> TokenStream {
    let defaults = default::declarations(root, &model.parameters);
    let new = new(root, model);
    let common = common(root, model.settings.common(), model.description.as_ref());
    let specific = match &model.settings {
        Settings::Tool(settings) => tool::calls(settings),
        Settings::Resource(settings) => resource::calls(root, settings),
        Settings::Prompt(_) => TokenStream::new(),
    };
    let parameters =
        model
            .parameters
            .iter()
            .enumerate()
            .map(|(position, parameter)| match parameter {
                // Spans: a type that breaks the bound of the method is reported where it stands.
                Parameter::Context(ty) => quote_spanned!(ty.span()=> .context::<#ty>()),
                Parameter::Whole(ty) => quote_spanned!(ty.span()=> .arguments::<#ty>()),
                Parameter::Argument(argument) => {
                    self::argument(root, model.kind, position, argument)
                }
            });
    let handler = handler::call(root, function, model);
    quote!(#defaults #new #common #specific #(#parameters)* #handler)
}

fn new(root: &TokenStream, model: &Model) -> TokenStream {
    let (builder, name) = (model.kind.builder(), &model.name);
    let uri = match &model.settings {
        Settings::Resource(settings) => settings.uri.as_ref().map(|uri| &uri.literal),
        Settings::Tool(_) | Settings::Prompt(_) => None,
    };
    let uri = uri.map(|uri| quote!(, #uri));
    quote!(#root::primitive::#builder::new(#name #uri))
}

fn common(root: &TokenStream, common: &Common, description: Option<&TokenStream>) -> TokenStream {
    let title = common.title.as_ref().map(|title| quote!(.title(#title)));
    let description = description.map(|description| quote!(.description(#description)));
    let icons = common.icons.iter().map(|icon| self::icon(root, icon));
    let meta = common.meta.iter().map(|entry| {
        let key = &entry.key;
        match &entry.value {
            MetaValue::Json(json) => quote!(.meta(#key, #root::__private::json!(#json))),
            MetaValue::Expression(value) => quote!(.meta(#key, #value)),
        }
    });
    quote!(#title #description #(#icons)* #(#meta)*)
}

fn icon(root: &TokenStream, icon: &Icon) -> TokenStream {
    let Icon {
        src,
        mime_type,
        sizes,
        theme,
    } = icon;
    let mime_type = mime_type
        .as_ref()
        .map(|mime_type| quote!(.and_then(|icon| icon.with_mime_type(#mime_type))));
    let sizes = (!sizes.is_empty()).then(|| quote!(.map(|icon| icon.with_sizes([#(#sizes),*]))));
    let theme = theme
        .as_ref()
        .map(|theme| quote!(.map(|icon| icon.with_theme(#root::protocol::IconTheme::#theme))));
    quote!(.icon(#root::Icon::new(#src) #mime_type #sizes #theme))
}

fn argument(root: &TokenStream, kind: Kind, position: usize, argument: &Argument) -> TokenStream {
    let (name, span) = (&argument.name, argument.ty.span());
    let title = argument.title.as_ref().map(|title| quote!(.title(#title)));
    let description = argument
        .description
        .as_ref()
        .map(|description| quote!(.description(#description)));
    let complete = argument
        .complete
        .as_ref()
        .map(|path| quote_spanned!(path.span()=> .complete(#path)));
    // The schema of a tool shows the default; text arguments have no schema.
    let default = match kind {
        Kind::Tool => default::shown(position, argument),
        Kind::Resource | Kind::Prompt => None,
    };
    let options =
        quote!(#root::primitive::ArgumentOptions::new() #title #description #complete #default);
    let ty = element(root, kind, argument);
    match kind {
        Kind::Resource => quote_spanned!(span=> .variable::<#ty>(#name, #options)),
        Kind::Tool | Kind::Prompt => quote_spanned!(span=> .argument::<#ty>(#name, #options)),
    }
}

/// The type that the builder is told, from which the parameter's own is had in the handler.
fn element(root: &TokenStream, kind: Kind, argument: &Argument) -> TokenStream {
    let ty: &Type = &argument.ty;
    let span = ty.span();
    let root = located_at(root, span);
    match argument.default {
        Some(_) => quote_spanned!(span=> #root::__private::Option<#ty>),
        None if argument.is_required_text(kind) => {
            quote_spanned!(span=> #root::primitive::Required<#ty>)
        }
        None => quote!(#ty),
    }
}
