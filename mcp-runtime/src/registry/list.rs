//! The lists, encoded once for each revision when it is first asked for, and the cursors that lead
//! through them.

use std::sync::{Arc, OnceLock};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcp_core::primitive::ResourceTarget;
use mcp_core::protocol::ProtocolVersion;
use serde::Serialize;

use super::project;
use super::{PromptEntry, ResourceEntry, ToolEntry};

/// One list of a server: the items' sort keys and their encoded descriptions.
pub(crate) struct List {
    /// Tells this list's cursors from those of others.
    kind: &'static str,
    /// Strictly ascending.
    keys: Vec<String>,
    encoded: [OnceLock<Encoded>; ProtocolVersion::ALL.len()],
    encode: Box<dyn Fn(ProtocolVersion, usize) -> Vec<u8> + Send + Sync>,
}

/// All items of a list, one after the other, with a comma between two.
struct Encoded {
    bytes: Vec<u8>,
    /// Where each item ends.
    ends: Vec<usize>,
}

/// A place in a list: after the item that has this key. It needs nothing to be remembered, and
/// stays good when items come and go (`PAGE-04`).
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Cursor(String);

/// A cursor that this list did not give out (`PAGE-03`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InvalidCursor;

impl List {
    fn new<T: Serialize>(
        kind: &'static str,
        keys: Vec<String>,
        item: impl Fn(ProtocolVersion, usize) -> T + Send + Sync + 'static,
    ) -> Self {
        let encode = Box::new(move |version, position| {
            let mut bytes = Vec::new();
            crate::envelope::append_json(&mut bytes, &item(version, position));
            bytes
        });
        Self {
            kind,
            keys,
            encoded: Default::default(),
            encode,
        }
    }

    /// Reads a cursor.
    pub(crate) fn cursor(&self, text: &str) -> Result<Cursor, InvalidCursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| InvalidCursor)?;
        let text = String::from_utf8(bytes).map_err(|_| InvalidCursor)?;
        match text.split_once(':') {
            Some((kind, key)) if kind == self.kind => Ok(Cursor(key.to_owned())),
            _ => Err(InvalidCursor),
        }
    }

    /// Appends a page of items, without brackets, and gives the cursor of the next page.
    pub(crate) fn page(
        &self,
        version: ProtocolVersion,
        after: Option<&Cursor>,
        size: usize,
        out: &mut Vec<u8>,
    ) -> Option<String> {
        let encoded = self.encoded(version);
        let start = match after {
            None => 0,
            Some(Cursor(key)) => self.keys.partition_point(|item| item <= key),
        };
        let end = self.keys.len().min(start.saturating_add(size));
        if start < end {
            let from = if start == 0 {
                0
            } else {
                encoded.ends[start - 1] + 1
            };
            out.extend_from_slice(&encoded.bytes[from..encoded.ends[end - 1]]);
        }
        (end < self.keys.len())
            .then(|| URL_SAFE_NO_PAD.encode(format!("{}:{}", self.kind, self.keys[end - 1])))
    }

    fn encoded(&self, version: ProtocolVersion) -> &Encoded {
        self.encoded[version.index()].get_or_init(|| {
            let mut encoded = Encoded {
                bytes: Vec::new(),
                ends: Vec::with_capacity(self.keys.len()),
            };
            for position in 0..self.keys.len() {
                if position > 0 {
                    encoded.bytes.push(b',');
                }
                encoded.bytes.extend_from_slice(&(self.encode)(version, position));
                encoded.ends.push(encoded.bytes.len());
            }
            encoded
        })
    }
}

pub(super) fn tools(entries: &[Arc<ToolEntry>]) -> List {
    let items: Vec<_> = entries.iter().map(|entry| entry.descriptor.clone()).collect();
    let keys = entries.iter().map(|entry| entry.key.clone()).collect();
    List::new("tools", keys, move |version, position| {
        project::tool(&items[position], version)
    })
}

pub(super) fn prompts(entries: &[Arc<PromptEntry>]) -> List {
    let items: Vec<_> = entries.iter().map(|entry| entry.descriptor.clone()).collect();
    let keys = items.iter().map(|item| item.name.clone()).collect();
    List::new("prompts", keys, move |version, position| {
        project::prompt(&items[position], version)
    })
}

pub(super) fn resources(entries: &[Arc<ResourceEntry>]) -> List {
    let items: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.target {
            ResourceTarget::Fixed(descriptor) => Some(descriptor.clone()),
            ResourceTarget::Template(..) => None,
        })
        .collect();
    let keys = items.iter().map(|item| item.uri.clone()).collect();
    List::new("resources", keys, move |version, position| {
        project::resource(&items[position], version)
    })
}

pub(super) fn templates(entries: &[Arc<ResourceEntry>]) -> List {
    let mut items: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.target {
            ResourceTarget::Fixed(_) => None,
            ResourceTarget::Template(descriptor, _) => Some(descriptor.clone()),
        })
        .collect();
    items.sort_by(|a, b| a.uri_template.cmp(&b.uri_template));
    let keys = items.iter().map(|item| item.uri_template.clone()).collect();
    List::new("templates", keys, move |version, position| {
        project::template(&items[position], version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: usize) -> List {
        let keys = (0..count).map(|n| format!("t{n:02}")).collect();
        List::new("tools", keys, |_, position| position)
    }

    fn page(list: &List, after: Option<&str>, size: usize) -> (String, Option<String>) {
        let cursor = after.map(|text| list.cursor(text).unwrap());
        let mut out = Vec::new();
        let next = list.page(ProtocolVersion::V2026_07_28, cursor.as_ref(), size, &mut out);
        (String::from_utf8(out).unwrap(), next)
    }

    #[test]
    fn page_01_pages_follow_each_other_and_end() {
        let list = list(5);
        let (items, next) = page(&list, None, 2);
        assert_eq!(items, "0,1");
        let (items, next) = page(&list, next.as_deref(), 2);
        assert_eq!(items, "2,3");
        let (items, next) = page(&list, next.as_deref(), 2);
        assert_eq!((items.as_str(), next), ("4", None));
        assert_eq!(page(&list, None, 5), ("0,1,2,3,4".to_owned(), None));
    }

    #[test]
    fn page_03_foreign_cursors_are_refused() {
        let list = list(3);
        let foreign = URL_SAFE_NO_PAD.encode("prompts:t01");
        for text in ["", "?", "AAAA", &foreign] {
            assert_eq!(list.cursor(text), Err(InvalidCursor), "{text}");
        }
    }

    #[test]
    fn page_04_a_cursor_outlives_its_item() {
        let list = list(3);
        let gone = URL_SAFE_NO_PAD.encode("tools:t01x");
        assert_eq!(page(&list, Some(&gone), 9).0, "2");
    }
}
