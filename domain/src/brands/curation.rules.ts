import { toPaise } from "../money/money.js";
import { priceProblem } from "./price-problem.js";
import { type Price, type PriceKind, tidyPrice } from "./price.rules.js";

/** Rules of what operators change in the catalogue. */

/**
 * What of a brand is on the site: `shown`; `hidden` by an operator; `expired`: its year is over; `off`: it has no listing
 * or they were withdrawn.
 */
export const BRAND_STATES = ["shown", "hidden", "expired", "off"] as const;
export type BrandState = (typeof BRAND_STATES)[number];

/** Filter of the brands: by state, or by what they have or lack. */
export const BRAND_FILTERS = [...BRAND_STATES, "verified", "without_picture"] as const;
export type BrandFilter = (typeof BRAND_FILTERS)[number];

/** What of a product is on the site; `hidden` also while its brand is. */
export const PRODUCT_STATES = ["shown", "hidden", "expired", "off"] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** A price as an operator types it, in rupees. */
export interface TypedPrice {
  readonly priceKind: PriceKind;
  readonly priceFrom?: number | undefined;
  readonly priceTo?: number | undefined;
}

/** The price to store; amounts that its kind does not use are left out. */
export function typedPrice({ priceKind, priceFrom, priceTo }: TypedPrice): Price {
  const paise = (amount: number | undefined) => (amount === undefined ? null : (toPaise(amount) ?? null));
  return tidyPrice({ kind: priceKind, fromPaise: paise(priceFrom), toPaise: paise(priceTo) });
}

/** The field of a price that is wrong, and why; undefined if it is right. */
export function typedPriceProblem(typed: TypedPrice): readonly [field: string, sentence: string] | undefined {
  const price = typedPrice(typed);
  const problem = priceProblem(price);
  if (problem === undefined) return undefined;
  // Right without its highest amount: so that one is wrong.
  const fromIsRight = priceProblem({ ...price, kind: "fixed" }) === undefined;
  return [price.kind === "range" && fromIsRight ? "priceTo" : "priceFrom", problem];
}

/** Documents that show that a business exists and whose it is. */
export const VERIFYING_DOCUMENTS = [
  "GST certificate",
  "Udyam registration",
  "FSSAI licence",
  "Trade licence",
  "PAN of the business",
  "Registration of the society or trust",
  "Another document",
] as const;
export type VerifyingDocument = (typeof VERIFYING_DOCUMENTS)[number];

/** Lists of the home page that operators choose. */
export const HIGHLIGHT_KINDS = ["featured", "spotlight", "bestseller"] as const;
export type HighlightKind = (typeof HIGHLIGHT_KINDS)[number];

/** How many the home page shows of each list; the next ones take the place of those that are hidden or expired. */
export const SHOWN_HIGHLIGHTS: Readonly<Record<HighlightKind, number>> = { featured: 3, spotlight: 4, bestseller: 4 };
/** Most choices of each list. */
export const MAX_HIGHLIGHTS = 12;

/** Kinds of what the site shows of the past. */
export const SHOWCASE_KINDS = ["award", "sales_fair", "retail_popup"] as const;
export type ShowcaseKind = (typeof SHOWCASE_KINDS)[number];
