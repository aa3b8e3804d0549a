//! The schemas that Rust types are given, and whether they are true (issue "The contract", 4).
//!
//! Each type has a file in `golden/` with the schema of its arguments and that of its result side
//! by side. `BLESS=1 cargo test -p mcp-tests --test schemas` writes them anew; what has changed is
//! then to be read and judged. A recorded schema that says something else than the types do would
//! only be stable, so every type is also called through a server with values on both sides of each
//! rule, and with thousands of values near them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod attributes;
mod case;
mod collections;
mod enums;
mod portable;
mod probes;
mod refused;
mod scalars;
mod structs;
mod truth;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

use case::Case;
use mcp_runtime::Server;
use serde_json::json;

fn cases() -> Vec<Case> {
    [
        structs::cases(),
        attributes::cases(),
        enums::cases(),
        collections::cases(),
        scalars::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A server with the tools of `cases`, which are taken out of them.
fn server(cases: Vec<Case>) -> Server {
    let tools = cases.into_iter().flat_map(|case| case.tools);
    let builder = Server::builder("schemas", "1.0.0");
    tools
        .fold(builder, |builder, tool| builder.add_tool(tool))
        .build()
        .expect("every schema can be served")
}

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("schemas/golden")
}

#[test]
fn there_are_enough_types_with_enough_values() {
    let cases = cases();
    assert!(cases.len() >= 42, "{} types", cases.len());
    let names: BTreeSet<_> = cases.iter().map(|case| case.name).collect();
    assert_eq!(names.len(), cases.len(), "each has a name of its own");
    for case in &cases {
        // A type with a single value cannot show two.
        let single = case.name == "empty";
        assert!(
            case.accepted.len() >= 2 || single,
            "{} accepts too little",
            case.name
        );
        let refused = case.refused.len() + case.malformed.len();
        assert!(refused >= 2, "{} refuses too little", case.name);
    }
}

#[test]
fn schemas_are_as_recorded() {
    let bless = env::var_os("BLESS").is_some();
    let mut changed = Vec::new();
    for case in cases() {
        let both = json!({ "input": case.input(), "output": case.output() });
        let text = format!("{both:#}\n");
        let path = golden().join(format!("{}.json", case.name));
        if bless {
            fs::write(&path, &text).unwrap();
        }
        let recorded = fs::read_to_string(&path).unwrap_or_default();
        if recorded != text {
            changed.push(format!("{}:\n{text}", case.name));
        }
    }
    assert!(
        changed.is_empty(),
        "these schemas have changed; look at them, then run with BLESS=1:\n{}",
        changed.join("\n")
    );
}

#[test]
fn every_record_is_of_a_type() {
    let names: BTreeSet<_> = cases().iter().map(|case| format!("{}.json", case.name)).collect();
    let recorded: BTreeSet<_> = fs::read_dir(golden())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(recorded, names);
}
