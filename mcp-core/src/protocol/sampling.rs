use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{AudioContent, ContentBlock, ImageContent, ProtocolVersion, Role, TextContent};

/// One block of a message to or from the client's model (`SAMP-01`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum SamplingContent {
    /// Text.
    Text(TextContent),
    /// A picture.
    Image(ImageContent),
    /// Sound, since 2025-03-26.
    Audio(AudioContent),
    /// The model wants a tool to be run, since 2025-11-25.
    ToolUse(ToolUseContent),
    /// What a tool came to, since 2025-11-25.
    ToolResult(ToolResultContent),
}

/// The model wants a tool to be run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolUseContent {
    /// Names this use; its result refers to it.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments.
    pub input: Map<String, Value>,
}

/// What a tool came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResultContent {
    /// The use that it is the result of.
    pub tool_use_id: String,
    /// The blocks for the model.
    pub content: Vec<ContentBlock>,
    /// The value for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Value>,
    /// Whether the tool failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
}

/// One message of the conversation that the client's model continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SamplingMessage {
    /// Who says it.
    pub role: Role,
    /// What is said: one block or several.
    #[serde(serialize_with = "one_or_many", deserialize_with = "read_one_or_many")]
    pub content: Vec<SamplingContent>,
}

/// A tool that the model may use while it answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SamplingTool {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The schema of its arguments.
    pub input_schema: Value,
}

/// Whether the model may, must or must not use a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// At least one.
    Required,
    /// None.
    None,
}

/// What else the client puts before the model. All but `None` is deprecated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IncludeContext {
    /// Nothing.
    None,
    /// What this server said.
    ThisServer,
    /// What all servers said.
    AllServers,
}

/// Which model suits; every priority is from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelPreferences {
    /// Names or parts of names, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<ModelHint>,
    /// How much a low price matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_priority: Option<f64>,
    /// How much speed matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_priority: Option<f64>,
    /// How much ability matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intelligence_priority: Option<f64>,
}

/// A model's name, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelHint {
    /// The name.
    pub name: String,
}

/// What the client's model is asked: the parameters of `sampling/createMessage` (`SAMP-01`).
///
/// ```
/// use mcp_core::protocol::CreateMessageRequest;
///
/// let request = CreateMessageRequest::new(100)
///     .system("Answer in one word.")
///     .user("What is the capital of France?");
/// assert_eq!(request.messages.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessageRequest {
    /// The conversation so far.
    pub messages: Vec<SamplingMessage>,
    /// The most that may be generated.
    pub max_tokens: u32,
    /// What the model is told beside the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// Which model suits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_preferences: Option<ModelPreferences>,
    /// How much chance there is in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Texts that end the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop_sequences: Vec<String>,
    /// What else the client puts before the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub include_context: Option<IncludeContext>,
    /// The tools that the model may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<SamplingTool>,
    /// Whether it may use them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// What the provider of the model gets beside all that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
}

/// What the client's model said (`SAMP-03`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessageResult {
    /// Who speaks: usually the model.
    pub role: Role,
    /// What was said: one block or several.
    #[serde(serialize_with = "one_or_many", deserialize_with = "read_one_or_many")]
    pub content: Vec<SamplingContent>,
    /// The model that was asked.
    pub model: String,
    /// Why it stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
}

impl SamplingContent {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextContent {
            text: text.into(),
            annotations: None,
            meta: super::Meta::default(),
        })
    }

    /// The text, if it is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(content) => Some(&content.text),
            _ => None,
        }
    }
}

impl CreateMessageRequest {
    /// A request without messages yet.
    #[must_use]
    pub fn new(max_tokens: u32) -> Self {
        Self {
            messages: Vec::new(),
            max_tokens,
            system_prompt: None,
            model_preferences: None,
            temperature: None,
            stop_sequences: Vec::new(),
            include_context: None,
            tools: Vec::new(),
            tool_choice: None,
            metadata: None,
        }
    }

    /// Adds a message of the user.
    #[must_use]
    pub fn user(self, text: impl Into<String>) -> Self {
        self.message(Role::User, [SamplingContent::text(text)])
    }

    /// Adds a message of the model.
    #[must_use]
    pub fn assistant(self, text: impl Into<String>) -> Self {
        self.message(Role::Assistant, [SamplingContent::text(text)])
    }

    /// Adds a message of any blocks.
    #[must_use]
    pub fn message(mut self, role: Role, content: impl IntoIterator<Item = SamplingContent>) -> Self {
        let content = content.into_iter().collect();
        self.messages.push(SamplingMessage { role, content });
        self
    }

    /// What the model is told beside the conversation.
    #[must_use]
    pub fn system(mut self, prompt: impl Into<String>) -> Self {
        self.system_prompt = Some(prompt.into());
        self
    }

    /// How much chance there is in the answer.
    #[must_use]
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Adds a text that ends the answer.
    #[must_use]
    pub fn stop_sequence(mut self, text: impl Into<String>) -> Self {
        self.stop_sequences.push(text.into());
        self
    }

    /// Which model suits.
    #[must_use]
    pub fn model_preferences(mut self, preferences: ModelPreferences) -> Self {
        self.model_preferences = Some(preferences);
        self
    }

    /// Adds a tool that the model may use; the client has to declare `sampling.tools`.
    #[must_use]
    pub fn tool(mut self, tool: SamplingTool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Whether the model may use the tools.
    #[must_use]
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.tool_choice = Some(choice);
        self
    }

    /// Whether it needs the client's setting `sampling.tools`.
    #[must_use]
    pub fn uses_tools(&self) -> bool {
        !self.tools.is_empty() || self.tool_choice.is_some()
    }

    /// Whether it needs the client's setting `sampling.context`.
    #[must_use]
    pub fn uses_context(&self) -> bool {
        self.include_context
            .is_some_and(|context| context != IncludeContext::None)
    }

    /// What a revision does not know of it (`LREQ-07`).
    pub(crate) fn unknown_to(&self, version: ProtocolVersion) -> Option<&'static str> {
        let blocks = || self.messages.iter().flat_map(|message| &message.content);
        let is_audio = |block: &SamplingContent| matches!(block, SamplingContent::Audio(_));
        if version < ProtocolVersion::V2025_11_25 {
            if self.messages.iter().any(|message| message.content.len() != 1) {
                return Some("messages of several blocks");
            }
            if self.uses_tools()
                || blocks().any(|block| {
                    matches!(
                        block,
                        SamplingContent::ToolUse(_) | SamplingContent::ToolResult(_)
                    )
                })
            {
                return Some("tools for the model");
            }
        }
        (version < ProtocolVersion::V2025_03_26 && blocks().any(is_audio)).then_some("sound")
    }
}

impl CreateMessageResult {
    /// The text of all blocks that are text, one after the other.
    #[must_use]
    pub fn text(&self) -> String {
        self.content.iter().filter_map(SamplingContent::as_text).collect()
    }
}

/// One block stands alone, as every revision has it; several are a list.
fn one_or_many<S: Serializer>(content: &Vec<SamplingContent>, serializer: S) -> Result<S::Ok, S::Error> {
    match content.as_slice() {
        [only] => only.serialize(serializer),
        many => many.serialize(serializer),
    }
}

fn read_one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SamplingContent>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Content {
        Many(Vec<SamplingContent>),
        One(Box<SamplingContent>),
    }
    Ok(match Content::deserialize(deserializer)? {
        Content::Many(blocks) => blocks,
        Content::One(block) => vec![*block],
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn samp_01_a_request_is_written_as_the_protocol_has_it() {
        let request = CreateMessageRequest::new(100).user("Hi").system("Be kind.");
        assert_eq!(
            serde_json::to_value(&request).unwrap(),
            json!({
                "messages": [{ "role": "user", "content": { "type": "text", "text": "Hi" } }],
                "maxTokens": 100,
                "systemPrompt": "Be kind.",
            })
        );
    }

    #[test]
    fn samp_03_an_answer_is_one_block_or_several() {
        let one =
            json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "Paris" } });
        let answer: CreateMessageResult = serde_json::from_value(one).unwrap();
        assert_eq!(answer.text(), "Paris");
        let blocks = json!([
            { "type": "text", "text": "Looking." },
            { "type": "tool_use", "id": "1", "name": "look", "input": {} },
        ]);
        let many = json!({ "role": "assistant", "model": "m", "content": blocks, "stopReason": "toolUse" });
        let answer: CreateMessageResult = serde_json::from_value(many.clone()).unwrap();
        assert_eq!(answer.content.len(), 2);
        assert_eq!(serde_json::to_value(&answer).unwrap(), many);
    }

    #[test]
    fn lreq_07_older_revisions_know_less() {
        let plain = CreateMessageRequest::new(1).user("Hi");
        assert_eq!(plain.unknown_to(ProtocolVersion::V2024_11_05), None);
        let tools = plain.clone().tool_choice(ToolChoice::Auto);
        assert_eq!(
            tools.unknown_to(ProtocolVersion::V2025_06_18),
            Some("tools for the model")
        );
        assert_eq!(tools.unknown_to(ProtocolVersion::V2025_11_25), None);
        let several = plain.message(
            Role::User,
            [SamplingContent::text("a"), SamplingContent::text("b")],
        );
        assert!(several.unknown_to(ProtocolVersion::V2025_06_18).is_some());
    }
}
