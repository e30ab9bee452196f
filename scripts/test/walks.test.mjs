import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/files.mjs";

test("the walks in docs/architecture.md name as many files as they count", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const walks =
    page
      .split("### Three walks")[1]
      ?.split("\n## ")[0]
      ?.split(/^(?=\*\*)/m)
      .slice(1) ?? [];
  assert.equal(walks.length, 3);
  for (const walk of walks) {
    const files = [...walk.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file);
    assert.equal(Number(/: (\d+) files/.exec(walk)?.[1]), new Set(files).size, walk.slice(0, 60));
    assert.equal(files.length, new Set(files).size, walk.slice(0, 60));
  }
});
