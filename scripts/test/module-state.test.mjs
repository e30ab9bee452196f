import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toolOf } from "../lib/build.mjs";
import { root } from "../lib/files.mjs";

/** A module of the frontend, and whether it passes. */
const CASES = {
  "a constant": ["export const WAIT_MS = 5;", true],
  "a collection that cannot be filled": ["const KINDS: ReadonlySet<string> = new Set<string>(['a']);", true],
  "a variable of a function": ["export function count() { let sum = 0; sum += 1; return sum; }", true],
  "a variable that changes": ["let count = 0; export const next = () => (count += 1);", false],
  "an exported one": ["export let count = 0;", false],
  "a var": ["var count = 0;", false],
  "a map that can be filled": ["export const seen = new Map<string, number>();", false],
  "a set that can be filled": ["const listeners = new Set<() => void>();", false],
};

const folder = mkdtempSync(join(tmpdir(), "sakhi-module-state-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("state in a module variable of the frontend is reported", () => {
  const config = { jsPlugins: [join(root, "scripts/lint/plugin.mjs")], rules: { "sakhi/no-module-state": "error" } };
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(config));
  for (const [at, [code]] of Object.values(CASES).entries()) writeFileSync(join(folder, `case${at}.ts`), `${code}\n`);
  const { stdout } = spawnSync(process.execPath, [toolOf("oxlint", "oxlint"), "-c", ".oxlintrc.json", "-f", "unix"], {
    cwd: folder,
    encoding: "utf8",
  });
  const passes = Object.keys(CASES).map((_, at) => !new RegExp(`case${at}\\.ts.*sakhi`).test(stdout));
  assert.deepEqual(
    Object.fromEntries(Object.keys(CASES).map((name, at) => [name, passes[at]])),
    Object.fromEntries(Object.entries(CASES).map(([name, [, right]]) => [name, right])),
  );
});
