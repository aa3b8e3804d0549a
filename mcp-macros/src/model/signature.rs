use syn::{GenericParam, ReturnType, Safety, Signature, Type};

use crate::diagnostics::Diagnostics;
use crate::kind::Kind;
use crate::tokens::find;

/// Reports what no handler may be, and gives its return type.
pub(super) fn check(kind: Kind, signature: &Signature, diagnostics: &mut Diagnostics) -> Option<Type> {
    let noun = kind.noun();
    if let Some(constant) = &signature.constness {
        diagnostics.at(
            constant,
            format!("a {noun} runs for a request and cannot be `const`: remove it"),
        );
    }
    if let Safety::Unsafe(keyword) = &signature.safety {
        let message =
            format!("a {noun} is called by clients and cannot be `unsafe`: use an `unsafe` block inside");
        diagnostics.at(keyword, message);
    }
    if let Some(abi) = &signature.abi {
        diagnostics.at(abi, format!("a {noun} is a plain Rust function: remove `extern`"));
    }
    for parameter in &signature.generics.params {
        let message = match parameter {
            GenericParam::Lifetime(_) => {
                format!(
                    "a {noun} owns its parameters and has no lifetimes: remove this one and take owned types"
                )
            }
            GenericParam::Type(_) | GenericParam::Const(_) => {
                format!(
                    "a {noun} is one function and cannot be generic: remove the parameter and write the type out"
                )
            }
        };
        diagnostics.at(parameter, message);
    }
    if let Some(variadic) = &signature.variadic {
        diagnostics.at(
            variadic.dots,
            format!("a {noun} has named parameters only: remove `...`"),
        );
    }
    returns(kind, signature, diagnostics)
}

fn returns(kind: Kind, signature: &Signature, diagnostics: &mut Diagnostics) -> Option<Type> {
    let noun = kind.noun();
    let ReturnType::Type(_, ty) = &signature.output else {
        let message = format!("a {noun} returns its response: write `-> {}`", kind.return_type());
        diagnostics.at(&signature.ident, message);
        return None;
    };
    if let Some(span) = find(ty, "impl") {
        let message = match signature.asyncness {
            Some(_) => format!(
                "the return type of a {noun} has a name: write it instead of `impl …`; a stream is `ResponseStream`"
            ),
            None => format!(
                "the return type of a {noun} has a name: write `async fn` for a future, `ResponseStream` for a stream"
            ),
        };
        diagnostics.at_span(span, message);
        return None;
    }
    Some(Type::clone(ty))
}
