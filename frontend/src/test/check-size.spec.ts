import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

const CHECK = fileURLToPath(new URL("../../scripts/check-size.mjs", import.meta.url));
let site: string;

beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), "sakhi-size-"));
  mkdirSync(join(site, ".vite"));
  const manifest = {
    "index.html": { file: "index.js", imports: ["_shared.js"], dynamicImports: ["src/other.tsx"] },
    "src/features/content/home/home.page.tsx": { file: "home.js", imports: ["_shared.js"] },
    "_shared.js": { file: "shared.js" },
    "src/other.tsx": { file: "other.js" },
  };
  mkdirSync(join(site, "assets"));
  writeFileSync(join(site, "index.html"), '<script defer src="/assets/start-1.js" data-main="/index.js"></script>');
  writeFileSync(join(site, "assets/start-1.js"), "");
  writeFileSync(join(site, ".vite/manifest.json"), JSON.stringify(manifest));
  // Random bytes don't shrink: the sizes are those of the shipped files.
  for (const [file, bytes] of Object.entries({ index: 60_000, home: 50_000, other: 500_000 })) {
    writeFileSync(join(site, `${file}.js`), randomBytes(bytes));
  }
});
afterEach(() => rmSync(site, { recursive: true }));

const check = () => spawnSync(process.execPath, [CHECK, site], { encoding: "utf8" });

test("a first load under the limit passes; what is loaded later and shared files are counted once or not", () => {
  writeFileSync(join(site, "shared.js"), randomBytes(54_000));
  const { status, stdout } = check();
  expect(stdout).toMatch(/First load of \/: 164\.\d kB/);
  expect(status).toBe(0);
});

test("a first load over the limit fails", () => {
  writeFileSync(join(site, "shared.js"), randomBytes(56_000));
  const { status, stderr } = check();
  expect(stderr).toMatch("too much");
  expect(status).toBe(1);
});

test("the script that starts the site is counted", () => {
  writeFileSync(join(site, "shared.js"), randomBytes(54_000));
  writeFileSync(join(site, "assets/start-1.js"), randomBytes(2000));
  expect(check().status).toBe(1);
});

test("a screen over its own limit fails", () => {
  writeFileSync(join(site, "shared.js"), randomBytes(10_000));
  writeFileSync(join(site, ".vite/screens.json"), JSON.stringify({ "/": ["home.js"], "/join": ["home.js"] }));
  const { status, stderr } = check();
  expect(stderr).toMatch(/^\/ adds 50\.\d kB of JavaScript gzipped, at most 20 kB: too much\.\n$/);
  expect(status).toBe(1);
});
