//! The members that results of several methods share.

use mcp_core::protocol::{CacheHint, CacheScope, Meta, ProtocolVersion};

use crate::envelope::append_json;
use crate::server::Parts;

/// Appends `ttlMs` and `cacheScope`, after another member (`CACHE-01`).
pub(super) fn append_cache(out: &mut Vec<u8>, cache: CacheHint) {
    out.extend_from_slice(br#","ttlMs":"#);
    append_json(out, &cache.ttl_ms);
    out.extend_from_slice(match cache.scope {
        CacheScope::Private => br#","cacheScope":"private""#.as_slice(),
        CacheScope::Public => br#","cacheScope":"public""#.as_slice(),
    });
}

/// Appends a `_meta` that only names the server, after another member (`META-06`).
pub(super) fn append_server_info(out: &mut Vec<u8>, server: &Parts) {
    out.extend_from_slice(br#","_meta":{"#);
    append_server_info_members(out, server);
    out.push(b'}');
}

/// Appends the member that names the server, inside a `_meta`.
pub(super) fn append_server_info_members(out: &mut Vec<u8>, server: &Parts) {
    out.extend_from_slice(server.server_info.as_bytes());
}

/// The `_meta` of a result is larger than allowed (`B20`).
pub(super) struct MetadataTooLarge;

/// Appends the `_meta` of a result, after another member; the server's name is added last and wins.
pub(super) fn append_meta(
    out: &mut Vec<u8>,
    server: &Parts,
    version: ProtocolVersion,
    meta: &Meta,
) -> Result<(), MetadataTooLarge> {
    let modern = !version.has_handshake();
    if meta.is_empty() {
        if modern {
            append_server_info(out, server);
        }
        return Ok(());
    }
    out.extend_from_slice(br#","_meta":"#);
    let start = out.len();
    append_json(out, meta);
    if out.len() - start > server.limits.metadata_size {
        return Err(MetadataTooLarge);
    }
    if modern {
        // Reopen the object.
        out.pop();
        out.push(b',');
        out.extend_from_slice(server.server_info.as_bytes());
        out.push(b'}');
    }
    Ok(())
}
