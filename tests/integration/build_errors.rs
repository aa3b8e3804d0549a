//! Everything that is wrong with a server, told at once when it is built.

use mcp_runtime::Limits;
use mcp_runtime::prelude::*;

use crate::servers::{builder, prompt, resource, tool};

/// A state that is asked for and never given.
#[derive(Clone)]
struct Missing;

#[tool]
async fn needy(State(_missing): State<Missing>) -> McpResponse {
    McpResponse::text("x")
}

#[resource(uri = "needy://x")]
async fn needy_resource(State(_missing): State<Missing>) -> McpResponse {
    McpResponse::text("x")
}

#[prompt]
async fn needy_prompt(State(_missing): State<Missing>) -> McpResponse {
    McpResponse::text("x")
}

/// Arguments that are no object.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Choice {
    This,
    That,
}

#[tool]
async fn choose(Args(choice): Args<Choice>) -> McpResponse {
    McpResponse::text(match choice {
        Choice::This => "this",
        Choice::That => "that",
    })
}

/// Arguments whose schema cannot be enforced.
#[derive(Deserialize, JsonSchema)]
struct Pattern {
    #[schemars(regex(pattern = r"^(a$"))]
    text: String,
}

#[tool]
async fn unmatched(Args(pattern): Args<Pattern>) -> McpResponse {
    McpResponse::text(pattern.text)
}

#[resource(uri = "family://{a}/x")]
async fn family(a: String) -> McpResponse {
    McpResponse::text(a)
}

#[resource(uri = "family://{b}/x")]
async fn same_family(b: String) -> McpResponse {
    McpResponse::text(b)
}

fn hello() -> McpResponse {
    McpResponse::text("x")
}

#[test]
fn every_mistake_is_listed_at_once_in_words() {
    let error = Server::builder(" ", "1.0.0")
        .limits(Limits {
            page_size: Some(0),
            response_size: Some(0),
            ..Limits::default()
        })
        .icon(Icon::new("http://example.org/a.png"))
        .state(1_u32)
        .state(2_u32)
        .add_tool(tool("two words", hello))
        .add_tool(tool("twice", hello))
        .add_tool(tool("twice", hello))
        .tool::<needy>()
        .tool::<choose>()
        .tool::<unmatched>()
        .resource::<needy_resource>()
        .add_resource(resource("relative/path", "text/plain", hello))
        .add_resource(resource("x://y", "plain", hello))
        .add_resource(resource("x://twice", "text/plain", hello))
        .add_resource(resource("x://twice", "text/plain", hello))
        .add_resource(resource("x://{undeclared}", "text/plain", hello))
        .resource::<family>()
        .resource::<same_family>()
        .prompt::<needy_prompt>()
        .add_prompt(prompt("", hello))
        .add_prompt(prompt("twice", hello))
        .add_prompt(prompt("twice", hello))
        .build()
        .unwrap_err();
    let pattern = match cfg!(feature = "validate") {
        true => r#"`/properties/text/pattern`: "^(a$" is not a "regex""#,
        false => "`/properties/text`: `pattern` can only be enforced with the feature `validate`",
    };
    let expected = format!(
        "\
the server cannot be built, for 19 reasons:
  - `http://example.org/a.png` cannot be an icon: its source must be an `https:` or `data:` URI
  - two states of type `u32` are given
  - its name and version must not be empty
  - the limit `response_size` must be a whole number of at least 1, not `0`
  - the limit `page_size` must be a whole number of at least 1, not `0`
  - tool `two words`: a name is 1 to 128 of A–Z a–z 0–9 _ - .
  - tool `needy`: it takes `State<integration::build_errors::Missing>`, which was never given: add `.state(…)` to the server
  - tool `choose`: the arguments must be an object: take a struct, not an enum or a list
  - tool `unmatched`: its input schema cannot be enforced: {pattern}
  - resource `needy://x`: it takes `State<integration::build_errors::Missing>`, which was never given: add `.state(…)` to the server
  - resource `relative/path`: `relative/path` is not an absolute URI: write `scheme:rest`, such as `orders://42`
  - resource `x://y`: `plain` is not a MIME type: write `type/subtype`, such as `image/png`
  - resource template `x://{{undeclared}}`: the variable `undeclared` of the template `x://{{undeclared}}` has no parameter
  - prompt `needy-prompt`: it takes `State<integration::build_errors::Missing>`, which was never given: add `.state(…)` to the server
  - prompt ``: a name is 1 to 128 of A–Z a–z 0–9 _ - .
  - tool `twice`: two tools have this name
  - prompt `twice`: two prompts have this name
  - resource `x://twice`: two resources have this URI
  - resource template `family://{{b}}/x`: it matches the same URIs as `family://{{a}}/x`"
    );
    assert_eq!(error.to_string(), expected);
    assert_eq!(format!("{error:?}"), expected, "`main` prints the debug form");
    assert_eq!(error.iter().count(), expected.lines().count() - 1);
}

#[test]
fn a_single_mistake_is_a_single_line() {
    let error = builder().tool::<needy>().build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the server cannot be built: tool `needy`: it takes \
         `State<integration::build_errors::Missing>`, which was never given: add `.state(…)` to the server"
    );
}

#[test]
fn a_server_without_mistakes_is_built() {
    let server = builder()
        .state(Missing)
        .tool::<needy>()
        .resource::<needy_resource>()
        .prompt::<needy_prompt>();
    assert!(server.build().is_ok());
    assert!(builder().resource::<family>().build().is_ok());
}
