use syn::{Fields, GenericParam, Type};

use super::attributes;
use super::input::{Body, Input};
use crate::diagnostics::Diagnostics;

/// What the type is among forms.
pub(super) enum Shape {
    /// A form, and the types that have to be fields of one.
    Form(Vec<Type>),
    /// A form that is read by way of another type, which has to be one.
    By(Box<Type>),
    /// A choice.
    Choice,
}

impl Shape {
    /// Checks the type. What is wrong with it is reported; what it is nearest to is given all the same.
    pub(super) fn of(input: &Input, diagnostics: &mut Diagnostics) -> Self {
        for parameter in &input.generics.params {
            if let GenericParam::Lifetime(lifetime) = parameter {
                diagnostics.at(
                    lifetime,
                    "a form owns its fields and has no lifetimes: remove this one and take owned types",
                );
            }
        }
        match &input.body {
            Body::Struct(Fields::Named(fields)) => {
                let stand_in = attributes::of_struct(&input.attributes, diagnostics);
                if let Some(ty) = stand_in {
                    return Self::By(Box::new(ty));
                }
                let types = fields
                    .named
                    .iter()
                    .filter_map(|field| attributes::of_field(field, diagnostics));
                return Self::Form(types.collect());
            }
            Body::Struct(fields @ Fields::Unnamed(_)) => diagnostics.at(
                fields,
                format!(
                    "the fields of a form have names: write `struct {} {{ name: Type }}`; a single text or number \
                     is a field, by `impl FormField` instead of the derive",
                    input.name
                ),
            ),
            Body::Struct(Fields::Unit) => diagnostics.at(
                &input.name,
                format!(
                    "a form is a struct with named fields: write `struct {} {{}}` for one without any",
                    input.name
                ),
            ),
            Body::Union(keyword) => diagnostics.at(
                keyword,
                "a form is a struct with named fields, and a choice in one an enum of names: make it one of them",
            ),
            Body::Enum(variants) => {
                attributes::of_choice(&input.attributes, diagnostics);
                if variants.is_empty() {
                    diagnostics.at(&input.name, "a choice in a form is among names: add a variant");
                }
                for variant in variants {
                    attributes::of_variant(&variant.attrs, diagnostics);
                    if !matches!(variant.fields, Fields::Unit) {
                        diagnostics.at(
                            &variant.fields,
                            "a choice in a form is among names without data: remove it, and ask for it in a field \
                             beside the choice",
                        );
                    }
                }
                return Self::Choice;
            }
        }
        Self::Form(Vec::new())
    }
}
