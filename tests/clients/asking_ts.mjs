// The TypeScript SDK's client on strings: it does what `asking.mjs` writes to it, one JSON a line.
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const modes = { legacy: "legacy", modern: { pin: "2026-07-28" } };
const limit = { timeout: 20_000 };
const clients = new Map();

// Answers when as many questions are open as are said to come together.
function answerer({ answers, together = 1 }, asked) {
  let waiting = [];
  return async ({ method, params: { _meta, ...params } }) => {
    asked.push({ method, params });
    await new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= together) {
        waiting.forEach((go) => go());
        waiting = [];
      }
    });
    return answers[params.message ?? "sampling"];
  };
}

const verbs = {
  async open({ client: name, era, url, command, abilities, ...how }) {
    const client = new Client(
      { name: "ts-checks", version: "1.0.0" },
      { capabilities: abilities, versionNegotiation: { mode: modes[era] }, enforceStrictCapabilities: true },
    );
    const asked = [];
    const answer = answerer(how, asked);
    if (abilities.elicitation) client.setRequestHandler("elicitation/create", answer);
    if (abilities.sampling) client.setRequestHandler("sampling/createMessage", answer);
    const transport = url
      ? new StreamableHTTPClientTransport(new URL(url))
      : new StdioClientTransport({ command: "sh", args: ["-c", command], stderr: "ignore" });
    await client.connect(transport, limit);
    clients.set(name, { client, asked });
    return client.getNegotiatedProtocolVersion();
  },

  async call({ client: name, by_hand, tool, ...rest }) {
    const { client, asked } = clients.get(name);
    const options = by_hand ? { ...limit, allowInputRequired: true } : limit;
    asked.length = 0;
    const { inputRequests, requestState, content, isError } = await client.callTool({ name: tool, ...rest }, options);
    if (requestState !== undefined) return { inputRequests, requestState };
    return { texts: content.map((block) => block.text), isError: isError ?? false, asked: [...asked] };
  },

  async tools({ client: name }) {
    const { tools } = await clients.get(name).client.listTools(undefined, limit);
    return tools.map((tool) => tool.name);
  },

  async close({ client: name }) {
    await clients.get(name).client.close();
    clients.delete(name);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, verb, ...rest } = JSON.parse(line);
  verbs[verb](rest)
    .then((result) => ({ id, result: result ?? null }))
    .catch(({ code, message, data }) => ({ id, error: { code, message: String(message), data } }))
    .then((said) => console.log(JSON.stringify(said)));
}
process.exit(0);
