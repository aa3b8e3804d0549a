// What is around the clients that `asking.mjs` drives: servers, a proxy before them, their file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const folder = mkdtempSync(join(tmpdir(), "mcp-asking-"));
const children = new Set();
process.on("exit", () => {
  children.forEach((child) => child.kill("SIGKILL"));
  rmSync(folder, { recursive: true, force: true });
});

function start(command, args, options) {
  const child = spawn(command, args, options);
  children.add(child);
  child.on("exit", () => children.delete(child));
  return child;
}

// The file that deployments are written to.
let files = 0;
export function deployments() {
  const path = join(folder, `deployments-${(files += 1)}.log`);
  const lines = () => (existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : []);
  // Each line begins with the name of its deployment, which is another one each time.
  const said = () => lines().map((line) => line.replace(/^[0-9a-f]+-[0-9a-f]+ /, ""));
  return { path, said };
}

const KEY = "0b".repeat(32);

function settings(log, key) {
  return { DEPLOY_LOG: log.path, MCP_STATE_KEYS: key ?? KEY };
}

// The words for a shell that becomes the server, and how to kill that.
export function overPipes(server, log) {
  const pidFile = join(folder, `pid-${(files += 1)}`);
  const set = Object.entries(settings(log)).map(([name, value]) => `${name}='${value}'`);
  return {
    command: `echo $$ >'${pidFile}'; ${set.join(" ")} exec '${server}'`,
    kill: () => {
      try {
        process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL");
      } catch (error) {
        // Its client may have ended it already.
        if (error.code !== "ESRCH") throw error;
      }
    },
  };
}

async function freePort() {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

async function reachable(port) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = net.connect(port, "127.0.0.1");
    const there = await Promise.race([once(socket, "connect").then(() => true), sleep(1000)]).catch(() => false);
    socket.destroy();
    if (there) return;
    await sleep(50);
  }
  throw new Error("the server does not listen");
}

export async function overHttp(server, log, key) {
  const port = await freePort();
  const child = start(server, ["http", `127.0.0.1:${port}`], {
    env: { ...process.env, ...settings(log, key) },
    stdio: "ignore",
  });
  await reachable(port);
  const kill = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { port, url: `http://127.0.0.1:${port}/mcp`, kill };
}

// Puts every request where `pick` says, and remembers what went where.
export async function proxy(pick) {
  const seen = [];
  const service = http.createServer(async (incoming, outgoing) => {
    const chunks = await incoming.toArray();
    const body = Buffer.concat(chunks);
    const message = body.length > 0 ? JSON.parse(body) : {};
    const target = pick(message, incoming.method);
    const session = incoming.headers["mcp-session-id"];
    seen.push({ port: target.port, verb: incoming.method, method: message.method, session });
    const headers = { ...incoming.headers, host: `127.0.0.1:${target.port}` };
    const onward = http.request({ ...target, host: "127.0.0.1", path: incoming.url, method: incoming.method, headers });
    onward.on("response", (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      outgoing.flushHeaders();
      response.on("error", () => outgoing.destroy());
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    onward.end(body);
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const close = () => {
    service.close();
    service.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${service.address().port}/mcp`, seen, close };
}

// A client on strings: `say` gives what it said, or throws the error that it met.
export function puppet(command, script) {
  // Nothing here is for a proxy that the machine may have.
  const env = { ...process.env, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" };
  const child = start(command, [script], { env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, ...said } = JSON.parse(line);
    waiting.get(id)(said);
    waiting.delete(id);
  });
  child.on("exit", () => waiting.forEach((say) => say({ error: { message: "the client died" } })));
  const say = async (verb, order) => {
    const id = (last += 1);
    const said = new Promise((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ id, verb, ...order })}\n`);
    const { result, error } = await said;
    if (error) throw error;
    return result;
  };
  return { say, end: () => child.stdin.end() };
}
