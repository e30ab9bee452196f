import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";
import { filesToRunAgain, verdict } from "../lib/second-look.mjs";

/** @typedef {import("../lib/second-look.mjs").Run} Run */

/**
 * @param {Record<string, [number, number]>} files passed and failed tests by file
 * @returns {Run}
 */
function aRun(files) {
  const of = (/** @type {0 | 1} */ which, names = Object.keys(files)) =>
    names.reduce((sum, name) => sum + (files[name]?.[which] ?? 0), 0);
  return {
    count: { passed: of(0), failed: of(1) },
    failedFiles: Object.keys(files).filter((name) => of(1, [name]) > 0),
    passedIn: (names) => of(0, names),
  };
}

test("few files that failed among the others are run again; many are not", () => {
  assert.deepEqual(filesToRunAgain([]), []);
  assert.deepEqual(filesToRunAgain(["a.spec.ts", "b.spec.ts"]), ["a.spec.ts", "b.spec.ts"]);
  assert.deepEqual(filesToRunAgain(["a.spec.ts", "b.spec.ts", "c.spec.ts", "d.spec.ts"]), []);
});

test("a lost race is lost: where one is tested the first verdict stands", () => {
  const races = [
    "product/race",
    "product/kills",
    "reserve-race",
    "settle",
    "closing",
    "organiser-mix",
    "listing-claims",
  ].map((name) => `backend/test/${name}.spec.ts`);
  for (const race of races) {
    assert.ok(existsSync(join(root, race)), race);
    assert.deepEqual(filesToRunAgain(["a.spec.ts", race]), [], race);
  }
});

test("what passes alone is unsteady, and each test counts once", () => {
  const first = aRun({ "a.spec.ts": [3, 1], "b.spec.ts": [5, 0] });
  assert.deepEqual(verdict(first, ["a.spec.ts"], aRun({ "a.spec.ts": [4, 0] })), {
    passed: 9,
    failed: 0,
    unsteady: ["a.spec.ts"],
  });
});

test("what fails again has failed", () => {
  const first = aRun({ "a.spec.ts": [3, 1], "b.spec.ts": [2, 2], "c.spec.ts": [5, 0] });
  const second = aRun({ "a.spec.ts": [4, 0], "b.spec.ts": [3, 1] });
  assert.deepEqual(verdict(first, ["a.spec.ts", "b.spec.ts"], second), {
    passed: 12,
    failed: 1,
    unsteady: ["a.spec.ts"],
  });
});

test("a second run that could not even start has failed", () => {
  const nothing = { count: { passed: 0, failed: 1 }, failedFiles: [], passedIn: () => 0 };
  assert.deepEqual(verdict(aRun({ "a.spec.ts": [3, 1] }), ["a.spec.ts"], nothing), {
    passed: 0,
    failed: 1,
    unsteady: [],
  });
});
