//! One Rust type, the tool that takes and gives it back, and values that show what its schemas say.

use mcp_core::primitive::{Argument, ArgumentStruct, ToolBuilder, ToolDefinition, argument, arguments};
use mcp_core::{Args, Structured};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// What a strict tool is called: by its type, and then this.
pub(crate) const STRICT: &str = ".strict";

/// A type under test. Its tool answers with what it was given, so that one call shows the schema
/// of what is read and that of what is written.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The tool, and the same without repairs.
    pub(crate) tools: [ToolDefinition; 2],
    /// Whether the type is the argument `value`, and not all the arguments.
    wrapped: bool,
    /// Whether the type contains itself, and so may need references.
    pub(crate) recursive: bool,
    /// Arguments that fit the schema, with what is read from them.
    pub(crate) accepted: Vec<(Value, Value)>,
    /// Arguments with `null` for what may be left out, with what is read from them: the schema does
    /// not offer it, but an `Option` is read from it.
    pub(crate) nulled: Vec<(Value, Value)>,
    /// Arguments that do not fit the schema but can be read in one way only, with that reading.
    pub(crate) repaired: Vec<(Value, Value)>,
    /// Arguments that do not fit the schema.
    pub(crate) refused: Vec<Value>,
    /// Whether the type refuses more than its schema says. Both are another crate's.
    pub(crate) tighter: bool,
    /// Arguments that do not fit a `format`, which is a note to a validator and a rule to a type.
    pub(crate) malformed: Vec<Value>,
}

impl Case {
    /// A struct that is all the arguments.
    pub(crate) fn whole<T: ArgumentStruct + Serialize + JsonSchema>(name: &'static str) -> Self {
        Self::of(name, |builder| {
            builder.handler(arguments::<T>(), (), |Args(input), ()| async move {
                Structured(input)
            })
        })
    }

    /// A type that is one argument, called `value`.
    pub(crate) fn value<T: Argument + Serialize + JsonSchema>(name: &'static str) -> Self {
        let case = Self::of(name, |builder| {
            builder.handler((argument::<T>("value"),), (), |(value,), ()| async move {
                Structured(value)
            })
        });
        Self {
            wrapped: true,
            ..case
        }
    }

    /// Arguments described one by one.
    pub(crate) fn of(name: &'static str, define: impl Fn(ToolBuilder) -> ToolDefinition) -> Self {
        let strict = ToolBuilder::new(format!("{name}{STRICT}")).strict(true);
        Self {
            name,
            tools: [define(ToolBuilder::new(name)), define(strict)],
            wrapped: false,
            recursive: false,
            tighter: false,
            accepted: Vec::new(),
            nulled: Vec::new(),
            repaired: Vec::new(),
            refused: Vec::new(),
            malformed: Vec::new(),
        }
    }

    /// The type contains itself.
    pub(crate) fn recursive(mut self) -> Self {
        self.recursive = true;
        self
    }

    /// The type refuses more than its schema says.
    pub(crate) fn tighter(mut self) -> Self {
        self.tighter = true;
        self
    }

    /// Fits, and is written as it was read.
    pub(crate) fn takes(self, value: Value) -> Self {
        self.takes_as(value.clone(), value)
    }

    /// Fits, and is written as `read`.
    pub(crate) fn takes_as(mut self, sent: Value, read: Value) -> Self {
        self.accepted.push((self.wrap(sent), read));
        self
    }

    /// Has `null` for what may be left out, and is written as `read`.
    pub(crate) fn takes_null(mut self, sent: Value, read: Value) -> Self {
        self.nulled.push((self.wrap(sent), read));
        self
    }

    /// Does not fit, but is repaired, and then written as `read`.
    pub(crate) fn repairs(mut self, sent: Value, read: Value) -> Self {
        self.repaired.push((self.wrap(sent), read));
        self
    }

    /// Does not fit.
    pub(crate) fn refuses(mut self, sent: Value) -> Self {
        let sent = self.wrap(sent);
        self.refused.push(sent);
        self
    }

    /// Does not fit, as all the arguments together.
    pub(crate) fn refuses_arguments(mut self, arguments: Value) -> Self {
        self.refused.push(arguments);
        self
    }

    /// Does not have the form that the schema's `format` names.
    pub(crate) fn refuses_format(mut self, sent: Value) -> Self {
        let sent = self.wrap(sent);
        self.malformed.push(sent);
        self
    }

    fn wrap(&self, value: Value) -> Value {
        match self.wrapped {
            true => json!({ "value": value }),
            false => value,
        }
    }

    /// The schema of the arguments, as clients see it.
    pub(crate) fn input(&self) -> &Value {
        &self.tools[0].descriptor.input_schema
    }

    /// The schema of the result, as clients see it.
    pub(crate) fn output(&self) -> &Value {
        let schema = &self.tools[0].descriptor.output_schema;
        schema.as_ref().expect("a typed result has a schema")
    }
}
