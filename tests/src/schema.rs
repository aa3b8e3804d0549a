//! The official JSON Schemas of the five revisions, and what is held against them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use mcp_core::protocol::ProtocolVersion;
use mcp_core::schema::CompiledSchema;
use serde_json::{Map, Value, json};

use crate::wire::{EMPTY, Seen, method_of, pairs};

/// The definitions of each revision by name, stripped of prose.
static DEFINITIONS: LazyLock<[Map<String, Value>; 5]> = LazyLock::new(|| {
    [
        definitions(include_str!("../schema/2024-11-05.json")),
        definitions(include_str!("../schema/2025-03-26.json")),
        definitions(include_str!("../schema/2025-06-18.json")),
        definitions(include_str!("../schema/2025-11-25.json")),
        definitions(include_str!("../schema/2026-07-28.json")),
    ]
});

/// Checks the answer and the notifications of one exchange against the revision's schema.
///
/// # Panics
///
/// When something breaks it, with the place in the message.
pub fn check(version: ProtocolVersion, method: &str, exchange: &Seen<'_>) {
    for notification in exchange.notifications {
        let definition = notification["method"].as_str().map(notification_definition);
        let definition =
            definition.unwrap_or_else(|| panic!("a notification without a method: {notification}"));
        hold(version, definition, notification);
    }
    for question in exchange.questions {
        hold(version, "JSONRPCRequest", question);
        let definition = match question["method"].as_str() {
            Some("elicitation/create") => "ElicitRequest",
            Some("sampling/createMessage") => "CreateMessageRequest",
            Some("roots/list") => "ListRootsRequest",
            _ => panic!("a request that no server makes: {question}"),
        };
        hold(version, definition, question);
    }
    for (message, answer) in pairs(exchange) {
        match answer.get("result") {
            Some(result) => check_result(version, method_of(message, method), answer, result),
            None => check_error(version, answer),
        }
    }
}

fn check_result(version: ProtocolVersion, method: &str, answer: &Value, result: &Value) {
    let envelope = match version < ProtocolVersion::V2025_11_25 {
        true => "JSONRPCResponse",
        false => "JSONRPCResultResponse",
    };
    hold(version, envelope, answer);
    if method.is_empty() {
        // What was asked could not be read, so the result may be any.
        return;
    }
    // The schema's unions are open, so the result's own type tells which of them it is (`AMB-19`).
    let definition = match result["resultType"].as_str() {
        Some("input_required") => "InputRequiredResult",
        _ => result_definition(method),
    };
    hold(version, definition, result);
}

fn check_error(version: ProtocolVersion, answer: &Value) {
    if version < ProtocolVersion::V2025_11_25 {
        let mut answer = answer.clone();
        // An error whose id could not be read cannot be expressed there (`LMSG-02`); the rest can.
        answer["id"] = answer.get("id").cloned().unwrap_or(json!(0));
        return hold(version, "JSONRPCError", &answer);
    }
    hold(version, "JSONRPCErrorResponse", answer);
    if version.has_handshake() {
        return;
    }
    let error = &answer["error"];
    match error["code"].as_i64() {
        Some(-32700) => hold(version, "ParseError", error),
        Some(-32600) => hold(version, "InvalidRequestError", error),
        Some(-32601) => hold(version, "MethodNotFoundError", error),
        Some(-32602) => hold(version, "InvalidParamsError", error),
        Some(-32603) => hold(version, "InternalError", error),
        Some(-32020) => hold(version, "HeaderMismatchError", answer),
        Some(-32021) => hold(version, "MissingRequiredClientCapabilityError", answer),
        Some(-32022) => hold(version, "UnsupportedProtocolVersionError", answer),
        _ => {}
    }
}

fn result_definition(method: &str) -> &'static str {
    match method {
        "initialize" => "InitializeResult",
        "server/discover" => "DiscoverResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "completion/complete" => "CompleteResult",
        "subscriptions/listen" => "SubscriptionsListenResult",
        method if EMPTY.contains(&method) => "EmptyResult",
        other => panic!("`{other}` has a result, but no definition is known for it"),
    }
}

fn notification_definition(method: &str) -> &'static str {
    match method {
        "notifications/progress" => "ProgressNotification",
        "notifications/message" => "LoggingMessageNotification",
        "notifications/cancelled" => "CancelledNotification",
        "notifications/tools/list_changed" => "ToolListChangedNotification",
        "notifications/prompts/list_changed" => "PromptListChangedNotification",
        "notifications/resources/list_changed" => "ResourceListChangedNotification",
        "notifications/resources/updated" => "ResourceUpdatedNotification",
        "notifications/subscriptions/acknowledged" => "SubscriptionsAcknowledgedNotification",
        other => panic!("`{other}` was sent, but no definition is known for it"),
    }
}

/// Holds a value against a definition of a revision.
///
/// # Panics
///
/// When the value breaks it, or the revision has no such definition.
pub fn hold(version: ProtocolVersion, definition: &'static str, value: &Value) {
    let schema = compiled(version, definition);
    let violations = schema
        .violations_json(&value.to_string())
        .expect("what was read as JSON can be read again");
    let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
    assert!(
        violations.is_empty(),
        "{version}: {definition} is broken:\n  {}\nin {value}",
        violations.join("\n  ")
    );
}

fn compiled(version: ProtocolVersion, definition: &'static str) -> Arc<CompiledSchema> {
    type Compiled = HashMap<(ProtocolVersion, &'static str), Arc<CompiledSchema>>;
    static COMPILED: LazyLock<Mutex<Compiled>> = LazyLock::new(Mutex::default);

    let mut cache = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let schema = cache.entry((version, definition)).or_insert_with(|| {
        let schema = rooted(version, definition);
        let compiled = CompiledSchema::compile(&schema);
        Arc::new(
            compiled.unwrap_or_else(|error| panic!("{version}: {definition} cannot be compiled: {error}")),
        )
    });
    Arc::clone(schema)
}

/// A schema of one definition, with those that it needs and no others: all of them together are
/// more than a schema may cost.
fn rooted(version: ProtocolVersion, definition: &str) -> Value {
    let all = &DEFINITIONS[version.index()];
    let mut reached = BTreeSet::from([definition.to_owned()]);
    let mut open = vec![definition.to_owned()];
    while let Some(name) = open.pop() {
        let schema = all
            .get(&name)
            .unwrap_or_else(|| panic!("{version} has no definition {name}"));
        references(schema, &mut |name| {
            if reached.insert(name.to_owned()) {
                open.push(name.to_owned());
            }
        });
    }
    let needed: Map<_, _> = reached
        .into_iter()
        .map(|name| (name.clone(), all[&name].clone()))
        .collect();
    json!({ "$ref": format!("#/$defs/{definition}"), "$defs": needed })
}

fn references(schema: &Value, found: &mut impl FnMut(&str)) {
    match schema {
        Value::Object(members) => members.iter().for_each(|(key, member)| match member.as_str() {
            Some(target) if key == "$ref" => found(target.rsplit('/').next().unwrap_or_default()),
            _ => references(member, found),
        }),
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Reads a schema file; the older ones call their definitions by the older name.
fn definitions(json: &str) -> Map<String, Value> {
    let json = json.replace("\"#/definitions/", "\"#/$defs/");
    let mut schema: Value = serde_json::from_str(&json).expect("the schema files are JSON");
    let definitions = match schema.get("$defs") {
        Some(_) => schema["$defs"].take(),
        None => schema["definitions"].take(),
    };
    match definitions {
        Value::Object(definitions) => definitions,
        other => panic!("a schema file without definitions: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_in_use_compiles_in_every_revision() {
        let names = [
            "CallToolResult",
            "ListToolsResult",
            "ListResourcesResult",
            "ListResourceTemplatesResult",
            "ReadResourceResult",
            "ListPromptsResult",
            "GetPromptResult",
            "CompleteResult",
            "EmptyResult",
            "ProgressNotification",
            "LoggingMessageNotification",
        ];
        for version in ProtocolVersion::ALL {
            names.into_iter().for_each(|name| drop(compiled(version, name)));
        }
    }

    #[test]
    #[should_panic(expected = "2025-06-18: CallToolResult is broken")]
    fn a_violation_panics_with_its_place() {
        let result = json!({ "content": [{ "type": "text" }] });
        hold(ProtocolVersion::V2025_06_18, "CallToolResult", &result);
    }

    #[test]
    fn amb_19_a_result_is_held_against_its_own_type() {
        // As a member of the schema's union this would pass for an `InputRequiredResult`.
        let result = json!({ "resultType": "complete", "isError": true });
        let held = std::panic::catch_unwind(|| hold(ProtocolVersion::V2026_07_28, "CallToolResult", &result));
        assert!(held.is_err());
    }
}
