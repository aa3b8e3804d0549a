//! Handlers that ask by hand, for clients that hold a connection: each round is one run of the handler
//! and one set of questions, all within one request.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::ask::Suspension;
use mcp_core::{Context, IntoMcpError};

use super::call::{Finish, Kept, guarded};
use super::handler::{Ended, Handler, Outcome};
use super::input::check_rounds;
use crate::in_flight::Registration;
use crate::registry::Work;
use crate::server::{Failure, Parts};

/// What the next run of a handler needs.
pub(super) struct Again<'c> {
    pub(super) server: &'c Parts,
    pub(super) ctx: &'c Context,
    pub(super) work: &'c Arc<Work>,
    pub(super) arguments: Option<&'c Kept>,
}

impl Again<'_> {
    /// Asks what has to be asked over the connection, and gives the handler to go on with; or what the
    /// call has come to.
    pub(super) async fn next<F: Finish>(
        &self,
        finish: &F,
        outcome: Option<Outcome<F::Result>>,
        registration: &Registration,
    ) -> ControlFlow<Option<Outcome<F::Result>>, Handler<F::Result>> {
        let suspension = match outcome {
            Some(Outcome::Asks(suspension)) if self.ctx.version().has_handshake() => suspension,
            outcome => return ControlFlow::Break(outcome),
        };
        // In a box of its own: calls that only wait have no use for its place.
        let mut going_on = Box::pin(self.go_on(finish, *suspension));
        match poll_fn(|cx| registration.poll(&mut going_on, cx)).await {
            Some(Ok(handler)) => ControlFlow::Continue(handler),
            Some(Err(ended)) => ControlFlow::Break(Some(Outcome::Ended(Err(ended)))),
            None => ControlFlow::Break(None),
        }
    }

    async fn go_on<F: Finish>(
        &self,
        finish: &F,
        suspension: Suspension,
    ) -> Result<Handler<F::Result>, Ended> {
        let Self {
            server, ctx, work, ..
        } = *self;
        let Some(Kept(arguments)) = self.arguments else {
            return Err(Ended::Failed(Failure::error(
                "what asks by hand has to take the `Context`, or it never learns the answers",
            )));
        };
        check_rounds(server, &suspension.records).map_err(|reason| Ended::Failed(Failure::error(reason)))?;
        if suspension.requests.is_empty() {
            tokio::time::sleep(pause(suspension.records.round())).await;
        }
        let asked = ctx.ask_by_hand(suspension).await;
        asked.map_err(|error| Ended::from(error.into_mcp_error()))?;
        let future = guarded(|| finish.again(server, ctx, arguments.as_deref())).map_err(Ended::Failed)??;
        Ok(Handler::new(future, work, ctx, server))
    }
}

/// How long a client that is asked nothing takes to come again; clients of 2026-07-28 do the same.
fn pause(round: u32) -> Duration {
    Duration::from_millis(250).min(Duration::from_millis(25) * 2_u32.saturating_pow(round.min(8)))
}
