//! The id of a session: everything that its handshake agreed on, sealed. Any replica that has the
//! key can go on with it, and an idle session costs nothing (`SESS-*`).

use std::sync::Mutex;
use std::time::Duration;

use mcp_core::Principal;
use mcp_core::protocol::{ClientCapabilities, Implementation, ProtocolVersion};
use serde::{Deserialize, Serialize};

use crate::dispatch::Session;
use crate::lock::lock;
use crate::seal::now;
use crate::server::Parts;

/// How long a session may last from its handshake on.
pub(super) const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest id that is looked at; headers of this size pass everywhere.
const MAX_LENGTH: usize = 4096;

/// What tells sessions apart.
pub(super) type Uid = u128;

/// What is in the id.
#[derive(Serialize, Deserialize)]
struct Token {
    #[serde(rename = "u")]
    uid: Uid,
    #[serde(rename = "t")]
    begun: u64,
    #[serde(rename = "v")]
    version: String,
    #[serde(rename = "c")]
    capabilities: ClientCapabilities,
    #[serde(rename = "i", skip_serializing_if = "Option::is_none")]
    info: Option<Implementation>,
}

/// A session that was opened from its id, and what its server keeps of it.
#[derive(Clone)]
pub(super) struct Opened<T> {
    pub(super) uid: Uid,
    begun: u64,
    pub(super) kept: T,
}

impl<T> Opened<T> {
    fn is_over(&self) -> bool {
        self.begun.saturating_add(LIFETIME.as_secs()) < now().as_secs()
    }
}

/// The sessions that were opened last. Opening an id takes longer than everything else that is done
/// for a small request, and its client is likely to come again.
pub(super) struct Recent<T> {
    places: Box<[Place<T>]>,
}

type Place<T> = Mutex<Option<Known<T>>>;

struct Known<T> {
    id: Box<str>,
    principal: Option<Principal>,
    opened: Opened<T>,
}

/// How many sessions are kept open; each takes the place that its id falls on.
const RECENT: usize = 256;

/// An id ends in a tag that is as good as random; what is made up is not let in anyway.
fn place_of(id: &str) -> usize {
    let tail = id.bytes().rev().take(4);
    tail.fold(0, |place, byte| place * 31 + usize::from(byte)) % RECENT
}

impl<T: Clone> Recent<T> {
    pub(super) fn new() -> Self {
        Self {
            places: (0..RECENT).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Opens a session from its id, unless it was made elsewhere, for somebody else, or too long ago.
    /// `keep` makes what is kept of it.
    pub(super) fn open(
        &self,
        server: &Parts,
        principal: Option<&Principal>,
        id: &str,
        keep: impl FnOnce(Session) -> T,
    ) -> Option<Opened<T>> {
        let mut place = lock(&self.places[place_of(id)]);
        let opened = match &*place {
            Some(known) if *known.id == *id && known.principal.as_ref() == principal => known.opened.clone(),
            _ => {
                let (uid, begun, session) = open(server, principal, id)?;
                let opened = Opened {
                    uid,
                    begun,
                    kept: keep(session),
                };
                *place = Some(Known {
                    id: id.into(),
                    principal: principal.cloned(),
                    opened: opened.clone(),
                });
                opened
            }
        };
        (!opened.is_over()).then_some(opened)
    }

    /// Closes a session that has ended.
    pub(super) fn forget(&self, uid: Uid) {
        for place in &self.places {
            let mut place = lock(place);
            if place.as_ref().is_some_and(|known| known.opened.uid == uid) {
                *place = None;
            }
        }
    }
}

/// Makes the id of a new session.
pub(super) fn seal(server: &Parts, principal: Option<&Principal>, session: &Session) -> Option<String> {
    let mut random = [0; size_of::<Uid>()];
    getrandom::fill(&mut random).ok()?;
    let mut token = Token {
        uid: Uid::from_ne_bytes(random),
        begun: now().as_secs(),
        version: session.version.as_str().to_owned(),
        capabilities: session.client_capabilities.as_ref().clone(),
        info: session
            .client_info
            .as_deref()
            .map(|info| Implementation::new(&info.name, &info.version)),
    };
    let seal = |token: &Token| {
        let text = serde_json::to_vec(token).ok()?;
        server.keys.seal(&context(server, principal), &text).ok()
    };
    let id = seal(&token)?;
    if id.len() <= MAX_LENGTH {
        return Some(id);
    }
    // What the server itself never acts on is left out if it would make the header too long.
    token.info = None;
    token.capabilities.experimental = None;
    token.capabilities.extensions = None;
    seal(&token).filter(|id| id.len() <= MAX_LENGTH)
}

fn open(server: &Parts, principal: Option<&Principal>, id: &str) -> Option<(Uid, u64, Session)> {
    let opened = server.keys.open(&context(server, principal), id, MAX_LENGTH);
    let text = opened
        .inspect_err(|error| tracing::debug!(%error, "the id of a session was refused"))
        .ok()?;
    let Token {
        uid,
        begun,
        version,
        capabilities,
        info,
    } = serde_json::from_slice(&text).ok()?;
    let version = ProtocolVersion::from_wire(&version)?;
    Some((uid, begun, Session::new(version, capabilities, info)))
}

/// What an id must not be separated from: the server, and who began the session (`SESS-02`).
fn context(server: &Parts, principal: Option<&Principal>) -> Vec<u8> {
    let subject = principal.map(Principal::subject);
    let mut context = b"mcp session\0".to_vec();
    context.extend_from_slice(server.info.name.as_bytes());
    context.push(0);
    if let Some(subject) = subject {
        context.push(1);
        context.extend_from_slice(subject.as_bytes());
    }
    context
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Server;

    #[test]
    fn sess_04_a_session_does_not_last_for_ever() {
        let server = Server::builder("s", "1").build().unwrap();
        let server = server.parts();
        let token = |age: Duration| {
            let token = Token {
                uid: 1,
                begun: (now() - age).as_secs(),
                version: "2025-11-25".to_owned(),
                capabilities: ClientCapabilities::default(),
                info: None,
            };
            let text = serde_json::to_vec(&token).unwrap();
            server.keys.seal(&context(server, None), &text).unwrap()
        };
        let recent = Recent::new();
        let opens = |id: &str| recent.open(server, None, id, drop).is_some();
        assert!(opens(&token(Duration::ZERO)));
        assert!(opens(&token(LIFETIME - Duration::from_secs(60))));
        let old = token(LIFETIME + Duration::from_secs(60));
        assert!(!opens(&old) && !opens(&old), "also when it was looked at before");
    }
}
