use std::any::{TypeId, type_name};
use std::ops::Deref;

use super::Context;
use crate::error::McpError;
use crate::primitive::{Extract, ParameterList, for_each_tuple};

/// A handler's parameter that comes from the request's context and not from the client.
///
/// [`Context`] and [`State`] are recognised by name; a type of your own that implements this is
/// marked with `#[from_context]`:
///
/// ```
/// use mcp_core::{Context, FromContext, McpError, protocol::ProtocolVersion};
///
/// /// The revision that the client speaks.
/// struct Revision(ProtocolVersion);
///
/// impl FromContext for Revision {
///     fn from_context(ctx: &Context) -> Result<Self, McpError> {
///         Ok(Self(ctx.version()))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a context parameter",
    label = "cannot be taken from the request",
    note = "`Context`, `Principal` and `State<T>` come from the request, where `T: Clone + Send + Sync + 'static`: derive `Clone`, or write `State<Arc<T>>`",
    note = "a type of your own needs `impl FromContext`; what the client sends is an argument: remove `#[from_context]`"
)]
pub trait FromContext: Sized + Send + 'static {
    /// Takes the value.
    ///
    /// # Errors
    ///
    /// When it cannot be had; the call fails with this error.
    fn from_context(ctx: &Context) -> Result<Self, McpError>;

    /// Says what the server must provide, so that building it fails when it does not.
    fn needs(needs: &mut Needs) {
        let _ = needs;
    }
}

#[diagnostic::do_not_recommend]
impl FromContext for Context {
    fn from_context(ctx: &Context) -> Result<Self, McpError> {
        Ok(ctx.clone())
    }
}

/// The server's shared value of type `T`, cloned for the call.
///
/// It is given once, with `Server::builder(…).state(value)`; building a server whose handlers take
/// a state that was never given is an error. Wrap what is not cheap to clone in an `Arc`.
#[derive(Clone, Copy, Debug, Default)]
pub struct State<T>(pub T);

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone + Send + Sync + 'static> FromContext for State<T> {
    fn from_context(ctx: &Context) -> Result<Self, McpError> {
        match ctx.state::<T>() {
            Some(value) => Ok(Self(value.clone())),
            None => Err(McpError::unexpected(format!(
                "no state of type `{}`",
                type_name::<T>()
            ))),
        }
    }

    fn needs(needs: &mut Needs) {
        needs.state::<T>();
    }
}

/// What a handler needs of the server, collected while it is defined.
#[derive(Clone, Debug, Default)]
pub struct Needs(Vec<(TypeId, &'static str)>);

impl Needs {
    /// A state of type `T`.
    pub fn state<T: 'static>(&mut self) {
        self.0.push((TypeId::of::<T>(), type_name::<T>()));
    }

    /// The types of the needed states, with their names.
    pub fn states(&self) -> impl Iterator<Item = (TypeId, &'static str)> {
        self.0.iter().copied()
    }
}

/// What a handler takes from its context: a tuple of [`context`](crate::primitive::context)s.
pub trait ContextList: ParameterList<Values: Send + 'static> + 'static {
    /// Says what the server must provide.
    fn needs(needs: &mut Needs);

    /// Takes all of them.
    ///
    /// # Errors
    ///
    /// The first failure.
    fn extract(ctx: &Context) -> Result<Self::Values, McpError>;
}

/// Implements [`ContextList`] for a tuple of context parameters.
macro_rules! context_tuple {
    ($($parameter:ident $index:tt),*) => {
        #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple uses nothing")]
        impl<$($parameter: FromContext),*> ContextList for ($(Extract<$parameter>,)*) {
            fn needs(needs: &mut Needs) {
                $($parameter::needs(needs);)*
            }

            fn extract(ctx: &Context) -> Result<Self::Values, McpError> {
                Ok(($($parameter::from_context(ctx)?,)*))
            }
        }
    };
}

for_each_tuple!(context_tuple);
