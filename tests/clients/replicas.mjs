// Two processes of one server with the same key, behind a proxy that takes turns: whichever of them
// answers, a client notices nothing.
//
//   node replicas.mjs PATH_TO_EVERYTHING
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';

const [program] = process.argv.slice(2);
const state = { passed: 0, failed: 0 };

function check(name, good, seen) {
  state[good ? 'passed' : 'failed'] += 1;
  console.log(`${good ? 'ok' : 'FAILED'} ${name}${good ? '' : ` ${JSON.stringify(seen)}`}`);
}

const freePort = () => new Promise((resolve) => {
  const probe = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address();
    probe.close(() => resolve(port));
  });
});

async function replica(key) {
  const port = await freePort();
  const env = { ...process.env, MCP_STATE_KEYS: key };
  const child = spawn(program, ['http', `127.0.0.1:${port}`], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (;;) {
    const up = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => { socket.destroy(); resolve(true); });
      socket.on('error', () => resolve(false));
    });
    if (up) return { port, child };
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

const key = randomBytes(32).toString('hex');
const replicas = [await replica(key), await replica(key)];
const served = [0, 0];
let turn = 0;
const proxy = http.createServer((request, response) => {
  const index = turn++ % 2;
  served[index] += 1;
  const { method, url: path, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port: replicas[index].port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
});
await new Promise((resolve) => { proxy.listen(0, '127.0.0.1', resolve); });
const url = `http://127.0.0.1:${proxy.address().port}/mcp`;

let next = 0;
async function post(method, params, headers, notification = false) {
  const id = notification ? undefined : ++next;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  });
  const text = await response.text();
  return { status: response.status, session: response.headers.get('mcp-session-id'), body: text && JSON.parse(text) };
}

const text = (answer) => answer.body?.result?.content?.[0]?.text;
const SIMPLE = 'This is a simple text response for testing.';

// A session of an older revision.
const opened = await post('initialize', {
  protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'replicas', version: '1.0.0' },
});
const session = { 'mcp-session-id': opened.session, 'mcp-protocol-version': '2025-11-25' };
check('a session begins', opened.status === 200 && opened.session?.length > 0, opened);
check('it is opened', (await post('notifications/initialized', {}, session, true)).status === 202);
for (let round = 1; round <= 10; round += 1) {
  const answer = await post('tools/call', { name: 'test_simple_text', arguments: {} }, session);
  check(`call ${round} of the session`, answer.status === 200 && text(answer) === SIMPLE, answer);
}
const read = await post('resources/read', { uri: 'test://static-text' }, session);
check('a resource of the session', read.body?.result?.contents?.[0]?.mimeType === 'text/plain', read);
const other = opened.session.at(40) === 'A' ? 'B' : 'A';
const id = `${opened.session.slice(0, 40)}${other}${opened.session.slice(41)}`;
const forged = await post('ping', {}, { ...session, 'mcp-session-id': id });
check('a forged session is dead', forged.status === 404, forged);

// Requests of 2026-07-28 bring everything with them.
const stateless = (method, name) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) });
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const pages = await Promise.all([1, 2].map(() => post('tools/list', { _meta: meta }, stateless('tools/list'))));
check('both list the same', JSON.stringify(pages[0].body.result.tools) === JSON.stringify(pages[1].body.result.tools));
for (let round = 1; round <= 10; round += 1) {
  const params = { name: 'test_simple_text', arguments: {}, _meta: meta };
  const answer = await post('tools/call', params, stateless('tools/call', 'test_simple_text'));
  check(`stateless call ${round}`, answer.status === 200 && text(answer) === SIMPLE, answer);
}
check('both processes took their turns', Math.abs(served[0] - served[1]) <= 1 && served[0] > 10, served);

for (const { child } of replicas) child.kill();
proxy.close();
console.log(`${state.passed} passed, ${state.failed} failed`);
process.exit(state.failed === 0 ? 0 : 1);
