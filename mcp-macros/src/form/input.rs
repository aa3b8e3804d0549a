use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Fields, Generics, Ident, Item, Result, Token, Variant};

/// The type that the derive stands on.
pub(super) struct Input {
    pub(super) attributes: Vec<Attribute>,
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) body: Body,
}

/// What it is made of.
pub(super) enum Body {
    Struct(Fields),
    Enum(Vec<Variant>),
    Union(Token![union]),
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let span = input.span();
        let (attributes, name, generics, body) = match input.parse()? {
            Item::Struct(item) => (item.attrs, item.ident, item.generics, Body::Struct(item.fields)),
            Item::Enum(item) => {
                let variants = item.variants.into_iter().collect();
                (item.attrs, item.ident, item.generics, Body::Enum(variants))
            }
            Item::Union(item) => (
                item.attrs,
                item.ident,
                item.generics,
                Body::Union(item.union_token),
            ),
            _ => return Err(syn::Error::new(span, "`Form` is derived for a struct or an enum")),
        };
        Ok(Self {
            attributes,
            name,
            generics,
            body,
        })
    }
}
