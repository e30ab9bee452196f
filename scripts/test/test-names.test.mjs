import assert from "node:assert/strict";
import { test } from "node:test";
import { compareNames } from "../lib/test-names.mjs";

test("the tests of two runs are compared by name, each as often as it ran", () => {
  const before = ["a.spec.ts: stays", "a.spec.ts: moves", "a.spec.ts: goes", "a.spec.ts: twice", "a.spec.ts: twice"];
  const after = ["a.spec.ts: stays", "b.spec.ts: moves", "a.spec.ts: twice", "b.spec.ts: new"];
  assert.deepEqual(compareNames(before, after), {
    gone: ["a.spec.ts: goes", "a.spec.ts: twice"],
    moved: [["a.spec.ts: moves", "b.spec.ts: moves"]],
    added: ["b.spec.ts: new"],
  });
});

test("equal runs differ in nothing, whatever their order", () => {
  const names = ["a.spec.ts: one", "a.spec.ts: two", "b.spec.ts: one"];
  assert.deepEqual(compareNames(names, names.toReversed()), { gone: [], moved: [], added: [] });
});
