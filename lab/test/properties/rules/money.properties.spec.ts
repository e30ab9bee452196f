import { describe, expect, it } from "@jest/globals";
import {
  checkCoupon,
  countedUnpaidClaims,
  maxUnpaidClaims,
  MIN_TOTAL_PAISE,
  priceSummary,
} from "@sakhi/domain/coupons/coupon.rules";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { creditNoteSplit } from "@sakhi/domain/invoices/credit-note.rules";
import { GST_STATE_CODES } from "@sakhi/domain/invoices/gst-states";
import type { GstStateCode } from "@sakhi/domain/invoices/gst-states";
import { gstinCheckDigit, gstinState, isGstin } from "@sakhi/domain/invoices/gstin";
import { financialYear, formatInvoiceNumber } from "@sakhi/domain/invoices/invoice-number";
import { placeOfSupply } from "@sakhi/domain/invoices/place-of-supply";
import { splitTax } from "@sakhi/domain/invoices/tax-split";
import { businessDaysLater } from "@sakhi/domain/listings/business-days.rules";
import { amountInWords } from "@sakhi/domain/money/amount-in-words";
import { discountOf, formatPaise, toPaise, toRupees } from "@sakhi/domain/money/money";
import fc from "fast-check";
import { holds } from "./properties.js";

const DAY_MS = 24 * 3600 * 1000;
/** Up to 100 crore rupees. */
const paise = fc.integer({ min: 0, max: 100_000_000_000 });
const price = fc.integer({ min: 100, max: 100_000_000 });
const percentage = fc.integer({ min: 0, max: 100 });
const state = fc.constantFrom<GstStateCode>(...GST_STATE_CODES);
const rate = fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28);
const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });

describe("money", () => {
  it("round-trips through rupees", () => {
    holds(fc.property(paise, (amount) => toPaise(toRupees(amount)) === amount));
  });

  it("is rejected with more than two decimals", () => {
    holds(
      fc.property(paise, fc.integer({ min: 1, max: 9 }), (amount, tenths) => {
        expect(toPaise(Number(`${toRupees(amount % 10_000_000).toFixed(2)}${tenths}`))).toBeUndefined();
      }),
    );
  });

  it("is formatted in Indian digit groups without changing its value", () => {
    holds(
      fc.property(paise, (amount) => {
        const text = formatPaise(amount);
        expect(text).toMatch(/^(\d{1,3}|\d{1,2}(,\d{2})*,\d{3})(\.\d{2})?$/);
        expect(Math.round(Number(text.replaceAll(",", "")) * 100)).toBe(amount);
      }),
    );
  });

  it("is spelled out in words of the same value", () => {
    holds(fc.property(paise, (amount) => valueOfWords(amountInWords(amount)) === amount));
  });

  it("is discounted to the nearest paisa, monotonically in the percentage", () => {
    holds(
      fc.property(price, percentage, percentage, (amount, one, other) => {
        expect(Math.abs(100 * discountOf(amount, one) - amount * one)).toBeLessThanOrEqual(50);
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(discountOf(amount, less)).toBeLessThanOrEqual(discountOf(amount, more));
      }),
    );
  });
});

describe("coupons", () => {
  it("leave at least the provider's minimum, and price parts add up", () => {
    holds(
      fc.property(price, percentage, (pricePaise, discountPercentage) => {
        const summary = priceSummary(pricePaise, discountPercentage);
        expect(summary.totalPaise).toBeGreaterThanOrEqual(MIN_TOTAL_PAISE);
        expect(summary.discountPaise).toBeGreaterThanOrEqual(0);
        expect(summary.totalPaise + summary.discountPaise).toBe(pricePaise);
      }),
    );
  });

  const facts = fc.record({
    percentage,
    active: fc.boolean(),
    started: fc.boolean(),
    ended: fc.boolean(),
    maxUses: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    claims: fc.integer({ min: 0, max: 4 }),
    payingClaims: fc.integer({ min: 0, max: 4 }),
    unpaidClaims: fc.integer({ min: 0, max: 9 }),
    nextFreeSeconds: fc.option(fc.double({ min: 0, max: 2000, noNaN: true }), { nil: null }),
    networkClaims: fc.integer({ min: 0, max: 4 }),
    ofEvent: fc.boolean(),
    stallType: fc.constantFrom("Premium" as const, "General" as const, null),
  });
  const type = fc.constantFrom("Premium" as const, "General" as const, undefined);

  it("are usable exactly when active, started, not ended, for the stall's type and not used up", () => {
    holds(
      fc.property(facts, type, (coupon, stallType) => {
        const typeMatches = coupon.stallType === null || stallType === undefined || coupon.stallType === stallType;
        const left =
          coupon.maxUses === null ||
          (coupon.claims + Math.min(coupon.unpaidClaims, countedUnpaidClaims(coupon.maxUses)) < coupon.maxUses &&
            coupon.networkClaims < maxUnpaidClaims(coupon.maxUses));
        const usable = coupon.active && coupon.started && !coupon.ended && coupon.ofEvent && typeMatches && left;
        const verdict = checkCoupon(coupon, stallType);
        expect(verdict.usable).toBe(usable);
        if (!verdict.usable) {
          expect(verdict.code === "coupon_exhausted").toBe(
            coupon.active && coupon.started && !coupon.ended && coupon.ofEvent && typeMatches && !left,
          );
        }
      }),
    );
  });

  it("have codes independent of case and surrounding spaces", () => {
    holds(
      fc.property(fc.string({ maxLength: 20 }), fc.constantFrom("", " ", "\t "), (code, space) => {
        const once = readCouponCode(code);
        expect(readCouponCode(space + once.toLowerCase().toUpperCase() + space)).toBe(once);
      }),
    );
  });
});

describe("tax", () => {
  it("and taxable value always add up to the price, and the tax is exact to the paisa", () => {
    holds(
      fc.property(paise, rate, state, state, (total, percent, seller, supply) => {
        const split = splitTax(total, percent, seller, supply);
        const tax = split.heads.reduce((sum, head) => sum + head.paise, 0);
        expect(split.taxablePaise + tax).toBe(total);
        expect(split.taxablePaise).toBeGreaterThanOrEqual(0);
        expect(Math.abs(tax - (total * percent) / (100 + percent))).toBeLessThanOrEqual(1.000_001);
        expect(split.heads.reduce((sum, head) => sum + head.ratePercent, 0)).toBe(percent);
        expect(split.heads.map(({ name }) => name).includes("IGST")).toBe(seller !== supply);
        expect(new Set(split.heads.map((head) => head.paise)).size).toBe(1);
      }),
    );
  });

  it("is credited exactly, head by head, by any number of credit notes, and never beyond", () => {
    holds(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        rate,
        state,
        state,
        fc.array(fc.integer({ min: 1, max: 4_000_000 }), { maxLength: 8 }),
        (total, percent, seller, supply, wanted) => {
          const invoice = splitTax(total, percent, seller, supply);
          const notes = [];
          let credited = 0;
          for (const one of [...wanted, total]) {
            const refund = Math.min(one, total - credited);
            if (refund === 0) break;
            notes.push(creditNoteSplit(invoice, credited, refund));
            credited += refund;
          }
          for (const note of notes) {
            const tax = note.heads.reduce((sum, head) => sum + head.paise, 0);
            expect(note.taxablePaise + tax).toBe(note.totalPaise);
            for (const head of note.heads) expect(head.paise).toBeGreaterThanOrEqual(0);
          }
          for (const [index, head] of invoice.heads.entries()) {
            expect(notes.reduce((sum, note) => sum + (note.heads[index]?.paise ?? 0), 0)).toBe(head.paise);
          }
          expect(notes.reduce((sum, note) => sum + note.taxablePaise, 0)).toBe(invoice.taxablePaise);
          expect(() => creditNoteSplit(invoice, credited, 1)).toThrow(RangeError);
        },
      ),
    );
  });
});

describe("invoices", () => {
  const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ".split(""));
  const character = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".split(""));
  const text = (one: fc.Arbitrary<string>, length: number) =>
    fc.array(one, { minLength: length, maxLength: length }).map((all) => all.join(""));
  const digit = fc.constantFrom(..."0123456789".split(""));
  const gstin = fc
    .tuple(
      state,
      text(letter, 5),
      text(digit, 4),
      letter,
      fc.constantFrom(..."123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("")),
    )
    .map(([code, name, number, last, entity]) => `${code}${name}${number}${last}${entity}Z`)
    .map((first) => first + gstinCheckDigit(first));

  it("know a GSTIN's state and detect every single mistyped character", () => {
    holds(
      fc.property(gstin, fc.nat({ max: 14 }), character, (number, at, typed) => {
        expect(gstinState(number)).toBe(number.slice(0, 2));
        fc.pre(number.charAt(at) !== typed);
        expect(isGstin(number.slice(0, at) + typed + number.slice(at + 1))).toBe(false);
      }),
    );
  });

  it("have the buyer's state, or else the event's or the seller's, as the place of supply", () => {
    holds(
      fc.property(
        fc.option(gstin, { nil: undefined }),
        fc.constantFrom("stall" as const, "listing" as const),
        state,
        state,
        (number, product, eventStateCode, sellerStateCode) => {
          const supply = placeOfSupply(product, number, { eventStateCode, sellerStateCode });
          expect(supply.gstin).toBe(number);
          expect(supply.gstNumberInvalid).toBe(false);
          const elsewhere = product === "stall" ? eventStateCode : sellerStateCode;
          expect(supply.stateCode).toBe(number?.slice(0, 2) ?? elsewhere);
        },
      ),
    );
  });

  it("have 16-character numbers that sort like their counts", () => {
    const count = fc.integer({ min: 1, max: 999_999 });
    holds(
      fc.property(count, count, (one, other) => {
        const [first, second] = [one, other].map((each) => formatInvoiceNumber("INV", "26-27", each));
        expect(first).toHaveLength(16);
        expect(Math.sign((first ?? "") < (second ?? "") ? -1 : first === second ? 0 : 1)).toBe(Math.sign(one - other));
      }),
    );
  });

  it("belong to the financial year that starts on 1 April in Indian time", () => {
    holds(
      fc.property(instant, (at) => {
        const from = Number(financialYear(at).slice(0, 2));
        const begins = Date.parse(`20${String(from).padStart(2, "0")}-04-01T00:00:00+05:30`);
        const ends = Date.parse(`${2000 + from + 1}-04-01T00:00:00+05:30`);
        // 1999-2000 is formatted 99-00.
        fc.pre(from !== 99);
        expect(begins <= at.getTime() && at.getTime() < ends).toBe(true);
      }),
    );
  });
});

describe("business days", () => {
  it("end on a weekday, are monotonic and add up", () => {
    const days = fc.integer({ min: 0, max: 30 });
    holds(
      fc.property(instant, days, days, (from, one, other) => {
        const later = businessDaysLater(from, one);
        const weekday = new Date(later.getTime() + 5.5 * 3600 * 1000).getUTCDay();
        expect(weekday >= 1 && weekday <= 5).toBe(true);
        expect(businessDaysLater(later, other)).toEqual(businessDaysLater(from, one + other));
        const passed = (later.getTime() - businessDaysLater(from, 0).getTime()) / DAY_MS;
        expect(passed - 2 * Math.floor(passed / 7)).toBeLessThanOrEqual(one + 2);
        expect(passed).toBeGreaterThanOrEqual(one);
      }),
    );
  });
});

const UNITS = new Map(
  (
    "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen " +
    "Seventeen Eighteen Nineteen"
  )
    .split(" ")
    .map((word, value) => [word, value]),
);
for (const [index, word] of "Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ").entries()) {
  UNITS.set(word, 20 + 10 * index);
}
const SCALES = { Crore: 10_000_000, Lakh: 100_000, Thousand: 1000, Hundred: 100 };

/** "Rupees Twelve Lakh and Fifty Paise Only" → paise. */
function valueOfWords(words: string): number {
  const match = /^Rupees (.+?)(?: and (.+) Paise)? Only$/.exec(words);
  return 100 * whole(match?.[1] ?? "") + whole(match?.[2] ?? "Zero");
}

function whole(words: string): number {
  for (const [name, size] of Object.entries(SCALES)) {
    // The largest scale: the last "Crore" multiplies everything before it.
    const at = words.lastIndexOf(` ${name}`);
    if (at < 0) continue;
    const rest = words.slice(at + name.length + 1).trim();
    return size * whole(words.slice(0, at)) + (rest === "" ? 0 : whole(rest));
  }
  return words.split("-").reduce((sum, word) => sum + (UNITS.get(word) ?? Number.NaN), 0);
}
