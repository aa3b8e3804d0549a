//! Arguments made from the schema are accepted; with one rule broken they are refused there.

use mcp_core::schema::CompiledSchema;
use mcp_tests::{NEWEST, client};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::breaking::broken;
use crate::generate::fitting;
use crate::tools::{server, tools};
use crate::{block_on, check};

const PROBLEMS: &str = "mcp-runtime/problems";

/// The name of each tool with its published schema.
fn schemas() -> Vec<(String, Value)> {
    let schema = |tool: mcp_core::primitive::ToolDefinition| {
        (tool.descriptor.name.clone(), tool.descriptor.input_schema.clone())
    };
    tools().into_iter().map(schema).collect()
}

#[test]
fn arguments_made_from_the_schema_are_accepted() {
    let client = block_on(client(&server(), NEWEST));
    for (name, schema) in schemas() {
        let compiled = CompiledSchema::compile(&schema).unwrap();
        check(96, &fitting(&schema, &schema), |arguments| {
            // The generator itself is held against the validator.
            prop_assert!(
                compiled.is_valid_json(&arguments.to_string()).unwrap(),
                "made: {arguments}"
            );
            let params = json!({ "name": name, "arguments": arguments });
            let result = block_on(client.request("tools/call", params)).unwrap();
            prop_assert_eq!(
                &result["isError"],
                &json!(false),
                "{} {}: {}",
                name,
                arguments,
                result
            );
            Ok(())
        });
    }
}

#[test]
fn one_broken_rule_is_refused_at_its_place() {
    let client = block_on(client(&server(), NEWEST));
    for (name, schema) in schemas() {
        let strategy = (fitting(&schema, &schema), any::<Index>());
        check(160, &strategy, |(arguments, index)| {
            let all = broken(&schema, &schema, &arguments);
            // The arguments as a whole have to stay an object.
            let all: Vec<_> = all
                .into_iter()
                .filter(|broken| broken.value.is_object())
                .collect();
            prop_assume!(!all.is_empty());
            let broken = index.get(&all);
            let params = json!({ "name": name, "arguments": broken.value });
            let result = block_on(client.request("tools/call", params)).unwrap();
            prop_assert_eq!(&result["isError"], &json!(true), "{} takes {:?}", name, broken);
            let problems = result["_meta"][PROBLEMS].as_array().unwrap();
            let is_there = problems
                .iter()
                .any(|problem| problem["pointer"] == broken.pointer);
            prop_assert!(is_there, "{name}: {broken:?} is refused for {problems:?}");
            // Nothing else is wrong, so nothing else is said.
            let stray = problems
                .iter()
                .find(|problem| problem["pointer"] != broken.pointer);
            prop_assert!(stray.is_none(), "{name}: {broken:?} is refused for {problems:?}");
            Ok(())
        });
    }
}

#[test]
fn any_arguments_at_all_are_answered_by_a_result() {
    let client = block_on(client(&server(), NEWEST));
    let names: Vec<String> = schemas().into_iter().map(|(name, _)| name).collect();
    let members = prop::collection::btree_map(
        prop_oneof!["[a-z_]{0,8}", any::<String>()],
        crate::generate::anything(),
        0..5,
    );
    check(
        400,
        &(prop::sample::select(names), members),
        |(name, arguments)| {
            let params = json!({ "name": name, "arguments": arguments });
            let result = block_on(client.request("tools/call", params)).unwrap();
            if result["isError"] == true {
                let said = &result["content"][0]["text"];
                prop_assert_eq!(said, &json!("Invalid tool arguments"), "{}", result);
            }
            Ok(())
        },
    );
}
