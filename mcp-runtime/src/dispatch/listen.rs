//! `subscriptions/listen`: the stream of changes that a 2026-07-28 client asks for (`SUB-*`).

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_core::context::Outbound;
use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::key;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::admission::{Request, member};
use super::results::append_server_info_members;
use super::route::Routed;
use super::{Answer, Connection, PendingAnswer};
use crate::envelope::{append_cancelled, append_json, encode_result};
use crate::registry::Resolved;
use crate::subscriptions::{Changed, Filter, ListKind, Subscription};
use crate::transport::race::first;

/// How long a subscription waits before it offers again what a slow client had no room for.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a client is told when there are too many subscriptions.
pub(crate) const NO_SUBSCRIPTIONS: &str = "Subscription capacity unavailable";

impl Connection {
    pub(super) fn listen(&self, request: Request<'_>, _out: &mut Vec<u8>) -> Routed {
        let wanted = request
            .params
            .notifications
            .ok_or_else(|| ErrorObject::invalid_params("Invalid params: `notifications` is missing"))?;
        let filter = self.agreed_filter(wanted)?;
        let limit = self.server.limits.subscriptions;
        let Some(counted) = self.server.subscriptions.begin_below(limit) else {
            tracing::warn!("a subscription was refused: there are too many");
            return Err(ErrorObject::internal(NO_SUBSCRIPTIONS));
        };
        let ctx = self.context(&request);
        let acknowledged = acknowledged(&filter);
        // Registered before it is acknowledged, so that nothing falls between the two.
        let subscription = self.server.bus.subscribe(Arc::new(Mutex::new(filter)));
        let meta = format!("{{\"{}\":{}}}", key::SUBSCRIPTION_ID, request.id);
        self.outbound.notify(notification(
            "notifications/subscriptions/acknowledged",
            &acknowledged,
            Some(&meta),
        ));
        let registration = self.in_flight.register(request.id, &ctx, counted);
        let (server, outbound) = (Arc::clone(&self.server), Arc::clone(&self.outbound));
        let (closing, id) = (self.closing.clone(), Box::<str>::from(request.id));
        let is_told_twice = self.is_stream;
        Ok(Some(PendingAnswer(Box::pin(async move {
            // What changed before the end is told before the end.
            let listening = first(closing.begun(), async {
                match tell(&subscription, &*outbound, Some(&meta)).await {}
            });
            let mut listening = Box::pin(listening);
            poll_fn(|cx| registration.poll(&mut listening, cx)).await?;
            drop(listening);
            let mut bytes = Vec::new();
            encode_result(&mut bytes, &id, |out| {
                out.extend_from_slice(br#"{"resultType":"complete","_meta":{""#);
                out.extend_from_slice(key::SUBSCRIPTION_ID.as_bytes());
                out.extend_from_slice(b"\":");
                out.extend_from_slice(id.as_bytes());
                out.push(b',');
                append_server_info_members(out, &server);
                out.extend_from_slice(b"}}");
            });
            // On stdio the end is told once more, for clients that wait for this (`SUB-11`, `AMB-01`).
            if is_told_twice {
                bytes.push(b'\n');
                append_cancelled(&mut bytes, &id, "the server ends");
            }
            Some(Answer {
                bytes,
                places: vec![registration],
            })
        }))))
    }

    /// What was asked for and is served; the rest is left out (`SUB-03`, `AMB-17`).
    fn agreed_filter(&self, wanted: &RawValue) -> Result<Filter, ErrorObject> {
        let wanted: Map<String, Value> = member(wanted, "notifications")?;
        let kinds = self.server.catalog.current().kinds;
        let is_served = |kind| match kind {
            ListKind::Tools => kinds.tools,
            ListKind::Prompts => kinds.prompts,
            ListKind::Resources => kinds.resources,
        };
        let mut filter = Filter::default();
        for kind in ListKind::ALL {
            match wanted.get(kind.member()) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Bool(true)) => {
                    if self.server.list_changed && is_served(kind) {
                        filter.lists.insert(kind);
                    }
                }
                Some(_) => {
                    return Err(ErrorObject::invalid_params(format!(
                        "Invalid params: `{}` must be a boolean",
                        kind.member()
                    )));
                }
            }
        }
        let uris = match wanted.get("resourceSubscriptions") {
            None => return Ok(filter),
            Some(uris) => uris.as_array().ok_or_else(invalid_uris)?,
        };
        if uris.len() > self.server.limits.resource_subscriptions {
            return Err(too_many_resources());
        }
        for uri in uris {
            let uri = uri.as_str().ok_or_else(invalid_uris)?;
            if self.server.resource_subscriptions && self.has_resource(uri) {
                filter.resources.insert(uri.into());
            }
        }
        Ok(filter)
    }

    pub(super) fn has_resource(&self, uri: &str) -> bool {
        let registry = self.server.catalog.current();
        matches!(registry.resolve(uri), Resolved::Found(..))
    }
}

fn invalid_uris() -> ErrorObject {
    ErrorObject::invalid_params("Invalid params: `resourceSubscriptions` must be a list of URIs")
}

pub(super) fn too_many_resources() -> ErrorObject {
    ErrorObject::invalid_params("Too many resource subscriptions")
}

/// The filter as the acknowledgement shows it: what is not served is absent.
fn acknowledged(filter: &Filter) -> Value {
    let mut agreed: Map<String, Value> = filter
        .lists
        .iter()
        .map(|kind| (kind.member().to_owned(), true.into()))
        .collect();
    if !filter.resources.is_empty() {
        agreed.insert("resourceSubscriptions".to_owned(), json!(filter.resources));
    }
    json!({ "notifications": agreed })
}

/// What never comes.
pub(crate) enum Never {}

/// Tells of changes for ever, as fast as the client takes them.
pub(super) async fn tell(subscription: &Subscription, outbound: &dyn Outbound, meta: Option<&str>) -> Never {
    loop {
        let changed = poll_fn(|cx| subscription.poll_changed(cx)).await;
        let left = tell_of(changed, |method, params| {
            outbound.notify(notification(method, params, meta))
        });
        if let Some(left) = left {
            subscription.put_back(left);
            tokio::time::sleep(PATIENCE).await;
        }
    }
}

/// Tells of each change; gives back what was not taken.
pub(super) fn tell_of(
    mut changed: Changed,
    mut tell: impl FnMut(&'static str, &Value) -> bool,
) -> Option<Changed> {
    while let Some(kind) = changed.lists.pop_first() {
        if !tell(kind.notification(), &json!({})) {
            changed.lists.insert(kind);
            return Some(changed);
        }
    }
    while let Some(uri) = changed.resources.pop_first() {
        if !tell("notifications/resources/updated", &json!({ "uri": uri })) {
            changed.resources.insert(uri);
            return Some(changed);
        }
    }
    None
}

/// A notification whose parameters are an object, with a `_meta` if there is one.
pub(super) fn notification(method: &'static str, params: &Value, meta: Option<&str>) -> Vec<u8> {
    let mut out = Vec::with_capacity(192);
    out.extend_from_slice(br#"{"jsonrpc":"2.0","method":""#);
    out.extend_from_slice(method.as_bytes());
    out.push(b'"');
    let is_empty = params.as_object().is_some_and(Map::is_empty);
    if !is_empty || meta.is_some() {
        out.extend_from_slice(br#","params":"#);
        append_json(&mut out, params);
        if let Some(meta) = meta {
            // Reopen the object.
            out.pop();
            out.extend_from_slice(if is_empty { b"\"_meta\":" } else { b",\"_meta\":" });
            out.extend_from_slice(meta.as_bytes());
            out.push(b'}');
        }
    }
    out.push(b'}');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub_05_every_notification_of_a_subscription_carries_its_id() {
        let meta = format!("{{\"{}\":\"watch\"}}", key::SUBSCRIPTION_ID);
        let text = |method, params, meta| String::from_utf8(notification(method, &params, meta)).unwrap();
        assert_eq!(
            text("notifications/tools/list_changed", json!({}), Some(&meta)),
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"watch"}}}"#
        );
        assert_eq!(
            text(
                "notifications/resources/updated",
                json!({ "uri": "a://b" }),
                Some(&meta)
            ),
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a://b","_meta":{"io.modelcontextprotocol/subscriptionId":"watch"}}}"#
        );
        // `LMSG-04`: older clients get them untagged.
        assert_eq!(
            text("notifications/tools/list_changed", json!({}), None),
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#
        );
    }

    #[test]
    fn what_a_slow_client_has_no_room_for_is_given_back() {
        let changed = || Changed {
            lists: [ListKind::Tools, ListKind::Prompts].into(),
            resources: ["a://b".into()].into(),
        };
        let mut room = 1;
        let left = tell_of(changed(), |_, _| {
            room -= 1;
            room >= 0
        });
        assert_eq!(
            left,
            Some(Changed {
                lists: [ListKind::Prompts].into(),
                ..changed()
            })
        );
        assert_eq!(tell_of(changed(), |_, _| true), None);
    }
}
