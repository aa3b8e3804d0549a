use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, FnArg, LitStr, Meta, Pat, PatType, Path, PathArguments, Signature, Type};

use super::constraints;
use super::types::{brief, owned, unnamed};
use crate::diagnostics::Diagnostics;
use crate::doc_comment;
use crate::kind::Kind;
use crate::settings::{ArgumentSettings, Constraints, DefaultValue};
use crate::tokens::{last_segment, only_type};

/// The list that the builders make is nested, and so is what the compiler says of it.
const MOST_ARGUMENTS: usize = 16;

/// What a parameter of the function is.
pub(crate) enum Parameter {
    /// A value that the client sends.
    Argument(Box<Argument>),
    /// All the values that the client sends: `Args<T>`, with `T`.
    Whole(Type),
    /// A value that comes from the request.
    Context(Type),
}

impl Parameter {
    /// The argument, if it is one.
    pub(crate) fn argument(&self) -> Option<&Argument> {
        match self {
            Self::Argument(argument) => Some(argument),
            Self::Whole(_) | Self::Context(_) => None,
        }
    }

    fn whole(&self) -> Option<&Type> {
        match self {
            Self::Whole(ty) => Some(ty),
            Self::Argument(_) | Self::Context(_) => None,
        }
    }
}

/// One value that the client sends.
pub(crate) struct Argument {
    pub(crate) name: LitStr,
    pub(crate) ty: Type,
    /// Whether the type is written as `Option<…>`.
    pub(crate) optional: bool,
    pub(crate) title: Option<TokenStream>,
    pub(crate) description: Option<TokenStream>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) complete: Option<Path>,
    pub(crate) constraints: Constraints,
}

impl Argument {
    /// Whether it is text that must be there: what the builders keep apart as `Required`.
    pub(crate) fn is_required_text(&self, kind: Kind) -> bool {
        kind != Kind::Tool && !self.optional && self.default.is_none()
    }
}

/// Reads the parameters and takes out of the signature the attributes that only this macro knows,
/// and the doc comments, which the compiler does not accept there.
pub(super) fn take(
    kind: Kind,
    root: &TokenStream,
    signature: &mut Signature,
    diagnostics: &mut Diagnostics,
) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for input in &mut signature.inputs {
        match input {
            FnArg::Typed(parameter) => {
                let own = Own::take(&mut parameter.attrs, diagnostics);
                parameters.extend(read(kind, root, parameter, own, diagnostics));
            }
            FnArg::Receiver(receiver) => {
                Own::take(&mut receiver.attrs, diagnostics);
                let message = format!(
                    "a {} is a function outside of any `impl` and has no `self`: take shared values as \
                     `State(name): State<Type>`",
                    kind.noun()
                );
                diagnostics.at(receiver.self_token, message);
            }
        }
    }
    one_form(&parameters, diagnostics);
    parameters
}

/// What is said of a parameter in attributes of our own.
#[derive(Default)]
struct Own {
    docs: Vec<Attribute>,
    settings: Option<Attribute>,
    from_context: Option<Attribute>,
}

impl Own {
    fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        let mut own = Self::default();
        attributes.retain(|attribute| {
            let place = match attribute.path().get_ident().map(Ident::to_string).as_deref() {
                Some("doc") => {
                    own.docs.push(attribute.clone());
                    return false;
                }
                Some("arg") => &mut own.settings,
                Some("from_context") => &mut own.from_context,
                Some(name @ ("cfg" | "cfg_attr")) => {
                    let message = format!(
                        "`#[{name}]` cannot change the parameters: write the function twice, each under its own `#[cfg]`"
                    );
                    diagnostics.at(attribute.path(), message);
                    return true;
                }
                _ => return true,
            };
            if place.replace(attribute.clone()).is_some() {
                diagnostics.at(attribute.path(), "this attribute stands twice: write one, with commas inside");
            }
            false
        });
        own
    }
}

fn read(
    kind: Kind,
    root: &TokenStream,
    parameter: &PatType,
    own: Own,
    diagnostics: &mut Diagnostics,
) -> Option<Parameter> {
    let ty = &*parameter.ty;
    if let Some(marker) = &own.from_context {
        if !matches!(marker.meta, Meta::Path(_)) {
            diagnostics.at(&marker.meta, "`#[from_context]` has no settings: write it alone");
        }
        return context(parameter, &own, "is marked with `#[from_context]`", diagnostics);
    }
    match role(ty) {
        Role::Context => {
            let why = format!("comes from the request, as `{}` does", brief(ty));
            context(parameter, &own, &why, diagnostics)
        }
        Role::Whole(inner) => whole(kind, ty, inner, &own, diagnostics),
        Role::Argument => argument(kind, root, parameter, own, diagnostics)
            .map(|argument| Parameter::Argument(Box::new(argument))),
    }
}

enum Role<'t> {
    Argument,
    Whole(Option<&'t Type>),
    Context,
}

/// What the last word of the type says. A macro sees no types: where the word is an alias, a trait
/// bound of the builders tells the author to write `#[from_context]`.
fn role(ty: &Type) -> Role<'_> {
    if let Type::Reference(reference) = ty {
        return role(&reference.elem);
    }
    let Some(segment) = last_segment(ty) else {
        return Role::Argument;
    };
    let generic = !matches!(segment.arguments, PathArguments::None);
    match segment.ident.to_string().as_str() {
        "Context" | "Principal" if !generic => Role::Context,
        "State" if generic => Role::Context,
        "Args" => Role::Whole(only_type(segment)),
        _ => Role::Argument,
    }
}

fn context(parameter: &PatType, own: &Own, why: &str, diagnostics: &mut Diagnostics) -> Option<Parameter> {
    if let Some(settings) = &own.settings {
        let message = format!(
            "`#[arg]` is for what the client sends, and this parameter {why}: remove it, or give a type of your own \
             another name"
        );
        diagnostics.at(settings.path(), message);
    }
    if let Type::Reference(reference) = &*parameter.ty {
        let owned = brief(&reference.elem);
        diagnostics.at(
            reference.and_token,
            format!("a handler owns its parameters: write `{owned}` without `&`"),
        );
        return None;
    }
    unnamed(&parameter.ty, "write the type out", diagnostics)?;
    Some(Parameter::Context(Type::clone(&parameter.ty)))
}

fn whole(
    kind: Kind,
    ty: &Type,
    inner: Option<&Type>,
    own: &Own,
    diagnostics: &mut Diagnostics,
) -> Option<Parameter> {
    if kind != Kind::Tool {
        let (noun, what) = (kind.noun(), kind.parameter());
        let message =
            format!("`Args` is for tools: write each {what} of the {noun} as a parameter of its own");
        diagnostics.at(ty, message);
        return None;
    }
    if let Some(settings) = &own.settings {
        let message = "`#[arg]` is for single arguments: write `#[serde(…)]` and `#[schemars(…)]` on the struct's fields";
        diagnostics.at(settings.path(), message);
    }
    if let Type::Reference(reference) = ty {
        diagnostics.at(
            reference.and_token,
            "a handler owns its parameters: write `Args<…>` without `&`",
        );
        return None;
    }
    match inner {
        Some(inner) => {
            unnamed(inner, "write the struct's name", diagnostics)?;
            Some(Parameter::Whole(inner.clone()))
        }
        None => {
            diagnostics.at(
                ty,
                "`Args` wraps one struct: write `Args(input): Args<YourStruct>`",
            );
            None
        }
    }
}

fn argument(
    kind: Kind,
    root: &TokenStream,
    parameter: &PatType,
    own: Own,
    diagnostics: &mut Diagnostics,
) -> Option<Argument> {
    let ty = &*parameter.ty;
    let settings = settings(kind, own.settings, diagnostics);
    owned(kind, ty, diagnostics);
    let name = name(kind, &parameter.pat, diagnostics);
    let optional = last_segment(ty).is_some_and(|last| last.ident == "Option" && only_type(last).is_some());
    if let (true, Some((key, _))) = (optional, &settings.default) {
        let message = "an `Option` is `None` when it is absent and needs no default: remove `Option` from the type, or \
                       the default";
        diagnostics.at(key, message);
    }
    let argument = Argument {
        name: settings.rename.or(name)?,
        ty: ty.clone(),
        optional,
        title: settings.title.map(|title| quote!(#title)),
        description: match settings.description {
            Some(description) => Some(quote!(#description)),
            None => doc_comment::description(&own.docs, root),
        },
        default: settings.default.map(|(_, value)| value),
        complete: settings.complete,
        constraints: settings.constraints,
    };
    constraints::check_default(&argument, diagnostics);
    Some(argument)
}

fn settings(kind: Kind, attribute: Option<Attribute>, diagnostics: &mut Diagnostics) -> ArgumentSettings {
    match attribute.map(|attribute| attribute.meta) {
        None => ArgumentSettings::default(),
        Some(Meta::List(list)) => ArgumentSettings::parse(kind, list.tokens, diagnostics),
        Some(other) => {
            diagnostics.at(
                other,
                "`#[arg]` has its settings in parentheses: write `#[arg(default = …)]`",
            );
            ArgumentSettings::default()
        }
    }
}

fn name(kind: Kind, pattern: &Pat, diagnostics: &mut Diagnostics) -> Option<LitStr> {
    match pattern {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => Some(LitStr::new(
            &pattern.ident.unraw().to_string(),
            pattern.ident.span(),
        )),
        other => {
            let message = format!(
                "each {} has a name: write `name: Type`, and take the value apart in the body; a value from the \
                 request is marked with `#[from_context]`",
                kind.parameter()
            );
            diagnostics.at(other, message);
            None
        }
    }
}

/// Reports two forms of arguments at once, one name for two, and too many.
fn one_form(parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let arguments: Vec<&Argument> = parameters.iter().filter_map(Parameter::argument).collect();
    for (position, argument) in arguments.iter().enumerate() {
        let name = argument.name.value();
        if arguments[..position]
            .iter()
            .any(|earlier| earlier.name.value() == name)
        {
            diagnostics.at(
                &argument.name,
                format!("two parameters are named `{name}`: rename one of them"),
            );
        }
    }
    constraints::check_headers(&arguments, diagnostics);
    if let Some(argument) = arguments.get(MOST_ARGUMENTS) {
        let message = format!(
            "a function has at most {MOST_ARGUMENTS} arguments, and this is one more: put them into a struct and take \
             `Args<YourStruct>`"
        );
        diagnostics.at(&argument.name, message);
    }
    let mut wholes = parameters.iter().filter_map(Parameter::whole);
    let whole = wholes.next();
    if let Some(second) = wholes.next() {
        diagnostics.at(
            second,
            "`Args` is the whole of the arguments and stands once: merge the two structs",
        );
    }
    if let (Some(_), Some(argument)) = (whole, arguments.first()) {
        let message = "`Args` is the whole of the arguments: make this a field of its struct, or write each field as a \
                       parameter";
        diagnostics.at(&argument.name, message);
    }
}
