use http::header::{AsHeaderName, HeaderMap, HeaderName};

use crate::dispatch::{Headers, Standard};

// Every request is looked at for these: their names are read once.
static VERSION: HeaderName = HeaderName::from_static(Standard::Version.name());
static METHOD: HeaderName = HeaderName::from_static(Standard::Method.name());
static NAME: HeaderName = HeaderName::from_static(Standard::Name.name());
/// Carries the id of a session.
pub(super) static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

pub(super) fn name_of(header: Standard) -> &'static HeaderName {
    match header {
        Standard::Version => &VERSION,
        Standard::Method => &METHOD,
        Standard::Name => &NAME,
    }
}

/// The value of a header that stands there exactly once.
pub(super) fn only(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&[u8]> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.as_bytes())
}

impl Headers for HeaderMap {
    fn standard(&self, header: Standard) -> Option<&[u8]> {
        only(self, name_of(header))
    }

    fn only(&self, name: &str) -> Option<&[u8]> {
        only(self, name)
    }

    fn has(&self, name: &str) -> bool {
        self.contains_key(name)
    }
}
