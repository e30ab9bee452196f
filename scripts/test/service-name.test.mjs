import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toolOf } from "../lib/build.mjs";
import { root } from "../lib/files.mjs";

/** A class and whether its name is right. */
const CASES = {
  "an injectable with another name": ["@Injectable() export class Holds {}", false],
  "an injectable service": ["@Injectable() export class HoldsService {}", true],
  "an error beside a service": ["export class HoldLost extends Error {}", true],
  "a processor beside a service": ["@Processor() export class HoldsProcessor {}", true],
};

const folder = mkdtempSync(join(tmpdir(), "sakhi-service-name-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("an injectable class whose name does not end in Service is reported", () => {
  const config = { jsPlugins: [join(root, "scripts/lint/plugin.mjs")], rules: { "sakhi/service-name": "error" } };
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(config));
  for (const [at, [code]] of Object.values(CASES).entries()) {
    writeFileSync(join(folder, `${at}.service.ts`), `${code}\n`);
  }
  const { stdout } = spawnSync(process.execPath, [toolOf("oxlint", "oxlint"), "-c", ".oxlintrc.json", "-f", "unix"], {
    cwd: folder,
    encoding: "utf8",
  });
  const passes = Object.keys(CASES).map((_, at) => !stdout.includes(`${at}.service.ts`));
  assert.deepEqual(
    Object.fromEntries(Object.keys(CASES).map((name, at) => [name, passes[at]])),
    Object.fromEntries(Object.entries(CASES).map(([name, [, right]]) => [name, right])),
  );
});
