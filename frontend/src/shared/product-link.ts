import { productPath } from "@sakhi/domain/catalogue/product-address";
import type { Listing } from "../api/catalogue-api";

/** The page of a listing; undefined for the card of a brand, or one that says too little. */
export function addressOf(listing: Listing): string | undefined {
  const { id, name, module = "shops", isCard } = listing;
  const brand = brandNameOf(listing);
  return typeof id === "string" && brand !== "" && isCard !== true
    ? productPath(module, brand, { id, name })
    : undefined;
}

/** The name of a listing's brand; empty if it has none. */
export function brandNameOf({ brand, brandName }: Pick<Listing, "brand" | "brandName">): string {
  return (brand ?? "").trim() || (brandName ?? "").trim();
}
