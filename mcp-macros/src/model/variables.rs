use super::{Argument, Parameter};
use crate::diagnostics::Diagnostics;
use crate::settings::{Uri, Variable};
use crate::suggest::closest;

/// Reports where the variables of the URI and the parameters of the function disagree.
pub(super) fn compare(uri: &Uri, parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let arguments: Vec<&Argument> = parameters.iter().filter_map(Parameter::argument).collect();
    let unused: Vec<&str> = uri
        .variables
        .iter()
        .map(|variable| variable.name.as_str())
        .filter(|name| arguments.iter().all(|argument| argument.name.value() != *name))
        .collect();
    let mut mistyped = Vec::new();
    for argument in arguments {
        let name = argument.name.value();
        let variable = uri.variables.iter().find(|variable| variable.name == name);
        let near = closest(&name, unused.iter().copied());
        match (variable, near) {
            (Some(variable), _) => may_be_absent(variable, argument, diagnostics),
            (None, Some(near)) => {
                mistyped.push(near);
                let message = format!("`{name}` is no variable of the URI: did you mean `{near}`?");
                diagnostics.at(&argument.name, message);
            }
            (None, None) => {
                let message = format!(
                    "`{name}` is no variable of the URI: write `{{{name}}}` into it, or mark the \
                     parameter with `#[from_context]`"
                );
                diagnostics.at(&argument.name, message);
            }
        }
    }
    for name in unused.iter().filter(|name| !mistyped.contains(*name)) {
        let message =
            format!("the variable `{name}` has no parameter: write `{name}: String` into the function");
        diagnostics.at(&uri.literal, message);
    }
}

fn may_be_absent(variable: &Variable, argument: &Argument, diagnostics: &mut Diagnostics) {
    if variable.optional && !argument.optional && argument.default.is_none() {
        let message = format!(
            "the query variable `{}` may be absent: make the type an `Option`, or write `#[arg(default = …)]`",
            variable.name
        );
        diagnostics.at(&argument.ty, message);
    }
}
