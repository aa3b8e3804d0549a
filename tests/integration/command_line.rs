//! The command line of the example server: `list`, `call`, `read`, `prompt` and their exit codes.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::process::{Output, orders};

fn run(arguments: &[&str]) -> Output {
    orders(arguments, b"")
}

/// The only line of the output, as JSON.
#[track_caller]
fn result(output: &Output) -> Value {
    assert_eq!(output.code(), Some(0), "{}", output.errors());
    let mut messages = output.messages();
    assert_eq!(messages.len(), 1, "one line on a pipe");
    messages.remove(0)
}

#[test]
fn list_shows_everything_that_is_offered() {
    let list = result(&run(&["list"]));
    let count = |member: &str| list[member].as_array().unwrap().len();
    let counts = [
        count("tools"),
        count("resources"),
        count("resourceTemplates"),
        count("prompts"),
    ];
    assert_eq!(counts, [7, 3, 2, 1]);
}

#[test]
fn call_prints_the_result() {
    let output = run(&["call", "find-order", r#"{"order_id":42}"#]);
    assert_eq!(
        result(&output)["structuredContent"],
        json!({ "order_id": 42, "status": "ready" })
    );
    let output = run(&["call", "store-hours"]);
    assert_eq!(
        result(&output)["content"][0]["text"],
        "Monday to Friday, 09:00–17:00 UTC."
    );
}

#[test]
fn read_and_prompt_print_the_result() {
    let read = result(&run(&["read", "catalog://public"]));
    assert_eq!(read["contents"][0]["text"], r#"{"categories":["books","music"]}"#);
    let prompt = result(&run(&["prompt", "review-order", r#"{"summary":"Two books."}"#]));
    assert_eq!(prompt["messages"].as_array().unwrap().len(), 3);
}

#[test]
fn exit_0_help_and_version() {
    for flag in ["--help", "-h"] {
        let output = run(&[flag]);
        assert_eq!(output.code(), Some(0));
        assert!(
            output.text().starts_with("Usage: orders [COMMAND]"),
            "{}",
            output.text()
        );
        for word in [
            "list",
            "call NAME",
            "read URI",
            "prompt NAME",
            "--save DIR",
            "--version",
            "Exit codes",
        ] {
            assert!(output.text().contains(word), "{word}");
        }
    }
    for flag in ["--version", "-V"] {
        let output = run(&[flag]);
        assert_eq!((output.code(), output.text()), (Some(0), "orders 0.1.0\n"));
    }
}

#[test]
fn exit_1_unknown_names_and_errors_of_the_server() {
    for (arguments, message) in [
        (
            ["call", "find-ordr"],
            "Unknown tool: find-ordr; did you mean `find-order`?\n",
        ),
        (
            ["prompt", "review-ordr"],
            "Unknown prompt: review-ordr; did you mean `review-order`?\n",
        ),
        (
            ["prompt", "review-order"],
            "Missing required prompt arguments: `summary`\n",
        ),
        (
            ["read", "catalog://pubic"],
            "Resource not found: catalog://pubic; did you mean `catalog://public`?\n",
        ),
        (["read", "orders://7"], "Resource not found: orders://7"),
    ] {
        let output = run(&arguments);
        assert_eq!((output.code(), output.text()), (Some(1), ""), "{arguments:?}");
        assert!(output.errors().starts_with(message), "{}", output.errors());
    }
}

#[test]
fn exit_2_wrong_usage_says_what_is_wrong_and_how_it_goes() {
    for (arguments, message) in [
        (&["lst"][..], "unknown command `lst`; did you mean `list`?\n"),
        (&["call"], "`call` needs a name\n"),
        (&["read"], "`read` needs a URI\n"),
        (&["call", "find-order", "{"], "the arguments are not JSON"),
        (
            &["call", "find-order", "[1]"],
            "the arguments must be a JSON object, not `[1]`\n",
        ),
        (&["list", "everything"], "unexpected argument `everything`\n"),
        (
            &["list", "--save", "x"],
            "`--save` goes with `call`, `read` and `prompt`\n",
        ),
        (
            &["--save", "x"],
            "`--save` goes with `call`, `read` and `prompt`\n",
        ),
        (&["--unknown"], "invalid option '--unknown'\n"),
    ] {
        let output = run(arguments);
        assert_eq!((output.code(), output.text()), (Some(2), ""), "{arguments:?}");
        assert!(output.errors().starts_with(message), "{}", output.errors());
        assert!(output.errors().contains("Usage: orders [COMMAND]"));
    }
}

#[test]
fn exit_5_a_tool_that_reports_an_error_still_prints_its_result() {
    for arguments in [r#"{"order_id":7}"#, r#"{"order":7}"#] {
        let output = run(&["call", "find-order", arguments]);
        assert_eq!(output.code(), Some(5));
        assert_eq!(output.messages()[0]["isError"], true);
    }
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn save_writes_what_is_binary_as_it_was() {
    let folder = folder("save");
    let target = folder.to_str().unwrap();
    let output = run(&["call", "brand-assets", "--save", target]);
    assert_eq!(output.code(), Some(0), "{}", output.errors());
    let output = run(&["read", "orders://57/packed", "--save", target]);
    assert_eq!(output.code(), Some(0), "{}", output.errors());
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["brand-assets-1.png", "brand-assets-2.wav", "resource-1.msgpack"]
    );
    let brand = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/orders/brand");
    let same = |saved: &str, original: &str| {
        assert_eq!(
            std::fs::read(folder.join(saved)).unwrap(),
            std::fs::read(brand.join(original)).unwrap()
        );
    };
    same("brand-assets-1.png", "logo.png");
    same("brand-assets-2.wav", "welcome.wav");
    // Without anything binary nothing is written, and that is no error.
    assert_eq!(run(&["call", "store-hours", "--save", target]).code(), Some(0));
}
