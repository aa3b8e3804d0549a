use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};
use serde_json::{Value, json};

/// What the command line asks for.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Serve,
    #[cfg(feature = "http")]
    ServeHttp(String),
    List,
    Lint,
    Call {
        name: String,
        arguments: Value,
        save: Option<PathBuf>,
    },
    Read {
        uri: String,
        save: Option<PathBuf>,
    },
    Prompt {
        name: String,
        arguments: Value,
        save: Option<PathBuf>,
    },
    Help,
    Version,
}

/// Why a command line was not understood.
#[derive(Debug, PartialEq)]
pub(crate) struct Usage(pub(crate) String);

impl From<lexopt::Error> for Usage {
    fn from(error: lexopt::Error) -> Self {
        Self(error.to_string())
    }
}

#[cfg(feature = "http")]
const SERVE_HTTP: &str =
    "  http ADDRESS         serve MCP over HTTP, such as at 127.0.0.1:8000, under /mcp\n";
#[cfg(not(feature = "http"))]
const SERVE_HTTP: &str = "";

/// The text of `--help`.
pub(crate) fn help(program: &str) -> String {
    format!(
        "Usage: {program} [COMMAND]

Commands:
  (none), stdio        serve MCP on standard input and output
{SERVE_HTTP}  list                 list tools, resources and prompts
  lint                 say what weak clients would refuse, and what the tools cost
  call NAME [JSON]     call a tool with an object of arguments
  read URI             read a resource
  prompt NAME [JSON]   get a prompt with an object of arguments

Options:
  --save DIR           write images, sound and binary contents into a folder
  -h, --help           show this text
  -V, --version        show the version

Results are for people on a terminal and JSON, one line, elsewhere.
Exit codes: 0 done, 1 unknown name, error of the server or lint findings, 2 wrong usage, 5 the tool reported an error."
    )
}

/// Reads the command line.
pub(crate) fn parse(mut parser: Parser) -> Result<Command, Usage> {
    let mut words = Vec::new();
    let mut save = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Command::Version),
            Arg::Long("save") => save = Some(PathBuf::from(parser.value()?)),
            Arg::Value(word) => words.push(word.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let owned = |text: &str| text.to_owned();
    let command = match words.as_slice() {
        [] | ["stdio"] => Command::Serve,
        #[cfg(feature = "http")]
        ["http", address] => Command::ServeHttp(owned(address)),
        #[cfg(feature = "http")]
        ["http"] => {
            return Err(Usage(
                "`http` needs an address, such as 127.0.0.1:8000".to_owned(),
            ));
        }
        ["list"] => Command::List,
        ["lint"] => Command::Lint,
        ["call", name] => Command::Call {
            name: owned(name),
            arguments: json!({}),
            save: save.take(),
        },
        ["call", name, json] => Command::Call {
            name: owned(name),
            arguments: object(json)?,
            save: save.take(),
        },
        ["read", uri] => Command::Read {
            uri: owned(uri),
            save: save.take(),
        },
        ["prompt", name] => Command::Prompt {
            name: owned(name),
            arguments: json!({}),
            save: save.take(),
        },
        ["prompt", name, json] => Command::Prompt {
            name: owned(name),
            arguments: object(json)?,
            save: save.take(),
        },
        ["call" | "prompt"] => return Err(Usage(format!("`{}` needs a name", words[0]))),
        ["read"] => return Err(Usage("`read` needs a URI".to_owned())),
        ["stdio" | "list" | "lint" | "call" | "read" | "prompt", .., extra] => {
            return Err(Usage(format!("unexpected argument `{extra}`")));
        }
        [unknown, ..] => return Err(unknown_command(unknown)),
    };
    match save {
        Some(_) => Err(Usage("`--save` goes with `call`, `read` and `prompt`".to_owned())),
        None => Ok(command),
    }
}

fn object(json: &str) -> Result<Value, Usage> {
    match serde_json::from_str(json) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err(Usage(format!(
            "the arguments must be a JSON object, not `{json}`"
        ))),
        Err(error) => Err(Usage(format!("the arguments are not JSON: {error}"))),
    }
}

fn unknown_command(word: &str) -> Usage {
    #[cfg(not(feature = "http"))]
    if word == "http" {
        return Usage(
            "`http` needs the feature `http` of mcp-runtime, which this program was built without".to_owned(),
        );
    }
    let nearest = mcp_core::closest(word, ["stdio", "http", "list", "lint", "call", "read", "prompt"]);
    Usage(match nearest {
        Some(nearest) => format!("unknown command `{word}`; did you mean `{nearest}`?"),
        None => format!("unknown command `{word}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Command, Usage> {
        parse(Parser::from_args(words))
    }

    #[test]
    fn commands_take_a_name_and_an_object() {
        assert_eq!(parsed(&[]), Ok(Command::Serve));
        assert_eq!(parsed(&["list"]), Ok(Command::List));
        let call = Command::Call {
            name: "add".into(),
            arguments: json!({ "a": 1 }),
            save: Some("out".into()),
        };
        assert_eq!(parsed(&["call", "add", "{\"a\":1}", "--save", "out"]), Ok(call));
        assert_eq!(
            parsed(&["read", "x://y"]),
            Ok(Command::Read {
                uri: "x://y".into(),
                save: None
            })
        );
        assert_eq!(parsed(&["-V", "--whatever"]), Ok(Command::Version));
    }

    #[test]
    fn wrong_usage_says_what_is_wrong() {
        for (words, message) in [
            (&["cal", "add"][..], "unknown command `cal`; did you mean `call`?"),
            (&["call"], "`call` needs a name"),
            (
                &["call", "add", "[1]"],
                "the arguments must be a JSON object, not `[1]`",
            ),
            (&["list", "tools"], "unexpected argument `tools`"),
            (
                &["list", "--save", "x"],
                "`--save` goes with `call`, `read` and `prompt`",
            ),
            (&["--frob"], "invalid option '--frob'"),
        ] {
            assert_eq!(parsed(words), Err(Usage(message.into())));
        }
        let Err(Usage(message)) = parsed(&["call", "add", "{"]) else {
            panic!()
        };
        assert!(message.starts_with("the arguments are not JSON: "), "{message}");
    }
}
