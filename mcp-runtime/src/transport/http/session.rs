//! The id of a session: everything that its handshake agreed on, sealed. Any replica that has the
//! key can go on with it, and an idle session costs nothing (`SESS-*`).

use std::sync::{Mutex, MutexGuard};
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

/// A session as its id tells it.
pub(super) struct Opened {
    pub(super) uid: Uid,
    /// In seconds since 1970.
    pub(super) begun: u64,
    pub(super) session: Session,
}

/// The sessions that were opened last. Opening an id takes longer than everything else that is done
/// for a small request, and its client is likely to come again.
pub(super) struct Recent<T> {
    places: Box<[Mutex<Option<Known<T>>>]>,
}

/// A session that was opened, and what is kept of it.
pub(super) struct Known<T> {
    id: Box<str>,
    principal: Option<Principal>,
    begun: u64,
    pub(super) kept: T,
}

/// How many sessions are kept open; each takes the place that its id falls on.
const RECENT: usize = 256;

/// An id ends in a tag that is as good as random; what is made up is not let in anyway.
fn place_of(id: &str) -> usize {
    let tail = id.bytes().rev().take(4);
    tail.fold(0, |place, byte| place * 31 + usize::from(byte)) % RECENT
}

impl<T> Recent<T> {
    pub(super) fn new() -> Self {
        Self {
            places: (0..RECENT).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// The place of an id; another session may be there.
    pub(super) fn place(&self, id: &str) -> MutexGuard<'_, Option<Known<T>>> {
        lock(&self.places[place_of(id)])
    }

    /// Forgets what is so.
    pub(super) fn forget(&self, is_so: impl Fn(&T) -> bool) {
        for place in &self.places {
            lock(place).take_if(|known| is_so(&known.kept));
        }
    }
}

impl<T> Known<T> {
    pub(super) fn new(id: &str, principal: Option<&Principal>, begun: u64, kept: T) -> Self {
        Self {
            id: id.into(),
            principal: principal.cloned(),
            begun,
            kept,
        }
    }

    /// Whether it is the session of this id, that caller began it, and it is not over.
    pub(super) fn is_of(&self, id: &str, principal: Option<&Principal>) -> bool {
        *self.id == *id && self.principal.as_ref() == principal && !is_over(self.begun)
    }
}

fn is_over(begun: u64) -> bool {
    begun.saturating_add(LIFETIME.as_secs()) < now().as_secs()
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

/// Opens the id of a session, unless that was begun elsewhere, by somebody else, or too long ago.
pub(super) fn open(server: &Parts, principal: Option<&Principal>, id: &str) -> Option<Opened> {
    let opened = server.keys.open(&context(server, principal), id, MAX_LENGTH);
    let text = opened
        .inspect_err(|error| tracing::debug!(%error, "the id of a session was refused"))
        .ok()?;
    let token: Token = serde_json::from_slice(&text).ok()?;
    let version = ProtocolVersion::from_wire(&token.version)?;
    (!is_over(token.begun)).then(|| Opened {
        uid: token.uid,
        begun: token.begun,
        session: Session::new(version, token.capabilities, token.info),
    })
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
        let opens = |id: &str| open(server, None, id).is_some();
        let is_known = |age: Duration| Known::new("id", None, (now() - age).as_secs(), ()).is_of("id", None);
        assert!(opens(&token(Duration::ZERO)));
        assert!(opens(&token(LIFETIME - Duration::from_secs(60))));
        let old = token(LIFETIME + Duration::from_secs(60));
        assert!(!opens(&old));
        assert!(is_known(LIFETIME - Duration::from_secs(60)));
        assert!(
            !is_known(LIFETIME + Duration::from_secs(60)),
            "also when it was opened before"
        );
    }
}
