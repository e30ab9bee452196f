import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { execa } from "execa";
import { readJson, root } from "../lib/files.mjs";

/** What VS Code starts for an open file. @param {string} file from the root @returns {{ program: string, args: string[], envFile: string }} */
function thisSpec(file) {
  const { configurations } = readJson(join(root, ".vscode/launch.json"));
  const found = configurations.find((/** @type {{ name: string }} */ { name }) => name === "this spec");
  const text = JSON.stringify(found).replaceAll("${workspaceFolder}", root).replaceAll("${relativeFile}", file);
  return JSON.parse(text);
}

test("“this spec” runs the open spec in the process that the debugger starts", async () => {
  const { program, args, envFile } = thisSpec("domain/src/plans/plan.files.spec.ts");
  assert.ok(existsSync(program));
  // Written by `npm test -- --servers`, with NODE_OPTIONS.
  assert.equal(envFile, join(root, ".test-data", "env.sh"));
  assert.match(readFileSync(join(root, "scripts/lib/test.mjs"), "utf8"), /join\(root, "\.test-data", "env\.sh"\)/);
  const { all, exitCode } = await execa(process.execPath, ["--inspect=127.0.0.1:0", program, ...args], {
    cwd: root,
    env: { NODE_OPTIONS: "--experimental-vm-modules" },
    all: true,
    reject: false,
  });
  assert.match(all, /Debugger listening/);
  assert.match(all, /PASS domain .*plan\.files\.spec\.ts/);
  assert.equal(exitCode, 0);
});
