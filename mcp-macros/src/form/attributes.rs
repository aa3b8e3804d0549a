//! What the attributes of a form say: its own, and those of serde and its kin that no form can have.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Path, Token, Type};

use crate::diagnostics::Diagnostics;
use crate::settings::form_crate;

/// One entry of `#[serde(…)]` or the like.
struct Said {
    attribute: String,
    entry: Meta,
    key: String,
}

impl Said {
    /// Whether serde heeds it; schemars takes serde's attributes under its own name too.
    fn is_of_serde(&self) -> bool {
        matches!(self.attribute.as_str(), "serde" | "schemars")
    }

    /// `key = "Type"`.
    fn ty(&self) -> Option<Type> {
        let Meta::NameValue(entry) = &self.entry else {
            return None;
        };
        match &entry.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text), ..
            }) => text.parse().ok(),
            _ => None,
        }
    }
}

/// What is not understood here is for the derive that it belongs to.
fn said(attributes: &[Attribute]) -> Vec<Said> {
    let mut all = Vec::new();
    for attribute in attributes {
        let name = attribute.path().get_ident().map(ToString::to_string);
        let Some(name) =
            name.filter(|name| ["serde", "schemars", "validate", "garde"].contains(&name.as_str()))
        else {
            continue;
        };
        let list = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        for entry in list.into_iter().flatten() {
            if let Some(key) = entry.path().get_ident().map(ToString::to_string) {
                all.push(Said {
                    attribute: name.clone(),
                    entry,
                    key,
                });
            }
        }
    }
    all
}

/// The path of `#[form(crate = path)]`.
pub(super) fn root(attributes: &[Attribute], diagnostics: &mut Diagnostics) -> Option<Path> {
    let mut root = None;
    for attribute in attributes.iter().filter(|attribute| is_own(attribute)) {
        match &attribute.meta {
            Meta::List(list) => root = form_crate(list.tokens.clone(), diagnostics).or(root),
            other => diagnostics.at(
                other,
                "`#[form]` has its settings in parentheses: write `#[form(crate = my_mcp)]`",
            ),
        }
    }
    root
}

fn is_own(attribute: &Attribute) -> bool {
    attribute.path().is_ident("form")
}

fn refuse_own(attributes: &[Attribute], diagnostics: &mut Diagnostics) {
    for attribute in attributes.iter().filter(|attribute| is_own(attribute)) {
        diagnostics.at(
            attribute.path(),
            "`#[form]` is for the type as a whole: move it above the `struct` or `enum`",
        );
    }
}

/// Checks the attributes of a struct; gives the type that stands for it in JSON, if it is another.
pub(super) fn of_struct(attributes: &[Attribute], diagnostics: &mut Diagnostics) -> Option<Type> {
    let said = said(attributes);
    for transparent in said
        .iter()
        .filter(|said| said.is_of_serde() && said.key == "transparent")
    {
        diagnostics.at(
            &transparent.entry,
            "a form has named fields, and a `transparent` struct is its only field: remove this, or write \
             `impl FormField` instead of the derive to make the struct a field",
        );
    }
    let mut stand_in = said
        .iter()
        .filter(|said| said.is_of_serde() && matches!(said.key.as_str(), "from" | "try_from"));
    stand_in.next().and_then(Said::ty)
}

/// Checks the attributes of a choice, or of one of its variants.
pub(super) fn of_choice(attributes: &[Attribute], diagnostics: &mut Diagnostics) {
    for said in said(attributes).iter().filter(|said| said.is_of_serde()) {
        if matches!(said.key.as_str(), "tag" | "content" | "untagged") {
            let message = format!(
                "a choice in a form is the name alone, and `{}` makes it something else: remove it",
                said.key
            );
            diagnostics.at(said.entry.path(), message);
        }
    }
}

/// Checks the attributes of a variant.
pub(super) fn of_variant(attributes: &[Attribute], diagnostics: &mut Diagnostics) {
    refuse_own(attributes, diagnostics);
    of_choice(attributes, diagnostics);
}

/// Checks the attributes of a field; gives the type that has to be a field of a form, if there is one.
pub(super) fn of_field(field: &syn::Field, diagnostics: &mut Diagnostics) -> Option<Type> {
    refuse_own(&field.attrs, diagnostics);
    let said = said(&field.attrs);
    let is_absent =
        |said: &Said| said.is_of_serde() && matches!(said.key.as_str(), "skip" | "skip_deserializing");
    if said.iter().any(is_absent) {
        return None;
    }
    let mut ty = Some(field.ty.clone());
    for said in &said {
        let message = match (said.attribute.as_str(), said.key.as_str()) {
            ("serde" | "schemars", "flatten") => {
                "a form lists its fields itself: write the fields of this one here instead of `flatten`"
                    .to_owned()
            }
            ("serde" | "schemars", "skip_serializing") => {
                "a field that is never written counts as a secret, which a form must not ask for: remove \
                 `skip_serializing`, or ask with `elicit_url`"
                    .to_owned()
            }
            ("schemars" | "validate" | "garde", key @ ("pattern" | "regex" | "contains" | "inner")) => {
                format!(
                    "clients cannot hold a form field to `{key}`: remove it, and check the answer in the handler"
                )
            }
            ("schemars", "with") => {
                ty = said.ty();
                continue;
            }
            // Where the schema comes from elsewhere, nothing is known of it here.
            ("schemars", "schema_with") | ("serde", "with") => {
                ty = None;
                continue;
            }
            _ => continue,
        };
        diagnostics.at(said.entry.path(), message);
    }
    ty
}
