//! Values that are not to be repeated where they may be logged: those marked `writeOnly`.

use serde_json::Value;

use super::reference::target;
use crate::schema::walk::children;

/// How far into a schema is looked.
const MAX_DEPTH: usize = 32;

pub(super) fn is_secret(schema: &Value) -> bool {
    schema.get("writeOnly") == Some(&Value::Bool(true))
}

/// Whether a value of `schema`, or a part of it, may be secret.
pub(super) fn may_hold_secret(root: &Value, schema: &Value) -> bool {
    holds(root, schema, MAX_DEPTH)
}

fn holds(root: &Value, schema: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return true;
    };
    if is_secret(schema) || target(root, schema).is_some_and(|target| holds(root, target, depth)) {
        return true;
    }
    let mut found = false;
    children(schema, |place, child| {
        found = found || place.keyword != "$defs" && holds(root, child, depth)
    });
    found
}
