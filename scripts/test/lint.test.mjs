import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { toolOf } from "../lib/build.mjs";
import { readJson, root } from "../lib/files.mjs";

/** A violating file for each family of rules: a missing plugin or a file pattern without matches would fail silently. */
const violations = {
  "no-super-linear-backtracking": { "backend/src/pattern.ts": `export const pattern = /^(?:a+b?)+$/;` },
  "rules-of-hooks": {
    "frontend/src/hook.tsx": `import { useState } from "react";
      export function Part({ on }: { on: boolean }) { if (on) { useState(1); } return null; }`,
  },
  "set-state-in-effect": {
    "frontend/src/effect.tsx": `import { useEffect, useState } from "react";
      export function Part() { const [at, set] = useState(0); useEffect(() => { set(1); }, []); return at; }`,
  },
  "effect-result": {
    "frontend/src/ended.tsx": `import { useEffect } from "react";
      export function Part({ to }: { to: HTMLElement }) { useEffect(() => to.scrollIntoView(), [to]); return null; }`,
  },
  "used-result": { "domain/src/decode.ts": `export const check = (text: string) => { decodeURIComponent(text); };` },
  "translated-text": {
    "frontend/src/word.tsx": `export const Part = ({ on }: { on: boolean }) => <p>{on && <b>Yes</b>} and no</p>;`,
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

test("every family of lint rules reports its violating file", () => {
  const { options, ...config } = readJson(join(root, ".oxlintrc.json"));
  // Type-aware rules need a project.
  writeFileSync(
    join(folder, ".oxlintrc.json"),
    JSON.stringify({ ...config, options: { ...options, typeAware: false } }),
  );
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "scripts"));
  symlinkSync(join(root, "scripts/lint"), join(folder, "scripts/lint"));
  for (const [path, text] of Object.values(violations).flatMap((files) => Object.entries(files))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const paths = Object.values(violations).flatMap((files) => Object.keys(files));
  const { stdout } = spawnSync(process.execPath, [toolOf("oxlint", "oxlint"), "-f", "unix", ...paths], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  for (const [rule, files] of Object.entries(violations))
    for (const path of Object.keys(files)) {
      const lines = stdout.split("\n").filter((line) => line.startsWith(path));
      assert.ok(
        lines.some((line) => line.includes(`(${rule})`)),
        `${path} breaks ${rule}: ${stdout}`,
      );
    }
});
