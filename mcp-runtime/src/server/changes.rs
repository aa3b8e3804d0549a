use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

use mcp_core::primitive::{PromptDefinition, ResourceDefinition, ToolDefinition};
use mcp_core::{Context, FromContext, McpError};

use super::builder::Check;
use super::{BuildErrors, BuildProblem, Parts};
use crate::registry::{All, ToolRules};
use crate::subscriptions::ListKind;

/// Changes a running server, and tells its clients. Cheap to clone; use it wherever the change
/// happens.
///
/// Clients are told on the streams that they opened for it: `subscriptions/listen` on 2026-07-28, the
/// session's stream before. Whatever changes several times while a client is slow is told once.
///
/// ```
/// use mcp_runtime::Server;
///
/// let server = Server::builder("shop", "1.0.0").list_changed(true).resource_subscriptions(true).build()?;
/// let changes = server.changes();
/// changes.resource_updated("orders://42"); // whoever subscribed to it, reads it again
/// changes.tools();                         // something else that `tools/list` depends on has changed
/// # Ok::<(), mcp_runtime::BuildErrors>(())
/// ```
///
/// A handler that changes something takes it as a parameter:
///
/// ```
/// use mcp_runtime::Changes;
/// use mcp_runtime::prelude::*;
///
/// /// Cancel an order.
/// #[tool]
/// async fn cancel_order(order_id: u64, #[from_context] changes: Changes) -> McpResponse {
///     changes.resource_updated(&format!("orders://{order_id}"));
///     McpResponse::text("Cancelled.")
/// }
/// ```
#[derive(Clone)]
pub struct Changes(Arc<Parts>);

/// What leads a handler to the server that it belongs to: weakly, or the server would keep itself.
#[derive(Default)]
pub(super) struct Own(OnceLock<Weak<Parts>>);

impl Own {
    /// Says which server it is, once there is one.
    pub(super) fn is(server: &Arc<Parts>) {
        if let Some(own) = server.states.get::<Self>() {
            let _ = own.0.set(Arc::downgrade(server));
        }
    }
}

#[diagnostic::do_not_recommend]
impl FromContext for Changes {
    fn from_context(ctx: &Context) -> Result<Self, McpError> {
        let server = ctx.state::<Own>().and_then(|own| own.0.get()?.upgrade());
        server
            .map(Self)
            .ok_or_else(|| McpError::unexpected("the context is of no server"))
    }
}

impl Changes {
    pub(super) fn new(server: Arc<Parts>) -> Self {
        Self(server)
    }

    /// Tells that the list of tools has changed.
    pub fn tools(&self) {
        self.list(ListKind::Tools);
    }

    /// Tells that the list of prompts has changed.
    pub fn prompts(&self) {
        self.list(ListKind::Prompts);
    }

    /// Tells that the list of resources or templates has changed.
    pub fn resources(&self) {
        self.list(ListKind::Resources);
    }

    /// Tells those who subscribed to a resource, or to one above it, that it has changed.
    pub fn resource_updated(&self, uri: &str) {
        match self.0.resource_subscriptions {
            true => self.0.bus.resource_updated(uri),
            false => tracing::warn!(
                "a resource was updated, but the server has no `resource_subscriptions(true)`: nobody is told"
            ),
        }
    }

    /// Adds a tool.
    ///
    /// # Errors
    ///
    /// With everything that is wrong with it; then nothing has changed.
    pub fn add_tool(&self, tool: ToolDefinition) -> Result<(), BuildErrors> {
        let listed = self.checked(|check| check.tool(tool))?;
        self.add(ListKind::Tools, |all| all.tools.push(listed))
    }

    /// Adds a prompt.
    ///
    /// # Errors
    ///
    /// With everything that is wrong with it; then nothing has changed.
    pub fn add_prompt(&self, prompt: PromptDefinition) -> Result<(), BuildErrors> {
        let listed = self.checked(|check| check.prompt(prompt))?;
        self.add(ListKind::Prompts, |all| all.prompts.push(listed))
    }

    /// Adds a resource or a template.
    ///
    /// # Errors
    ///
    /// With everything that is wrong with it; then nothing has changed.
    pub fn add_resource(&self, resource: ResourceDefinition) -> Result<(), BuildErrors> {
        let listed = self.checked(|check| check.resource(resource))?;
        self.add(ListKind::Resources, |all| all.resources.push(listed))
    }

    /// Removes a tool; `false` if there is none of this name. Calls that run go on.
    pub fn remove_tool(&self, name: &str) -> bool {
        let removed = self.0.catalog.remove(|all| &mut all.tools, name);
        self.list_if(removed, ListKind::Tools)
    }

    /// Removes a prompt; `false` if there is none of this name.
    pub fn remove_prompt(&self, name: &str) -> bool {
        let removed = self.0.catalog.remove(|all| &mut all.prompts, name);
        self.list_if(removed, ListKind::Prompts)
    }

    /// Removes a resource by its URI, or a template as it was written; `false` if there is none.
    pub fn remove_resource(&self, uri: &str) -> bool {
        let removed = self.0.catalog.remove(|all| &mut all.resources, uri);
        self.list_if(removed, ListKind::Resources)
    }

    /// Offers a tool again; `false` if nothing has changed.
    pub fn enable_tool(&self, name: &str) -> bool {
        let changed = self.0.catalog.enable(|all| &mut all.tools, name, true);
        self.list_if(changed, ListKind::Tools)
    }

    /// Hides a tool, as if there were none; `false` if nothing has changed.
    pub fn disable_tool(&self, name: &str) -> bool {
        let changed = self.0.catalog.enable(|all| &mut all.tools, name, false);
        self.list_if(changed, ListKind::Tools)
    }

    /// Offers a prompt again; `false` if nothing has changed.
    pub fn enable_prompt(&self, name: &str) -> bool {
        let changed = self.0.catalog.enable(|all| &mut all.prompts, name, true);
        self.list_if(changed, ListKind::Prompts)
    }

    /// Hides a prompt, as if there were none; `false` if nothing has changed.
    pub fn disable_prompt(&self, name: &str) -> bool {
        let changed = self.0.catalog.enable(|all| &mut all.prompts, name, false);
        self.list_if(changed, ListKind::Prompts)
    }

    /// Offers a resource or template again; `false` if nothing has changed.
    pub fn enable_resource(&self, uri: &str) -> bool {
        let changed = self.0.catalog.enable(|all| &mut all.resources, uri, true);
        self.list_if(changed, ListKind::Resources)
    }

    /// Hides a resource or template, as if there were none; `false` if nothing has changed.
    pub fn disable_resource(&self, uri: &str) -> bool {
        let changed = self.0.catalog.enable(|all| &mut all.resources, uri, false);
        self.list_if(changed, ListKind::Resources)
    }

    fn checked<T>(&self, check: impl FnOnce(&mut Check<'_>) -> T) -> Result<T, BuildErrors> {
        let mut problems: Vec<BuildProblem> = Vec::new();
        let checked = check(&mut Check {
            states: &self.0.states,
            rules: ToolRules {
                strict: self.0.strict,
                first: &self.0.first_tools,
            },
            problems: &mut problems,
        });
        match problems.is_empty() {
            true => Ok(checked),
            false => Err(BuildErrors::new(problems)),
        }
    }

    fn add(&self, kind: ListKind, change: impl FnOnce(&mut All)) -> Result<(), BuildErrors> {
        self.0.catalog.add(change).map_err(BuildErrors::new)?;
        self.list(kind);
        Ok(())
    }

    fn list_if(&self, changed: bool, kind: ListKind) -> bool {
        if changed {
            self.list(kind);
        }
        changed
    }

    fn list(&self, kind: ListKind) {
        match self.0.list_changed {
            true => self.0.bus.list_changed(kind),
            false => {
                tracing::warn!("a list changed, but the server has no `list_changed(true)`: nobody is told");
            }
        }
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Changes")
    }
}
