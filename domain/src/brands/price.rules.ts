import messages from "../generated/messages/en/price-text.js";
import { formatPaise, type Paise } from "../money/money.js";

export const PRICE_KINDS = ["none", "fixed", "range", "on_request"] as const;
/** How a product's price is shown: not at all, one amount, from … to …, or "Price on request". */
export type PriceKind = (typeof PRICE_KINDS)[number];

/** A product's price. `fromPaise` for fixed and range, `toPaise` for range only. */
export interface Price {
  readonly kind: PriceKind;
  readonly fromPaise: Paise | null;
  readonly toPaise: Paise | null;
}

/** No price shown. */
export const NO_PRICE: Price = { kind: "none", fromPaise: null, toPaise: null };

/** Highest price, in paise: a crore of rupees. */
export const MAX_PRICE_PAISE: Paise = 1_00_00_000 * 100;

/** A price as it is shown: "₹1,200", "₹500 to ₹1,00,000", "Price on request"; "" for none or an incomplete one. */
export function priceText({ kind, fromPaise, toPaise: to }: Price): string {
  if (kind === "on_request") return messages.onRequest;
  if (kind === "none" || fromPaise === null) return "";
  if (kind === "fixed") return `₹${formatPaise(fromPaise)}`;
  return to === null ? "" : messages.range({ from: `₹${formatPaise(fromPaise)}`, to: `₹${formatPaise(to)}` });
}

/** The price without amounts that its kind does not have. */
export function tidyPrice({ kind, fromPaise, toPaise: to }: Price): Price {
  return {
    kind,
    fromPaise: kind === "fixed" || kind === "range" ? fromPaise : null,
    toPaise: kind === "range" ? to : null,
  };
}
