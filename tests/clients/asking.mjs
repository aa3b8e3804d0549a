// Real clients are asked in the middle of a call: node asking.mjs DEPLOY PYTHON PYTHON_CLIENT
// Every scenario is told once, and played by the SDKs of both languages.
import { isDeepStrictEqual } from "node:util";
import { deployments, overHttp, overPipes, proxy, puppet } from "./asking_world.mjs";

const [server, python, pythonClient] = process.argv.slice(2);
const VERSIONS = { modern: "2026-07-28", legacy: "2025-11-25" };
let passed = 0;
let failed = 0;
let where = "";

function check(what, seen, wanted) {
  const fits = isDeepStrictEqual(seen, wanted);
  fits ? (passed += 1) : (failed += 1);
  console.log(`${fits ? "ok" : "FAILED"} ${where}: ${what}`);
  if (!fits) console.log(`  wanted ${JSON.stringify(wanted)}\n  seen   ${JSON.stringify(seen)}`);
}

// One scenario that breaks must not hide what the others would have shown.
async function scenario(place, play) {
  where = place;
  await play().catch((error) => check("it goes to its end", error?.message ?? String(error), "the end"));
}

async function refusal(promise) {
  return promise.then(
    (result) => ({ result }),
    ({ code, message, data }) => ({ code, message, ...(data === undefined || data === null ? {} : { data }) }),
  );
}

const SURE = { action: "accept", content: { sure: true } };
const DETAILS = { action: "accept", content: { reason: "speed", announce: true } };
const ASKS = { elicitation: { form: {} } };
const SAMPLES = { ...ASKS, sampling: {} };
const TO_PRODUCTION = "Deploy build 42 to Production?";
const done = (text, asked = []) => ({ texts: [text], isError: false, asked });
const DONE = "Build 42 is on Production.";
const LINE = "Production 42: faster checkout";

const confirm = (message) => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: { sure: { type: "boolean", title: "Sure?", description: "Whether to go on." } },
      required: ["sure"],
    },
  },
});
const details = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "What is it for?",
    requestedSchema: {
      type: "object",
      properties: {
        announce: { type: "boolean", description: "Whether to tell the team.", default: false },
        reason: {
          type: "string",
          description: "What the change is for, in a few words.",
          minLength: 1,
          maxLength: 80,
        },
      },
      required: ["reason"],
    },
  },
};
const announcement = {
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: DONE } }],
    systemPrompt: "You announce deployments in one friendly sentence.",
    maxTokens: 60,
  },
};
const production = { tool: "deploy", arguments: { env: "production" } };
const OUT = { role: "assistant", content: { type: "text", text: "It is out!" }, model: "m" };

// What a client meets at one server, over either transport and in either era.
async function conversation(client, era, at) {
  const log = deployments();
  const place = await at(log);
  const session = async (how, play) => {
    const version = await client.say("open", { client: "one", era, abilities: ASKS, answers: {}, ...place, ...how });
    check("the revision", version, VERSIONS[era]);
    await play((order) => client.say("call", { client: "one", ...order }));
    await client.say("close", { client: "one" });
  };

  await session({ answers: { [TO_PRODUCTION]: SURE } }, async (call) => {
    check("accepted", await call(production), done(DONE, [confirm(TO_PRODUCTION)]));
    check("accepted: one line", log.said(), [LINE]);
  });
  const refused = { decline: { action: "decline" }, cancel: { action: "cancel" }, "not sure": { action: "accept", content: { sure: false } } };
  for (const [name, answer] of Object.entries(refused)) {
    await session({ answers: { [TO_PRODUCTION]: answer } }, async (call) => {
      check(name, await call(production), done("Nothing was deployed.", [confirm(TO_PRODUCTION)]));
      check(`${name}: no line`, log.said(), [LINE]);
    });
  }
  // Neither is answered before both are asked.
  const both = { "Deploy to Staging?": SURE, "What is it for?": DETAILS };
  await session({ answers: both, together: 2 }, async (call) => {
    const { asked, ...rest } = await call({ tool: "deploy-with-reason", arguments: { env: "staging" } });
    check("two at once", rest, { texts: ["Build 43 is on Staging, and the team knows."], isError: false });
    asked.sort((one, other) => (one.params.message < other.params.message ? -1 : 1));
    check("two at once: what is asked", asked, [confirm("Deploy to Staging?"), details]);
    check("two at once: one line", log.said(), [LINE, "Staging 43: speed"]);
  });
  await session({ abilities: SAMPLES, answers: { [TO_PRODUCTION]: SURE, sampling: OUT } }, async (call) => {
    check("sampling", await call(production), done("It is out!", [confirm(TO_PRODUCTION), announcement]));
    check("sampling: one line", log.said(), [LINE, "Staging 43: speed", LINE]);
  });
  await session({ abilities: {} }, async (call) => {
    const lacking = {
      modern: {
        code: -32021,
        message: "The call needs a capability that the client did not declare",
        data: { requiredCapabilities: { elicitation: { form: {} } } },
      },
      legacy: {
        result: {
          texts: ['The client cannot be asked: it does not declare the capability {"elicitation":{"form":{}}}.'],
          isError: true,
          asked: [],
        },
      },
    };
    check("a client that cannot be asked", await refusal(call(production)), lacking[era]);
    check("a client that cannot be asked: no line", log.said().length, 3);
  });
  await place.kill();
}

// A client of the newest revision that is given the rounds one by one.
async function opened(client, name, place) {
  await client.say("open", { client: name, era: "modern", abilities: ASKS, answers: {}, ...place });
  const call = (order) => client.say("call", { client: name, by_hand: true, ...production, ...order });
  return { call, close: () => client.say("close", { client: name }) };
}

const answered = ({ requestState }) => ({ requestState, inputResponses: { confirm: SURE } });

async function killed(client, at) {
  const log = deployments();
  const first = await at(log);
  const one = await opened(client, "one", first);
  const round = await one.call();
  check("killed: what is asked before", round.inputRequests, { confirm: confirm(TO_PRODUCTION) });
  await first.kill();
  check("killed: no line", log.said(), []);
  const fresh = await at(log);
  const other = await opened(client, "other", fresh);
  check("a fresh process finishes", await other.call(answered(round)), done(DONE));
  check("a fresh process finishes: one line", log.said(), [LINE]);
  await other.close();
  await fresh.kill();
  // It may complain that its server is gone.
  await one.close().catch(() => {});
}

// Two processes with one key, and one with another.
async function replicas(client) {
  const log = deployments();
  const [a, b] = [await overHttp(server, log), await overHttp(server, log)];
  const stranger = await overHttp(server, log, "0c".repeat(32));

  const turns = await proxy(({ method }) => (method === "tools/call" && turns.seen.length % 2 === 1 ? b : a));
  const sampling = { abilities: SAMPLES, answers: { [TO_PRODUCTION]: SURE, sampling: OUT } };
  await client.say("open", { client: "turns", era: "modern", url: turns.url, ...sampling });
  // Some SDKs look at the list of tools first.
  turns.seen.length = 0;
  const call = { client: "turns", ...production };
  check("in turns", await client.say("call", call), done("It is out!", [confirm(TO_PRODUCTION), announcement]));
  const calls = turns.seen.filter(({ method }) => method === "tools/call").map(({ port }) => (port === a.port ? "a" : "b"));
  check("in turns: who was called", calls, ["a", "b", "a"]);
  check("in turns: one line", log.said(), [LINE]);
  await client.say("close", { client: "turns" });
  turns.close();

  const one = await opened(client, "one", a);
  const other = await opened(client, "other", b);
  const third = await opened(client, "third", stranger);
  const round = await one.call();
  check("round 1 at one process", round.inputRequests, { confirm: confirm(TO_PRODUCTION) });
  const refused = { code: -32602, message: "Invalid request state" };
  check("another key refuses the state", await refusal(third.call(answered(round))), refused);
  const elsewhere = { ...answered(round), arguments: { env: "staging" } };
  check("other arguments are refused", await refusal(other.call(elsewhere)), refused);
  check("refused: no line", log.said(), [LINE]);
  check("round 2 at another process", await other.call(answered(round)), done(DONE));
  check("round 2 at another process: one line", log.said(), [LINE, LINE]);
  const again = await Promise.all([one, other, one, other].map((at) => at.call(answered(round))));
  check("the same state again, at both at once", again, Array(4).fill(done(DONE)));
  check("the same state again: still one line", log.said(), [LINE, LINE]);

  // The same, but nobody was first.
  const raced = await one.call();
  const race = await Promise.all([one, other].map((at) => at.call(answered(raced))));
  check("both processes at once", race, Array(2).fill(done(DONE)));
  check("both processes at once: one line", log.said(), [LINE, LINE, LINE]);
  for (const at of [one, other, third]) await at.close();
  for (const at of [a, b, stranger]) await at.kill();
}

// A session goes on at another process. A question over a connection does not: who asked it waits for
// the answer, so whatever spreads the requests of a session has to send the answer there.
async function moved(client) {
  const log = deployments();
  const [a, b] = [await overHttp(server, log), await overHttp(server, log)];
  let target = a;
  const switched = await proxy(() => target);
  const how = { abilities: ASKS, answers: { [TO_PRODUCTION]: SURE } };
  await client.say("open", { client: "one", era: "legacy", url: switched.url, ...how });
  const call = () => client.say("call", { client: "one", ...production });
  check("a session at one process", await call(), done(DONE, [confirm(TO_PRODUCTION)]));
  const answers = switched.seen.filter(({ verb, method }) => verb === "POST" && method === undefined);
  check("the answer is posted", answers.map(({ port }) => port), [a.port]);
  target = b;
  await a.kill();
  check("the session goes on", await client.say("tools", { client: "one" }), ["deploy", "deploy-with-reason"]);
  check("the session is asked there", await call(), done(DONE, [confirm(TO_PRODUCTION)]));
  check("one line a deployment", log.said(), [LINE, LINE]);
  const sessions = new Set(switched.seen.map(({ session }) => session).filter((id) => id !== undefined));
  check("it is the same session", sessions.size, 1);
  await client.say("close", { client: "one" });
  switched.close();
  await b.kill();
}

const pipes = (log) => overPipes(server, log);
const http = (log) => overHttp(server, log);
const clients = {
  typescript: () => puppet(process.execPath, new URL("asking_ts.mjs", import.meta.url).pathname),
  python: () => puppet(python, pythonClient),
};

for (const [name, begin] of Object.entries(clients)) {
  const client = begin();
  for (const era of ["modern", "legacy"]) {
    await scenario(`${name}, ${era}, stdio`, () => conversation(client, era, pipes));
    await scenario(`${name}, ${era}, HTTP`, () => conversation(client, era, http));
  }
  await scenario(`${name}, modern, stdio`, () => killed(client, pipes));
  await scenario(`${name}, modern, HTTP`, () => killed(client, http));
  await scenario(`${name}, modern, HTTP`, () => replicas(client));
  await scenario(`${name}, legacy, HTTP`, () => moved(client));
  client.end();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
