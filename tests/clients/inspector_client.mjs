// The Inspector's command line: node inspector_client.mjs ERA SERVER PLAN
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { attempt, call, prompt, read } from "./normalise.mjs";

const [era, command, planFile] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, "utf8"));
const launcher = fileURLToPath(
  new URL("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", import.meta.url),
);
const TOOL_ANSWERED_IS_ERROR = 5;

// Each request is a process of its own, and so a connection of its own.
function inspect(method, options = [], accepted = [0]) {
  const args = [launcher, "--cli", "--format", "json", "--quiet", "--protocol-era", era, "--method", method];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...args, ...options, "--", command],
      { timeout: 20_000, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        if (!accepted.includes(code)) {
          return reject(new Error(`${method} ended with ${code ?? error.signal}: ${stderr.trim()}`));
        }
        resolve(JSON.parse(stdout).result);
      },
    );
  });
}

const complaints = [];
// `--strict` ends with 6 when a tool's schema is not portable between model vendors.
async function tools() {
  try {
    return await inspect("tools/list", ["--strict"]);
  } catch (error) {
    complaints.push(error.message);
    return inspect("tools/list");
  }
}

const connected = await inspect("initialize");

const seen = {
  client: "inspector",
  era,
  protocol: connected.protocolVersion,
  server: connected.serverInfo,
  tools: await attempt(async () => (await tools()).tools.map((one) => one.name)),
  resources: await attempt(async () => (await inspect("resources/list")).resources.map((one) => one.uri)),
  templates: await attempt(async () =>
    (await inspect("resources/templates/list")).resourceTemplates.map((one) => one.uriTemplate),
  ),
  prompts: await attempt(async () => (await inspect("prompts/list")).prompts.map((one) => one.name)),
  calls: {},
  reads: {},
  prompts_got: {},
  // Neither is offered by this command line.
  completions: null,
  progress: null,
};

for (const { key, name, arguments: args } of plan.calls) {
  const options = ["--tool-name", name, "--tool-args-json", JSON.stringify(args)];
  seen.calls[key] = await attempt(async () =>
    call(await inspect("tools/call", options, [0, TOOL_ANSWERED_IS_ERROR])),
  );
}
for (const uri of plan.reads) {
  seen.reads[uri] = await attempt(async () => read(await inspect("resources/read", ["--uri", uri])));
}
for (const { key, name, arguments: args } of plan.prompts) {
  const pairs = Object.entries(args).map(([argument, value]) => `${argument}=${value}`);
  seen.prompts_got[key] = await attempt(async () =>
    prompt(await inspect("prompts/get", ["--prompt-name", name, "--prompt-args", ...pairs])),
  );
}

console.log(JSON.stringify({ ...seen, complaints }, null, 2));
