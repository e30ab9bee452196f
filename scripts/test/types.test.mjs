import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";

/** The scripts run before anything is installed or compiled, so they are JavaScript; their types are held here. */
test("the types in the scripts' comments hold", { timeout: 900_000 }, () => {
  const files = ["scripts", "scripts/lib", "scripts/test", "deploy"].flatMap((folder) =>
    readdirSync(join(root, folder))
      // generate.mjs runs on what is installed and has no types to hold yet.
      .filter((name) => name.endsWith(".mjs") && name !== "generate.mjs")
      .map((name) => `${folder}/${name}`),
  );
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      ...[join(root, "node_modules/typescript/bin/tsc"), "--ignoreConfig", "--noEmit"],
      ...["--allowJs", "--checkJs", "--strict", "--skipLibCheck", "--types", "node"],
      ...["--target", "es2023", "--module", "nodenext", "--moduleResolution", "nodenext"],
      ...files,
    ],
    { cwd: root, encoding: "utf8" },
  );
  assert.equal(status, 0, stdout);
});
