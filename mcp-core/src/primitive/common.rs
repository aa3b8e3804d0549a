//! What every builder collects, whatever the primitive.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;

use crate::context::Needs;
use crate::protocol::{Icon, Meta};
use crate::response::ResponseError;

/// How a handler is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkClass {
    /// Whether it blocks its thread, and so belongs on the blocking pool.
    pub blocking: bool,
    /// How long it may take; forever when `None`.
    pub timeout: Option<Duration>,
    /// How many calls of it may run at a time; as many as come when `None`.
    pub concurrency: Option<usize>,
}

/// The words and pictures of a primitive, its needs, and what is wrong with it.
#[derive(Debug, Default)]
pub(super) struct Common {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) icons: Vec<Icon>,
    pub(super) meta: Meta,
    pub(super) needs: Needs,
    pub(super) work: WorkClass,
    /// The names of the parameters, in order.
    pub(super) parameters: Vec<Cow<'static, str>>,
    /// Reported all together when the server is built.
    pub(super) problems: Vec<String>,
}

impl Common {
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    pub(super) fn icon(&mut self, icon: Result<Icon, ResponseError>) {
        match icon {
            Ok(icon) => self.icons.push(icon),
            Err(error) => self.problems.push(error.to_string()),
        }
    }

    pub(super) fn meta(&mut self, key: &str, value: impl Serialize) {
        if let Err(error) = self.meta.insert(key, value) {
            self.problems.push(error.to_string());
        }
    }

    /// Notes the name of a parameter.
    pub(super) fn parameter(&mut self, name: Cow<'static, str>) {
        if self.parameters.contains(&name) {
            self.problems
                .push(format!("the parameter name `{name}` is used twice"));
        }
        self.parameters.push(name);
    }
}

/// The methods that every builder has for its [`Common`] part.
macro_rules! common_methods {
    () => {
        /// The name for people.
        pub fn title(mut self, title: impl Into<String>) -> Self {
            self.common.title = Some(title.into());
            self
        }

        /// What it is for, in words for the model.
        pub fn description(mut self, description: impl Into<String>) -> Self {
            self.common.description = Some(description.into());
            self
        }

        /// Adds a picture, as [`Icon::new`] gives it; one that is refused fails the build of the
        /// server.
        pub fn icon(mut self, icon: Result<Icon, ResponseError>) -> Self {
            self.common.icon(icon);
            self
        }

        /// How long a call may take. After that its handler is dropped, or told by
        /// [`Context::is_cancelled`](crate::Context::is_cancelled) if it blocks, and the client gets
        /// an error that says so.
        pub fn timeout(mut self, timeout: Duration) -> Self {
            self.common.work.timeout = Some(timeout);
            self
        }

        /// How many calls may run at a time; others wait for their turn.
        pub fn concurrency(mut self, calls: usize) -> Self {
            if calls == 0 {
                self.common
                    .problems
                    .push("its concurrency must be at least 1".to_owned());
            }
            self.common.work.concurrency = Some(calls);
            self
        }

        /// Sets a key of the description's `_meta`; one that is refused fails the build of the
        /// server.
        pub fn meta(mut self, key: &str, value: impl Serialize) -> Self {
            self.common.meta(key, value);
            self
        }
    };
}

/// The last step of every builder. `finish`, its own, puts the definition together.
macro_rules! handler_methods {
    ($input:ident, $response:ident, $convert:ident, $future:ident => $definition:ident) => {
        /// Gives the handler: what it takes from the client, what it takes from the context, and a
        /// function of the two tuples that returns a future.
        pub fn handler<I, P, F, Fut, R>(self, input: I, context: P, handler: F) -> $definition
        where
            I: $input,
            P: ContextList,
            F: Fn(I::Values, P::Values) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = R> + Send + 'static,
            R: $response,
        {
            let start = move |input: I::Values, context: P::Values| -> $future {
                let future = handler(input, context);
                Box::pin(async move { future.await.$convert() })
            };
            self.finish::<I, P, R, _>(input, context, false, start)
        }

        /// Gives the handler as a function that may block its thread; it is run where it may.
        pub fn blocking_handler<I, P, F, R>(self, input: I, context: P, handler: F) -> $definition
        where
            I: $input,
            P: ContextList,
            F: Fn(I::Values, P::Values) -> R + Send + Sync + 'static,
            R: $response,
        {
            let handler = Arc::new(handler);
            let start = move |input: I::Values, context: P::Values| -> $future {
                let handler = Arc::clone(&handler);
                Box::pin(async move { handler(input, context).$convert() })
            };
            self.finish::<I, P, R, _>(input, context, true, start)
        }
    };
}

pub(super) use {common_methods, handler_methods};
