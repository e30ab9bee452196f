import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/lib/files.mjs";
import { MUTATIONS } from "../mutations/mutations.mjs";

for (const { fault, file, find, replace, spec, test: title = "" } of MUTATIONS) {
  test(`npm run lab -- mutations can apply this fault and run its spec: ${fault}`, () => {
    const parts = readFileSync(join(root, file), "utf8").split(find);
    assert.equal(parts.length, 2, `${file} contains its text ${parts.length - 1} times instead of once`);
    assert.notEqual(find, replace);
    assert.ok(existsSync(join(root, spec)), `there is no ${spec}`);
    assert.ok(readFileSync(join(root, spec), "utf8").includes(title), `${spec} has no test "${title}"`);
  });
}
