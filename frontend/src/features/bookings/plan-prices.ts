import messages from "@sakhi/domain/generated/messages/en/plan-prices";
import { STALL_TYPES, type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../api/mela-api";
import { priceWords } from "../../ui/price-words";

/** The types of the stalls, those that the specification names first; none while the plan is not known. */
export function typesOf(stalls: readonly Pick<LayoutStall, "type">[]): readonly StallType[] {
  const found = new Set(stalls.map(({ type }) => type));
  const specified: readonly StallType[] = STALL_TYPES;
  return [...specified.filter((type) => found.has(type)), ...[...found].filter((type) => !specified.includes(type))];
}

type Priced = Pick<LayoutStall, "type" | "price" | "nextPrice" | "width" | "height">;

/** A stall's size in feet. */
export const sizeOf = ({ width = 10, height = 10 }: Pick<LayoutStall, "width" | "height">): string =>
  `${width}' × ${height}'`;

/** What stalls cost: each type in words, and the size that all of them have, if they have one. */
export interface PlanPricesInWords {
  readonly types: readonly { readonly type: StallType; readonly words: string }[];
  readonly size: string | undefined;
}

/** The lowest price of each type with its date, "from" if its stalls differ, and its size if the types differ in it. */
export function planPrices(stalls: readonly Priced[]): PlanPricesInWords {
  const sizes = new Set(stalls.map(sizeOf));
  const common = sizes.size === 1;
  const types = typesOf(stalls).map((type) => {
    const own = stalls.filter((stall) => stall.type === type);
    const prices = own.map(({ price }) => price);
    const lowest = Math.min(...prices);
    const { nextPrice } = own.find((stall) => stall.price === lowest) ?? {};
    const priced = { type: stallTypeLabel(type), price: priceWords({ price: lowest, nextPrice }) };
    const words = Math.max(...prices) > lowest ? messages.from(priced) : messages.price(priced);
    const [size, otherSize] = new Set(own.map(sizeOf));
    const isPlain = common || size === undefined || otherSize !== undefined;
    return { type, words: isPlain ? words : messages.sized({ words, size }) };
  });
  return { types, size: common ? [...sizes][0] : undefined };
}
