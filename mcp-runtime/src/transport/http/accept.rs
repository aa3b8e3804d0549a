use http::header::{self, HeaderMap};

/// The forms of an answer that a client takes (`HTTP-09`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accept {
    pub(super) json: bool,
    pub(super) events: bool,
}

const USUAL: &str = "application/json, text/event-stream";

impl Accept {
    const EVERYTHING: Self = Self {
        json: true,
        events: true,
    };

    /// Reads the header; a client that says nothing takes everything.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        // What the SDKs send.
        if headers.get(header::ACCEPT).is_some_and(|value| value == USUAL) {
            return Self::EVERYTHING;
        }
        let mut accept = Self {
            json: false,
            events: false,
        };
        let mut is_there = false;
        for value in headers.get_all(header::ACCEPT) {
            is_there = true;
            let ranges = value.to_str().unwrap_or_default().split(',');
            for range in ranges {
                let mut parts = range.split(';').map(str::trim);
                let kind = parts.next().unwrap_or_default();
                if parts.any(|parameter| weight(parameter) == Some(0.0)) {
                    continue;
                }
                let is = |name: &str| kind.eq_ignore_ascii_case(name);
                accept.json |= is("*/*") || is("application/*") || is("application/json");
                accept.events |= is("*/*") || is("text/*") || is("text/event-stream");
            }
        }
        match is_there {
            true => accept,
            false => Self::EVERYTHING,
        }
    }
}

/// How much a form is wanted: `q=0` is not at all.
fn weight(parameter: &str) -> Option<f32> {
    let (name, value) = parameter.split_once('=')?;
    match name.trim().eq_ignore_ascii_case("q") {
        true => value.trim().parse().ok(),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_09_both_forms_are_told_apart() {
        for (value, json, events) in [
            ("application/json, text/event-stream", true, true),
            ("application/json", true, false),
            ("TEXT/event-stream", false, true),
            ("*/*", true, true),
            ("application/*;q=0.5, text/event-stream;q=0", true, false),
            ("text/html", false, false),
            ("", false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, value.parse().unwrap());
            assert_eq!(Accept::of(&headers), Accept { json, events }, "{value}");
        }
        assert_eq!(
            Accept::of(&HeaderMap::new()),
            Accept {
                json: true,
                events: true
            }
        );
    }
}
