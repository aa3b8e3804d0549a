use std::collections::BTreeSet;

/// One of the lists of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ListKind {
    Tools,
    Prompts,
    Resources,
}

impl ListKind {
    pub(crate) const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    /// The method that tells of a change.
    pub(crate) const fn notification(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
        }
    }

    /// The member of a listen request that asks for it.
    pub(crate) const fn member(self) -> &'static str {
        match self {
            Self::Tools => "toolsListChanged",
            Self::Prompts => "promptsListChanged",
            Self::Resources => "resourcesListChanged",
        }
    }
}

/// What a subscriber wants to know of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) lists: BTreeSet<ListKind>,
    /// URIs of resources; each stands for what is below it, too (`RES-13`).
    pub(crate) resources: BTreeSet<Box<str>>,
}

impl Filter {
    /// The subscribed URI for which a change of the resource at `uri` counts.
    pub(crate) fn resource(&self, uri: &str) -> Option<&str> {
        let wanted = self
            .resources
            .iter()
            .find(|wanted| match uri.strip_prefix(&***wanted) {
                Some(rest) => rest.is_empty() || rest.starts_with('/') || wanted.ends_with('/'),
                None => false,
            });
        wanted.map(AsRef::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn res_13_a_subscribed_uri_stands_for_what_is_below_it() {
        let filter = Filter {
            resources: ["files://a".into(), "files://b/".into()].into(),
            ..Filter::default()
        };
        for (uri, wanted) in [
            ("files://a", true),
            ("files://a/x", true),
            ("files://ab", false),
            ("files://b/x", true),
            ("files://b", false),
            ("files://c", false),
        ] {
            assert_eq!(filter.resource(uri).is_some(), wanted, "{uri}");
        }
    }
}
