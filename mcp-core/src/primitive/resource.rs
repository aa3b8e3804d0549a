use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;

use super::common::{Common, common_methods};
use super::erased::failed;
use super::{
    ArgumentOptions, BoxFuture, ErasedCompleter, ErasedResource, InvalidText, TextInput, TextList, TextValues,
};
use crate::context::{Context, ContextList, FromContext, Needs};
use crate::error::McpError;
use crate::protocol::{
    CacheHint, ContentAnnotations, Icon, ReadResourceResult, ResourceDescriptor, ResourceTemplateDescriptor,
};
use crate::response::{IntoResourceResponse, Reply, ResponseError};
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
    /// Whether the handler blocks its thread.
    pub blocking: bool,
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

/// Defines a resource or a template of resources, one variable after the other.
///
/// A URI with `{…}` in it is an RFC 6570 template, and each of its variables has to be a parameter.
///
/// ```
/// use mcp_core::McpResponse;
/// use mcp_core::primitive::{ArgumentOptions, Required, ResourceBuilder};
///
/// let resource = ResourceBuilder::new("order", "orders://{id}")
///     .mime_type("text/plain")
///     .variable::<Required<u64>>("id", ArgumentOptions::new())
///     .handler(|((), Required(id)), ()| async move { McpResponse::text(format!("Order {id}")) });
/// assert!(resource.problems.is_empty());
/// ```
#[must_use = "a builder defines nothing until `handler` is called"]
pub struct ResourceBuilder<V = (), C = ()> {
    common: Common,
    uri: String,
    mime_type: Option<String>,
    size: Option<u64>,
    annotations: Option<ContentAnnotations>,
    cache: Option<CacheHint>,
    allow_traversal: bool,
    optional: Vec<Cow<'static, str>>,
    completers: Vec<(Cow<'static, str>, Arc<dyn ErasedCompleter>)>,
    types: PhantomData<fn() -> (V, C)>,
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
            optional: Vec::new(),
            completers: Vec::new(),
            types: PhantomData,
        }
    }
}

impl<V, C> ResourceBuilder<V, C> {
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

    /// States the return type. Macros use it to put an error at the author's own token.
    pub fn returns<R: IntoResourceResponse>(self) -> Self {
        self
    }

    /// Adds a variable of the template: [`Required<T>`](super::Required), or `Option<T>` for one
    /// that may be absent.
    pub fn variable<T: TextInput>(
        mut self,
        name: impl Into<Cow<'static, str>>,
        options: ArgumentOptions,
    ) -> ResourceBuilder<(V, T), C> {
        let name = name.into();
        self.common.parameter(name.clone(), &options);
        if !T::REQUIRED {
            self.optional.push(name.clone());
        }
        self.completers
            .extend(options.completer.map(|completer| (name, completer)));
        self.retyped()
    }

    /// Adds a parameter that comes from the context.
    pub fn context<P: FromContext>(mut self) -> ResourceBuilder<V, (C, P)> {
        self.common.context::<P>();
        self.retyped()
    }

    /// Gives the handler: a function of the two lists that returns a future.
    pub fn handler<F, R>(self, handler: F) -> ResourceDefinition
    where
        V: TextList,
        C: ContextList,
        F: Fn(V, C) -> R + Send + Sync + 'static,
        R: Future<Output: IntoResourceResponse> + Send + 'static,
    {
        let names = self.common.parameters.clone().into();
        self.finish(
            false,
            Arc::new(AsyncResource {
                names,
                handler,
                types: PhantomData,
            }),
        )
    }

    /// Gives the handler as a function that may block its thread.
    pub fn blocking_handler<F, R>(self, handler: F) -> ResourceDefinition
    where
        V: TextList,
        C: ContextList,
        F: Fn(V, C) -> R + Send + Sync + 'static,
        R: IntoResourceResponse + 'static,
    {
        let names = self.common.parameters.clone().into();
        let handler = Arc::new(handler);
        self.finish(
            true,
            Arc::new(BlockingResource {
                names,
                handler,
                types: PhantomData,
            }),
        )
    }

    fn finish(self, blocking: bool, handler: Arc<dyn ErasedResource>) -> ResourceDefinition {
        let Common {
            name,
            title,
            description,
            icons,
            meta,
            needs,
            mut problems,
            parameters,
        } = self.common;
        let (uri, mime_type, annotations) = (self.uri, self.mime_type.clone(), self.annotations);
        let template = uri.contains(['{', '}']).then(|| UriTemplate::parse(&uri));
        let target = match template {
            Some(Ok(template)) => {
                problems.extend(mismatches(&template, &parameters, &self.optional));
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
                ResourceTarget::Template(descriptor, Box::new(template))
            }
            other => {
                match (other, crate::protocol::absolute_uri(uri.clone())) {
                    (Some(Err(error)), _) => problems.push(error.to_string()),
                    (_, Err(error)) => problems.push(error.to_string()),
                    _ => {}
                }
                problems.extend(parameters.iter().map(|name| {
                    format!(
                        "the parameter `{name}` is no variable of the URI `{uri}`: write `{{{name}}}` into it"
                    )
                }));
                let size = self.size;
                ResourceTarget::Fixed(ResourceDescriptor {
                    uri,
                    name,
                    title,
                    description,
                    mime_type,
                    size,
                    annotations,
                    icons,
                    meta,
                })
            }
        };
        let Self {
            cache,
            mime_type,
            completers,
            ..
        } = Self {
            common: Common::default(),
            uri: String::new(),
            annotations: None,
            ..self
        };
        ResourceDefinition {
            target,
            cache,
            mime_type,
            blocking,
            needs,
            completers,
            problems,
            handler,
        }
    }

    fn retyped<V2, C2>(self) -> ResourceBuilder<V2, C2> {
        let Self {
            common,
            uri,
            mime_type,
            size,
            annotations,
            cache,
            allow_traversal,
            optional,
            completers,
            types: _,
        } = self;
        ResourceBuilder {
            common,
            uri,
            mime_type,
            size,
            annotations,
            cache,
            allow_traversal,
            optional,
            completers,
            types: PhantomData,
        }
    }
}

/// How the variables of a template and the parameters of its handler disagree.
fn mismatches(
    template: &UriTemplate,
    parameters: &[Cow<'static, str>],
    optional: &[Cow<'static, str>],
) -> Vec<String> {
    let uri = template.as_str();
    let variables: Vec<&str> = template.variables().collect();
    let unknown = parameters
        .iter()
        .filter(|name| !variables.contains(&name.as_ref()));
    let unused = variables
        .iter()
        .filter(|name| !parameters.iter().any(|parameter| parameter == *name));
    let absent = variables.iter().filter(|name| {
        template.is_optional(name)
            && parameters.iter().any(|parameter| parameter == *name)
            && !optional.iter().any(|parameter| parameter == *name)
    });
    unknown
        .map(|name| format!("the parameter `{name}` is no variable of the template `{uri}`"))
        .chain(unused.map(|name| format!("the variable `{name}` of the template `{uri}` has no parameter")))
        .chain(absent.map(|name| {
            format!(
                "the variable `{name}` of the template `{uri}` may be absent: make the parameter an `Option`"
            )
        }))
        .collect()
}

type ResourceFuture = BoxFuture<Result<Reply<ReadResourceResult>, McpError>>;

struct AsyncResource<V, C, F> {
    names: Box<[Cow<'static, str>]>,
    handler: F,
    types: PhantomData<fn(V, C)>,
}

impl<V, C, F, R> ErasedResource for AsyncResource<V, C, F>
where
    V: TextList,
    C: ContextList,
    F: Fn(V, C) -> R + Send + Sync,
    R: Future<Output: IntoResourceResponse> + Send + 'static,
{
    fn read(&self, ctx: &Context, variables: &TextValues) -> Result<ResourceFuture, InvalidText> {
        let variables = V::take(&self.names, variables)?;
        Ok(match C::extract(ctx) {
            Ok(context) => {
                let future = (self.handler)(variables, context);
                Box::pin(async move { future.await.into_resource_response() })
            }
            Err(error) => failed(error),
        })
    }
}

struct BlockingResource<V, C, F> {
    names: Box<[Cow<'static, str>]>,
    handler: Arc<F>,
    types: PhantomData<fn(V, C)>,
}

impl<V, C, F, R> ErasedResource for BlockingResource<V, C, F>
where
    V: TextList,
    C: ContextList,
    F: Fn(V, C) -> R + Send + Sync + 'static,
    R: IntoResourceResponse,
{
    fn read(&self, ctx: &Context, variables: &TextValues) -> Result<ResourceFuture, InvalidText> {
        let variables = V::take(&self.names, variables)?;
        Ok(match C::extract(ctx) {
            Ok(context) => {
                let handler = Arc::clone(&self.handler);
                Box::pin(async move { handler(variables, context).into_resource_response() })
            }
            Err(error) => failed(error),
        })
    }
}

impl<V, C> fmt::Debug for ResourceBuilder<V, C> {
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
