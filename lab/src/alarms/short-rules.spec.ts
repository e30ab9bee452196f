import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { ALARMS_CAUSED, ALARMS_NOT_CAUSED } from "./causes.js";
import { alarmsOf, shortened } from "./short-rules.js";

const shipped = ["alerts", "objectives"].map((name) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/prometheus/${name}.yml`, import.meta.url)), "utf8"),
);

describe("the shortened rules", () => {
  it("differ from the shipped ones in numbers only", () => {
    const withoutNumbers = (text: string) => text.replaceAll(/\d+[smhd]?\b/g, "n");
    for (const rules of shipped) {
      expect(withoutNumbers(shortened(rules))).toBe(withoutNumbers(rules));
      expect(shortened(rules)).not.toBe(rules);
    }
  });

  it.each([
    ["  - alert: A\n    expr: max(x) > 60\n    for: 30m", "  - alert: A\n    expr: max(x) > 60\n    for: 10s"],
    [
      "  - alert: MailsWaiting\n    expr: max(x) > 900\n    for: 5m",
      "  - alert: MailsWaiting\n    expr: max(x) > 20\n    for: 10s",
    ],
    ["  - record: r\n    expr: rate(x[5m]) / rate(x[6h])", "  - record: r\n    expr: rate(x[40s]) / rate(x[90s])"],
  ])("%j", (rules, short) => {
    expect(shortened(rules)).toBe(short);
  });

  it("refuse an age that is no longer there", () => {
    expect(() => shortened("  - alert: MailsWaiting\n    expr: max(x) == 1")).toThrow("MailsWaiting");
  });
});

describe("the causes", () => {
  it("cover every alarm of the shipped rules once or more, but for those that are listed", () => {
    expect([...new Set(ALARMS_CAUSED), ...ALARMS_NOT_CAUSED].sort()).toEqual(shipped.flatMap(alarmsOf).sort());
  });
});
