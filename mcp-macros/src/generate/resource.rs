use proc_macro2::TokenStream;
use quote::quote;

use crate::settings::{Annotations, Cache, ResourceSettings};

/// The calls that only a resource has.
pub(super) fn calls(root: &TokenStream, settings: &ResourceSettings) -> TokenStream {
    let ResourceSettings {
        common: _,
        uri: _,
        mime_type,
        size,
        cache,
        annotations,
        allow_traversal,
    } = settings;
    let mime_type = mime_type.as_ref().map(|mime_type| quote!(.mime_type(#mime_type)));
    let size = size.map(|size| quote!(.size(#size)));
    let cache = cache
        .as_ref()
        .map(|Cache { ttl_ms, scope }| quote!(.cache(#root::CacheHint::#scope(#ttl_ms))));
    let annotations = annotations
        .as_ref()
        .map(|annotations| self::annotations(root, annotations));
    let allow_traversal = allow_traversal.then(|| quote!(.allow_traversal()));
    quote!(#mime_type #size #cache #annotations #allow_traversal)
}

fn annotations(root: &TokenStream, annotations: &Annotations) -> TokenStream {
    let Annotations {
        audience,
        priority,
        last_modified,
    } = annotations;
    let audience = audience
        .as_ref()
        .map(|roles| quote!(.with_audience([#(#root::Role::#roles),*])));
    let priority = priority.map(|priority| quote!(.and_then(|__hints| __hints.with_priority(#priority))));
    let last_modified = last_modified
        .as_ref()
        .map(|instant| quote!(.and_then(|__hints| __hints.with_last_modified(#instant))));
    quote! {
        .annotations(
            #root::__private::Result::Ok(#root::ContentAnnotations::new() #audience) #priority #last_modified
        )
    }
}
