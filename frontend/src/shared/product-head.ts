import { productPath } from "@sakhi/domain/catalogue/product-address";
import { brandPath, MODULE_PATHS, PATHS } from "@sakhi/domain/site/routes";
import type { Listing } from "../api/catalogue-api";
import { pageHead } from "../ui/page-head";
import { priceOf } from "./price";
import { brandNameOf } from "./product-link";

/** The head of a product's page, as the api renders it (site-pages.service.ts). */
export function productHead(listing: Listing) {
  const { module = "shops", name, description } = listing;
  const brand = brandNameOf(listing);
  return pageHead(module === "services" ? PATHS.serviceProduct : PATHS.product, {
    name,
    description: [priceOf(listing) ?? "", description].filter((part) => part !== "").join(" · "),
    path: productPath(module, brand, listing),
    parent: MODULE_PATHS[module],
    above: { name: brand, path: brandPath(module, brand) },
  });
}
