//! Tools, resources and prompts that come, go and hide while clients are listening.

use mcp_runtime::McpResponse;
use mcp_runtime::Server;
use mcp_runtime::primitive::{
    PromptBuilder, PromptDefinition, ResourceBuilder, ResourceDefinition, ToolBuilder, ToolDefinition,
    argument,
};
use serde_json::{Value, json};

use crate::client::Client;
use crate::events::Events;
use crate::listen::{change, listen};
use crate::servers::{server, with_gate};

fn tool(name: &str) -> ToolDefinition {
    ToolBuilder::new(name)
        .description("Came later.")
        .handler((), (), |(), ()| async { McpResponse::text("late") })
}

fn resource(uri: &str) -> ResourceDefinition {
    ResourceBuilder::new("late", uri).handler((), (), |(), ()| async { McpResponse::text("late") })
}

fn prompt(name: &str) -> PromptDefinition {
    PromptBuilder::new(name).handler((), (), |(), ()| async { McpResponse::text("late") })
}

/// The names in a list, whatever kind it is.
async fn names(client: &Client, method: &str, member: &str, key: &str) -> Vec<String> {
    let result = client.result(method, json!({})).await;
    let items = result[member].as_array().unwrap().iter();
    items.map(|item| item[key].as_str().unwrap().to_owned()).collect()
}

async fn tools(client: &Client) -> Vec<String> {
    names(client, "tools/list", "tools", "name").await
}

/// A listener of each era.
async fn listeners(server: &Server) -> [(Client, Events); 2] {
    let new = Client::new(server);
    let wanted =
        json!({ "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true });
    let (listening, _) = listen(&new, "l", wanted).await;
    let old = Client::opened(server, "2025-11-25").await;
    let stream = old.get().send().await.events();
    [(new, listening), (old, stream)]
}

async fn told(listeners: &mut [(Client, Events); 2], method: &str) {
    assert_eq!(change(&mut listeners[0].1, "l").await["method"], method);
    assert_eq!(listeners[1].1.message().await["method"], method);
}

#[tokio::test]
async fn tool_22_tools_come_go_and_hide() {
    let server = server();
    let changes = server.changes();
    let mut listeners = listeners(&server).await;
    let method = "notifications/tools/list_changed";
    let before = tools(&listeners[0].0).await;

    changes.add_tool(tool("late")).unwrap();
    told(&mut listeners, method).await;
    for (client, _) in &listeners {
        assert!(tools(client).await.contains(&"late".to_owned()));
        let result = client.result("tools/call", json!({ "name": "late" })).await;
        assert_eq!(result["content"][0]["text"], "late");
    }
    for (step, there) in [("disable", false), ("enable", true), ("remove", false)] {
        let changed = match step {
            "disable" => changes.disable_tool("late"),
            "enable" => changes.enable_tool("late"),
            _ => changes.remove_tool("late"),
        };
        assert!(changed, "{step}");
        told(&mut listeners, method).await;
        for (client, _) in &listeners {
            assert_eq!(tools(client).await.contains(&"late".to_owned()), there, "{step}");
            // Hidden is as good as missing.
            let answer = client.tool("late", json!({})).answer().await;
            assert_eq!(answer["error"]["code"] == -32602, !there, "{step}: {answer}");
        }
    }
    assert_eq!(tools(&listeners[0].0).await, before);
    // Nothing has changed, so nothing is told.
    assert!(!changes.remove_tool("late") && !changes.enable_tool("late") && !changes.disable_tool("unheard"));
    assert!(!changes.enable_tool("echo"));
    for (_, events) in &mut listeners {
        events.quiet().await;
    }
}

#[tokio::test]
async fn res_13_prompt_08_resources_and_prompts_come_go_and_hide() {
    let server = server();
    let changes = server.changes();
    let mut listeners = listeners(&server).await;
    changes.add_resource(resource("late://one")).unwrap();
    told(&mut listeners, "notifications/resources/list_changed").await;
    changes.add_prompt(prompt("late")).unwrap();
    told(&mut listeners, "notifications/prompts/list_changed").await;
    for (client, _) in &listeners {
        let read = client
            .result("resources/read", json!({ "uri": "late://one" }))
            .await;
        assert_eq!(read["contents"][0]["text"], "late");
        let got = client.result("prompts/get", json!({ "name": "late" })).await;
        assert_eq!(got["messages"][0]["content"]["text"], "late");
    }
    for step in ["disable", "enable", "remove"] {
        let (resource, prompt) = match step {
            "disable" => (
                changes.disable_resource("late://one"),
                changes.disable_prompt("late"),
            ),
            "enable" => (
                changes.enable_resource("late://one"),
                changes.enable_prompt("late"),
            ),
            _ => (
                changes.remove_resource("late://one"),
                changes.remove_prompt("late"),
            ),
        };
        assert!(resource && prompt, "{step}");
        // In whichever order they are told.
        for _ in 0..2 {
            change(&mut listeners[0].1, "l").await;
            listeners[1].1.message().await;
        }
        let there = step == "enable";
        for (client, _) in &listeners {
            let uris = names(client, "resources/list", "resources", "uri").await;
            assert_eq!(uris.contains(&"late://one".to_owned()), there, "{step}");
            let prompts = names(client, "prompts/list", "prompts", "name").await;
            assert_eq!(prompts.contains(&"late".to_owned()), there, "{step}");
            for (method, params) in [
                ("resources/read", json!({ "uri": "late://one" })),
                ("prompts/get", json!({ "name": "late" })),
            ] {
                let answer = client.request(method, params).answer().await;
                assert_eq!(answer.get("error").is_none(), there, "{step}: {answer}");
            }
        }
    }
}

#[tokio::test]
async fn b21_what_is_wrong_with_a_late_tool_changes_nothing() {
    let server = server();
    let changes = server.changes();
    let (client, before) = (Client::new(&server), tools(&Client::new(&server)).await);
    let (mut events, _) = listen(&client, 1, json!({ "toolsListChanged": true })).await;
    let errors = changes.add_tool(tool("echo")).unwrap_err().to_string();
    assert!(errors.contains("echo"), "{errors}");
    changes.add_tool(tool("not a name")).unwrap_err();
    changes.add_resource(resource("note://one")).unwrap_err();
    changes.add_prompt(prompt("greet")).unwrap_err();
    // A hidden one keeps its name.
    assert!(changes.disable_tool("letters"));
    change(&mut events, 1).await;
    changes.add_tool(tool("letters")).unwrap_err();
    assert!(changes.enable_tool("letters"));
    change(&mut events, 1).await;
    assert_eq!(tools(&client).await, before);
    events.quiet().await;
}

#[tokio::test]
async fn calls_that_run_when_their_tool_goes_end_as_they_would_have() {
    let (server, gate) = with_gate();
    let changes = server.changes();
    let client = Client::new(&server);
    let sent = tokio::spawn(client.tool("wait", json!({})).send());
    gate.reached().await;
    assert!(changes.remove_tool("wait"));
    gate.pass();
    let answer = sent.await.unwrap().expect(200).json().await;
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
    client.tool("wait", json!({})).refused(200, -32602).await;
}

#[tokio::test]
async fn hdr_14_the_headers_of_a_late_tool_are_checked_like_any() {
    let server = server();
    let late = ToolBuilder::new("late").handler(
        (argument::<String>("region").header("Region"),),
        (),
        |(region,), ()| async move { McpResponse::text(region) },
    );
    server.changes().add_tool(late).unwrap();
    let client = Client::new(&server);
    let call = client.tool("late", json!({ "region": "eu" }));
    call.clone().refused(400, -32020).await;
    call.header("mcp-param-region", "eu").json().await;
}

#[tokio::test]
async fn page_04_cursors_outlive_what_changes_between_two_pages() {
    let gate = crate::servers::Gate::default();
    let limits = mcp_runtime::Limits {
        page_size: Some(3),
        ..mcp_runtime::Limits::default()
    };
    let server = crate::servers::builder(&gate).limits(limits).build().unwrap();
    let client = Client::new(&server);
    let first = client.result("tools/list", json!({})).await;
    let last = first["tools"][2]["name"].as_str().unwrap().to_owned();
    assert!(server.changes().remove_tool(&last));
    let rest = client
        .result("tools/list", json!({ "cursor": first["nextCursor"] }))
        .await;
    let name = rest["tools"][0]["name"].as_str().unwrap();
    let first: Vec<&Value> = first["tools"].as_array().unwrap().iter().collect();
    assert!(first.iter().all(|tool| tool["name"] != name), "nothing twice");
}

#[tokio::test]
async fn changes_and_calls_at_a_time_see_one_registry_or_the_other() {
    let server = server();
    let changes = server.changes();
    let changer = tokio::task::spawn_blocking(move || {
        for _ in 0..300 {
            changes.add_tool(tool("late")).unwrap();
            assert!(changes.remove_tool("late"));
        }
    });
    let client = Client::new(&server);
    while !changer.is_finished() {
        let answer = client.tool("late", json!({})).answer().await;
        assert!(answer["error"]["code"] == -32602 || answer["result"]["content"][0]["text"] == "late");
        client
            .result(
                "tools/call",
                json!({ "name": "echo", "arguments": { "text": "x" } }),
            )
            .await;
        client.result("tools/list", json!({})).await;
    }
    changer.await.unwrap();
}
