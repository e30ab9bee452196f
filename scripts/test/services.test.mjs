import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toolOf } from "../lib/build.mjs";
import { root } from "../lib/files.mjs";

/** @param {number} count */
const given = (count) =>
  `constructor(${Array.from({ length: count }, (_, at) => `readonly p${at}: number`).join(", ")})`;

/** A class of a service file, and whether it passes. */
const CASES = {
  "an injectable with another name": ["@Injectable() export class Holds {}", false],
  "an injectable service": ["@Injectable() export class HoldsService {}", true],
  "an error beside a service": ["export class HoldLost extends Error {}", false],
  "a processor beside a service": ["@Processor() export class HoldsProcessor {}", false],
  "a class that is not exported": ["class Holds {} export const all = new Holds();", false],
  "a service that is given eight things": [`export class HoldsService { ${given(8)} {} }`, true],
  "a service that is given nine": [`export class HoldsService { ${given(9)} {} }`, false],
  "a method with nine parameters": [
    `export class HoldsService { ${given(9).replace("constructor", "of").replaceAll("readonly ", "")} {} }`,
    true,
  ],
};

const folder = mkdtempSync(join(tmpdir(), "sakhi-service-name-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a class of a service file that is not called a service, or is given too much, is reported", () => {
  const config = {
    jsPlugins: [join(root, "scripts/lint/plugin.mjs")],
    rules: { "sakhi/service-name": "error", "sakhi/few-dependencies": "error" },
  };
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(config));
  for (const [at, [code]] of Object.values(CASES).entries()) {
    writeFileSync(join(folder, `${at}.service.ts`), `${code}\n`);
  }
  const { stdout } = spawnSync(process.execPath, [toolOf("oxlint", "oxlint"), "-c", ".oxlintrc.json", "-f", "unix"], {
    cwd: folder,
    encoding: "utf8",
  });
  const passes = Object.keys(CASES).map((_, at) => !new RegExp(`${at}\\.service\\.ts.*sakhi`).test(stdout));
  assert.deepEqual(
    Object.fromEntries(Object.keys(CASES).map((name, at) => [name, passes[at]])),
    Object.fromEntries(Object.entries(CASES).map(([name, [, right]]) => [name, right])),
  );
});
