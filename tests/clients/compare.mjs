// Compares what the clients saw: node compare.mjs EXPECTED SEEN... ; a failing check is one line.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";

const [expectedFile, ...seenFiles] = process.argv.slice(2);
const expected = JSON.parse(readFileSync(expectedFile, "utf8"));
const protocols = { legacy: "2025-11-25", modern: "2026-07-28", auto: "2026-07-28" };
const keyed = ["calls", "reads", "prompts_got", "completions", "progress"];
const unordered = ["tools", "resources", "templates", "prompts"];
let passed = 0;
let failed = 0;

function check(holds, name, detail) {
  if (holds) return void (passed += 1);
  failed += 1;
  console.log(`FAILED ${name}\n  ${detail()}`);
}

const show = (value) => JSON.stringify(value);
const against = (wanted, got) => () => `expected ${show(wanted)}\n  got      ${show(got)}`;

function checkExpected(name, seen) {
  check(seen.protocol === protocols[seen.era], `${name} protocol`, against(protocols[seen.era], seen.protocol));
  check(seen.complaints.length === 0, `${name} complaints`, against([], seen.complaints));
  for (const section of unordered) {
    const [wanted, got] = [expected[section], seen[section]].map((names) => names.toSorted?.() ?? names);
    check(isDeepStrictEqual(wanted, got), `${name} ${section}`, against(wanted, got));
  }
  for (const section of keyed.filter((one) => seen[one] !== null)) {
    const keys = new Set([...Object.keys(expected[section]), ...Object.keys(seen[section])]);
    for (const key of keys) {
      const [wanted, got] = [expected[section][key], seen[section][key]];
      const holds = wanted !== undefined && isDeepStrictEqual(wanted, got);
      check(holds, `${name} ${section} ${key}`, against(wanted, got));
    }
  }
}

// Exact, order of the lists included; null is what a client does not show.
function checkSame(name, seen, firstName, first) {
  const same = (what, wanted, got) =>
    check(isDeepStrictEqual(wanted, got), `${name} sees the ${what} that ${firstName} sees`, against(wanted, got));
  for (const section of [...unordered, "server"]) {
    if (seen[section] !== null) same(section, first[section], seen[section]);
  }
  for (const section of keyed.filter((one) => seen[one] !== null)) {
    for (const key of Object.keys(first[section])) same(`${section} ${key}`, first[section][key], seen[section][key]);
  }
}

const runs = seenFiles.map((file) => [basename(file, ".json"), JSON.parse(readFileSync(file, "utf8"))]);
const [firstName, first] = runs[0];
for (const [name, seen] of runs) {
  checkExpected(name, seen);
  if (seen !== first) checkSame(name, seen, firstName, first);
}
console.log(`${passed} ${failed}`);
