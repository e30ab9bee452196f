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
  writeFileSync(join(site, ".vite/manifest.json"), JSON.stringify(manifest));
  // Random bytes do not compress: the gzipped sizes are about those of the files.
  for (const [file, bytes] of Object.entries({ index: 60_000, home: 50_000, other: 500_000 })) {
    writeFileSync(join(site, `${file}.js`), randomBytes(bytes));
  }
});
afterEach(() => rmSync(site, { recursive: true }));

type Build = { readonly shared: number; readonly start?: number; readonly screens?: object };
test.each<[string, Build, number, RegExp]>([
  [
    "under the limit, with shared files counted once and lazy files not at all",
    { shared: 54_000 },
    0,
    /^First load of \/: 164\.\d kB/m,
  ],
  ["over the limit", { shared: 78_000 }, 1, /^First load of \/: .* too much/],
  ["over the limit by its start script", { shared: 54_000, start: 22_500 }, 1, /^First load of \/: .* too much/],
  [
    "over what may come before a press is answered",
    { shared: 54_000, start: 3_100 },
    1,
    /^Before a press is answered, script: 31\d\d, at most 3000: too much/,
  ],
  [
    "with a screen over its own limit",
    { shared: 10_000, screens: { "/": ["home.js"], "/join": ["home.js"] } },
    1,
    /^\/ adds 50\.\d kB of JavaScript gzipped, at most 20 kB: too much\.\n$/,
  ],
])("check-size checks a build %s", (_what, { shared, start = 0, screens = {} }, status, output) => {
  writeFileSync(join(site, "shared.js"), randomBytes(shared));
  writeFileSync(join(site, "assets/start-1.js"), randomBytes(start));
  writeFileSync(join(site, ".vite/screens.json"), JSON.stringify(screens));
  const run = spawnSync(process.execPath, [CHECK, site], { encoding: "utf8" });
  expect(run.status === 0 ? run.stdout : run.stderr).toMatch(output);
  expect(run.status).toBe(status);
});
