//! URI → values, and the safety screen that they pass.
//!
//! One pass over the URI and one over each value: the time is at most proportional to the length
//! of the URI, with a constant that depends on the template alone.

use std::fmt;

use super::expand::{VariableValue, Variables};
use super::inverse::{Grammar, Pattern, Query, Step, Value, is_text};
use super::parse::{UriTemplate, escaped_byte, is_reserved, is_unreserved, push_escape};

impl UriTemplate {
    /// Matches a URI and gives the decoded values, in the order of the template's variables.
    ///
    /// `Ok(None)` means that this is no URI of the template. What each expression matches is told
    /// in the [module's documentation](super).
    ///
    /// ```
    /// use mcp_core::uri_template::{UnsafeReason, UriTemplate};
    ///
    /// let files = UriTemplate::parse("files://docs/{+path}")?;
    /// let found = files.extract("files://docs/a/b%20c.txt").unwrap().unwrap();
    /// assert_eq!(found.get_text("path"), Some("a/b c.txt"));
    ///
    /// let refused = files.extract("files://docs/%2e%2e/secret").unwrap_err();
    /// assert_eq!(refused.reason(), UnsafeReason::DotSegment);
    /// # Ok::<(), mcp_core::uri_template::UriTemplateError>(())
    /// ```
    ///
    /// # Errors
    /// [`Unsafe`] if the URI matches but a value could lead out of where the handler looks, unless
    /// [`allow_traversal`](Self::allow_traversal) was chosen. The next template should not be
    /// tried then.
    pub fn extract(&self, uri: &str) -> Result<Option<Variables>, Unsafe> {
        let Some(variables) = self.pattern.variables(uri) else {
            return Ok(None);
        };
        if self.screened {
            variables.iter().try_for_each(screen)?;
        }
        Ok(Some(variables))
    }
}

/// A value as one place in the URI gave it.
struct Capture {
    slot: usize,
    limit: Option<usize>,
    value: VariableValue,
}

impl Capture {
    /// A text, unless it exceeds the prefix length.
    fn text(slot: usize, limit: Option<usize>, text: String) -> Option<Self> {
        let fits = limit.is_none_or(|limit| text.chars().nth(limit).is_none());
        let value = VariableValue::Text(text);
        fits.then_some(Self { slot, limit, value })
    }

    fn list(slot: usize, items: Vec<String>) -> Self {
        let value = VariableValue::List(items);
        let limit = None;
        Self { slot, limit, value }
    }

    fn length(&self) -> usize {
        match &self.value {
            VariableValue::Text(text) => text.len(),
            VariableValue::List(_) | VariableValue::Pairs(_) => 0,
        }
    }

    /// Whether this place would show what it shows if the variable held `whole`.
    fn agrees_with(&self, whole: &VariableValue) -> bool {
        match (self.limit, &self.value, whole) {
            (Some(limit), VariableValue::Text(text), VariableValue::Text(whole)) => {
                whole.chars().take(limit).eq(text.chars())
            }
            (_, value, whole) => value == whole,
        }
    }
}

impl Pattern {
    fn variables(&self, uri: &str) -> Option<Variables> {
        let captures = self.captures(&canonical(uri)?)?;
        let mut variables = Variables::new();
        for (slot, name) in self.names.iter().enumerate() {
            let places = || captures.iter().filter(|capture| capture.slot == slot);
            // Of `{x:2}` and `{x}` the longer text is the value; the shorter must be its prefix.
            if let Some(Capture { value, .. }) = places().max_by_key(|c| c.length()) {
                if !places().all(|capture| capture.agrees_with(value)) {
                    return None;
                }
                variables.insert(name.as_str(), value.clone());
            }
        }
        Some(variables)
    }

    fn captures(&self, uri: &str) -> Option<Vec<Capture>> {
        let mut captures = Vec::with_capacity(self.names.len());
        let mut rest = uri;
        for step in &self.steps {
            match step {
                Step::Literal(text) => rest = rest.strip_prefix(text.as_str())?,
                Step::Value(value) => {
                    let admits = |byte: &u8| value.grammar.admits(*byte);
                    let run = rest.bytes().take_while(admits).count();
                    let (raw, after) = rest.split_at(run.checked_sub(value.reserve)?);
                    captures.push(value.capture(raw)?);
                    rest = after;
                }
                Step::Query(query) => {
                    let (raw, after) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
                    query.capture(raw, &mut captures)?;
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(captures)
    }
}

impl Value {
    fn capture(&self, raw: &str) -> Option<Capture> {
        match &self.grammar {
            Grammar::Text | Grammar::Any { .. } => Capture::text(self.slot, self.limit, decode_present(raw)?),
            Grammar::Parameter => Capture::text(self.slot, self.limit, parameter(raw)?),
            Grammar::Items(separator) => {
                let items = raw.split(char::from(*separator)).map(decode_present);
                Some(Capture::list(self.slot, items.collect::<Option<_>>()?))
            }
            Grammar::Parameters(name) => {
                let items = raw.split(';').map(|item| parameter(item.strip_prefix(name)?));
                Some(Capture::list(self.slot, items.collect::<Option<_>>()?))
            }
        }
    }
}

impl Query {
    fn capture(&self, raw: &str, captures: &mut Vec<Capture>) -> Option<()> {
        let Some(lead) = raw.bytes().next() else {
            return Some(());
        };
        let pairs = self.leads.contains(&lead).then(|| raw[1..].split('&'))?;
        let mut found = vec![Vec::new(); self.keys.len()];
        for pair in pairs {
            let (name, raw) = pair.split_once('=')?;
            let at = self.keys.binary_search_by(|k| k.name.as_str().cmp(name));
            let at = at.ok().filter(|_| raw.bytes().all(is_query_text))?;
            if !self.keys[at].list && !found[at].is_empty() {
                return None;
            }
            found[at].push(decode(raw)?);
        }
        for (key, mut values) in self.keys.iter().zip(found) {
            if key.list && !values.is_empty() {
                captures.push(Capture::list(key.slot, values));
            } else if let Some(text) = values.pop() {
                captures.push(Capture::text(key.slot, key.limit, text)?);
            }
        }
        Some(())
    }
}

/// Expansion escapes `:/@?`, but they may stand raw in a query and are commonly written so, as in
/// `?since=10:30`.
fn is_query_text(byte: u8) -> bool {
    is_text(byte) || matches!(byte, b':' | b'/' | b'@' | b'?')
}

/// The value in what follows the name of a path parameter.
fn parameter(raw: &str) -> Option<String> {
    let value = if raw.is_empty() {
        raw
    } else {
        raw.strip_prefix('=')?
    };
    value.bytes().all(is_text).then(|| decode(value))?
}

/// The URI with its escapes in upper case; `None` if it holds what no URI can.
fn canonical(uri: &str) -> Option<String> {
    let bytes = uri.as_bytes();
    let mut canonical = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if is_unreserved(byte) || is_reserved(byte) {
            canonical.push(char::from(byte));
            at += 1;
        } else {
            push_escape(&mut canonical, escaped_byte(bytes, at)?);
            at += 3;
        }
    }
    Some(canonical)
}

fn decode_present(raw: &str) -> Option<String> {
    decode(raw).filter(|text| !text.is_empty())
}

/// Strict: no escape cut short by the literal after it, and nothing but UTF-8.
fn decode(raw: &str) -> Option<String> {
    let (bytes, whole) = unescape(raw);
    String::from_utf8(bytes).ok().filter(|_| whole)
}

/// Resolves the escapes, leaving a `%` that begins none; says whether there was no such `%`.
fn unescape(text: &str) -> (Vec<u8>, bool) {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut whole = true;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = escaped_byte(bytes, at);
        whole &= byte != b'%' || escaped.is_some();
        out.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    (out, whole)
}

/// A URI matched, but one of its values was refused.
///
/// Neither this error nor its text holds the value, so both may go to the client and to a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsafe {
    variable: String,
    reason: UnsafeReason,
}

impl Unsafe {
    /// The variable whose value was refused.
    #[must_use]
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// What is wrong with the value.
    #[must_use]
    pub fn reason(&self) -> UnsafeReason {
        self.reason
    }
}

impl fmt::Display for Unsafe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variable, reason } = self;
        write!(f, "the value of `{variable}` {reason}")
    }
}

impl std::error::Error for Unsafe {}

/// Why a value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsafeReason {
    /// NUL or another control character.
    ControlCharacter,
    /// A `.` or `..` between `/` or `\`.
    DotSegment,
    /// It begins with `/`, `\` or a drive letter, and would replace a directory it is joined to.
    AbsolutePath,
}

impl fmt::Display for UnsafeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ControlCharacter => "holds a control character",
            Self::DotSegment => "holds a `.` or `..` path segment",
            Self::AbsolutePath => "is an absolute path",
        })
    }
}

fn screen((variable, value): (&str, &VariableValue)) -> Result<(), Unsafe> {
    let reason = match value {
        VariableValue::Text(text) => danger(text),
        VariableValue::List(items) => items.iter().find_map(|item| danger(item)),
        VariableValue::Pairs(pairs) => pairs
            .iter()
            .find_map(|(name, text)| danger(name).or_else(|| danger(text))),
    };
    reason.map_or(Ok(()), |reason| {
        let variable = variable.to_owned();
        Err(Unsafe { variable, reason })
    })
}

/// Looks at a value, and at what it becomes if a later layer decodes it again.
fn danger(text: &str) -> Option<UnsafeReason> {
    let plain_danger = |text: &str| {
        if text.chars().any(char::is_control) {
            Some(UnsafeReason::ControlCharacter)
        } else if text.split(['/', '\\']).any(|s| matches!(s, "." | "..")) {
            Some(UnsafeReason::DotSegment)
        } else {
            is_absolute(text).then_some(UnsafeReason::AbsolutePath)
        }
    };
    plain_danger(text).or_else(|| {
        let again = text.contains('%').then(|| unescape(text).0)?;
        plain_danger(&String::from_utf8_lossy(&again))
    })
}

/// `C:x` counts: where drives exist it, too, replaces the directory it is joined to.
fn is_absolute(text: &str) -> bool {
    match text.as_bytes() {
        [b'/' | b'\\', ..] => true,
        [drive, b':', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn extract(template: &str, uri: &str) -> Result<Option<Variables>, Unsafe> {
        let parsed = UriTemplate::parse(template);
        parsed
            .unwrap_or_else(|error| panic!("{template}: {error}"))
            .extract(uri)
    }

    /// Values written `name=text` or `name=[item|item]`, with a blank between them.
    fn show(variables: &Variables) -> String {
        let one = |(name, value): (&str, &VariableValue)| match value {
            VariableValue::Text(text) => format!("{name}={text}"),
            VariableValue::List(items) => format!("{name}=[{}]", items.join("|")),
            VariableValue::Pairs(pairs) => format!("{name}={pairs:?}"),
        };
        variables.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_expression_matches_what_it_expands_to() {
        let table = "a://{x}.json a://r.json.json x=r.json
            a://{x}.json/{y} a://r.json/s x=r y=s
            a://{x}41 a://%4141 x=A
            a://{x,y} a://1,2 x=1 y=2
            a://{x*} a://1,2%2C3 x=[1|2,3]
            a://{x:3} a://%C3%A9%C3%A9e x=éée
            a://{x:1}/{x} a://v/value x=value
            a://{x:2}/{x:4} a://va/valu x=valu
            a://{+x} a://b/c?d#e x=b/c?d#e
            a://{+x}/end a://b/end/end x=b/end
            a://{+x}{?v} a://b/c?v=1 x=b/c v=1
            a://{+x}{?v} a://b/c x=b/c
            a://{+x}.md{?v}#f a://b.md.md#f x=b.md
            a://y{#x} a://y#b/c x=b/c
            a://y{.x} a://y.b.c x=b.c
            a://y{/x,z} a://y/b/c x=b z=c
            a://y{/x*} a://y/b/c/d x=[b|c|d]
            a://y{/x*}/raw{?q} a://y/b/raw/raw x=[b|raw]
            a://y{;x,z} a://y;x=1;z x=1 z=
            a://y{;x*} a://y;x=1;x;x=2 x=[1||2]
            a://y{?p,q} a://y?q=2&p=1 p=1 q=2
            a://y{?p,q} a://y?q= q=
            a://y{?p*,q} a://y?p=1&q=3&p=2 p=[1|2] q=3
            a://y{?p} a://y?p=10:30@b/c? p=10:30@b/c?
            a://y?k=1{&p} a://y?k=1&p=2 p=2
            a://y{?p}{&q}{#f} a://y?q=2&p=1#z p=1 q=2 f=z
            a://y{?p}{&q} a://y&q=2 q=2
            a://{id}{?id} a://7?id=7 id=7
            a://{x} a://%61%c3%A9 x=aé";
        for row in table.lines() {
            let words: Vec<_> = row.trim().splitn(3, ' ').collect();
            let found = extract(words[0], words[1]).unwrap();
            assert_eq!(found.as_ref().map(show).as_deref(), Some(words[2]), "{row}");
        }
        assert_eq!(extract("a://y{?p,q}", "a://y"), Ok(Some(Variables::new())));
    }

    #[test]
    fn what_an_expression_does_not_expand_to_does_not_match() {
        let table = "a://{x} a:// a://b/ a://b?c a://b#c a://b&c a://b;c a://b,c a://b+c b://c A://b
            a://{x} a://%FF a://%C0%AE a://%ED%A0%80 a://%4 a://%zz a://é a://b|c a://\u{1}
            a://{x}41 a://%41 a://41 a://b
            a://{x}.json/{y} a://r.xml/s a://.json/s a://r.json
            a://{x:3} a://abcd a://
            a://{x:2}/{x} a://ab/xyz a://ab/a a://a/ab
            a://{x*} a://1,,2 a://, a://k=v
            a://{+x} a://
            a://{+x}{?v} a://b?w=1 a://b? a://b#c
            a://y{/x*} a://y a://y/ a://y/b/ a://y//b a://y/b,c
            a://y{;x} a://y a://y;xy a://y;xy=1 a://y;x=1=2 a://y;z=1
            a://y{;x*} a://y a://y;x=1; a://y;z=1 a://y;x=1;z=2
            a://y{?p,q} a://y? a://y?r=1 a://y?p a://y?p=1&p=2 a://y?p=1& a://y&p=1 a://y?p=1#f
            a://y{?p,q} a://y?p=1&&q=2 a://y?p=1+2 a://y?p=1;q=2 a://y?P=1
            a://y{?p:2} a://y?p=123
            a://{id}{?id} a://7?id=8";
        for row in table.lines() {
            let (template, uris) = row.trim().split_once(' ').unwrap();
            for uri in uris.split(' ') {
                assert_eq!(extract(template, uri), Ok(None), "{template} {uri}");
            }
        }
    }

    /// RES-12, SEC-03: the screen sees decoded values, in every kind of expression.
    #[test]
    fn dangerous_values_are_refused_and_named() {
        let dots = "a://{x} a://.. a://. a://%2E%2e a://b%2F..%2fc a://b%5c..
            a://{x} a://%252e%252e a://b%252F%252E a://..%255Cb a://%252e.%2F%25
            a://{+x} a://b/../c a://../c a://b/. a://b/%2e%2e/c a://b%5C..
            a://y{/x*} a://y/b/../c a://y/b%2f../c a://y/.
            a://y{;x} a://y;x=..
            a://y{?x*} a://y?x=b&x=../c";
        let controls = "a://{x} a://%00 a://b%0Ac a://%7F a://%C2%85 a://b%2500
            a://y{#x} a://y#b%00";
        let roots = "a://{x} a://%2Fetc a://%5C%5Chost a://C%3A%5cx a://c%3Ax a://C%3A
            a://{x} a://%252Fetc a://C%253A%255Cx
            a://{+x} a:///etc a://C:/x a://d:
            a://y{/x*} a://y/C%3A/x a://y/b/%2Fetc
            a://y{?x} a://y?x=/etc a://y?x=C:/b";
        for (table, reason) in [
            (dots, UnsafeReason::DotSegment),
            (controls, UnsafeReason::ControlCharacter),
            (roots, UnsafeReason::AbsolutePath),
        ] {
            for row in table.lines() {
                let (template, uris) = row.trim().split_once(' ').unwrap();
                let open = UriTemplate::parse(template).unwrap().allow_traversal();
                for uri in uris.split(' ') {
                    let refused = extract(template, uri).expect_err(uri);
                    assert_eq!((refused.variable(), refused.reason()), ("x", reason), "{uri}");
                    assert!(matches!(open.extract(uri), Ok(Some(_))), "{uri}");
                }
            }
        }
        let refused = extract("a://{x}", "a://..").unwrap_err().to_string();
        assert_eq!(refused, "the value of `x` holds a `.` or `..` path segment");
    }

    #[test]
    fn values_that_only_look_dangerous_pass() {
        for uri in "a://... a://..b a://b.. a://50%25 a://b%2Fc a://ab%3Ac a://%25zz".split(' ') {
            assert!(matches!(extract("a://{x}", uri), Ok(Some(_))), "{uri}");
        }
    }

    /// A matcher that goes back would need minutes to years for some of these.
    #[test]
    fn long_hostile_uris_are_decided_at_once() {
        let table = "a://{x}.b.b/{y} .b a://{x*} b, a://y{/x*}/b/b /b a://y{;x*} ;x=1
            a://{+x}/b/b{?q} /b a://y{?p*,q} ?p=1&p=1& a://{x:9999}/{x} %C3%A9 a://{+x} %25";
        let words: Vec<_> = table.split_whitespace().collect();
        for row in words.chunks(2) {
            let template = UriTemplate::parse(row[0]).unwrap();
            let body = row[1].repeat(100_000 / row[1].len());
            for tail in ["", "!", "/", "%", "%2e%2e"] {
                for uri in [format!("a://{body}{tail}"), format!("a://y{body}{tail}")] {
                    let start = Instant::now();
                    let _ = std::hint::black_box(template.extract(&uri));
                    assert!(start.elapsed() < Duration::from_secs(2), "{row:?} {tail}");
                }
            }
        }
    }
}
