//! What older clients are told without asking each time: changed lists, and the resources that they
//! subscribed to (`LSUB-*`).

use std::sync::Arc;

#[cfg(feature = "http")]
use mcp_core::context::Outbound;

use super::Connection;
use super::admission::{Request, Session};
use super::listen::{Never, tell, too_many_resources};
use super::resources::not_found;
use super::route::{Routed, answer_empty};
use crate::envelope::Params;
use crate::lock::lock;
use crate::server::Parts;
use crate::subscriptions::Subscription;

/// The changes that a session is told of, untagged (`LMSG-04`).
pub(crate) struct Pushes(Subscription);

impl Pushes {
    /// Those of a session; `None` if the server tells of none.
    pub(crate) fn of_session(server: &Parts, session: &Session) -> Option<Self> {
        let tells = server.list_changed || server.resource_subscriptions;
        tells.then(|| Self(server.bus.subscribe(Arc::clone(&session.filter))))
    }

    /// Tells of changes for ever, as fast as the client takes them.
    #[cfg(feature = "http")]
    pub(crate) async fn tell(&self, outbound: Arc<dyn Outbound>) -> Never {
        tell(&self.0, &*outbound, None).await
    }
}

impl Connection {
    /// Tells the client of changes, from its handshake on.
    pub(crate) async fn push_changes(&self) -> Never {
        loop {
            self.opened.notified().await;
            let pushes = lock(&self.pushes).take();
            if let Some(Pushes(subscription)) = pushes {
                return tell(&subscription, &*self.outbound, None).await;
            }
        }
    }

    /// `resources/subscribe`.
    pub(super) fn subscribe(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let uri = Params::text(request.params.uri, "uri")?;
        if !self.has_resource(&uri) {
            return Err(not_found(&uri, request.version));
        }
        if let Some(session) = self.session().as_ref() {
            let mut filter = lock(&session.filter);
            filter.resources.insert(uri.as_ref().into());
            if filter.resources.len() > self.server.limits.resource_subscriptions {
                filter.resources.remove(uri.as_ref());
                return Err(too_many_resources());
            }
        }
        Ok(answer_empty(request.id, out))
    }

    /// `resources/unsubscribe`.
    pub(super) fn unsubscribe(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let uri = Params::text(request.params.uri, "uri")?;
        if let Some(session) = self.session().as_ref() {
            let mut filter = lock(&session.filter);
            filter.resources.remove(uri.as_ref());
        }
        Ok(answer_empty(request.id, out))
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Mutex;
    use std::task::{Context, Waker};

    use mcp_core::context::Outbound;

    use super::*;
    use crate::Server;

    #[derive(Default)]
    struct Told(Mutex<Vec<String>>);

    impl Outbound for Told {
        fn notify(&self, message: Vec<u8>) -> bool {
            lock(&self.0).push(String::from_utf8(message).unwrap());
            true
        }
    }

    #[test]
    fn lsub_02_a_change_right_behind_the_handshake_is_told() {
        let server = Server::builder("s", "1").list_changed(true).build().unwrap();
        let told = Arc::new(Told::default());
        let connection = Connection::new(Arc::clone(server.parts()), Arc::<Told>::clone(&told));
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
        let mut answer = Vec::new();
        assert!(connection.receive(message.as_bytes(), &mut answer).is_none());
        server.changes().tools();
        assert!(lock(&told.0).is_empty());
        let mut pushing = pin!(connection.push_changes());
        assert!(
            pushing
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        assert_eq!(
            *lock(&told.0),
            [r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#]
        );
    }
}
