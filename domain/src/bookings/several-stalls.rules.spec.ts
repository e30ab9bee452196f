import { describe, expect, it } from "@jest/globals";
import type { Paise } from "../money/money.js";
import { neighbours } from "./neighbours.js";
import {
  addVerdict,
  type Incomplete,
  incompleteOrder,
  isSeveral,
  type LostOrder,
  type LostStall,
  type OrderCoupon,
  orderPrices,
  restoredShares,
  shareLeft,
  splitPaid,
  stallNames,
  stallsOfTag,
  stallTag,
} from "./several-stalls.rules.js";

const OWN = { isPaying: false, isExpired: false, stalls: 1, isOffered: false };

describe("adding a stall", () => {
  it.each([
    ["to nothing", undefined, 2, "hold_expired"],
    ["to one, of two", OWN, 2, "add"],
    ["to two, of two", { ...OWN, stalls: 2 }, 2, "too_many_stalls"],
    ["to five, of six", { ...OWN, stalls: 5 }, 6, "add"],
    ["where an order has one stall", OWN, 1, "too_many_stalls"],
    ["while paying", { ...OWN, isPaying: true }, 2, "payment_in_progress"],
    ["while paying past the hold's end", { ...OWN, isPaying: true, isExpired: true }, 2, "payment_in_progress"],
    ["when the time is over", { ...OWN, isExpired: true }, 2, "hold_expired"],
    ["to a stall of the waiting list", { ...OWN, isOffered: true }, 2, "offer_is_alone"],
  ] as const)("%s", (_, own, most, verdict) => {
    expect(addVerdict(own, most)).toBe(verdict);
  });
});

describe("what an order costs", () => {
  const stall = (pricePaise: number, stallType = "general") => ({ pricePaise, stallType });
  const coupon = (percentage: number, stallType: string | null = null): OrderCoupon => ({ percentage, stallType });

  it.each([
    ["one stall", [stall(36_000_00)], undefined, [36_000_00], 36_000_00],
    ["two stalls", [stall(36_000_00), stall(42_000_00, "food")], undefined, [36_000_00, 42_000_00], 78_000_00],
    ["a coupon, once for both", [stall(1_01), stall(99_99)], coupon(10), [1_00, 89_99], 90_99],
    ["a third of odd paise", [stall(10_001), stall(10_001), stall(10_001)], coupon(33), [67_01, 67_01, 67_01], 201_03],
    [
      "a coupon for one type only",
      [stall(10_000), stall(20_000, "food")],
      coupon(50, "food"),
      [10_000, 10_000],
      20_000,
    ],
    ["a coupon for a type that she has not", [stall(10_000)], coupon(50, "food"), [10_000], 10_000],
    ["a rupee each at least", [stall(10_000), stall(20_000)], coupon(100), [100, 100], 200],
  ] as const)("%s", (_, stalls, used, finals, totalPaise) => {
    const { lines, total } = orderPrices(stalls, used);
    expect(lines.map((line) => line.totalPaise)).toEqual(finals);
    expect(total.totalPaise).toBe(totalPaise);
    expect(total.pricePaise - total.discountPaise).toBe(totalPaise);
    for (const line of lines) expect(line.pricePaise - line.discountPaise).toBe(line.totalPaise);
  });
});

describe("what a walk-in paid for several stalls", () => {
  it.each([
    ["all of it", [30_000, 20_000], 50_000, [30_000, 20_000]],
    ["less, in proportion", [30_000, 20_000], 25_000, [15_000, 10_000]],
    ["odd paise, to the first ones", [10_000, 10_000, 10_000], 10_001, [3334, 3334, 3333]],
    ["a rupee each", [10_000, 10_000], 200, [100, 100]],
    ["less than a rupee for one", [10_000, 10_000], 199, undefined],
    ["more than they cost", [10_000, 10_000], 20_001, undefined],
  ])("%s", (_, prices, paid, shares) => {
    expect(splitPaid(prices, paid)).toEqual(shares);
  });
});

describe("what is left of a stall's share", () => {
  const SHARE = { sharePaise: 30_000, returnedPaise: 0, orderLeftPaise: 80_000, isLast: false };

  it.each([
    ["all of it", SHARE, 30_000],
    ["less what was returned", { ...SHARE, returnedPaise: 10_000 }, 20_000],
    ["nothing of the others' shares", { ...SHARE, returnedPaise: 30_000 }, 0],
    ["no more than the order has", { ...SHARE, orderLeftPaise: 12_000 }, 12_000],
    ["a surcharge stays with the last", { ...SHARE, surchargePaise: 500 }, 30_000],
    ["the last has it", { ...SHARE, surchargePaise: 500, isLast: true }, 30_500],
    ["the last has no share of others that was kept", { ...SHARE, isLast: true }, 30_000],
  ])("%s", (_, share, left) => {
    expect(shareLeft(share)).toBe(left);
  });
});

it("names stalls as a sentence does", () => {
  expect([[], ["B12"], ["B12", "B13"], ["B12", "B13", "C1"]].map((stalls) => stallNames(stalls))).toEqual([
    "",
    "B12",
    "B12 and B13",
    "B12, B13 and C1",
  ]);
});

describe("an order that was lost with the database", () => {
  const WHOLE: LostOrder = { isReturned: false, isChanged: false, ordered: ["B1", "A1"], here: undefined };
  it.each<[string, LostOrder, Incomplete | undefined]>([
    ["none of it is here", WHOLE, undefined],
    ["all of it is here", { ...WHOLE, here: ["A1", "B1"] }, undefined],
    ["a stall was added after the backup", { ...WHOLE, here: ["B1"] }, "other_stalls"],
    ["a stall was removed after the backup", { ...WHOLE, here: ["B1", "A1", "B2"] }, "other_stalls"],
    ["another stall was chosen after the backup", { ...WHOLE, here: ["B1", "B2"] }, "other_stalls"],
    ["some money went back", { ...WHOLE, isReturned: true }, "returned"],
    ["one was cancelled or moved", { ...WHOLE, isChanged: true }, "changed"],
  ])("is whole or not: %s", (_, order, why) => {
    expect(incompleteOrder(order)).toBe(why);
  });

  it.each<[string, readonly [Paise, Paise | null][], Paise, readonly Paise[]]>([
    [
      "as registered",
      [
        [2_700_000, 2_430_000],
        [3_600_000, 3_600_000],
      ],
      6_030_000,
      [2_430_000, 3_600_000],
    ],
    [
      "by the prices without registrations",
      [
        [2_700_000, null],
        [3_600_000, null],
      ],
      6_300_000,
      [2_700_000, 3_600_000],
    ],
    [
      "by the prices if one is lost",
      [
        [2_700_000, 2_700_000],
        [2_700_000, null],
      ],
      2_700_001,
      [1_350_001, 1_350_000],
    ],
    [
      "with a rupee each at least",
      [
        [2_700_000, null],
        [3_600_000, null],
      ],
      200,
      [100, 100],
    ],
    [
      "by the prices if they are of an older order",
      [
        [1_000, 1_000],
        [3_000, 3_000],
      ],
      2_000,
      [500, 1_500],
    ],
  ])("is shared out %s", (_, stalls, amount, shares) => {
    const lost = stalls.map(([pricePaise, finalPaise]): LostStall => ({ pricePaise, finalPaise }));
    expect(restoredShares(lost, amount)).toEqual(shares);
  });

  it("has its stalls in its tag", () => {
    expect([stallTag(["B12"]), stallTag(["B12", "B13"])]).toEqual(["B12", "B12+B13"]);
    expect([stallsOfTag("B12"), stallsOfTag("B12+B13")]).toEqual([["B12"], ["B12", "B13"]]);
    expect([isSeveral(undefined), isSeveral("B12"), isSeveral("B12+B13")]).toEqual([false, false, true]);
  });
});

describe("neighbours", () => {
  const at = (stallId: string, x: number, y: number) => ({ stallId, x, y, w: 10, h: 10 });

  it("share a side, across no walkway and at no corner, nearest first", () => {
    const free = [
      at("B14", 20, 0),
      at("B11", 0, 0),
      at("C1", 10, 20),
      at("D1", 20, 10),
      at("B12", 10, 0),
      at("E1", 10, 11),
    ];
    const own = [at("B12", 10, 0)];
    expect(neighbours(own, free).map(({ stallId }) => stallId)).toEqual(["B11", "B14", "E1"]);
  });

  it("of any of hers", () => {
    const own = [at("B12", 0, 0), at("B13", 10, 0)];
    expect(neighbours(own, [at("B14", 20, 0), at("B13", 10, 0)]).map(({ stallId }) => stallId)).toEqual(["B14"]);
  });
});
