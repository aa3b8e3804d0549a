use mcp_core::primitive::{PromptBuilder, Required, ResourceBuilder, ToolBuilder, argument, text};
use mcp_core::{McpResponse, ToolError};

use super::*;

fn server() -> Server {
    let add = ToolBuilder::new("add").description("Add two numbers.").handler(
        (argument::<i64>("a"), argument::<i64>("b")),
        (),
        |(a, b), ()| async move { McpResponse::structured(json!({ "sum": a + b })) },
    );
    let fail = ToolBuilder::new("fail").handler((), (), |(), ()| async {
        Err::<McpResponse, _>(ToolError::expected("No."))
    });
    let logo = ToolBuilder::new("logo").handler((), (), |(), ()| async {
        McpResponse::image(b"\x89PNG", "image/png")
    });
    let note = ResourceBuilder::new("note", "notes://today")
        .handler((), (), |(), ()| async { McpResponse::text("Buy milk.") });
    let greet = PromptBuilder::new("greet").handler(
        (text::<Required<String>>("name"),),
        (),
        |(name,), ()| async move { McpResponse::text(format!("Greet {name}.")) },
    );
    let builder = Server::builder("demo", "1.2.3")
        .add_tool(add)
        .add_tool(fail)
        .add_tool(logo);
    builder.add_resource(note).add_prompt(greet).build().unwrap()
}

fn run_words(words: &[&str], pretty: bool) -> (Exit, String, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let command = parse(lexopt::Parser::from_args(words)).unwrap();
    let mut to = Terminal {
        out: Vec::new(),
        err: Vec::new(),
        pretty,
    };
    let exit = runtime.block_on(execute(&server(), command, &mut to)).unwrap();
    (
        exit,
        String::from_utf8(to.out).unwrap(),
        String::from_utf8(to.err).unwrap(),
    )
}

#[test]
fn a_pipe_gets_json_and_a_person_gets_text() {
    let (exit, out, _) = run_words(&["call", "add", r#"{"a":1,"b":2}"#], false);
    let result: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (exit, &result["structuredContent"]),
        (Exit::Success, &json!({ "sum": 3 }))
    );
    assert_eq!(out.lines().count(), 1);

    let (_, out, _) = run_words(&["call", "add", r#"{"a":1,"b":2}"#], true);
    assert_eq!(out, "{\n  \"sum\": 3\n}\n");
    assert_eq!(run_words(&["read", "notes://today"], true).1, "Buy milk.\n");
    assert_eq!(
        run_words(&["prompt", "greet", r#"{"name":"Ada"}"#], true).1,
        "user: Greet Ada.\n"
    );
    let (_, out, _) = run_words(&["list"], true);
    assert!(
        out.starts_with("Tools:\n  add  Add two numbers.\n  fail\n  logo\nResources:\n"),
        "{out}"
    );
}

#[test]
fn a_tool_error_exits_5_and_its_text_is_shown() {
    let (exit, out, _) = run_words(&["call", "fail"], true);
    assert_eq!((exit, out.as_str()), (Exit::ToolError, "error:\nNo.\n"));
    let (exit, out, _) = run_words(&["call", "add", r#"{"a":"x","b":2}"#], true);
    assert_eq!(exit, Exit::ToolError);
    assert!(
        out.starts_with("error:\nInvalid tool arguments\n- `/a`: "),
        "{out}"
    );
}

#[test]
fn an_unknown_name_exits_1_with_a_suggestion() {
    let (exit, out, err) = run_words(&["call", "ad"], false);
    assert_eq!(
        (exit, out.as_str(), err.as_str()),
        (Exit::Failure, "", "Unknown tool: ad; did you mean `add`?\n")
    );
    let (exit, _, err) = run_words(&["read", "notes://tody"], false);
    assert_eq!(
        (exit, err.as_str()),
        (
            Exit::Failure,
            "Resource not found: notes://tody; did you mean `notes://today`?\n"
        )
    );
    let (exit, _, err) = run_words(&["prompt", "great"], false);
    assert_eq!(
        (exit, err.as_str()),
        (Exit::Failure, "Unknown prompt: great; did you mean `greet`?\n")
    );
}

#[test]
fn binaries_are_saved_when_asked() {
    let folder = std::env::temp_dir().join(format!("mcp-cli-save-{}", process::id()));
    let (exit, _, err) = run_words(&["call", "logo", "--save", folder.to_str().unwrap()], true);
    assert_eq!(exit, Exit::Success);
    assert_eq!(std::fs::read(folder.join("logo-1.png")).unwrap(), b"\x89PNG");
    assert!(err.starts_with("saved "), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn help_and_version_name_the_program() {
    assert_eq!(run_words(&["--version"], false).1, "demo 1.2.3\n");
    assert!(
        run_words(&["--help"], false)
            .1
            .starts_with("Usage: demo [COMMAND]\n")
    );
}
