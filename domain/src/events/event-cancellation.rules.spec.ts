import { describe, expect, it } from "@jest/globals";
import { splitTax } from "../invoices/tax-split.js";
import {
  type Deduction,
  deductionInWords,
  eventCreditNote,
  eventRefund,
  eventRefundTotals,
  isEventName,
  secondsToNextTry,
} from "./event-cancellation.rules.js";

const percent = (hundredths: number): Deduction => ({ kind: "percent", hundredths });
const amount = (paise: number): Deduction => ({ kind: "amount", paise });

describe("eventRefund", () => {
  it.each<[string, number, number, Deduction, number, number]>([
    // what, paid, left, deduction, deducted, refund
    ["nothing deducted", 2_700_000, 2_700_000, percent(0), 0, 2_700_000],
    ["10 %", 2_700_000, 2_700_000, percent(1_000), 270_000, 2_430_000],
    ["a third, rounded down for the payer", 100_001, 100_001, percent(3_333), 33_330, 66_671],
    ["half of an odd paisa", 1, 1, percent(5_000), 0, 1],
    ["7.25 % of a discounted price", 2_429_999, 2_429_999, percent(725), 176_174, 2_253_825],
    ["everything", 2_700_000, 2_700_000, percent(10_000), 2_700_000, 0],
    ["rupees", 2_700_000, 2_700_000, amount(50_000), 50_000, 2_650_000],
    ["more rupees than were paid", 40_000, 40_000, amount(50_000), 40_000, 0],
    ["a percentage of what was paid, after a part refund", 2_700_000, 2_200_000, percent(1_000), 270_000, 1_930_000],
    ["less left than the deduction", 2_700_000, 100_000, percent(1_000), 100_000, 0],
    ["nothing left", 2_700_000, 0, percent(1_000), 0, 0],
    ["a free booking", 0, 0, amount(50_000), 0, 0],
    ["a crore and more, exactly", 9_999_999_999, 9_999_999_999, percent(9_999), 9_998_999_999, 1_000_000],
  ])("of %s", (_what, paidPaise, leftPaise, deduction, deductedPaise, refundPaise) => {
    expect(eventRefund({ paidPaise, leftPaise }, deduction)).toEqual({ deductedPaise, refundPaise });
  });

  it("keeps and returns exactly what is left, never a negative amount", () => {
    for (let leftPaise = 0; leftPaise < 400_000; leftPaise += 7_919) {
      for (const deduction of [percent(1), percent(1_000), percent(3_333), amount(1), amount(100_000)]) {
        const { deductedPaise, refundPaise } = eventRefund({ paidPaise: leftPaise + 13, leftPaise }, deduction);
        expect(deductedPaise + refundPaise).toBe(leftPaise);
        expect(Math.min(deductedPaise, refundPaise)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it.each<[string, number, number, Deduction]>([
    ["a fraction of a paisa", 10.5, 10, percent(0)],
    ["a negative amount", -1, -1, percent(0)],
    ["more left than paid", 10, 11, percent(0)],
    ["more than 100 %", 10, 10, percent(10_001)],
    ["a negative percentage", 10, 10, percent(-1)],
    ["a fraction of a hundredth", 10, 10, percent(0.5)],
    ["negative rupees", 10, 10, amount(-1)],
  ])("refuses %s", (_what, paidPaise, leftPaise, deduction) => {
    expect(() => eventRefund({ paidPaise, leftPaise }, deduction)).toThrow(RangeError);
  });
});

describe("eventCreditNote", () => {
  const tax = splitTax(2_700_000, 18, "29", "29");

  it.each<[string, number, number, number, number | undefined]>([
    // credited before, deducted, refund, total of the credit note
    ["the refund", 0, 270_000, 2_430_000, 2_430_000],
    ["what is left after a part refund's credit note", 500_000, 270_000, 1_930_000, 1_930_000],
    ["nothing of a surcharge", 0, 270_000, 2_484_000, 2_430_000],
    ["nothing without a refund", 0, 2_700_000, 0, undefined],
    ["nothing of a fully credited invoice", 2_700_000, 0, 2_700_000, undefined],
  ])("credits %s", (_what, creditedPaise, deductedPaise, refundPaise, total) => {
    const note = eventCreditNote({ tax, creditedPaise }, { deductedPaise, refundPaise });
    expect(note?.totalPaise).toBe(total);
    const parts = note && note.taxablePaise + note.heads.reduce((sum, { paise }) => sum + paise, 0);
    expect(parts).toBe(total);
  });

  it("credits nothing without an invoice", () => {
    expect(eventCreditNote(undefined, { deductedPaise: 0, refundPaise: 100 })).toBeUndefined();
  });
});

it("adds up to the paisa: 70 odd prices less 10 %", () => {
  const refunds = Array.from({ length: 70 }, (_, n) => {
    const paidPaise = 2_429_901 + n * 1_003;
    const refund = eventRefund({ paidPaise, leftPaise: paidPaise }, percent(1_000));
    const invoice = { tax: splitTax(paidPaise, 18, "29", n % 2 === 0 ? "29" : "33"), creditedPaise: 0 };
    return { leftPaise: paidPaise, ...refund, credit: eventCreditNote(invoice, refund) };
  });
  const totals = eventRefundTotals(refunds);
  expect(totals.deductedPaise + totals.refundPaise).toBe(totals.leftPaise);
  expect(totals.taxablePaise + totals.taxPaise).toBe(totals.refundPaise);
});

it.each<[Deduction, string]>([
  [percent(0), "nothing"],
  [percent(1_000), "10%"],
  [percent(725), "7.25%"],
  [amount(0), "nothing"],
  [amount(50_000), "₹500"],
  [amount(10_000_050), "₹1,00,000.50"],
])("%j in words is %s", (deduction, words) => {
  expect(deductionInWords(deduction)).toBe(words);
});

it.each([
  ["The Mela", "The Mela", true],
  ["  The  Mela ", "The Mela", true],
  ["The mela", "The Mela", false],
  ["The Mela 2026", "The Mela", false],
  ["", "The Mela", false],
])("%j is the name %j: %s", (typed, name, is) => {
  expect(isEventName(typed, name)).toBe(is);
});

it("tries a failed refund again after 10 seconds, then later, at most after an hour", () => {
  expect([1, 2, 3, 9, 10, 1_000].map(secondsToNextTry)).toEqual([10, 20, 40, 2_560, 3_600, 3_600]);
});
