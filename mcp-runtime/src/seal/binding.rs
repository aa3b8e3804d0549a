use mcp_core::Principal;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What a sealed text belongs to, put together part by part. It opens with the same parts only.
pub(crate) struct Binding(Sha256);

impl Binding {
    /// `kind` says what is sealed; nothing of one kind opens as another.
    pub(crate) fn new(kind: &str) -> Self {
        Self(Sha256::new().chain_update(kind).chain_update(b"\0"))
    }

    pub(crate) fn text(mut self, text: &str) -> Self {
        append_text(&mut self.0, text);
        self
    }

    /// Who calls. Nobody is somebody else than one without a name.
    pub(crate) fn caller(self, principal: Option<&Principal>) -> Self {
        self.text(if principal.is_some() { "by" } else { "" })
            .text(principal.map_or("", Principal::subject))
    }

    /// A value, whatever the order of its members and the white space were.
    pub(crate) fn value(mut self, value: &Value) -> Self {
        append_value(&mut self.0, value);
        self
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

fn append_length(digest: &mut Sha256, length: usize) {
    digest.update(u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
}

fn append_text(digest: &mut Sha256, text: &str) {
    append_length(digest, text.len());
    digest.update(text);
}

fn append_value(digest: &mut Sha256, value: &Value) {
    match value {
        Value::Array(items) => {
            digest.update(b"[");
            append_length(digest, items.len());
            items.iter().for_each(|item| append_value(digest, item));
        }
        Value::Object(members) => {
            digest.update(b"{");
            append_length(digest, members.len());
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in members {
                append_text(digest, name);
                append_value(digest, value);
            }
        }
        scalar => {
            digest.update(b"=");
            append_text(digest, &scalar.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_part_counts_and_so_does_where_it_ends() {
        let binding = || Binding::new("kind");
        let all = [
            binding(),
            Binding::new("other kind"),
            binding().text(""),
            binding().text("ab").text("c"),
            binding().text("a").text("bc"),
            binding().caller(None),
            binding().caller(Some(&Principal::new(""))),
            binding().caller(Some(&Principal::new("ada"))),
            binding().value(&json!({})),
            binding().value(&json!([])),
            binding().value(&json!({ "a": 1, "b": 2 })),
            binding().value(&json!({ "a": 1, "b": "2" })),
            binding().value(&json!({ "a": { "b": 2 } })),
        ];
        let all = all.map(Binding::finish);
        for (position, one) in all.iter().enumerate() {
            assert!(!all[..position].contains(one), "{position}");
        }
    }

    #[test]
    fn the_order_of_members_does_not_count() {
        let bound = |text: &str| {
            Binding::new("")
                .value(&serde_json::from_str(text).unwrap())
                .finish()
        };
        assert_eq!(
            bound(r#"{"a":1,"b":[true]}"#),
            bound(r#"{ "b": [ true ], "a": 1 }"#)
        );
    }
}
