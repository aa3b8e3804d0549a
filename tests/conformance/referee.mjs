// Serves a program on a free port and has the conformance suite judge it:
// node referee.mjs HOME SERVER ; HOME has the suite's packages and gets the results.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [home, server] = process.argv.slice(2);
const results = join(home, "results");

// Which suite, at which revision, and how many scenarios it has: a shorter run judges less.
const runs = [
  { suite: "conformance-0.2", revision: "2025-03-26", scenarios: 1 },
  { suite: "conformance-0.2", revision: "2025-06-18", scenarios: 27 },
  { suite: "conformance-0.2", revision: "2025-11-25", scenarios: 33 },
  { suite: "conformance-0.2", revision: "2026-07-28", scenarios: 40 },
  { suite: "conformance-0.1", revision: "2025-06-18", scenarios: 26 },
  { suite: "conformance-0.1", revision: "2025-11-25", scenarios: 32 },
];

// Checks that the suite lets pass as information when a server does not do the thing at all.
const demanded = {
  "conformance-0.2": { "server-sse-polling": ["server-sse-disconnect-resume"] },
  "conformance-0.1": { "server-sse-polling": ["server-sse-disconnect-resume"] },
};

let passed = 0;
let failed = 0;

function verdict(holds, name, details = []) {
  if (holds) return void (passed += 1);
  failed += 1;
  console.log(`FAILED ${name}`);
  for (const line of details) console.log(`  ${line}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

function start(command, args, log, limit) {
  const output = createWriteStream(join(results, log));
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], timeout: limit, killSignal: "SIGKILL" });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  child.ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(`it could not be started: ${error.message}`));
    child.on("close", (code, signal) => output.end(() => resolve(signal ?? code)));
  });
  return child;
}

// A scenario that threw is named in the log, but leaves no results.
async function judge({ suite, revision, scenarios }, url) {
  const name = `${suite}-${revision}`;
  const cli = join(home, "node_modules", suite, "dist", "index.js");
  const args = [cli, "server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", join(results, name)];
  await start(process.execPath, args, `${name}.log`, 300_000).ended;
  const log = readFileSync(join(results, `${name}.log`), "utf8");
  const names = [...log.matchAll(/^=== Running scenario: (.*) ===$/gm)].map((match) => match[1]);
  const complete = names.length === scenarios && log.includes("=== SUMMARY ===");
  verdict(complete, `${name} runs to its end`, [`${names.length} of ${scenarios} scenarios`, log.slice(-2000)]);
  for (const scenario of names) weigh(suite, revision, scenario, checks(join(results, name), scenario));
}

function checks(folder, scenario) {
  const isIt = (entry) => entry.startsWith(`server-${scenario}-`) && /^\d{4}-\d\d-\d\dT/.test(entry.slice(scenario.length + 8));
  try {
    const entry = readdirSync(folder).find(isIt);
    return JSON.parse(readFileSync(join(folder, entry, "checks.json"), "utf8"));
  } catch {
    return [{ id: scenario, status: "FAILURE", errorMessage: "the scenario threw or was ended; see its log" }];
  }
}

function weigh(suite, revision, scenario, found) {
  const must = demanded[suite][scenario] ?? [];
  const complaints = found.filter(
    ({ id, status }) => ["FAILURE", "WARNING"].includes(status) || (must.includes(id) && status !== "SUCCESS"),
  );
  const absent = must.filter((id) => !found.some((check) => check.id === id));
  // That each message has the schema's form says nothing about the scenario.
  const own = found.filter(({ id, status }) => status === "SUCCESS" && id !== "wire-schema-valid");
  const details = complaints.map((check) => {
    const why = check.errorMessage ?? check.details?.message ?? check.description ?? "";
    return `${check.status} ${check.id}: ${why.split("\n")[0]}`;
  });
  details.push(...absent.map((id) => `${id} was not checked`));
  if (own.length === 0) details.push("nothing was checked");
  verdict(details.length === 0, `${suite} ${revision} ${scenario}`, details);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const port = await freePort();
const served = start(server, ["http", `127.0.0.1:${port}`], "server.log");
let ended = false;
served.ended.then(() => (ended = true));
process.on("exit", () => served.kill("SIGKILL"));

for (let tries = 0; tries < 100 && !ended && !(await isOpen(port)); tries += 1) await sleep(100);
const url = `http://127.0.0.1:${port}/mcp`;
if (ended || !(await isOpen(port))) {
  verdict(false, "the server listens", [readFileSync(join(results, "server.log"), "utf8").slice(-2000)]);
} else {
  for (const run of runs) await judge(run, url);
  verdict(!ended, "the server outlives the suite");
  served.kill("SIGTERM");
  const end = await Promise.race([served.ended, sleep(10_000, "nothing within 10 seconds", { ref: false })]);
  verdict(end === 0, "the server ends by itself when it is told to", [`it ended with ${end}`]);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
