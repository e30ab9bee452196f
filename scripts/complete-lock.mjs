/**
 * Completes package-lock.json. Where the registry lacked a foreign platform's optional package at the time of an
 * install, npm leaves it out of the lock, and `npm ci` on that platform (or any other) then refuses the lock.
 * This adds an entry for each, with what its name tells. And where an entry came without `integrity`, the registry is
 * asked for it (through npm, by name and version), so that nothing is installed that was not seen before.
 * `--check` only tells and exits 1 if anything is missing; it asks nobody, and lets pass what is for another platform
 * than ours and the image's and what the registry therefore may not have.
 *
 *   node scripts/complete-lock.mjs [--check]
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeWhole } from "./lib/files.mjs";
import { npm } from "./lib/install.mjs";
import { completeLock } from "./lib/lock-entries.mjs";
import { withoutIntegrity } from "./lib/lock-integrity.mjs";
import { complain, say } from "./lib/log.mjs";
import { root } from "./lib/paths.mjs";

const file = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const { packages, added, unknown } = completeLock(lock.packages);
const unpinned = withoutIntegrity(packages);

for (const name of unknown) complain(`${name} is missing, and its name does not tell its platform.`);
if (process.argv.includes("--check")) {
  for (const name of added) complain(`package-lock.json lacks ${name}; run node scripts/complete-lock.mjs`);
  const needed = unpinned.filter(({ elsewhere }) => !elsewhere);
  for (const { name } of needed)
    complain(`package-lock.json has no integrity for ${name}; run node scripts/complete-lock.mjs`);
  process.exit(added.length + unknown.length + needed.length > 0 ? 1 : 0);
}
const [command, prefix] = npm(process.env);
let left = 0;
let refused = 0;
for (const { path, name, elsewhere } of unpinned) {
  const { stdout } = await promisify(execFile)(command, [...prefix, "view", name, "dist.integrity"]).catch(
    () => ({ stdout: "" }),
  );
  const integrity = stdout.trim();
  if (/^sha512-[A-Za-z0-9+/]+=*$/.test(integrity)) packages[path] = { ...packages[path], integrity };
  else {
    left += 1;
    if (!elsewhere) refused += 1;
    complain(`The registry tells no integrity of ${name}.`);
  }
}
writeWhole(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`, 0o644);
say(`${added.length} entries and ${unpinned.length - left} integrities added to package-lock.json.`);
process.exit(unknown.length + refused > 0 ? 1 : 0);
