//! The four lists, page by page (`PAGE-*`).

use mcp_core::jsonrpc::ErrorObject;

use super::admission::Request;
use super::call::respond;
use super::route::Routed;
use super::{Connection, results};
use crate::envelope::{Params, append_json};
use crate::registry::List;

impl Connection {
    pub(super) fn list_tools(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        self.list(&self.server.catalog.current().tool_list, "tools", request, out)
    }

    pub(super) fn list_prompts(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        self.list(
            &self.server.catalog.current().prompt_list,
            "prompts",
            request,
            out,
        )
    }

    pub(super) fn list_resources(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        self.list(
            &self.server.catalog.current().resource_list,
            "resources",
            request,
            out,
        )
    }

    pub(super) fn list_templates(&self, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        self.list(
            &self.server.catalog.current().template_list,
            "resourceTemplates",
            request,
            out,
        )
    }

    fn list(&self, list: &List, member: &str, request: Request<'_>, out: &mut Vec<u8>) -> Routed {
        let cursor = Params::optional_text(request.params.cursor, "cursor")?;
        let cursor = cursor
            .map(|cursor| list.cursor(&cursor))
            .transpose()
            .map_err(|_| ErrorObject::invalid_params("Invalid cursor"))?;
        let modern = !request.version.has_handshake();
        respond(&self.server, member, request.id, out, |out| {
            out.push(b'{');
            if modern {
                out.extend_from_slice(br#""resultType":"complete","#);
            }
            append_json(out, member);
            out.extend_from_slice(b":[");
            let next = list.page(
                request.version,
                cursor.as_ref(),
                self.server.limits.page_size,
                out,
            );
            out.push(b']');
            if let Some(next) = next {
                out.extend_from_slice(br#","nextCursor":"#);
                append_json(out, &next);
            }
            if modern {
                results::append_cache(out, self.server.cache);
                results::append_server_info(out, &self.server);
            }
            out.push(b'}');
            Ok(())
        });
        Ok(None)
    }
}
