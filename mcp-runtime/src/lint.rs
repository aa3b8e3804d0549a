//! What weak clients stumble over in a catalog, and what the catalog costs.
//!
//! A schema may be right and still make a client refuse the tool, or the whole catalog: many
//! clients know only a part of JSON Schema. This looks for what they are known to refuse.

use std::fmt;

use mcp_core::protocol::ToolDescriptor;
use serde_json::Value;

use crate::server::Server;

/// Names over this length were once illegal, and some clients still refuse them (`TOOL-05`).
const PORTABLE_NAME: usize = 64;
/// About how many bytes of JSON one token of a model takes.
const BYTES_PER_TOKEN: usize = 4;
/// The formats that JSON Schema 2020-12 names.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// What was found in one server's tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintReport {
    /// What weak clients refuse, tool by tool.
    pub findings: Vec<Finding>,
    /// About what each tool costs in a model's context, in the order of the list.
    pub costs: Vec<ToolCost>,
}

/// One thing that weak clients refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The tool.
    pub tool: String,
    /// The place in its description, as a JSON pointer.
    pub pointer: String,
    /// What stands there, and what to do about it.
    pub problem: String,
}

/// About what a tool's description costs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolCost {
    /// The tool.
    pub tool: String,
    /// The size of its description as compact JSON.
    pub bytes: usize,
    /// An estimate: a token for every four bytes.
    pub tokens: usize,
}

impl LintReport {
    /// Looks through the tools of a server.
    #[must_use]
    pub fn of(server: &Server) -> Self {
        let registry = server.parts().catalog.current();
        let tools = registry.tools();
        let mut report = Self::default();
        for entry in tools {
            let tool = &entry.descriptor;
            report.findings.extend(findings(tool));
            let bytes = serde_json::to_vec(tool).map_or(0, |json| json.len());
            report.costs.push(ToolCost {
                tool: tool.name.clone(),
                bytes,
                tokens: bytes.div_ceil(BYTES_PER_TOKEN),
            });
        }
        report
    }

    /// The estimate for all tools together.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.costs.iter().map(|cost| cost.tokens).sum()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.tool, self.pointer, self.problem)
    }
}

impl fmt::Display for LintReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        for ToolCost { tool, bytes, tokens } in &self.costs {
            writeln!(f, "{tool}: about {tokens} tokens ({bytes} bytes)")?;
        }
        write!(
            f,
            "{} problems; all tools together about {} tokens, at {BYTES_PER_TOKEN} bytes a token",
            self.findings.len(),
            self.tokens()
        )
    }
}

fn findings(tool: &ToolDescriptor) -> Vec<Finding> {
    let mut lint = Lint {
        tool: &tool.name,
        findings: Vec::new(),
    };
    if tool.name.len() > PORTABLE_NAME {
        lint.note(
            "/name",
            "some clients refuse names over 64 characters: shorten it",
        );
    }
    if tool
        .description
        .as_deref()
        .is_none_or(|text| text.trim().is_empty())
    {
        lint.note(
            "/description",
            "a model cannot choose a tool without a description: write a doc comment",
        );
    }
    lint.root(&tool.input_schema, "/inputSchema");
    lint.schema(&tool.input_schema, "/inputSchema");
    lint.descriptions(&tool.input_schema);
    if let Some(schema) = &tool.output_schema {
        if schema["type"] != "object" {
            lint.note(
                "/outputSchema",
                "clients before 2026-07-28 know only objects: return a struct",
            );
        }
        lint.schema(schema, "/outputSchema");
    }
    lint.findings
}

struct Lint<'t> {
    tool: &'t str,
    findings: Vec<Finding>,
}

impl Lint<'_> {
    fn note(&mut self, pointer: &str, problem: &str) {
        let (tool, pointer, problem) = (self.tool.to_owned(), pointer.to_owned(), problem.to_owned());
        self.findings.push(Finding {
            tool,
            pointer,
            problem,
        });
    }

    fn root(&mut self, schema: &Value, pointer: &str) {
        for keyword in ["anyOf", "oneOf", "allOf"] {
            if schema.get(keyword).is_some() {
                let problem =
                    format!("some clients refuse `{keyword}` at the root: take a struct, not an enum");
                self.note(&format!("{pointer}/{keyword}"), &problem);
            }
        }
    }

    fn descriptions(&mut self, schema: &Value) {
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if property["description"]
                .as_str()
                .is_none_or(|text| text.trim().is_empty())
            {
                let pointer = format!("/inputSchema/properties/{name}");
                self.note(&pointer, "an argument without a description: write a doc comment");
            }
        }
    }

    /// Looks through a schema and everything in it.
    fn schema(&mut self, schema: &Value, pointer: &str) {
        let Some(object) = schema.as_object() else {
            if schema.is_boolean() {
                self.note(
                    pointer,
                    "some clients refuse a schema that is `true` or `false`: give the value a type",
                );
            }
            return;
        };
        if object.contains_key("$ref") {
            self.note(
                pointer,
                "some clients drop `$ref`, which recursive types need: flatten the type",
            );
        }
        if object.contains_key("prefixItems") {
            self.note(
                pointer,
                "some clients refuse tuples: use a struct with named members",
            );
        }
        if admits_null(schema) {
            self.note(
                pointer,
                "some clients refuse a union with `null`: leave the member out instead",
            );
        }
        if let Some(format) = object.get("format").and_then(Value::as_str)
            && !FORMATS.contains(&format)
        {
            self.note(
                pointer,
                &format!("`{format}` is no format of JSON Schema: some clients warn about it"),
            );
        }
        for (keyword, value) in object {
            let pointer = format!("{pointer}/{keyword}");
            match (keyword.as_str(), value) {
                ("properties" | "$defs" | "patternProperties", Value::Object(schemas)) => {
                    schemas
                        .iter()
                        .for_each(|(name, child)| self.schema(child, &format!("{pointer}/{name}")));
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                    schemas
                        .iter()
                        .enumerate()
                        .for_each(|(n, child)| self.schema(child, &format!("{pointer}/{n}")));
                }
                ("items" | "not", child) => self.schema(child, &pointer),
                ("additionalProperties", child @ Value::Object(_)) => self.schema(child, &pointer),
                _ => {}
            }
        }
    }
}

fn admits_null(schema: &Value) -> bool {
    let is_null = |schema: &Value| schema["type"] == "null";
    let branches = |keyword: &str| {
        schema[keyword]
            .as_array()
            .is_some_and(|all| all.iter().any(is_null))
    };
    schema["type"]
        .as_array()
        .is_some_and(|types| types.iter().any(|name| name == "null"))
        || branches("anyOf")
        || branches("oneOf")
}

#[cfg(test)]
mod tests {
    use mcp_core::McpResponse;
    use mcp_core::primitive::{ToolBuilder, argument};
    use mcp_core::schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(crate = "mcp_core::schemars")]
    struct Tree {
        children: Vec<Tree>,
        point: (i32, i32),
        name: Option<String>,
    }

    #[test]
    fn what_weak_clients_refuse_is_found_with_its_place() {
        let tool = ToolBuilder::new("t".repeat(65)).output::<Tree>().handler(
            (
                argument::<String>("text").description("A text."),
                argument::<Vec<serde_json::Value>>("any"),
            ),
            (),
            |(_, _), ()| async { McpResponse::text("") },
        );
        let server = Server::builder("lint", "1").add_tool(tool).build().unwrap();
        let report = LintReport::of(&server);
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|one| (one.pointer.as_str(), &one.problem[..24]))
            .collect();
        assert_eq!(
            found,
            [
                ("/name", "some clients refuse name"),
                ("/description", "a model cannot choose a "),
                ("/inputSchema/properties/any", "an argument without a de"),
                (
                    "/outputSchema/$defs/Tree/properties/children/items",
                    "some clients drop `$ref`"
                ),
                (
                    "/outputSchema/$defs/Tree/properties/name",
                    "some clients refuse a un"
                ),
                (
                    "/outputSchema/$defs/Tree/properties/point",
                    "some clients refuse tupl"
                ),
                (
                    "/outputSchema/properties/children/items",
                    "some clients drop `$ref`"
                ),
                ("/outputSchema/properties/name", "some clients refuse a un"),
                ("/outputSchema/properties/point", "some clients refuse tupl"),
            ]
        );
        assert_eq!(report.tokens(), report.costs[0].bytes.div_ceil(4));
    }

    #[test]
    fn a_portable_tool_gives_no_findings() {
        let tool = ToolBuilder::new("t").description("A tool.").handler(
            (argument::<Option<u32>>("limit").description("How many."),),
            (),
            |(_,), ()| async { McpResponse::text("") },
        );
        let server = Server::builder("lint", "1").add_tool(tool).build().unwrap();
        assert_eq!(LintReport::of(&server).findings, []);
    }
}
