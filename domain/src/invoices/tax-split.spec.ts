import { describe, expect, it } from "@jest/globals";
import { creditNoteSplit } from "./credit-note.rules.js";
import type { GstStateCode } from "./gst-states.js";
import { splitTax, type TaxSplit } from "./tax-split.js";

const taxOf = (split: TaxSplit): number => split.heads.reduce((sum, head) => sum + head.paise, 0);

describe("splitTax", () => {
  it.each<[number, number, GstStateCode, GstStateCode, number, string]>([
    // total, rate, seller, supply, taxable, heads (name, rate, paise)
    [1_180_000, 18, "27", "27", 1_000_000, "CGST 9%: 90000, SGST 9%: 90000"],
    [999_900, 18, "27", "27", 847_372, "CGST 9%: 76264, SGST 9%: 76264"],
    [1_180_000, 18, "27", "29", 1_000_000, "IGST 18%: 180000"],
    [2_700_000, 18, "27", "29", 2_288_136, "IGST 18%: 411864"],
    [3_600_000, 18, "27", "29", 3_050_847, "IGST 18%: 549153"],
    [3_600_000, 18, "29", "29", 3_050_848, "CGST 9%: 274576, SGST 9%: 274576"],
    [1_180_000, 18, "04", "04", 1_000_000, "CGST 9%: 90000, UTGST 9%: 90000"],
    [1_180_000, 18, "04", "03", 1_000_000, "IGST 18%: 180000"],
    [1_180_000, 18, "07", "07", 1_000_000, "CGST 9%: 90000, SGST 9%: 90000"],
    [105_000, 5, "27", "27", 100_000, "CGST 2.5%: 2500, SGST 2.5%: 2500"],
    [100, 18, "27", "27", 84, "CGST 9%: 8, SGST 9%: 8"],
    [100, 0, "27", "29", 100, "IGST 0%: 0"],
    [0, 18, "27", "27", 0, "CGST 9%: 0, SGST 9%: 0"],
  ])("of %d paise at %d %% from %s to %s has taxable value %d", (total, rate, seller, supply, taxable, heads) => {
    const split = splitTax(total, rate, seller, supply);
    expect(split.taxablePaise).toBe(taxable);
    expect(split.heads.map((head) => `${head.name} ${head.ratePercent}%: ${head.paise}`).join(", ")).toBe(heads);
  });

  // money.properties.spec.ts proves that the parts always add up.
  it("differs by at most one paisa between one and two heads", () => {
    for (let total = 1; total < 4_000_000; total += 9_973) {
      for (const rate of [5, 12, 18, 28]) {
        const [withinState, acrossStates] = [splitTax(total, rate, "27", "27"), splitTax(total, rate, "27", "29")];
        expect(Math.abs(taxOf(withinState) - taxOf(acrossStates))).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each([
    [1.5, 18],
    [-1, 18],
    [Number.NaN, 18],
    [100, -1],
  ])("rejects the amount %d at %d %%", (total, rate) => {
    const message = "An amount is a whole number of paise and a rate is not negative.";
    expect(() => splitTax(total, rate, "27", "27")).toThrow(new RangeError(message));
  });
});

describe("creditNoteSplit", () => {
  const invoice = splitTax(999_900, 18, "27", "27");

  it.each<[string, number[]]>([
    ["the whole amount", [999_900]],
    ["three equal parts", [333_300, 333_300, 333_300]],
    ["a rupee and the rest", [100, 999_800]],
    ["a few small parts and the rest", [700, 700, 700, 997_800]],
    ["two equal parts", [499_950, 499_950]],
    ["9,999 parts of one rupee", Array<number>(9_999).fill(100)],
  ])("adds up to exactly the invoice, head by head: %s", (_what, parts) => {
    let credited = 0;
    const sums = [0, 0, 0];
    for (const part of parts) {
      const note = creditNoteSplit(invoice, credited, part);
      expect(note.taxablePaise + taxOf(note)).toBe(part);
      expect(note.taxablePaise).toBeGreaterThan(0);
      for (const [at, paise] of [note.taxablePaise, ...note.heads.map((head) => head.paise)].entries()) {
        sums[at] = (sums[at] ?? 0) + paise;
      }
      credited += part;
    }
    expect(sums).toEqual([invoice.taxablePaise, ...invoice.heads.map((head) => head.paise)]);
  });

  it.each([
    [0, 0],
    [0, -5],
    [0, 0.5],
    [0, 999_901],
    [999_900, 1],
  ])("rejects, with %d credited before, the refund %d", (before, refund) => {
    const message = "A credit note is for at least one paisa and at most what is left of its invoice.";
    expect(() => creditNoteSplit(invoice, before, refund)).toThrow(new RangeError(message));
  });
});
