use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{bounds, default, handler, resource, tool};
use crate::item::HandlerFn;
use crate::model::Model;
use crate::settings::{Common, Icon, MetaValue, Settings};

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
    let builder = quote!(#new #common #specific);
    let handler = handler::call(root, &builder, function, model);
    let bounds = bounds::statements(root, model);
    quote!(#bounds #defaults #handler)
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
            MetaValue::Json(json) => quote! {
                .meta(#key, {
                    // `json!` calls it by its name.
                    #[allow(unused_imports)]
                    use #root::__private::Into as _;
                    #root::__private::json!(#json)
                })
            },
            MetaValue::Expression(value) => quote!(.meta(#key, #value)),
        }
    });
    let timeout = common
        .timeout
        .map(|milliseconds| quote!(.timeout(#root::__private::Duration::from_millis(#milliseconds))));
    let concurrency = common.concurrency.map(|calls| {
        let calls = Literal::u64_unsuffixed(calls);
        quote!(.concurrency(#calls))
    });
    quote!(#title #description #(#icons)* #(#meta)* #timeout #concurrency)
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
        .map(|mime_type| quote!(.and_then(|__icon| __icon.with_mime_type(#mime_type))));
    let sizes = (!sizes.is_empty()).then(|| quote!(.map(|__icon| __icon.with_sizes([#(#sizes),*]))));
    let theme = theme
        .as_ref()
        .map(|theme| quote!(.map(|__icon| __icon.with_theme(#root::protocol::IconTheme::#theme))));
    quote!(.icon(#root::Icon::new(#src) #mime_type #sizes #theme))
}
