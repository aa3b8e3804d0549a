//! Values → URI, as in RFC 6570 section 3, and the [`Variables`] that carry them.

use super::parse::{
    Expression, Modifier, Operator, Part, UriTemplate, VariableSpec, escaped_byte, is_reserved,
    is_unreserved, push_escapes,
};

/// The values of a template's variables, by name and in order.
///
/// ```
/// use mcp_core::uri_template::Variables;
///
/// let mut values = Variables::new();
/// values.insert("id", "42");
/// values.insert("tags", vec!["red".to_owned(), "blue".to_owned()]);
/// assert_eq!(values.get_text("id"), Some("42"));
/// assert_eq!(values.get_text("tags"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables(Vec<(String, VariableValue)>);

impl Variables {
    /// No values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a variable; one already set is replaced and keeps its place.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<VariableValue>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&VariableValue> {
        self.iter()
            .find_map(|(known, value)| (known == name).then_some(value))
    }

    /// The value of a variable, if it is text.
    #[must_use]
    pub fn get_text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            VariableValue::Text(text) => Some(text),
            VariableValue::List(_) | VariableValue::Pairs(_) => None,
        }
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &VariableValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many variables have a value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no variable has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Into<String>, V: Into<VariableValue>> FromIterator<(N, V)> for Variables {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        let mut variables = Self::new();
        for (name, value) in values {
            variables.insert(name, value);
        }
        variables
    }
}

impl IntoIterator for Variables {
    type Item = (String, VariableValue);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// What a variable holds. An empty list or an empty set of pairs counts as undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// One string.
    Text(String),
    /// Several strings, as `{x*}` extracts them.
    List(Vec<String>),
    /// Names with values. Expanded, but never extracted: in a URI they look like other variables.
    Pairs(Vec<(String, String)>),
}

impl From<&str> for VariableValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for VariableValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<String>> for VariableValue {
    fn from(items: Vec<String>) -> Self {
        Self::List(items)
    }
}

impl From<Vec<(String, String)>> for VariableValue {
    fn from(pairs: Vec<(String, String)>) -> Self {
        Self::Pairs(pairs)
    }
}

impl VariableValue {
    fn is_defined(&self) -> bool {
        match self {
            Self::Text(_) => true,
            Self::List(items) => !items.is_empty(),
            Self::Pairs(pairs) => !pairs.is_empty(),
        }
    }
}

impl UriTemplate {
    /// Writes the URI that these values make; a variable without a value is left out, with its
    /// operator, as RFC 6570 has it.
    ///
    /// A prefix length applies to text alone. In `{+x}` and `{#x}` a percent-escape within the
    /// value is kept as it is.
    #[must_use]
    pub fn expand(&self, values: &Variables) -> String {
        expand_parts(&self.parts, values)
    }
}

fn expand_parts(parts: &[Part], values: &Variables) -> String {
    let mut uri = String::new();
    for part in parts {
        match part {
            Part::Literal(text) => uri.push_str(text),
            Part::Expression(expression) => expand_expression(expression, values, &mut uri),
        }
    }
    uri
}

fn expand_expression(expression: &Expression, values: &Variables, uri: &mut String) {
    let operator = expression.operator;
    let mut lead = operator.first();
    for spec in &expression.variables {
        let Some(value) = values.get(&spec.name).filter(|v| v.is_defined()) else {
            continue;
        };
        uri.push_str(lead);
        lead = operator.separator();
        push_value(operator, spec, value, uri);
    }
}

fn push_value(operator: Operator, spec: &VariableSpec, value: &VariableValue, uri: &mut String) {
    let (items, explode): (Vec<(Option<&str>, &str)>, _) = match value {
        VariableValue::Text(text) => (vec![(None, text)], true),
        VariableValue::List(list) => {
            let items = list.iter().map(|item| (None, item.as_str()));
            (items.collect(), spec.modifier == Modifier::Explode)
        }
        VariableValue::Pairs(pairs) => {
            let items = pairs.iter().map(|(k, v)| (Some(k.as_str()), v.as_str()));
            (items.collect(), spec.modifier == Modifier::Explode)
        }
    };
    // RFC 6570 defines the prefix for text alone; a list that has one is not exploded.
    let limit = spec.modifier.limit().filter(|_| explode);
    if operator.is_named() && !explode {
        push_name(operator, &spec.name, false, uri);
    }
    let separator = if explode { operator.separator() } else { "," };
    for (i, (key, text)) in items.into_iter().enumerate() {
        if i > 0 {
            uri.push_str(separator);
        }
        match key {
            Some(key) => {
                encode(key, None, operator, uri);
                if explode {
                    push_name(operator, "", text.is_empty(), uri);
                } else {
                    uri.push(',');
                }
            }
            None if operator.is_named() && explode => {
                push_name(operator, &spec.name, text.is_empty(), uri);
            }
            None => {}
        }
        encode(text, limit, operator, uri);
    }
}

/// `name=`, but a bare `name` for an empty path parameter.
fn push_name(operator: Operator, name: &str, empty: bool, uri: &mut String) {
    uri.push_str(name);
    if !(empty && operator == Operator::Parameter) {
        uri.push('=');
    }
}

fn encode(text: &str, limit: Option<usize>, operator: Operator, uri: &mut String) {
    let raw = operator.allows_reserved();
    let mut left = limit.unwrap_or(usize::MAX);
    let mut characters = text.char_indices();
    while let Some((i, character)) = characters.next().filter(|_| left > 0) {
        left -= 1;
        match u8::try_from(character) {
            Ok(byte) if is_unreserved(byte) || raw && is_reserved(byte) => uri.push(character),
            Ok(_) if raw && escaped_byte(text.as_bytes(), i).is_some() => {
                uri.push_str(&text[i..i + 3]);
                characters.nth(1);
            }
            _ => push_escapes(uri, character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parts;
    use super::*;

    fn values() -> Variables {
        let text = |(name, text): (&str, &str)| (name.to_owned(), VariableValue::from(text));
        let list = |items: &[&str]| items.iter().map(|&i| i.to_owned()).collect::<Vec<_>>();
        let mut values: Variables = [
            ("dub", "me/too"),
            ("hello", "Hello World!"),
            ("half", "50%"),
            ("var", "value"),
            ("who", "fred"),
            ("base", "http://example.com/home/"),
            ("path", "/foo/bar"),
            ("v", "6"),
            ("x", "1024"),
            ("y", "768"),
            ("empty", ""),
            ("escaped", "a%2Fb%zz é"),
        ]
        .into_iter()
        .map(text)
        .collect();
        values.insert("count", list(&["one", "two", "three"]));
        values.insert("dom", list(&["example", "com"]));
        values.insert("list", list(&["red", "green", "blue"]));
        let keys = [("semi", ";"), ("dot", "."), ("comma", ",")];
        let keys = keys.map(|(key, text)| (key.to_owned(), text.to_owned()));
        values.insert("keys", keys.to_vec());
        values.insert("empty_keys", Vec::<(String, String)>::new());
        values
    }

    /// The examples of RFC 6570, section 3.2, all four levels: template, URI, template, URI, …
    const RFC_6570: &str = "
        {count} one,two,three {count*} one,two,three {/count} /one,two,three
        {/count*} /one/two/three {;count} ;count=one,two,three
        {;count*} ;count=one;count=two;count=three {?count} ?count=one,two,three
        {?count*} ?count=one&count=two&count=three {&count*} &count=one&count=two&count=three

        {var} value {hello} Hello%20World%21 {half} 50%25 O{empty}X OX O{undef}X OX
        {x,y} 1024,768 {x,hello,y} 1024,Hello%20World%21,768 ?{x,empty} ?1024,
        ?{x,undef} ?1024 ?{undef,y} ?768 {var:3} val {var:30} value {list} red,green,blue
        {list*} red,green,blue {keys} semi,%3B,dot,.,comma,%2C {keys*} semi=%3B,dot=.,comma=%2C

        {+var} value {+hello} Hello%20World! {+half} 50%25 O{+empty}X OX O{+undef}X OX
        {base}index http%3A%2F%2Fexample.com%2Fhome%2Findex
        {+base}index http://example.com/home/index {+path}/here /foo/bar/here
        here?ref={+path} here?ref=/foo/bar up{+path}{var}/here up/foo/barvalue/here
        {+x,hello,y} 1024,Hello%20World!,768 {+path,x}/here /foo/bar,1024/here
        {+path:6}/here /foo/b/here {+list} red,green,blue {+list*} red,green,blue
        {+keys} semi,;,dot,.,comma,, {+keys*} semi=;,dot=.,comma=,

        {#var} #value {#hello} #Hello%20World! {#half} #50%25 foo{#empty} foo# foo{#undef} foo
        {#x,hello,y} #1024,Hello%20World!,768 {#path,x}/here #/foo/bar,1024/here
        {#path:6}/here #/foo/b/here {#list} #red,green,blue {#list*} #red,green,blue
        {#keys} #semi,;,dot,.,comma,, {#keys*} #semi=;,dot=.,comma=,

        {.who} .fred {.who,who} .fred.fred {.half,who} .50%25.fred www{.dom*} www.example.com
        X{.var} X.value X{.empty} X. X{.undef} X X{.var:3} X.val X{.list} X.red,green,blue
        X{.list*} X.red.green.blue X{.keys} X.semi,%3B,dot,.,comma,%2C
        X{.keys*} X.semi=%3B.dot=..comma=%2C X{.empty_keys} X X{.empty_keys*} X

        {/who} /fred {/who,who} /fred/fred {/half,who} /50%25/fred {/who,dub} /fred/me%2Ftoo
        {/var} /value {/var,empty} /value/ {/var,undef} /value {/var,x}/here /value/1024/here
        {/var:1,var} /v/value {/list} /red,green,blue {/list*} /red/green/blue
        {/list*,path:4} /red/green/blue/%2Ffoo {/keys} /semi,%3B,dot,.,comma,%2C
        {/keys*} /semi=%3B/dot=./comma=%2C

        {;who} ;who=fred {;half} ;half=50%25 {;empty} ;empty {;v,empty,who} ;v=6;empty;who=fred
        {;v,bar,who} ;v=6;who=fred {;x,y} ;x=1024;y=768 {;x,y,empty} ;x=1024;y=768;empty
        {;x,y,undef} ;x=1024;y=768 {;hello:5} ;hello=Hello {;list} ;list=red,green,blue
        {;list*} ;list=red;list=green;list=blue {;keys} ;keys=semi,%3B,dot,.,comma,%2C
        {;keys*} ;semi=%3B;dot=.;comma=%2C

        {?who} ?who=fred {?half} ?half=50%25 {?x,y} ?x=1024&y=768
        {?x,y,empty} ?x=1024&y=768&empty= {?x,y,undef} ?x=1024&y=768 {?var:3} ?var=val
        {?list} ?list=red,green,blue {?list*} ?list=red&list=green&list=blue
        {?keys} ?keys=semi,%3B,dot,.,comma,%2C {?keys*} ?semi=%3B&dot=.&comma=%2C

        {&who} &who=fred {&half} &half=50%25 ?fixed=yes{&x} ?fixed=yes&x=1024
        {&x,y,empty} &x=1024&y=768&empty= {&x,y,undef} &x=1024&y=768 {&var:3} &var=val
        {&list} &list=red,green,blue {&list*} &list=red&list=green&list=blue
        {&keys} &keys=semi,%3B,dot,.,comma,%2C {&keys*} &semi=%3B&dot=.&comma=%2C";

    fn assert_expansions(table: &str) {
        let values = values();
        let words: Vec<_> = table.split_whitespace().collect();
        for pair in words.chunks(2) {
            let uri = expand_parts(&parts(pair[0]).unwrap(), &values);
            assert_eq!(uri, pair[1], "{}", pair[0]);
        }
    }

    #[test]
    fn expands_every_example_of_rfc_6570() {
        assert_expansions(RFC_6570);
    }

    #[test]
    fn reserved_expansion_keeps_escapes_whole_and_encodes_a_stray_percent() {
        assert_expansions(
            "{+escaped} a%2Fb%25zz%20%C3%A9 {+escaped:2} a%2F {+escaped:3} a%2Fb
             {escaped} a%252Fb%25zz%20%C3%A9 é{x}%c3 %C3%A91024%C3 {list:2} red,green,blue",
        );
    }

    #[test]
    fn a_replaced_variable_keeps_its_place() {
        let mut values: Variables = [("a", "1"), ("b", "2")].into_iter().collect();
        values.insert("a", "3".to_owned());
        let pairs: Vec<_> = values.iter().collect();
        assert_eq!(pairs, [("a", &"3".into()), ("b", &"2".into())]);
        assert_eq!((values.len(), values.is_empty()), (2, false));
        let names: Vec<_> = values.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "b"]);
    }
}
