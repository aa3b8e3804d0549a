//! Batches, which 2025-03-26 has and no other revision (`BATCH-*`).

use mcp_core::jsonrpc::ErrorObject;
use mcp_core::protocol::ProtocolVersion;
use serde_json::value::RawValue;

use super::{Connection, PendingAnswer};
use crate::envelope::{Incoming, Rejected, decode, encode_error};

/// An element's answer.
enum Element {
    Answered(Vec<u8>),
    Pending(PendingAnswer),
}

impl Connection {
    pub(super) fn receive_batch(&self, messages: &[&RawValue], out: &mut Vec<u8>) -> Option<PendingAnswer> {
        let version = self.session().as_ref().map(|session| session.version);
        if version != Some(ProtocolVersion::V2025_03_26) {
            let error = ErrorObject::invalid_request(
                "Invalid Request: batches are not served in this protocol version",
            );
            encode_error(out, None, &error);
            return None;
        }
        if messages.is_empty() {
            encode_error(
                out,
                None,
                &ErrorObject::invalid_request("Invalid Request: the batch is empty"),
            );
            return None;
        }
        let mut elements = Vec::new();
        for message in messages {
            let mut answer = Vec::new();
            match self.receive_element(message.get().as_bytes(), &mut answer) {
                Some(pending) => elements.push(Element::Pending(pending)),
                None if answer.is_empty() => {}
                None => elements.push(Element::Answered(answer)),
            }
        }
        if elements.is_empty() {
            return None;
        }
        if elements
            .iter()
            .any(|element| matches!(element, Element::Pending(_)))
        {
            return Some(PendingAnswer(Box::pin(join(elements))));
        }
        let answers = elements.into_iter().filter_map(|element| match element {
            Element::Answered(answer) => Some(answer),
            Element::Pending(_) => None,
        });
        append_array(answers, out);
        None
    }

    fn receive_element(&self, message: &[u8], out: &mut Vec<u8>) -> Option<PendingAnswer> {
        match decode(message) {
            Ok(Incoming::Request { id, method, .. }) if method == "initialize" => {
                let error =
                    ErrorObject::invalid_request("Invalid Request: `initialize` cannot be part of a batch");
                encode_error(out, Some(&id), &error);
                None
            }
            Ok(incoming) => self.handle(incoming, out),
            Err(Rejected { id, error }) => {
                encode_error(out, id.as_deref(), &error);
                None
            }
        }
    }
}

/// Waits for every element, then gives the answers in the order of the requests.
async fn join(elements: Vec<Element>) -> Option<Vec<u8>> {
    let mut answers = Vec::new();
    for element in elements {
        match element {
            Element::Answered(answer) => answers.push(answer),
            Element::Pending(pending) => answers.extend(pending.await),
        }
    }
    let mut out = Vec::new();
    if !answers.is_empty() {
        append_array(answers.into_iter(), &mut out);
    }
    (!out.is_empty()).then_some(out)
}

fn append_array(answers: impl Iterator<Item = Vec<u8>>, out: &mut Vec<u8>) {
    out.push(b'[');
    for (position, answer) in answers.enumerate() {
        if position > 0 {
            out.push(b',');
        }
        out.extend_from_slice(&answer);
    }
    out.push(b']');
}
