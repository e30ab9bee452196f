import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "../../lab/commands/chaos.mjs";
import { ClearError, describe } from "../lib/output.mjs";
import { chaosFailure, LOGS_KEPT } from "../lib/test-runners.mjs";

const LOG = Array.from({ length: 300 }, (_, at) => `  ${at} s  killed api1`).join("\n");
const KEPT = `${LOGS_KEPT} a folder.`;
const NOTHING = { seed: 7, lost: [], violations: [], notReturned: [], notQuiet: [], notSold: [] };

test("the summary repeats every kind of finding of a chaos run, with its rows", () => {
  const found = findings({
    ...NOTHING,
    lost: ["payment pay_1"],
    violations: [{ rule: "one stall, one sale", rows: [{ stall: "A1" }, { stall: "A2" }] }],
    notReturned: ["postgres"],
    notQuiet: ['workflows: {"id":"hold-1"}'],
    notSold: ["B12 of the-mela"],
  });
  assert.deepEqual(chaosFailure([LOG, found, KEPT].join("\n")).split(/\n */), [
    "FOUND with seed 7:",
    "lost: payment pay_1",
    'violation of one stall, one sale: {"stall":"A1"}',
    'violation of one stall, one sale: {"stall":"A2"}',
    "not returned: postgres",
    'not quiet: workflows: {"id":"hold-1"}',
    "not sold: B12 of the-mela",
    KEPT,
  ]);
});

test("the summary repeats the start of the error that ended a chaos run", () => {
  for (const error of [new AggregateError([], "A visitor failed:\nError: no answer"), new ClearError("No servers.")]) {
    const lines = chaosFailure([LOG, KEPT, describe(error)].join("\n")).split(/\n {4}/);
    assert.deepEqual(lines.slice(0, 2), [KEPT, describe(error).split("\n")[0]]);
  }
});

test("the summary repeats the last lines of a chaos run that was killed", () => {
  const lines = chaosFailure(LOG).split(/\n {4}/);
  assert.equal(lines.length, 25);
  assert.match(lines.at(-1) ?? "", /299 s/);
});

test("what the summary repeats of a chaos run is bounded", () => {
  const lost = Array.from({ length: 100 }, (_, at) => `${at} ${"x".repeat(1_000)}`);
  const lines = chaosFailure([LOG, findings({ ...NOTHING, lost })].join("\n")).split(/\n {4}/);
  assert.equal(lines.length, 25);
  assert.ok(lines.every((line) => line.length <= 400));
});
