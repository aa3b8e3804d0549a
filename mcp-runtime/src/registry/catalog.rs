use std::sync::{Arc, Mutex, MutexGuard};

use arc_swap::{ArcSwap, Guard};

use super::{PromptEntry, Registry, ResourceEntry, ToolEntry};
use crate::lock::lock;
use crate::server::BuildProblem;

/// The registry in force. Every request sees one as it was when the request came; a change makes a new
/// one, with the lists encoded anew when they are next asked for.
pub(crate) struct Catalog {
    current: ArcSwap<Registry>,
    /// Held while the registry changes.
    all: Mutex<All>,
}

/// Everything there is, whether it is offered at the moment or not.
#[derive(Clone, Default)]
pub(crate) struct All {
    pub(crate) tools: Vec<Listed<ToolEntry>>,
    pub(crate) resources: Vec<Listed<ResourceEntry>>,
    pub(crate) prompts: Vec<Listed<PromptEntry>>,
}

/// One tool, resource or prompt.
pub(crate) struct Listed<T> {
    entry: Arc<T>,
    enabled: bool,
}

// Derived, it would ask for `T: Clone`.
impl<T> Clone for Listed<T> {
    fn clone(&self) -> Self {
        Self {
            entry: Arc::clone(&self.entry),
            enabled: self.enabled,
        }
    }
}

impl<T> Listed<T> {
    pub(crate) fn new(entry: T) -> Self {
        Self {
            entry: Arc::new(entry),
            enabled: true,
        }
    }
}

/// What has a name in its own kind.
pub(crate) trait Named {
    fn name(&self) -> &str;
}

impl Named for ToolEntry {
    fn name(&self) -> &str {
        &self.descriptor.name
    }
}

impl Named for PromptEntry {
    fn name(&self) -> &str {
        &self.descriptor.name
    }
}

impl Named for ResourceEntry {
    fn name(&self) -> &str {
        self.target.uri()
    }
}

impl Catalog {
    /// Builds the first registry; what is wrong goes into `problems`.
    pub(crate) fn new(all: All, problems: &mut Vec<BuildProblem>) -> Self {
        Self {
            current: ArcSwap::from_pointee(all.registry(problems)),
            all: Mutex::new(all),
        }
    }

    /// The registry in force.
    pub(crate) fn current(&self) -> Guard<Arc<Registry>> {
        self.current.load()
    }

    /// Takes a change, unless something would be wrong with the registry that it gives.
    pub(crate) fn add(&self, change: impl FnOnce(&mut All)) -> Result<(), Vec<BuildProblem>> {
        let mut all = self.all();
        let mut changed = all.clone();
        change(&mut changed);
        let mut problems = Vec::new();
        let registry = changed.registry(&mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        *all = changed;
        self.current.store(Arc::new(registry));
        Ok(())
    }

    /// Removes what has this name; `false` if there is no such thing.
    pub(crate) fn remove<T: Named>(&self, of: fn(&mut All) -> &mut Vec<Listed<T>>, name: &str) -> bool {
        self.change(|all| {
            let list = of(all);
            let before = list.len();
            list.retain(|listed| listed.entry.name() != name);
            list.len() < before
        })
    }

    /// Offers what has this name, or hides it; `false` if there is no such thing or nothing changes.
    pub(crate) fn enable<T: Named>(
        &self,
        of: fn(&mut All) -> &mut Vec<Listed<T>>,
        name: &str,
        enabled: bool,
    ) -> bool {
        self.change(|all| {
            let list = of(all);
            let listed = list
                .iter_mut()
                .find(|listed| listed.entry.name() == name && listed.enabled != enabled);
            listed.map(|listed| listed.enabled = enabled).is_some()
        })
    }

    /// Takes a change that can do no harm: there is less of something, or again what there was.
    fn change(&self, change: impl FnOnce(&mut All) -> bool) -> bool {
        let mut all = self.all();
        let changes = change(&mut all);
        if changes {
            self.current.store(Arc::new(all.registry(&mut Vec::new())));
        }
        changes
    }

    fn all(&self) -> MutexGuard<'_, All> {
        lock(&self.all)
    }
}

impl All {
    fn registry(&self, problems: &mut Vec<BuildProblem>) -> Registry {
        // What is hidden must not clash either: it may be offered again.
        let everything = self.build(|_| true, problems);
        if !self.hides_something() {
            return everything;
        }
        Registry {
            // A kind of which everything is hidden is still served: its list is empty.
            kinds: everything.kinds,
            ..self.build(|enabled| enabled, &mut Vec::new())
        }
    }

    fn build(&self, offered: fn(bool) -> bool, problems: &mut Vec<BuildProblem>) -> Registry {
        Registry::build(
            entries(&self.tools, offered),
            entries(&self.resources, offered),
            entries(&self.prompts, offered),
            problems,
        )
    }

    fn hides_something(&self) -> bool {
        self.tools.iter().any(|listed| !listed.enabled)
            || self.resources.iter().any(|listed| !listed.enabled)
            || self.prompts.iter().any(|listed| !listed.enabled)
    }
}

fn entries<T>(listed: &[Listed<T>], offered: fn(bool) -> bool) -> Vec<Arc<T>> {
    let offered = listed.iter().filter(|listed| offered(listed.enabled));
    offered.map(|listed| Arc::clone(&listed.entry)).collect()
}
