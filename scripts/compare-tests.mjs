/**
 * Compares the tests of two runs, so that no case is lost when specs are merged or moved (docs/development.md). Each run is
 * given by its names.txt (`npm test` writes .test-data/last-run/names.txt) or by a report of `jest --json`.
 *
 *   node scripts/compare-tests.mjs <before> <after>
 *
 * Prints tests that are gone, that are in another file now, and that are new. Fails if one is gone: the commit that removes
 * a test names its replacement (docs/decisions/0042).
 */
import { readFileSync } from "node:fs";
import { readJson } from "./lib/files.mjs";
import { print } from "./lib/output.mjs";
import { compareNames } from "./lib/test-names.mjs";
import { namesOfJest } from "./lib/test-runners.mjs";

const [before, after] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  print("Usage: node scripts/compare-tests.mjs <before> <after>");
  process.exit(2);
}

/** @param {string} file */
const namesIn = (file) =>
  file.endsWith(".json") ? namesOfJest(readJson(file)) : readFileSync(file, "utf8").split("\n").filter(Boolean);

const { gone, moved, added } = compareNames(namesIn(before), namesIn(after));
for (const [from, to] of moved) print(`moved: ${from}\n    to ${to}`);
for (const name of added) print(`new:   ${name}`);
for (const name of gone) print(`gone:  ${name}`);
print(`${gone.length} gone, ${moved.length} moved, ${added.length} new`);
process.exit(gone.length > 0 ? 1 : 0);
