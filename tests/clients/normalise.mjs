// The common form that every client writes; `normalise.py` is its twin.
import { createHash } from "node:crypto";

function binary(base64) {
  const data = Buffer.from(base64, "base64");
  return { bytes: data.length, sha256: createHash("sha256").update(data).digest("hex") };
}

// The protocol's own stamps differ between the eras, the author's keys do not.
function authorMeta(meta) {
  const kept = Object.entries(meta ?? {}).filter(([key]) => !key.startsWith("io.modelcontextprotocol/"));
  return kept.length > 0 ? { _meta: Object.fromEntries(kept) } : {};
}

export function block(value) {
  const { data, blob, resource, _meta, ...rest } = value;
  return {
    ...rest,
    ...(data === undefined ? {} : binary(data)),
    ...(blob === undefined ? {} : binary(blob)),
    ...(resource === undefined ? {} : { resource: block(resource) }),
    ...authorMeta(_meta),
  };
}

export function call(result) {
  return {
    isError: result.isError ?? false,
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    content: result.content.map(block),
    ...authorMeta(result._meta),
  };
}

export function read(result) {
  return result.contents.map(block);
}

export function prompt(result) {
  return {
    ...(result.description === undefined ? {} : { description: result.description }),
    roles: result.messages.map((message) => message.role),
    content: result.messages.map((message) => block(message.content)),
  };
}

// One failing request must not hide what the others would have shown.
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    return { failed: String(error?.message ?? error) };
  }
}
