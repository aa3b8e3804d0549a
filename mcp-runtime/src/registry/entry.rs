use std::borrow::Cow;
use std::sync::Arc;

use mcp_core::primitive::WorkClass;
use mcp_core::primitive::{
    ErasedCompleter, ErasedPrompt, ErasedResource, ErasedTool, PromptDefinition, ResourceDefinition,
    ResourceTarget, ToolDefinition,
};
use mcp_core::protocol::{CacheHint, PromptDescriptor, ToolDescriptor};
use mcp_core::schema::{Checker, MirroredArgument};
use mcp_core::uri_template::UriTemplate;
use serde_json::Value;

use super::Work;

/// The functions that suggest values, by argument, and what is known of how they work.
type Completers = Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>, Arc<Work>)>;

fn completers(defined: Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>)>) -> Completers {
    let work = || Arc::new(Work::new(WorkClass::default()));
    defined
        .into_iter()
        .map(|(name, completer)| (name, completer, work()))
        .collect()
}

/// What a server says of all its tools.
#[derive(Clone, Copy)]
pub(crate) struct ToolRules<'s> {
    /// Whether arguments are taken exactly as they come, unless a tool says otherwise.
    pub(crate) strict: bool,
    /// The tools that stand before the others, in this order.
    pub(crate) first: &'s [String],
}

/// Puts some tools first, and the others behind them by name.
fn sort_key(first: &[String], name: &str) -> String {
    match first.iter().position(|listed| listed == name) {
        Some(position) => format!("0{position:08}"),
        None => format!("1{name}"),
    }
}

/// A registered tool.
pub(crate) struct ToolEntry {
    pub(crate) descriptor: ToolDescriptor,
    /// The schema that arguments are held to; it explains what is wrong with them.
    pub(crate) input: Value,
    /// Checks arguments for what their types do not enforce; `None` if there is no such thing.
    pub(crate) input_checker: Option<Checker>,
    pub(crate) output: Option<ToolOutput>,
    /// The arguments that HTTP clients repeat in headers.
    pub(crate) mirrored: Vec<MirroredArgument>,
    /// Whether arguments are taken exactly as they come.
    pub(crate) strict: bool,
    /// What it is sorted by in lists.
    pub(crate) key: String,
    pub(crate) work: Arc<Work>,
    pub(crate) handler: Arc<dyn ErasedTool>,
}

/// What a tool's structured result has to fulfil.
pub(crate) struct ToolOutput {
    /// Checks every result; `None` if the type of the result allows nothing that the schema forbids.
    pub(crate) checker: Option<Checker>,
}

impl ToolEntry {
    /// Compiles the schemas; what is wrong with them goes into `problems`.
    pub(crate) fn new(definition: ToolDefinition, rules: ToolRules<'_>, problems: &mut Vec<String>) -> Self {
        let ToolRules { strict, first } = rules;
        let key = sort_key(first, &definition.descriptor.name);
        let strict = definition.strict.unwrap_or(strict);
        let ToolDefinition {
            descriptor,
            input,
            output,
            work,
            handler,
            ..
        } = definition;
        let mut checker = |what: &str, schema: &Value| match Checker::new(schema) {
            Ok(checker) => Some(checker),
            Err(error) => {
                problems.push(format!("its {what} schema cannot be enforced: {error}"));
                None
            }
        };
        let input_checker = match input.enforced_by_type {
            true => None,
            false => checker("input", &input.checked),
        };
        let output = output.map(|output| ToolOutput {
            checker: match output.enforced_by_type {
                true => None,
                false => checker("output", &output.schema),
            },
        });
        Self {
            mirrored: MirroredArgument::all_of(&descriptor.input_schema),
            descriptor,
            input: input.checked,
            input_checker,
            output,
            strict,
            key,
            work: Arc::new(Work::new(work)),
            handler,
        }
    }
}

/// A registered resource or template.
pub(crate) struct ResourceEntry {
    pub(crate) target: ResourceTarget,
    pub(crate) cache: Option<CacheHint>,
    pub(crate) mime_type: Option<String>,
    pub(crate) work: Arc<Work>,
    pub(crate) completers: Completers,
    pub(crate) handler: Arc<dyn ErasedResource>,
}

impl ResourceEntry {
    pub(crate) fn new(definition: ResourceDefinition) -> Self {
        let ResourceDefinition {
            target,
            cache,
            mime_type,
            work,
            completers,
            handler,
            ..
        } = definition;
        Self {
            target,
            cache,
            mime_type,
            work: Arc::new(Work::new(work)),
            completers: self::completers(completers),
            handler,
        }
    }

    pub(crate) fn template(&self) -> Option<&UriTemplate> {
        match &self.target {
            ResourceTarget::Fixed(_) => None,
            ResourceTarget::Template(_, template) => Some(template),
        }
    }
}

/// A registered prompt.
pub(crate) struct PromptEntry {
    pub(crate) descriptor: PromptDescriptor,
    pub(crate) work: Arc<Work>,
    pub(crate) completers: Completers,
    pub(crate) handler: Arc<dyn ErasedPrompt>,
}

impl PromptEntry {
    pub(crate) fn new(definition: PromptDefinition) -> Self {
        let PromptDefinition {
            descriptor,
            work,
            completers,
            handler,
            ..
        } = definition;
        Self {
            descriptor,
            work: Arc::new(Work::new(work)),
            completers: self::completers(completers),
            handler,
        }
    }
}
