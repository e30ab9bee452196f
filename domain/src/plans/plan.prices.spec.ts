import { expect, it } from "@jest/globals";
import { type PricedStall, pricesOf } from "./plan.prices.js";
import type { Plan, PlannedStall } from "./plan.types.js";

const TYPES = new Map([
  ["General", 27_000_00],
  ["Premium", 36_000_00],
]);
const stall = (number: string, x: number, more: Partial<PlannedStall> = {}): PlannedStall => ({
  ...{ number, type: "General", x, y: 20, width: 10, height: 10, turn: 0 },
  ...more,
});
/** A corner stall that costs more than its type, and two others. */
const b1: PricedStall = { ...stall("B1", 0), pricePaise: 35_000_00 };
const b2: PricedStall = { ...stall("B2", 10), pricePaise: 27_000_00 };
const b3: PricedStall = { ...stall("B3", 20), pricePaise: 27_000_00 };
const PUBLISHED = [b1, b2, b3];
const NONE = { kept: [], changed: [], gone: [] };

interface Case {
  readonly draft: readonly PlannedStall[];
  readonly published?: readonly PricedStall[];
  readonly removed?: readonly PricedStall[];
  /** In rupees. */
  readonly prices: Readonly<Record<string, number>>;
  readonly changes?: Partial<ReturnType<typeof pricesOf>["changes"]>;
}
const keptFrom = (former: string, number: string) => ({ kept: [{ number, former, pricePaise: 35_000_00 }] });

it.each<[string, Case]>([
  ["nothing changes", { draft: PUBLISHED, prices: { B1: 35_000, B2: 27_000, B3: 27_000 } }],
  ["moved across the hall", { draft: [stall("B1", 90), b2, b3], prices: { B1: 35_000, B2: 27_000, B3: 27_000 } }],
  ["deleted and drawn again elsewhere", { draft: [b2, b3, stall("B1", 60)], prices: { B1: 35_000 } }],
  [
    "renumbered at its place",
    { draft: [stall("B101", 0), b2, b3], prices: { B101: 35_000 }, changes: keptFrom("B1", "B101") },
  ],
  [
    "renumbered and retyped at its place",
    { draft: [stall("A9", 0, { type: "Premium" }), b2, b3], prices: { A9: 35_000 }, changes: keptFrom("B1", "A9") },
  ],
  [
    "retyped",
    { draft: [stall("B1", 0, { type: "Premium" }), b2, b3], prices: { B1: 35_000 }, changes: keptFrom("B1", "B1") },
  ],
  [
    "a regular one retyped costs what its new type does, and that is said",
    {
      draft: [b1, stall("B2", 10, { type: "Premium" }), b3],
      prices: { B2: 36_000 },
      changes: { changed: [{ number: "B2", former: "B2", fromPaise: 27_000_00, toPaise: 36_000_00 }] },
    },
  ],
  [
    "renumbered, a foot aside and larger",
    { draft: [stall("B101", 0, { y: 21, width: 12 }), b3], prices: { B101: 35_000 }, changes: keptFrom("B1", "B101") },
  ],
  [
    "numbers exchanged: the price goes with the number",
    { draft: [stall("B2", 0), stall("B1", 10), b3], prices: { B1: 35_000, B2: 27_000 } },
  ],
  [
    "the whole row renumbered by one: the price stays with the corner, and that is said",
    {
      draft: [stall("B2", 0), stall("B3", 10), stall("B4", 20)],
      prices: { B2: 35_000, B3: 27_000, B4: 27_000 },
      changes: { changed: [{ number: "B2", former: "B2", fromPaise: 27_000_00, toPaise: 35_000_00 }] },
    },
  ],
  [
    "the row renumbered by one, two own prices: the number's wins, and the other is said to go",
    {
      published: [b1, { ...b2, pricePaise: 33_000_00 }, b3],
      draft: [stall("B2", 0), stall("B3", 10), stall("B4", 20)],
      prices: { B2: 33_000, B3: 27_000 },
      changes: { gone: [{ number: "B1", pricePaise: 35_000_00 }] },
    },
  ],
  [
    "removed",
    {
      draft: [b2, b3],
      prices: { B2: 27_000, B3: 27_000 },
      changes: { gone: [{ number: "B1", pricePaise: 35_000_00 }] },
    },
  ],
  [
    "another number at another place",
    {
      draft: [b2, b3, stall("B9", 70)],
      prices: { B9: 27_000 },
      changes: { gone: [{ number: "B1", pricePaise: 35_000_00 }] },
    },
  ],
  [
    "published without it, then its number again",
    {
      published: [b2, b3],
      removed: [b1],
      draft: [b2, b3, stall("B1", 60)],
      prices: { B1: 35_000 },
      changes: keptFrom("B1", "B1"),
    },
  ],
  [
    "published without it, then its place again",
    {
      published: [b2, b3],
      removed: [b1],
      draft: [b2, b3, stall("B9", 0)],
      prices: { B9: 35_000 },
      changes: keptFrom("B1", "B9"),
    },
  ],
  [
    "published without it, its place taken by a regular stall since: no price of long ago comes back",
    {
      published: [b2, b3],
      removed: [{ ...stall("B8", 0), pricePaise: 27_000_00 }, b1],
      draft: [b2, b3, stall("B9", 0)],
      prices: { B9: 27_000 },
    },
  ],
  ["a new stall", { draft: [...PUBLISHED, stall("A1", 60, { type: "Premium" })], prices: { A1: 36_000, B1: 35_000 } }],
  ["of an unknown type", { draft: [...PUBLISHED, stall("C1", 60, { type: "Gold" })], prices: { B1: 35_000 } }],
  [
    "an own price below the type's",
    {
      published: [{ ...b1, pricePaise: 100_00 }, b2, b3],
      draft: [stall("C1", 0), b2, b3],
      prices: { C1: 100 },
      changes: { kept: [{ number: "C1", former: "B1", pricePaise: 100_00 }] },
    },
  ],
])("%s", (_, { draft, published = PUBLISHED, removed = [], prices, changes = {} }) => {
  const plan: Plan = { width: 100, height: 100, stalls: draft, fixtures: [] };
  const found = pricesOf(plan, { published, removed, types: TYPES });
  const rupees = Object.fromEntries([...found.prices].map(([number, paise]) => [number, paise / 100]));
  expect(rupees).toMatchObject(prices);
  expect(found.changes).toEqual({ ...NONE, ...changes });
});
