use super::{Argument, Parameter};
use crate::diagnostics::Diagnostics;
use crate::settings::{Uri, Variable};
use crate::suggest::closest;

/// Reports where the variables of the URI and the parameters of the function disagree.
pub(super) fn compare(uri: &Uri, parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let arguments: Vec<&Argument> = parameters.iter().filter_map(Parameter::argument).collect();
    for argument in &arguments {
        let name = argument.name.value();
        match uri.variables.iter().find(|variable| variable.name == name) {
            None => diagnostics.at(&argument.name, unknown(uri, &arguments, &name)),
            Some(variable) => may_be_absent(variable, argument, diagnostics),
        }
    }
    for variable in &uri.variables {
        let name = &variable.name;
        if arguments
            .iter()
            .all(|argument| argument.name.value() != *name)
        {
            let message = format!(
                "the variable `{name}` has no parameter: write `{name}: String` into the function"
            );
            diagnostics.at(&uri.literal, message);
        }
    }
}

fn unknown(uri: &Uri, arguments: &[&Argument], name: &str) -> String {
    let unused = uri
        .variables
        .iter()
        .map(|variable| variable.name.as_str())
        .filter(|variable| {
            arguments
                .iter()
                .all(|argument| argument.name.value() != *variable)
        });
    match closest(name, unused) {
        Some(near) => format!("`{name}` is no variable of the URI: did you mean `{near}`?"),
        None => format!(
            "`{name}` is no variable of the URI: write `{{{name}}}` into it, or mark the parameter with \
             `#[from_context]`"
        ),
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
