/**
 * Checks what we take from others: every package at one exact version, its content pinned by the lock, and, where the
 * registry can be asked, no known vulnerability of weight in what production runs.
 *
 *   node scripts/check-packages.mjs
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { npm } from "./lib/install.mjs";
import { completeLock } from "./lib/lock-entries.mjs";
import { judgeAudit, notExact, withoutIntegrity } from "./lib/lock-integrity.mjs";
import { complain, say } from "./lib/log.mjs";
import { root } from "./lib/paths.mjs";

/** Longest the registry may take to answer, in ms: a check must not hang where there is no network. */
const AUDIT_MS = 30_000;

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const manifest = readJson("package.json");
const { packages } = readJson("package-lock.json");

const problems = ["", ...manifest.workspaces].flatMap((/** @type {string} */ workspace) =>
  notExact(readJson(join(workspace, "package.json"))).map(
    (found) => `${join(workspace, "package.json")}: ${found} is no exact version`,
  ),
);
const { added, unknown } = completeLock(packages);
for (const name of [...added, ...unknown]) problems.push(`package-lock.json lacks ${name}`);
for (const { name, elsewhere } of withoutIntegrity(packages))
  if (!elsewhere) problems.push(`package-lock.json has no integrity for ${name}`);
for (const problem of problems) complain(problem);
if (problems.length > 0) complain("node scripts/complete-lock.mjs completes the lock");

const [command, prefix] = npm(process.env);
const asked = await promisify(execFile)(command, [...prefix, "audit", "--omit=dev", "--json"], {
  cwd: root,
  // .npmrc keeps installs from asking.
  env: { ...process.env, npm_config_audit: "true", npm_config_fetch_retries: "0" },
  timeout: AUDIT_MS,
  maxBuffer: 64 * 1024 * 1024,
}).catch((error) => ({ stdout: String(error.stdout ?? "") }));
const audit = judgeAudit(asked.stdout);
if (audit.notRun !== undefined) say(`not run: vulnerability audit (${audit.notRun})`);
for (const name of audit.vulnerable) complain(`${name} has a known vulnerability of high or critical weight`);
process.exit(problems.length + audit.vulnerable.length > 0 ? 1 : 0);
