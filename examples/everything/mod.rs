//! Everything that the public conformance suite asks a server for, with the values it documents.
//!
//! The names are the suite's own. Each file holds one kind of thing; [`server`] lists them all.

pub mod answers;
pub mod asking;
pub mod prompts;
pub mod resources;
pub mod work;

use std::time::Duration;

use mcp_runtime::{BuildErrors, Server};

/// The shortest picture there is: one red pixel.
const PIXEL: &[u8] = include_bytes!("pixel.png");

/// The shortest sound there is: a millisecond of silence.
const SILENCE: &[u8] = include_bytes!("silence.wav");

/// How long a step of a tool takes that works in steps.
const STEP: Duration = Duration::from_millis(50);

/// The whole server.
///
/// # Errors
///
/// When a primitive is declared wrongly; the tests build it, so it is not.
pub fn server() -> Result<Server, BuildErrors> {
    Server::builder("everything", env!("CARGO_PKG_VERSION"))
        .title("Everything")
        // The suite calls the first tool there is, without arguments.
        .first_tools(["test_simple_text"])
        .list_changed(true)
        .resource_subscriptions(true)
        .instructions("Fixtures of the conformance suite: call them by the names it knows.")
        .tool::<answers::simple_text>()
        .tool::<answers::image_content>()
        .tool::<answers::audio_content>()
        .tool::<answers::embedded_resource>()
        .tool::<answers::multiple_content_types>()
        .tool::<answers::error_handling>()
        .tool::<answers::json_schema>()
        .tool::<answers::custom_header>()
        .tool::<work::progress>()
        .tool::<work::logging>()
        .tool::<work::single_log>()
        .tool::<work::reconnection>()
        .tool::<work::tool_change>()
        .tool::<work::prompt_change>()
        .tool::<asking::sampling>()
        .tool::<asking::elicitation>()
        .tool::<asking::defaults>()
        .tool::<asking::enums>()
        .tool::<asking::missing_capability>()
        .tool::<asking::streaming_elicitation>()
        .tool::<asking::input_elicitation>()
        .tool::<asking::input_sampling>()
        .tool::<asking::input_roots>()
        .tool::<asking::input_state>()
        .tool::<asking::input_tampered_state>()
        .tool::<asking::input_multiple>()
        .tool::<asking::input_rounds>()
        .tool::<asking::input_capabilities>()
        .resource::<resources::static_text>()
        .resource::<resources::static_binary>()
        .resource::<resources::watched>()
        .resource::<resources::template>()
        .prompt::<prompts::simple>()
        .prompt::<prompts::with_arguments>()
        .prompt::<prompts::with_embedded_resource>()
        .prompt::<prompts::with_image>()
        .prompt::<asking::input_prompt>()
        .build()
}
