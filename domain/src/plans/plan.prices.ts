import type { Paise } from "../money/money.js";
import { contains } from "./plan-geometry.js";
import type { Placement, Plan, PlannedStall } from "./plan.types.js";

/** A stall with its price. */
export interface PricedStall extends PlannedStall {
  readonly pricePaise: Paise;
}

/** What the prices of a draft follow from. */
export interface KnownPrices {
  /** The stalls on the published plan. */
  readonly published: readonly PricedStall[];
  /** Those that former publications removed, the newest of each number, the newest first. */
  readonly removed: readonly PricedStall[];
  /** Price by the type's key. */
  readonly types: ReadonlyMap<string, Paise>;
}

/** What a publication does to prices. A stall has a price of its own if that is not its type's. */
export interface PriceChanges {
  /** Own prices of stalls that are removed and added: retyped, renumbered at their place, or drawn again. */
  readonly kept: readonly { readonly number: string; readonly former: string; readonly pricePaise: Paise }[];
  /** Stalls that cost something else from then on. `former` is the number that the stall at this place had. */
  readonly changed: readonly {
    readonly number: string;
    readonly former: string;
    readonly fromPaise: Paise;
    readonly toPaise: Paise;
  }[];
  /** Own prices that no stall of the draft has now. */
  readonly gone: readonly { readonly number: string; readonly pricePaise: Paise }[];
}

/** The prices of a draft's stalls by number, and what they change. */
export interface DraftPrices {
  readonly prices: ReadonlyMap<string, Paise>;
  readonly changes: PriceChanges;
}

/** Whether a stall stands where a former one stood, also a little aside or in another size: on its middle. */
const isOn = (stall: Placement, former: Placement) =>
  contains(stall, { x: former.x + former.width / 2, y: former.y + former.height / 2 });

/**
 * The price of each stall of a draft, once it is published. A stall's own price goes with its number, also to another type; if
 * the number is gone, it stays with its place; if neither was on the published plan, it is that of the stall that was removed last
 * with this number, or from this place. All others have their type's price. Stalls of unknown types have none.
 */
export function pricesOf({ stalls }: Plan, { published, removed, types }: KnownPrices): DraftPrices {
  const isOwn = ({ type, pricePaise }: PricedStall) => pricePaise !== types.get(type);
  const byNumber = new Map(published.map((stall) => [stall.number, stall]));
  const drawn = new Set(stalls.map(({ number }) => number));
  const left = published.filter(({ number }) => !drawn.has(number));
  const prices = new Map<string, Paise>();
  const formers = new Map<string, PricedStall>();
  const carried = new Set<PricedStall>();
  const kept: PriceChanges["kept"][number][] = [];
  for (const stall of stalls) {
    const { number, type } = stall;
    const same = byNumber.get(number);
    const former = same ?? left.find((other) => isOn(stall, other));
    const source =
      former ?? removed.find((other) => other.number === number) ?? removed.find((other) => isOn(stall, other));
    const keepsPrice = source !== undefined && (isOwn(source) || (source === former && source.type === type));
    const price = keepsPrice ? source.pricePaise : types.get(type);
    if (price === undefined) continue;
    prices.set(number, price);
    if (former !== undefined) formers.set(number, former);
    if (!keepsPrice) continue;
    carried.add(source);
    const isNewRow = source !== same || source.type !== type;
    if (isNewRow && isOwn(source)) kept.push({ number, former: source.number, pricePaise: price });
  }
  // A whole row was renumbered by one: the number at the place existed before, and has no price of its own.
  for (const source of left.filter((stall) => isOwn(stall) && !carried.has(stall))) {
    const there = stalls.find((stall) => isOn(stall, source));
    if (there === undefined || prices.get(there.number) !== types.get(there.type)) continue;
    prices.set(there.number, source.pricePaise);
    carried.add(source);
  }
  return {
    prices,
    changes: {
      kept,
      changed: [...formers].flatMap(([number, former]) => {
        const toPaise = prices.get(number);
        if (toPaise === undefined || toPaise === former.pricePaise) return [];
        return [{ number, former: former.number, fromPaise: former.pricePaise, toPaise }];
      }),
      gone: left
        .filter((stall) => isOwn(stall) && !carried.has(stall))
        .map(({ number, pricePaise }) => ({ number, pricePaise })),
    },
  };
}
