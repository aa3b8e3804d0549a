// Compares what the clients saw with what they have to see: node compare.mjs EXPECTED SEEN...
// A failing check is one line; the last line is the counts.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";

const [expectedFile, ...seenFiles] = process.argv.slice(2);
const expected = JSON.parse(readFileSync(expectedFile, "utf8"));
// What a release does by itself: the second TypeScript SDK gives the old code of a missing resource the
// new number, and the first Python SDK takes no callback for progress.
const own = {
  "typescript-2.4-legacy": { missing: { error: -32602 } },
  "python-1.6": { progress: { ...expected.progress["*"], progress: [] } },
};
let passed = 0;
let failed = 0;

function check(name, wanted, got) {
  if (isDeepStrictEqual(wanted, got)) return void (passed += 1);
  failed += 1;
  console.log(`FAILED ${name}\n  expected ${JSON.stringify(wanted)}\n  got      ${JSON.stringify(got)}`);
}

for (const file of seenFiles) {
  const name = basename(file, ".json");
  const { protocol, seen, complaints } = JSON.parse(readFileSync(file, "utf8"));
  const wanted = name.split("@")[1];
  check(`${name} speaks its revision`, wanted, protocol);
  check(`${name} has nothing to complain of`, [], complaints);
  for (const [key, of] of Object.entries(expected)) {
    const value = own[name.split("@")[0]]?.[key] ?? (protocol in of ? of[protocol] : of["*"]);
    check(`${name} ${key}`, value, seen[key] ?? null);
  }
}
console.log(`${passed} ${failed}`);
