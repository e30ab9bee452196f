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

describe("readVerifyCommand", () => {
  it("selects every rule by default", () => {
    const { json, rules, ...more } = readVerifyCommand([]);
    expect([json, rules, more]).toEqual([false, RULES, {}]);
  });

  it.each<[string[], Partial<Record<string, unknown>>]>([
    [["--json"], { json: true }],
    [["--grace", "30"], { graceSeconds: 30 }],
    [["--orders", "5"], { providerOrders: 5 }],
  ])("parses %s", (args, expected) => {
    expect(readVerifyCommand(args)).toMatchObject(expected);
  });

  it("selects rules by name and excludes parts", () => {
    const named = readVerifyCommand(["--only", "stall-live-once,provider-ledger", "--without", "provider"]);
    expect(named.rules?.map(({ name }) => name)).toEqual(["stall-live-once"]);
    const remaining = readVerifyCommand(["--without", "temporal", "--without", "provider,pictures"]).rules ?? [];
    expect(remaining.filter(({ over }) => over !== undefined)).toEqual([]);
  });

  it.each([[["--only", "stall-live-twice"]], [["--without", "redis"]], [["--grace", "soon"]], [["--loud"]]])(
    "rejects %s",
    (args) => {
      expect(() => readVerifyCommand(args)).toThrow(VerifyCommandError);
    },
  );
});

describe("exitCodeOf and reportLines", () => {
  const broken = rule("broken", { count: 102, violations: [{ id: "b-1", detail: "stall B1 has 2 live bookings" }] });
  const unchecked = rule("not_checked", { name: "unfinished-has-run", reason: "Error ECONNREFUSED" });

  it.each([
    ["all rules hold", [rule("holds")], 0],
    ["one is broken", [rule("holds"), broken, unchecked], 1],
    ["one could not be checked", [rule("holds"), unchecked], 2],
  ])("returns a distinct exit code if %s", (_what, results, code) => {
    expect(exitCodeOf(report(...results))).toBe(code);
  });

  it("lists the violations with what to do, and the rules that could not be checked", () => {
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
