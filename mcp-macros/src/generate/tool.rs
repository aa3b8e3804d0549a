use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::settings::ToolSettings;

/// The calls that only a tool has.
pub(super) fn calls(settings: &ToolSettings) -> TokenStream {
    let ToolSettings {
        common: _,
        read_only,
        destructive,
        idempotent,
        open_world,
        output,
        strict,
    } = settings;
    let read_only = read_only.map(|hint| quote!(.read_only(#hint)));
    let destructive = destructive.map(|hint| quote!(.destructive(#hint)));
    let idempotent = idempotent.map(|hint| quote!(.idempotent(#hint)));
    let open_world = open_world.map(|hint| quote!(.open_world(#hint)));
    let output = output
        .as_ref()
        .map(|ty| quote_spanned!(ty.span()=> .output::<#ty>()));
    let strict = strict.map(|strict| quote!(.strict(#strict)));
    quote!(#read_only #destructive #idempotent #open_world #output #strict)
}
