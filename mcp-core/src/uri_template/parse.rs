//! The grammar of RFC 6570: text → [`Part`]s. Knows nothing of matching; see [`super::inverse`].

use std::fmt;

use super::inverse::Pattern;

/// A parsed RFC 6570 template of an absolute URI, usable in both directions.
///
/// Everything that can be wrong with a template is found by [`parse`](Self::parse), so that
/// neither expanding it nor matching a URI against it can fail later.
///
/// ```
/// use mcp_core::uri_template::UriTemplate;
///
/// let template = UriTemplate::parse("orders://{id}/items{?page,size}")?;
/// let found = template.extract("orders://42/items?size=10").unwrap().unwrap();
/// assert_eq!(found.get_text("id"), Some("42"));
/// assert_eq!(found.get_text("size"), Some("10"));
/// assert_eq!(template.expand(&found), "orders://42/items?size=10");
/// # Ok::<(), mcp_core::uri_template::UriTemplateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct UriTemplate {
    text: String,
    pub(super) parts: Vec<Part>,
    pub(super) pattern: Pattern,
    pub(super) screened: bool,
}

impl UriTemplate {
    /// Parses a template, all four levels of RFC 6570, and compiles its inverse.
    ///
    /// # Errors
    /// [`UriTemplateError::Syntax`] if the text is no RFC 6570 template or does not begin with a
    /// literal scheme; [`UriTemplateError::NotInvertible`] if two different sets of values could
    /// expand to the same URI in a way that no rule of this module decides.
    pub fn parse(template: &str) -> Result<Self, UriTemplateError> {
        require_scheme(template)?;
        let parts = parts(template)?;
        Ok(Self {
            text: template.to_owned(),
            pattern: Pattern::compile(&parts)?,
            parts,
            screened: true,
        })
    }

    /// The template as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The distinct variables, in order of first appearance.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.pattern.names.iter().map(String::as_str)
    }

    /// Whether a matching URI may leave this variable out: true for one that only `{?…}` and
    /// `{&…}` expressions name.
    #[must_use]
    pub fn is_optional(&self, variable: &str) -> bool {
        let mut named = self.expressions().filter(|e| e.names(variable)).peekable();
        named.peek().is_some() && named.all(|e| e.operator.is_query())
    }

    /// Turns off the safety screen of [`extract`](Self::extract) for this template.
    ///
    /// The values are whatever the client sent, `../../etc/passwd`, absolute paths and NUL
    /// included. Choose this only if they are never used as part of a path, or if the handler
    /// confines them itself.
    #[must_use]
    pub fn allow_traversal(mut self) -> Self {
        self.screened = false;
        self
    }

    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.parts.iter().filter_map(|part| match part {
            Part::Expression(expression) => Some(expression),
            Part::Literal(_) => None,
        })
    }
}

impl fmt::Display for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why a template was refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UriTemplateError {
    /// The text is not an RFC 6570 template of an absolute URI.
    Syntax {
        /// Where in the template, in bytes.
        offset: usize,
        /// What is wrong there.
        reason: String,
    },
    /// The template can be expanded, but a URI does not tell its values apart.
    NotInvertible {
        /// Where in the template the expression begins, in bytes.
        offset: usize,
        /// What makes it ambiguous.
        reason: String,
    },
}

impl UriTemplateError {
    fn syntax(offset: usize, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self::Syntax { offset, reason }
    }

    /// Where in the template, in bytes: for a macro that points at the literal.
    #[must_use]
    pub fn offset(&self) -> usize {
        match self {
            Self::Syntax { offset, .. } | Self::NotInvertible { offset, .. } => *offset,
        }
    }
}

impl fmt::Display for UriTemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { offset, reason } => {
                write!(f, "invalid URI template at byte {offset}: {reason}")
            }
            Self::NotInvertible { offset, reason } => {
                write!(f, "ambiguous URI template at byte {offset}: {reason}")
            }
        }
    }
}

impl std::error::Error for UriTemplateError {}

/// A stretch of a template.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Text that stands in every URI, already percent-encoded, escapes in upper case.
    Literal(String),
    Expression(Expression),
}

#[derive(Clone, Debug)]
pub(super) struct Expression {
    /// Where its `{` stands.
    pub(super) offset: usize,
    pub(super) operator: Operator,
    pub(super) variables: Vec<VariableSpec>,
}

impl Expression {
    fn names(&self, variable: &str) -> bool {
        self.variables.iter().any(|spec| spec.name == variable)
    }
}

#[derive(Clone, Debug)]
pub(super) struct VariableSpec {
    pub(super) name: String,
    pub(super) modifier: Modifier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    None,
    /// `:n`
    Prefix(usize),
    /// `*`
    Explode,
}

impl Modifier {
    pub(super) fn limit(self) -> Option<usize> {
        match self {
            Self::Prefix(limit) => Some(limit),
            Self::None | Self::Explode => None,
        }
    }
}

/// The operators, with the columns of the table in RFC 6570, appendix A, as methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Simple,
    Reserved,
    Fragment,
    Label,
    Path,
    Parameter,
    Query,
    Continuation,
}

impl Operator {
    pub(super) fn first(self) -> &'static str {
        self.separators().0
    }

    pub(super) fn separator(self) -> &'static str {
        self.separators().1
    }

    fn separators(self) -> (&'static str, &'static str) {
        match self {
            Self::Simple | Self::Reserved => ("", ","),
            Self::Fragment => ("#", ","),
            Self::Label => (".", "."),
            Self::Path => ("/", "/"),
            Self::Parameter => (";", ";"),
            Self::Query => ("?", "&"),
            Self::Continuation => ("&", "&"),
        }
    }

    pub(super) fn is_query(self) -> bool {
        matches!(self, Self::Query | Self::Continuation)
    }

    pub(super) fn is_named(self) -> bool {
        self.is_query() || self == Self::Parameter
    }

    pub(super) fn allows_reserved(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }
}

/// A template that began with an expression could name any scheme, `file:` included.
fn require_scheme(template: &str) -> Result<(), UriTemplateError> {
    let scheme = template.split_once(':').map_or(template, |(name, _)| name);
    let stray = scheme.bytes().enumerate().position(|(i, byte)| match byte {
        b'a'..=b'z' | b'A'..=b'Z' => false,
        b'0'..=b'9' | b'+' | b'-' | b'.' => i == 0,
        _ => true,
    });
    let reason = "a template begins with a literal scheme, as in `orders://{id}`";
    match stray {
        Some(offset) => Err(UriTemplateError::syntax(offset, reason)),
        None if scheme.is_empty() || scheme.len() == template.len() => {
            Err(UriTemplateError::syntax(0, reason))
        }
        None => Ok(()),
    }
}

pub(super) fn parts(template: &str) -> Result<Vec<Part>, UriTemplateError> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < template.len() {
        let open = template[at..].find('{').map_or(template.len(), |i| at + i);
        if at < open {
            parts.push(Part::Literal(literal(&template[at..open], at)?));
        }
        if open == template.len() {
            break;
        }
        let length = template[open..]
            .find('}')
            .ok_or_else(|| UriTemplateError::syntax(open, "this `{` is never closed"))?;
        let body = &template[open + 1..open + length];
        parts.push(Part::Expression(expression(body, open)?));
        at = open + length + 1;
    }
    Ok(parts)
}

fn literal(text: &str, offset: usize) -> Result<String, UriTemplateError> {
    let mut encoded = String::with_capacity(text.len());
    let mut characters = text.char_indices();
    while let Some((i, character)) = characters.next() {
        let refuse = |reason| Err(UriTemplateError::syntax(offset + i, reason));
        match character {
            '%' => match escaped_byte(text.as_bytes(), i) {
                Some(byte) => {
                    push_escape(&mut encoded, byte);
                    characters.nth(1);
                }
                None => return refuse("`%` must be followed by two hexadecimal digits".into()),
            },
            '}' => return refuse("this `}` closes nothing".to_owned()),
            ' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '|' => {
                return refuse(format!("`{character}` cannot stand in a URI"));
            }
            _ if character.is_control() => {
                return refuse("a control character cannot stand in a URI".to_owned());
            }
            _ if character.is_ascii() => encoded.push(character),
            _ => push_escapes(&mut encoded, character),
        }
    }
    Ok(encoded)
}

fn expression(body: &str, offset: usize) -> Result<Expression, UriTemplateError> {
    let operator = match body.bytes().next() {
        Some(b'+') => Operator::Reserved,
        Some(b'#') => Operator::Fragment,
        Some(b'.') => Operator::Label,
        Some(b'/') => Operator::Path,
        Some(b';') => Operator::Parameter,
        Some(b'?') => Operator::Query,
        Some(b'&') => Operator::Continuation,
        Some(b'=' | b',' | b'!' | b'@' | b'|') => {
            let reason = "RFC 6570 reserves this operator for later use";
            return Err(UriTemplateError::syntax(offset + 1, reason));
        }
        _ => Operator::Simple,
    };
    let list = match operator {
        Operator::Simple => body,
        _ => &body[1..],
    };
    let mut at = offset + 1 + (body.len() - list.len());
    let mut variables = Vec::new();
    for text in list.split(',') {
        variables.push(variable(text).map_err(|reason| UriTemplateError::syntax(at, reason))?);
        at += text.len() + 1;
    }
    Ok(Expression {
        offset,
        operator,
        variables,
    })
}

fn variable(text: &str) -> Result<VariableSpec, String> {
    let (name, modifier) = if let Some(name) = text.strip_suffix('*') {
        (name, Modifier::Explode)
    } else if let Some((name, limit)) = text.split_once(':') {
        (name, Modifier::Prefix(prefix_limit(limit)?))
    } else {
        (text, Modifier::None)
    };
    if name.is_empty() {
        return Err("a variable name is missing".to_owned());
    }
    if !name.split('.').all(is_name_segment) {
        return Err(format!(
            "`{name}` is not a variable name: letters, digits, `_`, percent-escapes, and `.` between them"
        ));
    }
    Ok(VariableSpec {
        name: name.to_owned(),
        modifier,
    })
}

fn prefix_limit(text: &str) -> Result<usize, String> {
    let well_formed = !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(limit @ 1..=9999) if well_formed => Ok(limit),
        _ => Err("a prefix length is a number from 1 to 9999".to_owned()),
    }
}

fn is_name_segment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'_' => 1,
            _ if byte.is_ascii_alphanumeric() => 1,
            _ if escaped_byte(bytes, at).is_some() => 3,
            _ => return false,
        };
    }
    at > 0
}

/// The byte that a percent-escape at this place stands for.
pub(super) fn escaped_byte(text: &[u8], at: usize) -> Option<u8> {
    let [b'%', high, low] = *text.get(at..at + 3)? else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

pub(super) fn push_escape(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

pub(super) fn push_escapes(out: &mut String, character: char) {
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        push_escape(out, byte);
    }
}

pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

pub(super) fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax_errors_point_at_the_offending_byte() {
        let table = "orders 0 :x 0 1a:x 0 {b}://x 0 a{b}://x 1 a://{} 5 a://{b 4 a://{b{c}} 5
            a://b} 5 a://%4/{d} 4 a://\u{7f} 4 a://x|y 5 a://{=x} 5 a://{+} 6 a://{x,} 7
            a://{x,y:0} 7 a://{x:10000} 5 a://{x:+1} 5 a://{x:3*} 5 a://{x**} 5 a://{.x.} 6
            a://{x..y} 5 a://{é} 5 a://{%4} 5";
        let words: Vec<_> = table.split_whitespace().collect();
        let rows = words.chunks(2).map(|row| (row[0], row[1].parse().unwrap()));
        for (template, at) in rows.chain([("", 0), ("a://b c/{d}", 5)]) {
            match UriTemplate::parse(template) {
                Err(UriTemplateError::Syntax { offset, .. }) => {
                    assert_eq!(offset, at, "{template}")
                }
                other => panic!("{template}: {other:?}"),
            }
        }
    }

    #[test]
    fn an_error_reads_as_a_sentence_with_its_place() {
        let error = UriTemplate::parse("a://{b}{c").unwrap_err();
        let text = "invalid URI template at byte 7: this `{` is never closed";
        assert_eq!((error.to_string().as_str(), error.offset()), (text, 7));
    }

    #[test]
    fn variables_are_distinct_and_in_order_and_only_query_ones_are_optional() {
        let template = UriTemplate::parse("a://{z}/{b.c}/{z}{?q,z,p*}{&r:3}").unwrap();
        let names: Vec<_> = template.variables().collect();
        assert_eq!(names, ["z", "b.c", "q", "p", "r"]);
        let optional: Vec<_> = names.iter().filter(|n| template.is_optional(n)).collect();
        assert_eq!(optional, [&"q", &"p", &"r"]);
        assert!(!template.is_optional("unheard of"));
    }

    #[test]
    fn the_template_keeps_its_spelling() {
        let template = UriTemplate::parse("a://é/%c3{x}").unwrap();
        assert_eq!(template.as_str(), "a://é/%c3{x}");
        assert_eq!(template.to_string(), "a://é/%c3{x}");
    }
}
