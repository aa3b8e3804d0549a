// The TypeScript SDK's client: node ts_client.mjs ERA SERVER PLAN
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { attempt, call, prompt, read } from "./normalise.mjs";

const [era, command, planFile] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, "utf8"));
const modes = { legacy: "legacy", modern: { pin: "2026-07-28" }, auto: "auto" };
const limit = { timeout: 10_000 };

const complaints = [];
let current;
const client = new Client(
  { name: "ts-checks", version: "1.0.0" },
  { versionNegotiation: { mode: modes[era] }, enforceStrictCapabilities: true },
);
// This SDK handles an answer before the notifications that came in the same read, and then
// knows their token no more. They were sent in time, so they count.
client.onerror = (error) => {
  const message = String(error?.message ?? error);
  if (current !== undefined && message.startsWith("Received a progress notification for an unknown token")) {
    seen.progress[current] += 1;
  } else {
    complaints.push(message);
  }
};
await client.connect(new StdioClientTransport({ command, stderr: "ignore" }), limit);

const seen = {
  client: "typescript",
  era,
  protocol: client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion(),
  tools: await attempt(async () => (await client.listTools(undefined, limit)).tools.map((one) => one.name)),
  resources: await attempt(async () => (await client.listResources(undefined, limit)).resources.map((one) => one.uri)),
  templates: await attempt(async () =>
    (await client.listResourceTemplates(undefined, limit)).resourceTemplates.map((one) => one.uriTemplate),
  ),
  prompts: await attempt(async () => (await client.listPrompts(undefined, limit)).prompts.map((one) => one.name)),
  calls: {},
  reads: {},
  prompts_got: {},
  completions: {},
  progress: {},
};

for (const { key, name, arguments: args } of plan.calls) {
  current = key;
  seen.progress[key] = 0;
  const onprogress = () => (seen.progress[key] += 1);
  seen.calls[key] = await attempt(async () =>
    call(await client.callTool({ name, arguments: args }, { ...limit, onprogress })),
  );
}
for (const uri of plan.reads) {
  seen.reads[uri] = await attempt(async () => read(await client.readResource({ uri }, limit)));
}
for (const { key, name, arguments: args } of plan.prompts) {
  seen.prompts_got[key] = await attempt(async () => prompt(await client.getPrompt({ name, arguments: args }, limit)));
}
for (const { key, ref, argument } of plan.completions) {
  seen.completions[key] = await attempt(async () => (await client.complete({ ref, argument }, limit)).completion.values);
}

await client.close();
console.log(JSON.stringify({ ...seen, complaints }, null, 2));
