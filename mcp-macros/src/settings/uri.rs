use syn::{Error, LitStr, Result};

/// An absolute URI, or a template of one.
///
/// This finds the mistakes that an author makes; `mcp-core` has the whole grammar and checks it
/// when the server is built.
pub(crate) struct Uri {
    pub(crate) literal: LitStr,
    pub(crate) variables: Vec<Variable>,
}

/// A variable of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// Whether it may be absent: only `{?…}` and `{&…}` name it.
    pub(crate) optional: bool,
}

impl Uri {
    pub(super) fn parse(literal: LitStr) -> Result<Self> {
        let text = literal.value();
        let variables = scheme(&text).and_then(|()| variables(&text));
        match variables {
            Ok(variables) => Ok(Self { literal, variables }),
            Err(message) => Err(Error::new(literal.span(), message)),
        }
    }

    pub(crate) fn is_template(&self) -> bool {
        !self.variables.is_empty()
    }
}

fn scheme(uri: &str) -> std::result::Result<(), String> {
    let (scheme, rest) = uri.split_once(':').unwrap_or(("", uri));
    let well_formed = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    match well_formed && !rest.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "`{uri}` is no absolute URI: begin with a scheme, as in `orders://recent` or `orders://{{id}}`"
        )),
    }
}

fn variables(uri: &str) -> std::result::Result<Vec<Variable>, String> {
    let mut found: Vec<Variable> = Vec::new();
    let mut rest = uri;
    while let Some(at) = rest.find(['{', '}']) {
        literal(&rest[..at])?;
        let Some(open) = rest[at..].strip_prefix('{') else {
            return Err(format!(
                "a `}}` in `{uri}` closes nothing: write `{{name}}` for a variable"
            ));
        };
        let Some((expression, after)) = open.split_once('}') else {
            return Err(format!(
                "a `{{` in `{uri}` is never closed: write `{{name}}` for a variable"
            ));
        };
        for variable in self::expression(expression)? {
            match found.iter_mut().find(|known| known.name == variable.name) {
                Some(known) => known.optional &= variable.optional,
                None => found.push(variable),
            }
        }
        rest = after;
    }
    literal(rest)?;
    Ok(found)
}

fn literal(text: &str) -> std::result::Result<(), String> {
    let stray = text.chars().find(|letter| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '"' | '<' | '>' | '\\' | '^' | '`' | '|')
    });
    match stray {
        None => Ok(()),
        Some(letter) => Err(format!(
            "{letter:?} cannot stand in a URI: percent-encode it, as `%20` for a space"
        )),
    }
}

/// The variables in one pair of braces.
fn expression(body: &str) -> std::result::Result<Vec<Variable>, String> {
    let operator = body
        .chars()
        .next()
        .filter(|first| !is_name_letter(*first) && *first != '%');
    let list = match operator {
        None => body,
        Some('+' | '#' | '.' | '/' | ';' | '?' | '&') => &body[1..],
        Some(other) => {
            return Err(format!(
                "`{{{body}}}` begins with {other:?}, which is no operator: write `{{name}}`, or one of `+ # . / ; ? &` \
                 before the name"
            ));
        }
    };
    let optional = matches!(operator, Some('?' | '&'));
    list.split(',')
        .map(|variable| {
            Ok(Variable {
                name: name(body, variable)?,
                optional,
            })
        })
        .collect()
}

/// The name of a variable, without `*` or `:3` behind it.
fn name(body: &str, variable: &str) -> std::result::Result<String, String> {
    let name = match variable.split_once(':') {
        Some((name, length))
            if length
                .parse::<u16>()
                .is_ok_and(|length| (1..10_000).contains(&length)) =>
        {
            name
        }
        Some(_) => {
            return Err(format!(
                "`{{{body}}}` has a length that is none: write 1 to 9999, as in `{{name:3}}`"
            ));
        }
        None => variable.strip_suffix('*').unwrap_or(variable),
    };
    let dots = name.starts_with('.') || name.ends_with('.') || name.contains("..");
    match !name.is_empty()
        && !dots
        && name
            .chars()
            .all(|letter| is_name_letter(letter) || ".%".contains(letter))
    {
        true => Ok(name.to_owned()),
        false => Err(format!(
            "`{{{body}}}` has a variable without a proper name: write letters, digits and `_`, as in `{{order_id}}`"
        )),
    }
}

fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    fn parse(text: &str) -> std::result::Result<Vec<(String, bool)>, String> {
        let uri = Uri::parse(LitStr::new(text, Span::call_site())).map_err(|error| error.to_string())?;
        Ok(uri
            .variables
            .into_iter()
            .map(|variable| (variable.name, variable.optional))
            .collect())
    }

    fn variable(name: &str, optional: bool) -> (String, bool) {
        (name.to_owned(), optional)
    }

    #[test]
    fn a_uri_without_braces_has_no_variables() {
        assert_eq!(parse("catalog://public"), Ok(vec![]));
        assert_eq!(parse("urn:isbn:0451450523"), Ok(vec![]));
    }

    #[test]
    fn variables_are_found_with_every_operator_and_modifier() {
        let expected = vec![
            variable("id", false),
            variable("path", false),
            variable("page", true),
            variable("size", true),
            variable("tag.name", true),
        ];
        assert_eq!(parse("a://{id:3}/{+path*}{?page,size}{&tag.name}"), Ok(expected));
    }

    #[test]
    fn a_variable_that_also_stands_in_the_path_is_not_optional() {
        assert_eq!(parse("a://{id}{?id}"), Ok(vec![variable("id", false)]));
    }

    #[test]
    fn what_is_no_uri_is_refused() {
        for text in [
            "orders",
            "//orders/1",
            "{scheme}://x",
            "1a://x",
            "orders:",
            "",
            ":x",
        ] {
            assert!(parse(text).unwrap_err().contains("begin with a scheme"), "{text}");
        }
        assert!(parse("a://b c").unwrap_err().contains("percent-encode"));
        assert!(parse("a://{id}\u{7}").unwrap_err().contains("percent-encode"));
    }

    #[test]
    fn what_is_no_template_is_refused() {
        assert!(parse("a://{id").unwrap_err().contains("never closed"));
        assert!(parse("a://id}").unwrap_err().contains("closes nothing"));
        assert!(parse("a://{!id}").unwrap_err().contains("no operator"));
        assert!(parse("a://{é}").unwrap_err().contains("no operator"));
        for text in [
            "a://{}",
            "a://{a,}",
            "a://{a b}",
            "a://{a{b}}",
            "a://{?}",
            "a://{a..b}",
        ] {
            assert!(parse(text).unwrap_err().contains("proper name"), "{text}");
        }
        assert!(parse("a://{id:0}").unwrap_err().contains("1 to 9999"));
        assert!(parse("a://{id:x}").unwrap_err().contains("1 to 9999"));
    }
}
