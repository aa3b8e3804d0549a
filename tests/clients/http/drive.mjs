// Carries the plan out with one release of the TypeScript SDK:
// node drive.mjs PACKAGE ERA TARGET PLAN ; TARGET is a URL, or the path of a program to run on pipes.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { call, prompt, read } from "./normalise.mjs";

const [release, era, target, planFile] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, "utf8"));
const limit = { timeout: 10_000 };
const isUrl = target.startsWith("http:");
const complaints = [];
const told = { progress: [], logs: [], changes: 0 };

// What the client answers when the server asks in the middle.
const field = (schema) => {
  if (schema.default !== undefined) return schema.default;
  const option = (from) => from.enum?.[0] ?? from.oneOf?.[0].const ?? from.anyOf?.[0].const;
  if (schema.type === "array") return [option(schema.items)];
  return option(schema) ?? { boolean: true, integer: 1, number: 1, string: "Ada" }[schema.type];
};
const fill = ({ properties }) => Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, field(one)]));
const answers = {
  "sampling/createMessage": () => ({
    role: "assistant",
    content: { type: "text", text: "Paris" },
    model: "none",
    stopReason: "endTurn",
  }),
  "elicitation/create": ({ params }) => ({ action: "accept", content: fill(params.requestedSchema) }),
  "roots/list": () => ({ roots: [{ uri: "file:///work", name: "work" }] }),
};
const hears = {
  "notifications/message": ({ params }) => void told.logs.push(params.data),
  "notifications/tools/list_changed": () => void (told.changes += 1),
};

// The second version names methods, the first the schemas of their messages.
async function connected() {
  const info = { name: "old-clients", version: "1.0.0" };
  const capabilities = { sampling: {}, elicitation: {}, roots: {} };
  if (release === "@modelcontextprotocol/client") {
    const { Client, StreamableHTTPClientTransport } = await import(release);
    const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
    const client = new Client(info, { capabilities, versionNegotiation: { mode } });
    for (const [method, answer] of Object.entries(answers)) client.setRequestHandler(method, answer);
    for (const [method, hear] of Object.entries(hears)) client.setNotificationHandler(method, hear);
    const transport = new StreamableHTTPClientTransport(new URL(target));
    return { client, transport, callTool: (params, options) => client.callTool(params, options) };
  }
  const [{ Client }, types] = await Promise.all([import(`${release}/client/index.js`), import(`${release}/types.js`)]);
  const client = new Client(info, { capabilities });
  const schemas = {
    "sampling/createMessage": types.CreateMessageRequestSchema,
    "elicitation/create": types.ElicitRequestSchema,
    "roots/list": types.ListRootsRequestSchema,
  };
  for (const [method, answer] of Object.entries(answers)) {
    if (schemas[method]) client.setRequestHandler(schemas[method], answer);
  }
  client.setNotificationHandler(types.LoggingMessageNotificationSchema, hears["notifications/message"]);
  client.setNotificationHandler(types.ToolListChangedNotificationSchema, hears["notifications/tools/list_changed"]);
  const callTool = (params, options) => client.callTool(params, types.CallToolResultSchema, options);
  if (isUrl) {
    const { StreamableHTTPClientTransport } = await import(`${release}/client/streamableHttp.js`);
    return { client, transport: new StreamableHTTPClientTransport(new URL(target)), callTool };
  }
  const { StdioClientTransport } = await import(`${release}/client/stdio.js`);
  return { client, transport: new StdioClientTransport({ command: target, stderr: "ignore" }), callTool };
}

const { client, transport, callTool } = await connected();
client.onerror = (error) => complaints.push(String(error?.message ?? error));
// The first version does not tell what was agreed on.
let protocol;
if (!client.getNegotiatedProtocolVersion) {
  let hear;
  const set = (given) => {
    hear = (message, ...rest) => {
      protocol ??= message?.result?.protocolVersion;
      return given(message, ...rest);
    };
  };
  Object.defineProperty(transport, "onmessage", { get: () => hear, set });
}
await client.connect(transport, limit);

const steps = {
  ping: () => client.ping(limit).then(() => "pong"),
  tools: async () => (await client.listTools(undefined, limit)).tools.map((tool) => tool.name),
  call: async ({ name, arguments: args, watch }) => {
    [told.progress, told.logs] = [[], []];
    const _meta = era === "modern" && watch ? { "io.modelcontextprotocol/logLevel": "debug" } : undefined;
    const onprogress = watch ? ({ progress, total }) => told.progress.push([progress, total]) : undefined;
    const result = await callTool({ name, arguments: args ?? {}, ...(_meta && { _meta }) }, { ...limit, onprogress });
    return { ...call(result), ...(watch && { progress: told.progress, logs: told.logs }) };
  },
  read: async ({ uri }) => read(await client.readResource({ uri }, limit)),
  prompt: async ({ name, arguments: args }) => prompt(await client.getPrompt({ name, arguments: args }, limit)),
  complete: async ({ name, argument, value }) => {
    const params = { ref: { type: "ref/prompt", name }, argument: { name: argument, value } };
    return (await client.complete(params, limit)).completion.values;
  },
  level: () => client.setLoggingLevel("debug", limit),
  subscribe: async ({ uri }) => [await client.subscribeResource({ uri }, limit), await client.unsubscribeResource({ uri }, limit)],
  changes: async ({ name }) => {
    const listening = era === "modern" ? await client.listen({ toolsListChanged: true }, limit) : undefined;
    await callTool({ name, arguments: {} }, limit);
    for (let tries = 0; tries < 100 && told.changes === 0; tries += 1) await sleep(20);
    await listening?.close();
    return told.changes;
  },
};
// These are not of the newest revision.
const gone = era === "modern" ? ["ping", "level", "subscribe"] : [];

const seen = {};
for (const step of plan) {
  if (gone.includes(step.do)) continue;
  try {
    seen[step.key] = await steps[step.do](step);
  } catch (error) {
    seen[step.key] = { error: error.code ?? String(error) };
  }
}
protocol ??= client.getNegotiatedProtocolVersion();
await transport.terminateSession?.();
await client.close();
console.log(JSON.stringify({ protocol, seen, complaints }, null, 1));
