//! Whether the schemas say what is enforced: no more, no less, through a server.

use mcp_core::schema::CompiledSchema;
use mcp_runtime::testing::TestClient;
use mcp_tests::{NEWEST, client, in_every_revision};
use serde_json::{Value, json};

use crate::case::{Case, STRICT};
use crate::{cases, probes, server};

/// The two schemas of a case, compiled as a client would.
struct Schemas {
    input: CompiledSchema,
    output: CompiledSchema,
}

impl Schemas {
    fn of(case: &Case) -> Self {
        let compile = |schema| CompiledSchema::compile(schema).expect("a published schema compiles");
        Self {
            input: compile(case.input()),
            output: compile(case.output()),
        }
    }
}

fn fits(schema: &CompiledSchema, value: &Value) -> bool {
    schema.is_valid_json(&value.to_string()).expect("it is JSON")
}

/// What a tool gives back, or what it says is wrong.
async fn call(client: &TestClient, tool: &str, arguments: &Value) -> Result<Value, String> {
    let params = json!({ "name": tool, "arguments": arguments });
    let result = client
        .request("tools/call", params)
        .await
        .expect("a call has a result");
    if result["isError"] == false {
        return Ok(result["structuredContent"].clone());
    }
    assert_eq!(
        result["content"][0]["text"], "Invalid tool arguments",
        "{tool} {arguments}: {result}"
    );
    Err(result["content"][1]["text"]
        .as_str()
        .unwrap_or_default()
        .to_owned())
}

#[tokio::test]
async fn what_fits_the_schema_is_accepted_and_written_as_its_schema_says() {
    let client = client(&server(cases()), NEWEST).await;
    let mut wrong = Vec::new();
    for case in cases() {
        let schemas = Schemas::of(&case);
        for (sent, expected) in &case.accepted {
            if !fits(&schemas.input, sent) {
                wrong.push(format!("{}: the schema refuses {sent}", case.name));
            }
            for tool in [case.name.to_owned(), format!("{}{STRICT}", case.name)] {
                match call(&client, &tool, sent).await {
                    Ok(read) if read != *expected => {
                        wrong.push(format!("{tool}: {sent} is read as {read}"));
                    }
                    Ok(read) if !fits(&schemas.output, &read) => {
                        wrong.push(format!("{tool}: the schema of the result refuses {read}"));
                    }
                    Ok(_) => {}
                    Err(problems) => wrong.push(format!("{tool}: {sent} is refused:\n{problems}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_the_schema_refuses_is_refused_or_a_documented_repair() {
    let client = client(&server(cases()), NEWEST).await;
    let mut wrong = Vec::new();
    for case in cases() {
        let schemas = Schemas::of(&case);
        let strict = format!("{}{STRICT}", case.name);
        for sent in &case.refused {
            if fits(&schemas.input, sent) {
                wrong.push(format!("{}: the schema accepts {sent}", case.name));
            }
            for tool in [case.name, &strict] {
                if let Ok(read) = call(&client, tool, sent).await {
                    wrong.push(format!("{tool}: {sent} is read as {read}"));
                }
            }
        }
        for (sent, expected) in &case.repaired {
            if fits(&schemas.input, sent) {
                wrong.push(format!("{}: the schema accepts {sent}", case.name));
            }
            match call(&client, case.name, sent).await {
                Ok(read) if read == *expected => {}
                other => wrong.push(format!("{}: {sent} is repaired to {other:?}", case.name)),
            }
            if let Ok(read) = call(&client, &strict, sent).await {
                wrong.push(format!("{strict}: {sent} is read as {read}"));
            }
        }
        for (sent, expected) in &case.nulled {
            if fits(&schemas.input, sent) {
                wrong.push(format!("{}: the schema accepts {sent}", case.name));
            }
            for tool in [case.name, &strict] {
                match call(&client, tool, sent).await {
                    Ok(read) if read == *expected => {}
                    other => wrong.push(format!("{tool}: {sent} gives {other:?}")),
                }
            }
        }
        for sent in &case.malformed {
            // A validator takes a format for a note, so only the call tells.
            match call(&client, case.name, sent).await {
                Err(problems) if problems.contains("`/value`") => {}
                other => wrong.push(format!("{}: {sent} gives {other:?}", case.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The catalog, page by page, as each revision knows it: the client holds every page against the
/// official schema.
#[tokio::test]
async fn every_revision_can_list_every_type() {
    let server = server(cases());
    in_every_revision(&server, async |client| {
        let (mut cursor, mut listed) = (Value::Null, 0);
        loop {
            let params = match &cursor {
                Value::String(cursor) => json!({ "cursor": cursor }),
                _ => json!({}),
            };
            let page = client.request("tools/list", params).await.unwrap();
            listed += page["tools"].as_array().unwrap().len();
            cursor = page["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(listed, cases().len() * 2);
    })
    .await;
}

/// Each accepted call is changed at each of its places in each of many ways. A strict tool then has
/// to take exactly what its schema takes; `null` for what may be left out is the one exception,
/// since an `Option` is read from it.
#[tokio::test]
async fn near_every_value_the_types_and_the_schema_agree() {
    // Thousands of calls: the form of the answers is checked by the tests above.
    let client = TestClient::new(&server(cases()));
    let mut wrong = Vec::new();
    let mut calls = 0;
    for case in cases() {
        let schemas = Schemas::of(&case);
        let is_tighter = case.tighter || case.input().to_string().contains("\"format\":");
        let strict = format!("{}{STRICT}", case.name);
        let mut of_case = Vec::new();
        for sent in probes::near(case.accepted.iter().map(|(sent, _)| sent)) {
            calls += 1;
            let fits_input = fits(&schemas.input, &sent);
            match call(&client, &strict, &sent).await {
                Ok(_) if !fits_input && !fits(&schemas.input, &probes::without_nulls(&sent)) => {
                    of_case.push(format!("takes {sent}, which the schema refuses"));
                }
                Ok(read) if !fits(&schemas.output, &read) => {
                    of_case.push(format!("writes {read}, which the schema of the result refuses"));
                }
                Err(problems) if fits_input && !is_tighter => {
                    let problems = problems.lines().next().unwrap_or_default();
                    of_case.push(format!("refuses {sent}, which the schema takes: {problems}"));
                }
                _ => {}
            }
        }
        let count = of_case.len();
        of_case.truncate(6);
        wrong.extend(
            of_case
                .iter()
                .map(|line| format!("{} ({count} in all) {line}", case.name)),
        );
    }
    assert!(calls > 5_000, "only {calls} calls");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
