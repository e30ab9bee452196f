/**
 * Completes package-lock.json: where the registry lacked a foreign platform's optional package at the time of an
 * install, npm leaves it out of the lock, and `npm ci` on that platform (or any other) then refuses the lock.
 * This adds an entry for each, with what its name tells. `--check` only tells and exits 1 if any is missing.
 *
 *   node scripts/complete-lock.mjs [--check]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./lib/files.mjs";
import { completeLock } from "./lib/lock-entries.mjs";
import { complain, say } from "./lib/log.mjs";
import { root } from "./lib/paths.mjs";

const file = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const { packages, added, unknown } = completeLock(lock.packages);

for (const name of unknown) complain(`${name} is missing, and its name does not tell its platform.`);
if (process.argv.includes("--check")) {
  for (const name of added) complain(`package-lock.json lacks ${name}; run node scripts/complete-lock.mjs`);
  process.exit(added.length + unknown.length > 0 ? 1 : 0);
}
if (added.length > 0) writeWhole(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`, 0o644);
say(`${added.length} entries added to package-lock.json.`);
process.exit(unknown.length > 0 ? 1 : 0);
