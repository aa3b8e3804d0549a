//! Headers that repeat parts of a 2026-07-28 request (`HDR-01` to `HDR-16`), with the tables of the
//! seed system's recorded answers.

use serde_json::{Value, json};

use crate::client::{Call, Client, header_text};
use crate::servers::Gate;
use crate::servers::{builder, server};

/// Sends a call whose headers have to be refused, and gives the message.
async fn mismatch(call: Call) -> String {
    let answer = call.refused(400, -32020).await;
    assert!(answer["id"].is_u64(), "the request could be read: {answer}");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

async fn accepted(call: Call) -> Value {
    let answer = call.json().await;
    assert!(answer.get("result").is_some(), "{answer}");
    answer
}

#[tokio::test]
async fn hdr_02_hdr_03_the_three_standard_headers_have_to_be_there_once_and_agree() {
    let client = Client::new(&server());
    let call = client.tool("echo", json!({ "text": "x" }));
    accepted(call.clone()).await;
    for name in ["mcp-protocol-version", "mcp-method", "mcp-name"] {
        let said = [
            mismatch(call.clone().without(name)).await,
            mismatch(call.clone().header(name, "other")).await,
            mismatch(call.clone().header(name, "")).await,
            mismatch(call.clone().and_header(name, "other")).await,
        ];
        for message in said {
            assert!(message.contains(name), "{message}");
            assert!(
                !message.contains("other"),
                "what was sent is not repeated: {message}"
            );
        }
    }
    // The same one twice is no agreement either (recorded: `dup version`).
    mismatch(call.clone().and_header("mcp-protocol-version", "2026-07-28")).await;
    mismatch(call.clone().and_header("mcp-method", "tools/call")).await;
    mismatch(call.and_header("mcp-name", "echo")).await;
}

#[tokio::test]
async fn hdr_03_a_version_in_the_header_alone_or_another_one_is_a_mismatch() {
    let client = Client::new(&server());
    let call = client.request("tools/list", json!({}));
    for version in ["2025-11-25", "v999.0.0", "2026-07-28x", "latest"] {
        // The header of an older revision and the body of this one.
        mismatch(call.clone().header("mcp-protocol-version", version)).await;
    }
    let call = call.change(|message| {
        message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "v999.0.0".into();
    });
    mismatch(call).await;
}

#[tokio::test]
async fn hdr_01_names_in_any_case_and_values_in_theirs() {
    let client = Client::new(&server());
    let call = client.tool("echo", json!({ "text": "x" }));
    for (name, values) in [
        ("mcp-method", ["TOOLS/CALL", "Tools/call", "tools/Call"]),
        ("mcp-name", ["ECHO", "Echo", "echO"]),
    ] {
        for value in values {
            mismatch(call.clone().header(name, value)).await;
        }
    }
    // White space around a value is not part of it.
    for value in [" echo", "echo ", "\techo\t", "  echo  "] {
        accepted(call.clone().header("mcp-name", value)).await;
        accepted(
            client
                .tool("echo", json!({ "text": "x" }))
                .header("mcp-method", value.replace("echo", "tools/call")),
        )
        .await;
    }
}

#[tokio::test]
async fn hdr_02_each_method_repeats_what_it_is_about() {
    let client = Client::new(&server());
    for (method, params, name) in [
        (
            "tools/call",
            json!({ "name": "echo", "arguments": { "text": "x" } }),
            "echo",
        ),
        (
            "prompts/get",
            json!({ "name": "greet", "arguments": { "name": "Ada" } }),
            "greet",
        ),
        ("resources/read", json!({ "uri": "note://one" }), "note://one"),
    ] {
        let call = client.request(method, params);
        accepted(call.clone()).await;
        mismatch(call.clone().without("mcp-name")).await;
        mismatch(call.clone().header("mcp-name", format!("{name}s"))).await;
        accepted(call.header("mcp-name", format!("=?base64?{}?=", encoded(name)))).await;
    }
    for method in ["tools/list", "server/discover", "resources/list", "prompts/list"] {
        // `HDR-12`: one that says nothing about this method is none of our business.
        accepted(client.request(method, json!({}))).await;
        accepted(client.request(method, json!({})).header("mcp-param-unheard", "x")).await;
    }
}

fn encoded(text: &str) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(text)
}

#[tokio::test]
async fn hdr_04_hdr_05_hdr_06_marked_base64_is_decoded_and_nothing_else_is() {
    let client = Client::new(&server());
    let call = |name: &str| {
        client.request(
            "resources/read",
            json!({ "uri": format!("note://numbered/{name}") }),
        )
    };
    accepted(call("1")).await;
    // What the tool of that name would be is another matter: the header agrees or it does not.
    for (name, header, agrees) in [
        // Recorded: `name b64`, `name b64 utf8`, `raw utf8 name`, `bad b64`.
        ("Hello", "=?base64?SGVsbG8=?=", true),
        ("ñá", "=?base64?w7HDoQ==?=", true),
        ("ñá", "ñá", false),
        ("Hello", "=?base64?SGVsbG8?=", false),
        ("Hello", "=?base64?SGVs!!!bG8=?=", false),
        // No wrapper, or half of one, or one in capitals: literal.
        ("SGVsbG8=", "SGVsbG8=", true),
        ("Hello", "SGVsbG8=", false),
        ("=?base64?SGVsbG8=", "=?base64?SGVsbG8=", true),
        ("SGVsbG8=?=", "SGVsbG8=?=", true),
        ("=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?=", true),
        ("=?Base64?SGVsbG8=?=", "=?Base64?SGVsbG8=?=", true),
        // `HDR-06`: what looks like a wrapper is wrapped once more.
        ("=?base64?SGVsbG8=?=", "=?base64?SGVsbG8=?=", false),
        (
            "=?base64?SGVsbG8=?=",
            "=?base64?PT9iYXNlNjQ/U0dWc2JHOD0/PQ==?=",
            true,
        ),
        ("=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?=", true),
        ("", "=?base64??=", true),
        ("", "", true),
        // Not UTF-8, the other alphabet, bits that say nothing, white space inside.
        ("\u{ff}", "=?base64?/w==?=", false),
        ("?", "=?base64?Pz8_?=", false),
        ("Hello", "=?base64?SGVsbG9=?=", false),
        ("Hello", "=?base64?SGVs bG8=?=", false),
        ("two words", "two words", true),
        ("tab\there", "tab\there", true),
        ("new\nline", "=?base64?bmV3CmxpbmU=?=", true),
    ] {
        let call = client
            .request("prompts/get", json!({ "name": name }))
            .header("mcp-name", header.as_bytes());
        let reply = call.send().await;
        match agrees {
            // Nobody has a prompt of that name, which is found out after the headers (`HDR-14`).
            true => drop(reply.refused(200, -32602).await),
            false => drop(reply.refused(400, -32020).await),
        }
    }
    assert_eq!(header_text("two words"), "two words");
}

/// The tool whose arguments are mirrored, with the header that belongs to one of them.
fn mirrored(client: &Client, arguments: &Value, header: Option<(&str, &str)>) -> Call {
    let call = client.tool("mirrored", arguments.clone());
    match header {
        Some((name, value)) => call.header(name, value),
        None => call,
    }
}

#[tokio::test]
async fn hdr_10_hdr_11_arguments_are_mirrored_exactly_when_they_are_there() {
    let client = Client::new(&server());
    let (count, sure, region) = ("mcp-param-count", "mcp-param-sure", "mcp-param-region");
    for (arguments, header, agrees) in [
        // The rows of the seed's recording, in its order.
        (json!({ "count": 42 }), Some((count, "42")), true),
        (json!({ "count": 42 }), Some((count, "42.0")), true),
        (json!({ "count": 42 }), Some((count, "4.2e1")), true),
        (json!({ "count": 42 }), Some((count, "042")), false),
        (json!({ "count": 42 }), Some((count, "43")), false),
        (json!({ "count": 0 }), Some((count, "-0")), true),
        (json!({ "count": 42 }), None, false),
        (json!({}), Some((count, "42")), false),
        (json!({ "count": null }), None, true),
        (json!({ "count": null }), Some((count, "42")), false),
        (json!({ "sure": true }), Some((sure, "true")), true),
        (json!({ "sure": true }), Some((sure, "True")), false),
        (json!({ "region": "eu" }), Some((region, "eu")), true),
        (json!({ "region": " eu" }), Some((region, " eu")), false),
        (json!({ "region": "" }), Some((region, "")), true),
        (
            json!({ "region": "=?base64?SGVsbG8=?=" }),
            Some((region, "=?base64?SGVsbG8=?=")),
            false,
        ),
        // And further ones.
        (json!({ "sure": false }), Some((sure, "false")), true),
        (json!({ "sure": false }), Some((sure, "0")), false),
        (json!({ "sure": true }), Some((sure, "=?base64?dHJ1ZQ==?=")), true),
        (json!({ "count": -7 }), Some((count, "-7")), true),
        (json!({ "count": 42 }), Some((count, "+42")), false),
        (json!({ "count": 42 }), Some((count, "42,42")), false),
        (json!({ "count": 42 }), Some((count, "")), false),
        (json!({ "count": 42 }), Some((count, "0x2a")), false),
        (json!({ "count": 42 }), Some((count, "42.5")), false),
        (json!({ "count": 42 }), Some((count, "NaN")), false),
        (
            json!({ "count": 9_007_199_254_740_991_i64 }),
            Some((count, "9007199254740991")),
            true,
        ),
        (
            json!({ "count": 9_007_199_254_740_991_i64 }),
            Some((count, "9007199254740990")),
            false,
        ),
        (json!({ "region": "ñ" }), Some((region, "=?base64?w7E=?=")), true),
        (json!({ "region": "ñ" }), Some((region, "n")), false),
        (json!({ "region": "SGVsbG8=" }), Some((region, "SGVsbG8=")), true),
        (
            json!({ "region": "=?base64?SGVsbG8=" }),
            Some((region, "=?base64?SGVsbG8=")),
            true,
        ),
        (
            json!({ "region": "Hello" }),
            Some((region, "=?base64?SGVsbG8=?=")),
            true,
        ),
        (
            json!({ "region": "Hello" }),
            Some((region, "=?base64?SGVsbG8?=")),
            false,
        ),
        (
            json!({ "region": "Hello" }),
            Some((region, "=?base64?SGVs!!!bG8=?=")),
            false,
        ),
        (json!({ "region": "eu" }), Some((region, "EU")), false),
        // `HDR-12`, `HDR-16`: neither has a meaning.
        (json!({ "note": "x" }), Some(("mcp-param-note", "y")), true),
        (json!({ "note": "x" }), Some(("mcp-param-unheard", "y")), true),
        (json!({}), None, true),
    ] {
        let call = mirrored(&client, &arguments, header);
        match agrees {
            true => drop(accepted(call).await),
            false => {
                let message = mismatch(call).await;
                assert!(message.contains("mcp-param-"), "{message}");
            }
        }
    }
}

#[tokio::test]
async fn hdr_09_integers_that_no_header_can_say_are_refused() {
    let client = Client::new(&server());
    for count in ["9007199254740992", "-9007199254740992", "9223372036854775807"] {
        let call = client.tool("mirrored", json!({ "count": count.parse::<i64>().unwrap() }));
        mismatch(call.header("mcp-param-count", count)).await;
    }
    // Recorded: `int True vs 1`.
    let call = client
        .tool("mirrored", json!({ "count": true }))
        .header("mcp-param-count", "1");
    mismatch(call).await;
}

#[tokio::test]
async fn hdr_10_every_mirrored_argument_is_checked_and_each_once() {
    let client = Client::new(&server());
    let all = client.tool(
        "mirrored",
        json!({ "count": 1, "sure": true, "region": "eu", "note": "x" }),
    );
    let all = all
        .header("Mcp-Param-Count", "1")
        .header("MCP-PARAM-SURE", "true")
        .header("mcp-param-region", "eu");
    let answer = accepted(all.clone()).await;
    assert_eq!(answer["result"]["structuredContent"]["region"], "eu");
    for name in ["mcp-param-count", "mcp-param-sure", "mcp-param-region"] {
        mismatch(all.clone().without(name)).await;
        mismatch(all.clone().header(name, "9")).await;
        mismatch(all.clone().and_header(name, "9")).await;
    }
}

#[tokio::test]
async fn hdr_14_the_tool_is_found_before_its_headers_are_checked() {
    let client = Client::new(&server());
    let call = client
        .tool("unheard", json!({ "count": 1 }))
        .header("mcp-param-count", "2");
    call.refused(200, -32602).await;
    // And they are checked before its arguments are.
    let call = client.tool("mirrored", json!({ "count": 1, "note": 5 }));
    mismatch(call.clone()).await;
    let answer = accepted(call.header("mcp-param-count", "1")).await;
    assert_eq!(answer["result"]["isError"], true, "TOOL-19");
}

#[tokio::test]
async fn lhttp_03_clients_with_a_handshake_mirror_nothing() {
    let server = builder(&Gate::default()).build().unwrap();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = Client::opened(&server, version).await;
        let call = client.tool("mirrored", json!({ "count": 1 }));
        accepted(call.clone()).await;
        let lies = call
            .header("mcp-method", "x")
            .header("mcp-name", "y")
            .header("mcp-param-count", "9");
        accepted(lies).await;
    }
}
