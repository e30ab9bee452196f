import { describe, expect, it } from "@jest/globals";
import { RULES } from "./rules.js";
import { exitCodeOf, readVerifyCommand, reportLines, VerifyCommandError } from "./verify-command.js";
import type { RuleResult, VerificationReport } from "./verify.service.js";

const rule = (outcome: RuleResult["outcome"], more: Partial<RuleResult> = {}): RuleResult => ({
  name: "stall-live-once",
  description: "A stall has at most one live booking.",
  resolution: "Cancel one of the two.",
  over: "database",
  outcome,
  count: 0,
  violations: [],
  seconds: 0.1,
  ...more,
});
const report = (...results: RuleResult[]): VerificationReport => ({
  startedAt: "2026-11-22T10:00:00.000Z",
  seconds: 1.2,
  results,
});

describe("the command line of verify", () => {
  it("checks everything unless asked for less", () => {
    const { json, rules, ...more } = readVerifyCommand([]);
    expect([json, rules, more]).toEqual([false, RULES, {}]);
  });

  it.each<[string[], Partial<Record<string, unknown>>]>([
    [["--json"], { json: true }],
    [["--grace", "30"], { graceSeconds: 30 }],
    [["--orders", "5"], { providerOrders: 5 }],
  ])("takes %s", (words, expected) => {
    expect(readVerifyCommand(words)).toMatchObject(expected);
  });

  it("takes rules by name, and leaves parts out", () => {
    const named = readVerifyCommand(["--only", "stall-live-once,provider-ledger", "--without", "provider"]);
    expect(named.rules?.map(({ name }) => name)).toEqual(["stall-live-once"]);
    const left = readVerifyCommand(["--without", "temporal", "--without", "provider"]).rules ?? [];
    expect(left.filter(({ over }) => over !== undefined)).toEqual([]);
  });

  it.each([[["--only", "stall-live-twice"]], [["--without", "redis"]], [["--grace", "soon"]], [["--loud"]]])(
    "rejects %s",
    (words) => {
      expect(() => readVerifyCommand(words)).toThrow(VerifyCommandError);
    },
  );
});

describe("the report of verify", () => {
  const broken = rule("broken", { count: 102, violations: [{ id: "b-1", detail: "stall B1 has 2 live bookings" }] });
  const unchecked = rule("not_checked", { name: "unfinished-has-run", reason: "Error ECONNREFUSED" });

  it.each([
    ["all rules hold", [rule("holds")], 0],
    ["one is broken", [rule("holds"), broken, unchecked], 1],
    ["one could not be checked", [rule("holds"), unchecked], 2],
  ])("ends with its own code where %s", (_what, results, code) => {
    expect(exitCodeOf(report(...results))).toBe(code);
  });

  it("names the rows that break a rule and what to do, and what could not be checked", () => {
    expect(reportLines(report(rule("holds", { name: "price-agrees" }), broken, unchecked))).toEqual([
      "✓ price-agrees          0.1 s  A stall has at most one live booking.",
      "✗ stall-live-once       0.1 s  102 rows break it",
      "? unfinished-has-run    0.1 s  not checked: Error ECONNREFUSED",
      "",
      "stall-live-once: A stall has at most one live booking.",
      "  b-1: stall B1 has 2 live bookings",
      "  and 101 more",
      "  What to do: Cancel one of the two.",
      "",
      "1 rules hold, 1 are broken, 1 could not be checked (1.2 s)",
    ]);
  });
});
