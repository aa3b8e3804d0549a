use std::collections::BTreeMap;
use std::sync::Arc;

use super::BoxFuture;
use crate::context::Context;
use crate::protocol::Completion;

/// A client's wish for suggestions: what was typed so far, and the other arguments (`COMP-02`).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompletionRequest {
    /// What was typed so far.
    pub value: String,
    /// Arguments that have values already.
    pub arguments: BTreeMap<String, String>,
    /// The request.
    pub context: Context,
}

impl CompletionRequest {
    /// A wish for suggestions.
    #[must_use]
    pub fn new(value: String, arguments: BTreeMap<String, String>, context: Context) -> Self {
        Self {
            value,
            arguments,
            context,
        }
    }
}

/// A function that suggests values for an argument of a prompt or a variable of a template.
///
/// It takes a [`CompletionRequest`] and returns a `Vec` of strings or a [`Completion`], best first;
/// it may be `async` or not. `M` only tells the two apart and is inferred.
///
/// ```
/// use mcp_core::primitive::{CompletionRequest, Required, text};
///
/// async fn cities(request: CompletionRequest) -> Vec<&'static str> {
///     ["Madrid", "Málaga"].into_iter().filter(|city| city.starts_with(&request.value)).collect()
/// }
/// let city = text::<Required<String>>("city").complete(cities);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot suggest values",
    label = "not a completer",
    note = "write `async fn name(request: CompletionRequest) -> Vec<String>`, or return `Completion`"
)]
pub trait Completer<M>: Send + Sync + 'static {
    /// The function behind one `dyn` call.
    fn erase(self) -> Arc<dyn ErasedCompleter>;
}

/// A completer whose types are gone.
pub trait ErasedCompleter: Send + Sync {
    /// Suggests.
    fn complete(&self, request: CompletionRequest) -> BoxFuture<Completion>;
}

/// Marks completers that are plain functions.
#[derive(Debug)]
pub struct Immediate;

/// Marks completers that are `async` functions.
#[derive(Debug)]
pub struct Asynchronous;

struct Function<F>(F);

impl<F> ErasedCompleter for Function<F>
where
    F: Fn(CompletionRequest) -> BoxFuture<Completion> + Send + Sync,
{
    fn complete(&self, request: CompletionRequest) -> BoxFuture<Completion> {
        (self.0)(request)
    }
}

#[diagnostic::do_not_recommend]
impl<F, R> Completer<Immediate> for F
where
    F: Fn(CompletionRequest) -> R + Send + Sync + 'static,
    R: Into<Completion>,
{
    fn erase(self) -> Arc<dyn ErasedCompleter> {
        let completer = Arc::new(self);
        Arc::new(Function(move |request| -> BoxFuture<Completion> {
            let completer = Arc::clone(&completer);
            Box::pin(async move { completer(request).into() })
        }))
    }
}

#[diagnostic::do_not_recommend]
impl<F, R> Completer<Asynchronous> for F
where
    F: Fn(CompletionRequest) -> R + Send + Sync + 'static,
    R: Future + Send + 'static,
    R::Output: Into<Completion>,
{
    fn erase(self) -> Arc<dyn ErasedCompleter> {
        Arc::new(Function(move |request| -> BoxFuture<Completion> {
            let future = self(request);
            Box::pin(async move { future.await.into() })
        }))
    }
}
