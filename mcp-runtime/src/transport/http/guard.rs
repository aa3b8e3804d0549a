//! Who may ask at all: the hosts that the server goes by, and the origins of pages that it trusts
//! (`HTTP-05`, `HTTP-06`).

use std::collections::BTreeSet;

use http::header::{self, HeaderMap, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};

use mcp_core::schema::MirroredArgument;

use super::body::HttpBody;
use super::refusal::Refusal;
use crate::server::Parts as Server;

/// The hosts and origins beyond this machine's own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allowed {
    pub(crate) hosts: Vec<String>,
    origins: Vec<String>,
}

/// What was given is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an origin: write `https://` and a host, with a port if it is not the usual one")]
pub struct InvalidOrigin(String);

/// The names by which a machine calls itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// The headers that a page may send.
const REQUEST_HEADERS: &str = "accept, authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id";
/// The headers that a page may read.
const RESPONSE_HEADERS: &str = "mcp-session-id, www-authenticate";

impl Allowed {
    /// Reads the environment; what is wrong with it is told as sentences.
    pub(crate) fn from_environment(
        environment: impl Fn(&str) -> Option<String>,
        problems: &mut Vec<String>,
    ) -> Self {
        let mut allowed = Self::default();
        let items = |variable: &str| -> Vec<String> {
            let text = environment(variable).unwrap_or_default();
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect()
        };
        allowed.hosts = items("MCP_ALLOWED_HOSTS");
        for origin in items("MCP_ALLOWED_ORIGINS") {
            if let Err(invalid) = allowed.add_origin(&origin) {
                problems.push(format!(
                    "the environment variable `MCP_ALLOWED_ORIGINS`: {invalid}"
                ));
            }
        }
        allowed
    }

    pub(super) fn add_origin(&mut self, origin: &str) -> Result<(), InvalidOrigin> {
        let invalid = || InvalidOrigin(origin.to_owned());
        let authority = authority(origin).ok_or_else(invalid)?;
        let is_plain = authority
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
        if authority.is_empty() || !is_plain {
            return Err(invalid());
        }
        self.origins.push(origin.to_ascii_lowercase());
        Ok(())
    }

    /// Checks host and origin; gives the origin of a page that is welcome.
    pub(super) fn check(&self, parts: &Parts) -> Result<Option<HeaderValue>, Refusal> {
        if !self.is_host_allowed(parts) {
            return Err(Refusal::forbidden("Host not allowed"));
        }
        let mut origins = parts.headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return Ok(None);
        };
        let is_allowed =
            origins.next().is_none() && origin.to_str().is_ok_and(|origin| self.is_origin_allowed(origin));
        match is_allowed {
            true => Ok(Some(origin.clone())),
            false => Err(Refusal::forbidden("Origin not allowed")),
        }
    }

    fn is_host_allowed(&self, parts: &Parts) -> bool {
        let mut hosts = parts.headers.get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next(), parts.uri.authority()) {
            // Without a host it is no page's request.
            (None, _, None) => return true,
            (None, _, Some(authority)) => authority.as_str(),
            (Some(host), None, _) => match host.to_str() {
                Ok(host) => host,
                Err(_) => return false,
            },
            (Some(_), Some(_), _) => return false,
        };
        let (name, _) = split_port(host);
        LOOPBACK.iter().any(|own| name.eq_ignore_ascii_case(own))
            || self.hosts.iter().any(|allowed| {
                let with_port = split_port(allowed).1.is_some();
                allowed.eq_ignore_ascii_case(if with_port { host } else { name })
            })
    }

    fn is_origin_allowed(&self, origin: &str) -> bool {
        let is_own = authority(origin).is_some_and(|authority| LOOPBACK.contains(&split_port(authority).0));
        is_own
            || self
                .origins
                .iter()
                .any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }
}

/// What follows the scheme of a web origin.
fn authority(origin: &str) -> Option<&str> {
    ["http://", "https://"].into_iter().find_map(|scheme| {
        let (head, rest) = origin.split_at_checked(scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

/// A host without its port, and the port.
fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        // The colons of an address of the sixth version stand in brackets.
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() => {
            (name, Some(port))
        }
        _ => (host, None),
    }
}

/// The answer to a browser that asks before it asks.
pub(super) fn preflight(server: &Server) -> Result<Response<HttpBody>, Refusal> {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, POST, DELETE"),
    );
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, request_headers(server));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("3600"));
    Ok(response)
}

/// The headers that a page may send, those that repeat arguments by name (`HTTP-19`).
fn request_headers(server: &Server) -> HeaderValue {
    let registry = server.catalog.current();
    let mirrored = registry.tools().iter().flat_map(|tool| &tool.mirrored);
    let names: BTreeSet<_> = mirrored.map(MirroredArgument::header).collect();
    let all = names
        .into_iter()
        .fold(REQUEST_HEADERS.to_owned(), |all, name| all + ", " + name);
    HeaderValue::from_str(&all).unwrap_or(HeaderValue::from_static(REQUEST_HEADERS))
}

/// Lets the page of an allowed origin read the answer.
pub(super) fn share_with(origin: HeaderValue, headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static(RESPONSE_HEADERS),
    );
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn allowed() -> Allowed {
        let mut allowed = Allowed {
            hosts: vec!["mcp.example.org".into(), "other.example.org:8443".into()],
            ..Allowed::default()
        };
        allowed.add_origin("https://App.example.org").unwrap();
        allowed
    }

    fn check(headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri("/mcp");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        allowed().check(&request.body(()).unwrap().into_parts().0).is_ok()
    }

    #[test]
    fn http_06_only_known_hosts_are_answered() {
        for (host, welcome) in [
            ("127.0.0.1:8000", true),
            ("LOCALHOST", true),
            ("[::1]:8000", true),
            ("mcp.example.org", true),
            ("mcp.example.org:443", true),
            ("other.example.org:8443", true),
            ("other.example.org", false),
            ("evil.example.com", false),
            ("127.0.0.1.evil.example.com", false),
            ("localhost:8000:evil", false),
            ("", false),
        ] {
            assert_eq!(check(&[("host", host)]), welcome, "{host}");
        }
        assert!(check(&[]));
        assert!(!check(&[("host", "localhost"), ("host", "localhost")]));
    }

    #[test]
    fn http_05_only_known_origins_are_answered() {
        for (origin, welcome) in [
            ("http://127.0.0.1:8000", true),
            ("http://localhost", true),
            ("https://app.example.org", true),
            ("https://app.example.org:8443", false),
            ("http://app.example.org", false),
            ("http://evil.example.com", false),
            ("http://localhost.evil.example.com", false),
            ("null", false),
            ("", false),
        ] {
            assert_eq!(check(&[("origin", origin)]), welcome, "{origin}");
        }
        assert!(!check(&[
            ("origin", "http://localhost"),
            ("origin", "http://localhost")
        ]));
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for origin in [
            "*",
            "https://*",
            "app.example.org",
            "https://",
            "https://a/b",
            "ftp://a",
            "https://user@a",
        ] {
            assert!(Allowed::default().add_origin(origin).is_err(), "{origin}");
        }
        let mut problems = Vec::new();
        let environment = |name: &str| (name == "MCP_ALLOWED_ORIGINS").then(|| "https://a, *".to_owned());
        Allowed::from_environment(environment, &mut problems);
        assert_eq!(problems.len(), 1);
    }
}
