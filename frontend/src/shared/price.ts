import { priceText } from "@sakhi/domain/brands/price.rules";
import type { Listing } from "../api/catalogue-api";

/** A listing's price as it is shown; undefined if it has none. */
export function priceOf({ price }: Pick<Listing, "price">): string | undefined {
  return price === null || price === undefined ? undefined : priceText(price) || undefined;
}
