//! The subschemas of a schema, and which of them lead to which.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{DIALECT, MAX_DEPTH, MAX_PATTERN, MAX_SUBSCHEMAS};
use crate::schema::{
    error::{SchemaError, SchemaErrorReason},
    explain::reference::resolve,
};

/// Keywords whose value is one schema.
const SINGLE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
const MAPS: [&str; 3] = ["properties", "patternProperties", "dependentSchemas"];
/// Keywords whose schemas take part only where something refers to them.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];
/// Keywords whose value names another schema.
const REFERENCES: [&str; 2] = ["$ref", "$dynamicRef"];

/// All subschemas that can take part when a value is checked.
pub(super) struct Graph<'s> {
    pub(super) nodes: Vec<Node<'s>>,
}

pub(super) struct Node<'s> {
    schema: &'s Value,
    parent: Option<(usize, Segment<'s>)>,
    depth: usize,
    /// The subschemas that a value is also checked against where it is checked against this one.
    pub(super) leads_to: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Segment<'s> {
    keyword: &'s str,
    within: Option<Within<'s>>,
}

#[derive(Clone, Copy)]
enum Within<'s> {
    Name(&'s str),
    Index(usize),
}

impl<'s> Graph<'s> {
    /// Finds all subschemas of `root` and where their references lead.
    pub(super) fn new(root: &'s Value) -> Result<Self, SchemaError> {
        let mut builder = Builder {
            graph: Graph { nodes: Vec::new() },
            by_address: HashMap::new(),
            anchors: HashMap::new(),
            references: Vec::new(),
        };
        builder.add(root, None)?;
        let mut visited = 0;
        let mut resolved = 0;
        // A reference may point into a part that is no schema otherwise; what is there becomes one,
        // and may have references in turn.
        while visited < builder.graph.nodes.len() || resolved < builder.references.len() {
            while visited < builder.graph.nodes.len() {
                builder.visit(visited)?;
                visited += 1;
            }
            if let Some(&(from, reference)) = builder.references.get(resolved) {
                builder.link(from, reference)?;
                resolved += 1;
            }
        }
        Ok(builder.graph)
    }

    /// The place of a subschema as a JSON pointer.
    pub(super) fn pointer(&self, node: usize) -> String {
        let mut segments = Vec::new();
        let mut here = node;
        while let Some((parent, segment)) = self.nodes[here].parent {
            segments.push(segment);
            here = parent;
        }
        let mut pointer = String::new();
        for segment in segments.iter().rev() {
            push_segment(&mut pointer, segment.keyword);
            match segment.within {
                Some(Within::Name(name)) => push_segment(&mut pointer, name),
                Some(Within::Index(index)) => push_segment(&mut pointer, &index.to_string()),
                None => {}
            }
        }
        pointer
    }
}

fn push_segment(pointer: &mut String, segment: &str) {
    pointer.push('/');
    pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
}

struct Builder<'s> {
    graph: Graph<'s>,
    /// Subschemas are told apart by where they stand in memory: equal ones may stand twice.
    by_address: HashMap<usize, usize>,
    anchors: HashMap<&'s str, usize>,
    references: Vec<(usize, &'s str)>,
}

impl<'s> Builder<'s> {
    fn add(&mut self, schema: &'s Value, parent: Option<(usize, Segment<'s>)>) -> Result<usize, SchemaError> {
        let node = self.graph.nodes.len();
        let depth = parent.map_or(0, |(parent, _)| self.graph.nodes[parent].depth + 1);
        self.graph.nodes.push(Node {
            schema,
            parent,
            depth,
            leads_to: Vec::new(),
        });
        if depth > MAX_DEPTH {
            return Err(self.error(node, SchemaErrorReason::TooDeep { limit: MAX_DEPTH }));
        }
        if node >= MAX_SUBSCHEMAS {
            let limit = MAX_SUBSCHEMAS;
            return Err(self.error(node, SchemaErrorReason::TooManySubschemas { limit }));
        }
        self.by_address.insert(std::ptr::from_ref(schema).addr(), node);
        Ok(node)
    }

    fn visit(&mut self, node: usize) -> Result<(), SchemaError> {
        let keywords = match self.graph.nodes[node].schema {
            Value::Object(keywords) => keywords,
            Value::Bool(_) => return Ok(()),
            _ => return Err(self.error(node, SchemaErrorReason::NotASchema)),
        };
        self.check_identity(node, keywords)?;
        self.check_patterns(node, keywords)?;
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(anchor)) = keywords.get(keyword) {
                self.anchors.insert(anchor, node);
            }
        }
        for keyword in REFERENCES {
            if let Some(Value::String(reference)) = keywords.get(keyword) {
                self.references.push((node, reference));
            }
        }
        self.add_subschemas(node, keywords)
    }

    fn check_identity(&self, node: usize, keywords: &Map<String, Value>) -> Result<(), SchemaError> {
        if node != 0 && keywords.contains_key("$id") {
            return Err(self.error(node, SchemaErrorReason::NestedId));
        }
        match keywords.get("$schema") {
            None => Ok(()),
            Some(Value::String(dialect)) if dialect.trim_end_matches('#') == DIALECT => Ok(()),
            Some(dialect) => {
                let dialect = dialect
                    .as_str()
                    .map_or_else(|| dialect.to_string(), str::to_owned);
                Err(self.error(node, SchemaErrorReason::UnsupportedDialect(dialect)))
            }
        }
    }

    fn check_patterns(&self, node: usize, keywords: &Map<String, Value>) -> Result<(), SchemaError> {
        let own = keywords.get("pattern").and_then(Value::as_str);
        let of_names = keywords.get("patternProperties").and_then(Value::as_object);
        let of_names = of_names.into_iter().flat_map(Map::keys).map(String::as_str);
        if own
            .into_iter()
            .chain(of_names)
            .any(|pattern| pattern.len() > MAX_PATTERN)
        {
            return Err(self.error(node, SchemaErrorReason::PatternTooLong { limit: MAX_PATTERN }));
        }
        Ok(())
    }

    fn add_subschemas(&mut self, node: usize, keywords: &'s Map<String, Value>) -> Result<(), SchemaError> {
        for keyword in SINGLE {
            if let Some(schema) = keywords.get(keyword) {
                let child = self.add(
                    schema,
                    Some((
                        node,
                        Segment {
                            keyword,
                            within: None,
                        },
                    )),
                )?;
                self.graph.nodes[node].leads_to.push(child);
            }
        }
        for keyword in LISTS {
            let schemas = keywords.get(keyword).and_then(Value::as_array);
            for (index, schema) in schemas.into_iter().flatten().enumerate() {
                let within = Some(Within::Index(index));
                let child = self.add(schema, Some((node, Segment { keyword, within })))?;
                self.graph.nodes[node].leads_to.push(child);
            }
        }
        for keyword in MAPS.into_iter().chain(DEFINITIONS) {
            let schemas = keywords.get(keyword).and_then(Value::as_object);
            for (name, schema) in schemas.into_iter().flatten() {
                let within = Some(Within::Name(name));
                let child = self.add(schema, Some((node, Segment { keyword, within })))?;
                if !DEFINITIONS.contains(&keyword) {
                    self.graph.nodes[node].leads_to.push(child);
                }
            }
        }
        Ok(())
    }

    /// Follows one reference, once all anchors are known.
    fn link(&mut self, from: usize, reference: &'s str) -> Result<(), SchemaError> {
        let Some(fragment) = reference.strip_prefix('#') else {
            let reason = SchemaErrorReason::ForeignReference(reference.to_owned());
            return Err(self.error(from, reason));
        };
        let to = match self.anchors.get(fragment) {
            Some(&node) => node,
            None => self.find(from, reference)?,
        };
        self.graph.nodes[from].leads_to.push(to);
        Ok(())
    }

    fn find(&mut self, from: usize, reference: &'s str) -> Result<usize, SchemaError> {
        let root = self.graph.nodes[0].schema;
        let Some(target) = resolve(root, reference) else {
            let reason = SchemaErrorReason::UnresolvedReference(reference.to_owned());
            return Err(self.error(from, reason));
        };
        match self.by_address.get(&std::ptr::from_ref(target).addr()) {
            Some(&node) => Ok(node),
            None => {
                let segment = Segment {
                    keyword: "$ref",
                    within: None,
                };
                self.add(target, Some((from, segment)))
            }
        }
    }

    fn error(&self, node: usize, reason: SchemaErrorReason) -> SchemaError {
        SchemaError::new(self.graph.pointer(node), reason)
    }
}
