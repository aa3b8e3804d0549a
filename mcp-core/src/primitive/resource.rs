use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::common::{Common, common_methods, handler_methods};
use super::erased::Function;
use super::{ErasedCompleter, ErasedResource, ResourceFuture, TextList, TextSpec, WorkClass};
use crate::context::{ContextList, Needs};
use crate::protocol::{CacheHint, ContentAnnotations, Icon, ResourceDescriptor, ResourceTemplateDescriptor};
use crate::response::{IntoResourceResponse, ResponseError};
use crate::uri_template::UriTemplate;

/// A resource: something the client can read. `#[resource]` implements it for a marker type beside
/// the function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "annotate the function with `#[resource(uri = \"…\")]`, and name it without parentheses: `.resource::<my_resource>()`"
)]
pub trait Resource: 'static {
    /// Describes the resource and gives its handler.
    fn define() -> ResourceDefinition;
}

/// A resource, or a family of them, that is ready to be registered.
#[non_exhaustive]
pub struct ResourceDefinition {
    /// What it is read by.
    pub target: ResourceTarget,
    /// How long a client may keep what was read; the server's own hint when `None`.
    pub cache: Option<CacheHint>,
    /// The declared format.
    pub mime_type: Option<String>,
    /// How the handler is run.
    pub work: WorkClass,
    /// What the handler needs of the server.
    pub needs: Needs,
    /// The functions that suggest values, by variable.
    pub completers: Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>)>,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
    /// The handler.
    pub handler: Arc<dyn ErasedResource>,
}

/// One URI, or the URIs of a template.
#[derive(Clone, Debug)]
pub enum ResourceTarget {
    /// One URI.
    Fixed(ResourceDescriptor),
    /// The URIs of a template.
    Template(ResourceTemplateDescriptor, Box<UriTemplate>),
}

impl ResourceTarget {
    /// The name for programs.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Fixed(descriptor) => &descriptor.name,
            Self::Template(descriptor, _) => &descriptor.name,
        }
    }

    /// The URI or the template.
    #[must_use]
    pub fn uri(&self) -> &str {
        match self {
            Self::Fixed(descriptor) => &descriptor.uri,
            Self::Template(descriptor, _) => &descriptor.uri_template,
        }
    }
}

/// Defines a resource or a template of resources: its words, then what it takes and its handler.
///
/// A URI with `{…}` in it is an RFC 6570 template, and each of its variables has to be a parameter.
///
/// ```
/// use mcp_core::McpResponse;
/// use mcp_core::primitive::{Required, ResourceBuilder, text};
///
/// let resource = ResourceBuilder::new("order", "orders://{id}").mime_type("text/plain").handler(
///     (text::<Required<u64>>("id"),),
///     (),
///     |(id,), ()| async move { McpResponse::text(format!("Order {id}")) },
/// );
/// assert!(resource.problems.is_empty());
/// ```
#[must_use = "a builder defines nothing until `handler` is called"]
pub struct ResourceBuilder {
    common: Common,
    uri: String,
    mime_type: Option<String>,
    size: Option<u64>,
    annotations: Option<ContentAnnotations>,
    cache: Option<CacheHint>,
    allow_traversal: bool,
}

impl ResourceBuilder {
    /// A resource by name and absolute URI or URI template.
    pub fn new(name: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            common: Common::new(name),
            uri: uri.into(),
            mime_type: None,
            size: None,
            annotations: None,
            cache: None,
            allow_traversal: false,
        }
    }

    common_methods!();

    /// The format of what is read. It applies to `text()` and `structured()`; an explicit
    /// `resource()` keeps its own (`B13`).
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        match crate::protocol::mime_type(mime_type.into()) {
            Ok(mime_type) => self.mime_type = Some(mime_type),
            Err(error) => self.common.problems.push(error.to_string()),
        }
        self
    }

    /// The size in bytes, before any encoding; only of a resource with one URI.
    pub fn size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// Hints about the content, as the builder of [`ContentAnnotations`] gives them; hints that
    /// are refused fail the build of the server.
    pub fn annotations(mut self, annotations: Result<ContentAnnotations, ResponseError>) -> Self {
        match annotations {
            Ok(annotations) => self.annotations = Some(annotations),
            Err(error) => self.common.problems.push(error.to_string()),
        }
        self
    }

    /// How long a client may keep what was read (`B23`).
    pub fn cache(mut self, cache: CacheHint) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Lets variables be `..`, absolute paths and the like. The handler must then check them
    /// itself before it touches a file (`RES-12`).
    pub fn allow_traversal(mut self) -> Self {
        self.allow_traversal = true;
        self
    }

    handler_methods!(TextList, IntoResourceResponse, into_resource_response, ResourceFuture => ResourceDefinition);

    #[expect(
        clippy::extra_unused_type_parameters,
        reason = "a tool has its output schema from `R`"
    )]
    fn finish<I, P, R, S>(mut self, input: I, _context: P, blocking: bool, start: S) -> ResourceDefinition
    where
        I: TextList,
        P: ContextList,
        R: IntoResourceResponse,
        S: Fn(I::Values, P::Values) -> ResourceFuture + Send + Sync + 'static,
    {
        P::needs(&mut self.common.needs);
        let work = WorkClass {
            blocking,
            ..self.common.work
        };
        let specs = input.specs();
        for spec in &specs {
            self.common.parameter(spec.name.clone());
        }
        let target = self.target(&specs);
        let Self {
            common,
            mime_type,
            cache,
            ..
        } = self;
        let completers = specs
            .into_iter()
            .filter_map(|spec| Some((spec.name, spec.completer?)))
            .collect();
        let handler = Arc::new(Function::<I, P, S>::new(common.parameters, start));
        let (needs, problems) = (common.needs, common.problems);
        ResourceDefinition {
            target,
            cache,
            mime_type,
            work,
            needs,
            completers,
            problems,
            handler,
        }
    }

    /// What the resource is read by, with its description.
    fn target(&mut self, specs: &[TextSpec]) -> ResourceTarget {
        let Common {
            name,
            title,
            description,
            icons,
            meta,
            problems,
            ..
        } = &mut self.common;
        let (uri, mime_type, annotations) =
            (self.uri.clone(), self.mime_type.clone(), self.annotations.take());
        let (name, title, description) = (std::mem::take(name), title.take(), description.take());
        let (icons, meta) = (std::mem::take(icons), std::mem::take(meta));
        let template = uri.contains(['{', '}']).then(|| UriTemplate::parse(&uri));
        if let Some(Ok(template)) = template {
            problems.extend(mismatches(&template, specs));
            if self.size.is_some() {
                problems.push("a template has no size: its resources differ".to_owned());
            }
            let template = if self.allow_traversal {
                template.allow_traversal()
            } else {
                template
            };
            let descriptor = ResourceTemplateDescriptor {
                uri_template: uri,
                name,
                title,
                description,
                mime_type,
                annotations,
                icons,
                meta,
            };
            return ResourceTarget::Template(descriptor, Box::new(template));
        }
        match (template, crate::protocol::absolute_uri(uri.clone())) {
            (Some(Err(error)), _) => problems.push(error.to_string()),
            (_, Err(error)) => problems.push(error.to_string()),
            _ => {}
        }
        problems.extend(specs.iter().map(|TextSpec { name, .. }| {
            format!("the parameter `{name}` is no variable of the URI `{uri}`: write `{{{name}}}` into it")
        }));
        let size = self.size;
        let descriptor = ResourceDescriptor {
            uri,
            name,
            title,
            description,
            mime_type,
            size,
            annotations,
            icons,
            meta,
        };
        ResourceTarget::Fixed(descriptor)
    }
}

/// How the variables of a template and the parameters of its handler disagree.
fn mismatches(template: &UriTemplate, specs: &[TextSpec]) -> Vec<String> {
    let uri = template.as_str();
    let variables: Vec<&str> = template.variables().collect();
    let spec = |name: &str| specs.iter().find(|spec| spec.name == name);
    let unknown = specs
        .iter()
        .filter(|spec| !variables.contains(&spec.name.as_ref()));
    let unused = variables.iter().filter(|name| spec(name).is_none());
    let absent = variables
        .iter()
        .filter(|name| template.is_optional(name) && spec(name).is_some_and(|spec| spec.required));
    unknown
        .map(|spec| {
            format!(
                "the parameter `{}` is no variable of the template `{uri}`",
                spec.name
            )
        })
        .chain(unused.map(|name| format!("the variable `{name}` of the template `{uri}` has no parameter")))
        .chain(absent.map(|name| {
            format!(
                "the variable `{name}` of the template `{uri}` may be absent: make the parameter an `Option`"
            )
        }))
        .collect()
}

impl fmt::Debug for ResourceBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceBuilder")
            .field("uri", &self.uri)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ResourceDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceDefinition")
            .field("target", &self.target)
            .finish_non_exhaustive()
    }
}
