use std::fmt;
use std::sync::Arc;

use mcp_core::context::{Needs, StateMap};
use mcp_core::primitive::{
    Prompt, PromptDefinition, Resource, ResourceDefinition, ResourceTarget, Tool, ToolDefinition,
};
use mcp_core::protocol::{CacheHint, Icon, Implementation, key};
use mcp_core::{ResponseError, is_valid_name};

use super::report::Hook;
use super::{BuildErrors, BuildProblem, Parts, Report, Reporter, Server};
use crate::limits::Limits;
use crate::registry::{All, Catalog, Listed, PromptEntry, ResourceEntry, ToolEntry, ToolRules};

/// Puts a server together. Nothing is checked until [`build`](ServerBuilder::build), which then
/// lists every mistake at once.
#[must_use = "a builder serves nothing until it is built"]
pub struct ServerBuilder {
    info: Implementation,
    instructions: Option<String>,
    cache: CacheHint,
    limits: Limits,
    strict: bool,
    first_tools: Vec<String>,
    list_changed: bool,
    resource_subscriptions: bool,
    states: StateMap,
    hook: Option<Hook>,
    #[cfg(feature = "ask")]
    asking: crate::dispatch::AskSettings,
    #[cfg(feature = "seal")]
    state_keys: Option<crate::seal::StateKeys>,
    tools: Vec<ToolDefinition>,
    resources: Vec<ResourceDefinition>,
    prompts: Vec<PromptDefinition>,
    problems: Vec<BuildProblem>,
}

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            info: Implementation::new(name, version),
            instructions: None,
            cache: CacheHint::default(),
            limits: Limits::default(),
            strict: false,
            first_tools: Vec::new(),
            list_changed: false,
            resource_subscriptions: false,
            states: StateMap::default(),
            hook: None,
            #[cfg(feature = "ask")]
            asking: crate::dispatch::AskSettings::default(),
            #[cfg(feature = "seal")]
            state_keys: None,
            tools: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Adds a tool that `#[tool]` made.
    pub fn tool<T: Tool>(self) -> Self {
        self.add_tool(T::define())
    }

    /// Adds a resource, or a template of resources, that `#[resource]` made.
    pub fn resource<R: Resource>(self) -> Self {
        self.add_resource(R::define())
    }

    /// Adds a prompt that `#[prompt]` made.
    pub fn prompt<P: Prompt>(self) -> Self {
        self.add_prompt(P::define())
    }

    /// Adds a tool made with [`ToolBuilder`](mcp_core::primitive::ToolBuilder).
    pub fn add_tool(mut self, tool: ToolDefinition) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds a resource made with [`ResourceBuilder`](mcp_core::primitive::ResourceBuilder).
    pub fn add_resource(mut self, resource: ResourceDefinition) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds a prompt made with [`PromptBuilder`](mcp_core::primitive::PromptBuilder).
    pub fn add_prompt(mut self, prompt: PromptDefinition) -> Self {
        self.prompts.push(prompt);
        self
    }

    /// Gives the value that `State<T>` parameters take; one for each type.
    pub fn state<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        if !self.states.insert(value) {
            let name = std::any::type_name::<T>();
            self.problems.push(BuildProblem::of_server(format!(
                "two states of type `{name}` are given"
            )));
        }
        self
    }

    /// The server's name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// What the server does, for people.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.info.description = Some(description.into());
        self
    }

    /// Where to read about the server.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// Adds a picture of the server, as [`Icon::new`] gives it.
    pub fn icon(mut self, icon: Result<Icon, ResponseError>) -> Self {
        match icon {
            Ok(icon) => self.info.icons.push(icon),
            Err(error) => self.problems.push(BuildProblem::of_server(error.to_string())),
        }
        self
    }

    /// How the model should use the server as a whole (`DISC-05`).
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// How long clients may keep discovery, lists, and resources that say nothing themselves.
    /// The default is zero milliseconds, private (`B23`).
    pub fn cache(mut self, cache: CacheHint) -> Self {
        self.cache = cache;
        self
    }

    /// Sets limits; what is `None` comes from the environment or the defaults.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether tools take their arguments exactly as they come, unless a tool says otherwise. By
    /// default a value that can be read in one way only is repaired: `"5"` where an integer
    /// belongs, `"true"` where a boolean does.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Lists these tools before the others, in this order; the others follow by name. Models take
    /// sooner what stands first. A name that no tool has fails the build.
    pub fn first_tools<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.first_tools.extend(names.into_iter().map(Into::into));
        self
    }

    /// Whether clients are told when the tools, resources or prompts change: see
    /// [`Server::changes`]. The default is `false`, and then clients do not look again.
    pub fn list_changed(mut self, list_changed: bool) -> Self {
        self.list_changed = list_changed;
        self
    }

    /// Whether clients may ask to be told when a resource is updated: see
    /// [`Changes::resource_updated`](super::Changes::resource_updated). The default is `false`.
    pub fn resource_subscriptions(mut self, subscriptions: bool) -> Self {
        self.resource_subscriptions = subscriptions;
        self
    }

    /// Gets every unexpected failure of a handler, in full. The client sees none of it.
    pub fn on_failure(mut self, hook: impl Fn(&Report<'_>) + Send + Sync + 'static) -> Self {
        self.hook = Some(Arc::new(hook));
        self
    }

    /// The keys that seal what travels through clients: the state of calls that ask something, what
    /// handlers seal themselves, and sessions. They win over the environment variable
    /// `MCP_STATE_KEYS`; see [`StateKeys`].
    ///
    /// [`StateKeys`]: crate::StateKeys
    #[cfg(feature = "seal")]
    pub fn state_keys(mut self, keys: crate::seal::StateKeys) -> Self {
        self.state_keys = Some(keys);
        self
    }

    /// How long the state of a call that asks can be continued; 300 seconds if it is not set. A client
    /// whose user takes longer has to begin anew. What handlers seal themselves
    /// ([`Context::seal`](mcp_core::Context::seal)) opens for as long.
    #[cfg(feature = "ask")]
    pub fn state_lifetime(mut self, lifetime: std::time::Duration) -> Self {
        self.asking.state_lifetime = lifetime;
        self
    }

    /// How long a client before 2026-07-28 may take to answer a question; ten minutes if it is not set.
    #[cfg(feature = "ask")]
    pub fn question_timeout(mut self, timeout: std::time::Duration) -> Self {
        self.asking.question_timeout = timeout;
        self
    }

    /// Declares a form whose schema is made by hand in part, with attributes or an
    /// `impl FormField`, which the compiler cannot check: if it is no form, the build fails, and not the
    /// first question.
    #[cfg(feature = "ask")]
    pub fn form<T: mcp_core::Form>(mut self) -> Self {
        if let Err(problem) = mcp_core::ask::FormSchema::of::<T>() {
            let name = std::any::type_name::<T>();
            self.problems
                .push(BuildProblem::new("form", name, problem.to_string()));
        }
        self
    }

    /// Checks everything and makes the server.
    ///
    /// # Errors
    ///
    /// [`BuildErrors`] with every mistake of the whole server: bad and double names, states that
    /// were never given, schemas that cannot be enforced, templates that overlap, and more.
    pub fn build(self) -> Result<Server, BuildErrors> {
        let Self {
            info,
            instructions,
            cache,
            limits,
            strict,
            first_tools,
            list_changed,
            resource_subscriptions,
            mut states,
            hook,
            #[cfg(feature = "ask")]
            asking,
            #[cfg(feature = "seal")]
            state_keys,
            tools,
            resources,
            prompts,
            mut problems,
        } = self;
        if info.name.trim().is_empty() || info.version.trim().is_empty() {
            problems.push(BuildProblem::of_server("its name and version must not be empty"));
        }
        let mut invalid_limits = Vec::new();
        let limits = limits.effective(|name| std::env::var(name).ok(), &mut invalid_limits);
        problems.extend(
            invalid_limits
                .iter()
                .map(|limit| BuildProblem::of_server(limit.to_string())),
        );

        #[cfg(feature = "seal")]
        let keys = crate::seal::KeyRing::new(state_keys, |name| std::env::var(name).ok())
            .map_err(|problem| problems.push(BuildProblem::of_server(problem)))
            .ok();

        #[cfg(feature = "http")]
        let allowed = {
            let mut invalid = Vec::new();
            let environment = |name: &str| std::env::var(name).ok();
            let allowed = crate::transport::http::Allowed::from_environment(environment, &mut invalid);
            problems.extend(invalid.into_iter().map(BuildProblem::of_server));
            allowed
        };

        let is_tool = |name: &String| tools.iter().any(|tool| tool.descriptor.name == *name);
        for name in first_tools.iter().filter(|name| !is_tool(name)) {
            let problem = format!("`{name}` is to be listed first, but there is no such tool");
            problems.push(BuildProblem::of_server(problem));
        }
        states.insert(super::changes::Own::default());
        let mut check = Check {
            states: &states,
            rules: ToolRules {
                strict,
                first: &first_tools,
            },
            problems: &mut problems,
        };
        let all = All {
            tools: tools.into_iter().map(|tool| check.tool(tool)).collect(),
            resources: resources
                .into_iter()
                .map(|resource| check.resource(resource))
                .collect(),
            prompts: prompts.into_iter().map(|prompt| check.prompt(prompt)).collect(),
        };
        let catalog = Catalog::new(all, &mut problems);
        if !problems.is_empty() {
            return Err(BuildErrors::new(problems));
        }
        #[cfg(feature = "seal")]
        let Some(keys) = keys.map(Arc::new) else {
            return Err(BuildErrors::new(problems));
        };
        #[cfg(feature = "ask")]
        states.set_sealer(Box::new(crate::seal::AuthorSealer {
            keys: Arc::clone(&keys),
            server: info.name.clone(),
            lifetime: asking.state_lifetime,
            max: limits.request_state_size,
        }));
        let mut server_info = format!("\"{}\":", key::SERVER_INFO).into_bytes();
        crate::envelope::append_json(&mut server_info, &info);
        Ok(Server::from_parts(Parts {
            server_info: String::from_utf8_lossy(&server_info).into_owned(),
            info,
            instructions,
            cache,
            limits,
            states: Arc::new(states),
            catalog,
            #[cfg(feature = "http")]
            allowed,
            list_changed,
            resource_subscriptions,
            strict,
            first_tools,
            bus: Default::default(),
            reporter: Reporter::new(hook),
            #[cfg(feature = "seal")]
            keys,
            blocking: Default::default(),
            pending: Default::default(),
            subscriptions: Default::default(),
            #[cfg(feature = "ask")]
            asking,
            #[cfg(debug_assertions)]
            activity: crate::activity::Activity::default(),
        }))
    }
}

/// Turns definitions into entries and notes what is wrong with them.
pub(super) struct Check<'b> {
    pub(super) states: &'b StateMap,
    pub(super) rules: ToolRules<'b>,
    pub(super) problems: &'b mut Vec<BuildProblem>,
}

impl Check<'_> {
    pub(super) fn tool(&mut self, tool: ToolDefinition) -> Listed<ToolEntry> {
        let name = tool.descriptor.name.clone();
        self.name("tool", &name);
        self.definition("tool", &name, &tool.needs, &tool.problems);
        let mut schema_problems = Vec::new();
        let entry = ToolEntry::new(tool, self.rules, &mut schema_problems);
        self.note("tool", &name, &schema_problems);
        Listed::new(entry)
    }

    pub(super) fn resource(&mut self, resource: ResourceDefinition) -> Listed<ResourceEntry> {
        let kind = match resource.target {
            ResourceTarget::Fixed(_) => "resource",
            ResourceTarget::Template(..) => "resource template",
        };
        let uri = resource.target.uri().to_owned();
        if resource.target.name().is_empty() {
            self.note(kind, &uri, &["its name must not be empty".to_owned()]);
        }
        self.definition(kind, &uri, &resource.needs, &resource.problems);
        Listed::new(ResourceEntry::new(resource))
    }

    pub(super) fn prompt(&mut self, prompt: PromptDefinition) -> Listed<PromptEntry> {
        let name = prompt.descriptor.name.clone();
        self.name("prompt", &name);
        self.definition("prompt", &name, &prompt.needs, &prompt.problems);
        Listed::new(PromptEntry::new(prompt))
    }

    fn name(&mut self, kind: &'static str, name: &str) {
        if !is_valid_name(name) {
            self.note(
                kind,
                name,
                &["a name is 1 to 128 of A–Z a–z 0–9 _ - .".to_owned()],
            );
        }
    }

    fn definition(&mut self, kind: &'static str, name: &str, needs: &Needs, problems: &[String]) {
        self.note(kind, name, problems);
        let missing: Vec<_> = needs
            .states()
            .filter(|(id, _)| !self.states.contains(*id))
            .map(|(_, state)| {
                format!("it takes `State<{state}>`, which was never given: add `.state(…)` to the server")
            })
            .collect();
        self.note(kind, name, &missing);
    }

    fn note(&mut self, kind: &'static str, name: &str, problems: &[String]) {
        self.problems.extend(
            problems
                .iter()
                .map(|problem| BuildProblem::new(kind, name, problem)),
        );
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}
