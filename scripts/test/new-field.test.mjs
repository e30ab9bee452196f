import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/files.mjs";

/** The commit that docs/how-to-add.md shows under "A field": one optional field of a registration. */
const PATCH = "scripts/test/new-field.patch";
const MOST_FILES = 8;

/** @param {string[]} options @returns {string} */
const apply = (...options) => execFileSync("git", ["apply", ...options, PATCH], { cwd: root, encoding: "utf8" });

test("one more field of a registration touches at most 8 files, its migration and test included", () => {
  const files = apply("--numstat")
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[2] ?? "");
  assert.ok(files.length <= MOST_FILES, files.join("\n"));
  assert.ok(files.some((file) => file.includes("/migrations/")));
  assert.ok(files.some((file) => file.endsWith(".spec.ts")));
  const page = readFileSync(join(root, "docs/how-to-add.md"), "utf8");
  const names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"];
  assert.ok(page.includes(`takes ${names[files.length]} files`), `docs/how-to-add.md: it takes ${files.length} files`);
});

test("the commit of one more field applies to the tree", () => {
  assert.doesNotThrow(() => apply("--check"));
});
