import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { toolOf } from "../lib/build.mjs";
import { readJson, root } from "../lib/files.mjs";

/** For each family of rules one file that breaks it: a plugin that is not loaded, or a pattern of files that matches none, says nothing. */
const broken = {
  "no-super-linear-backtracking": { "backend/src/pattern.ts": `export const pattern = /^(?:a+b?)+$/;` },
  "rules-of-hooks": {
    "frontend/src/hook.tsx": `import { useState } from "react";
      export function Part({ on }: { on: boolean }) { if (on) { useState(1); } return null; }`,
  },
  "set-state-in-effect": {
    "frontend/src/effect.tsx": `import { useEffect, useState } from "react";
      export function Part() { const [at, set] = useState(0); useEffect(() => { set(1); }, []); return at; }`,
  },
  "consistent-type-imports": {
    "workflows/src/types.ts": `import { Shape } from "./shape.js"; export const none: Shape | undefined = undefined;`,
  },
  "no-undef": { "scripts/unknown.mjs": `export const x = nobodyKnows;` },
  eqeqeq: { "domain/src/equal.ts": `export const same = (a: number, b: number) => a == b;` },
  "max-lines": { "simulators/src/long.ts": "export {};\n".repeat(501) },
};

const folder = mkdtempSync(join(tmpdir(), "sakhi-lint-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("every family of lint rules has a file that breaks it", () => {
  const { options, ...config } = readJson(join(root, ".oxlintrc.json"));
  // What needs types needs a project.
  writeFileSync(
    join(folder, ".oxlintrc.json"),
    JSON.stringify({ ...config, options: { ...options, typeAware: false } }),
  );
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.values(broken).flatMap((files) => Object.entries(files))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const paths = Object.values(broken).flatMap((files) => Object.keys(files));
  const { stdout } = spawnSync(process.execPath, [toolOf("oxlint", "oxlint"), "-f", "unix", ...paths], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  for (const [rule, files] of Object.entries(broken))
    for (const path of Object.keys(files)) {
      const lines = stdout.split("\n").filter((line) => line.startsWith(path));
      assert.ok(
        lines.some((line) => line.includes(`(${rule})`)),
        `${path} breaks ${rule}: ${stdout}`,
      );
    }
});
