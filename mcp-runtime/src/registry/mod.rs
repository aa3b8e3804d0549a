//! What can be called: read by every request, encoded once for every revision, replaced as a whole
//! when it changes.

mod catalog;
mod entry;
mod list;
mod project;
mod work;

use std::collections::HashMap;
use std::sync::Arc;

use mcp_core::primitive::TextValues;
use mcp_core::uri_template::VariableValue;

pub(crate) use catalog::{All, Catalog, Listed};
pub(crate) use entry::{PromptEntry, ResourceEntry, ToolEntry, ToolRules};
pub(crate) use list::List;
pub(crate) use project::publishes_output;
pub(crate) use work::Work;

use crate::server::BuildProblem;

/// Every tool, resource and prompt of a server, in the order in which lists show them.
pub(crate) struct Registry {
    tools: Vec<Arc<ToolEntry>>,
    tool_index: HashMap<Box<str>, usize>,
    prompts: Vec<Arc<PromptEntry>>,
    prompt_index: HashMap<Box<str>, usize>,
    resources: Vec<Arc<ResourceEntry>>,
    resource_index: HashMap<Box<str>, usize>,
    /// Most specific first: the order in which they are tried.
    templates: Vec<Arc<ResourceEntry>>,
    /// What is served; the capabilities that are advertised.
    pub(crate) kinds: Kinds,
    pub(crate) tool_list: List,
    pub(crate) prompt_list: List,
    pub(crate) resource_list: List,
    pub(crate) template_list: List,
}

/// The kinds of things that a server serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    pub(crate) tools: bool,
    pub(crate) resources: bool,
    pub(crate) prompts: bool,
    pub(crate) completions: bool,
}

/// What a URI leads to.
pub(crate) enum Resolved<'r> {
    /// A resource, with the variables of its template.
    Found(&'r Arc<ResourceEntry>, TextValues),
    /// Nothing.
    Missing,
    /// A template whose variables were refused by the safety screen (`RES-12`).
    Refused(String),
}

impl Registry {
    /// Sorts, indexes and encodes; everything that is wrong goes into `problems`.
    pub(crate) fn build(
        mut tools: Vec<Arc<ToolEntry>>,
        resources: Vec<Arc<ResourceEntry>>,
        mut prompts: Vec<Arc<PromptEntry>>,
        problems: &mut Vec<BuildProblem>,
    ) -> Self {
        tools.sort_by(|a, b| a.key.cmp(&b.key));
        prompts.sort_by(|a, b| a.descriptor.name.cmp(&b.descriptor.name));
        let (mut templates, mut resources): (Vec<_>, Vec<_>) = resources
            .into_iter()
            .partition(|entry| entry.template().is_some());
        resources.sort_by(|a, b| a.target.uri().cmp(b.target.uri()));
        templates.sort_by(|a, b| match (a.template(), b.template()) {
            (Some(a), Some(b)) => a.cmp_specificity(b),
            _ => std::cmp::Ordering::Equal,
        });
        let mut index = |kind, names: &mut dyn Iterator<Item = &str>| {
            let mut index = HashMap::new();
            for (position, name) in names.enumerate() {
                if index.insert(name.into(), position).is_some() {
                    let problem = format!(
                        "two {kind}s have this {}",
                        if kind == "resource" { "URI" } else { "name" }
                    );
                    problems.push(BuildProblem::new(kind, name, problem));
                }
            }
            index
        };
        let tool_index = index(
            "tool",
            &mut tools.iter().map(|entry| entry.descriptor.name.as_str()),
        );
        let prompt_index = index(
            "prompt",
            &mut prompts.iter().map(|entry| entry.descriptor.name.as_str()),
        );
        let resource_index = index("resource", &mut resources.iter().map(|entry| entry.target.uri()));
        for (position, entry) in templates.iter().enumerate() {
            let overlaps = |other: &&Arc<ResourceEntry>| match (entry.template(), other.template()) {
                (Some(template), Some(other)) => template.overlaps(other),
                _ => false,
            };
            if let Some(other) = templates[..position].iter().find(overlaps) {
                let problem = format!("it matches the same URIs as `{}`", other.target.uri());
                problems.push(BuildProblem::new(
                    "resource template",
                    entry.target.uri(),
                    problem,
                ));
            }
        }
        let has_completers = |entry: &Arc<ResourceEntry>| !entry.completers.is_empty();
        let kinds = Kinds {
            tools: !tools.is_empty(),
            resources: !resources.is_empty() || !templates.is_empty(),
            prompts: !prompts.is_empty(),
            completions: prompts.iter().any(|entry| !entry.completers.is_empty())
                || templates.iter().any(has_completers),
        };
        Self {
            kinds,
            tool_list: list::tools(&tools),
            prompt_list: list::prompts(&prompts),
            resource_list: list::resources(&resources),
            template_list: list::templates(&templates),
            tools,
            tool_index,
            prompts,
            prompt_index,
            resources,
            resource_index,
            templates,
        }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<ToolEntry>> {
        self.tool_index.get(name).map(|&position| &self.tools[position])
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Arc<PromptEntry>> {
        self.prompt_index
            .get(name)
            .map(|&position| &self.prompts[position])
    }

    /// The template written exactly so.
    pub(crate) fn template(&self, uri_template: &str) -> Option<&Arc<ResourceEntry>> {
        self.templates
            .iter()
            .find(|entry| entry.target.uri() == uri_template)
    }

    /// The fixed resource at a URI.
    pub(crate) fn fixed_resource(&self, uri: &str) -> Option<&Arc<ResourceEntry>> {
        self.resource_index
            .get(uri)
            .map(|&position| &self.resources[position])
    }

    /// What a URI leads to: a fixed resource, or else the most specific template (`RES-15`).
    pub(crate) fn resolve(&self, uri: &str) -> Resolved<'_> {
        if let Some(entry) = self.fixed_resource(uri) {
            return Resolved::Found(entry, TextValues::new());
        }
        for entry in &self.templates {
            let Some(template) = entry.template() else {
                continue;
            };
            match template.extract(uri) {
                Ok(None) => {}
                Ok(Some(variables)) => {
                    let texts = variables
                        .into_iter()
                        .map(|(name, value)| Some((name, text(value)?)));
                    return match texts.collect::<Option<TextValues>>() {
                        Some(texts) => Resolved::Found(entry, texts),
                        None => Resolved::Refused("an item of a list holds the list's separator".to_owned()),
                    };
                }
                // Trying the next template would let a refused value in by another door.
                Err(refused) => return Resolved::Refused(refused.to_string()),
            }
        }
        Resolved::Missing
    }

    pub(crate) fn tools(&self) -> &[Arc<ToolEntry>] {
        &self.tools
    }

    pub(crate) fn prompts(&self) -> &[Arc<PromptEntry>] {
        &self.prompts
    }

    pub(crate) fn resources(&self) -> &[Arc<ResourceEntry>] {
        &self.resources
    }

    pub(crate) fn templates(&self) -> &[Arc<ResourceEntry>] {
        &self.templates
    }
}

/// A variable as the text that a parameter is read from. The items of a list are joined by commas;
/// `None` if one of them holds a comma itself, and would become two.
fn text(value: VariableValue) -> Option<String> {
    match value {
        VariableValue::Text(text) => Some(text),
        VariableValue::List(items) => {
            let ambiguous = items.iter().any(|item| item.contains(','));
            (!ambiguous).then(|| items.join(","))
        }
        VariableValue::Pairs(_) => None,
    }
}
