import { PATHS, brandPath } from "@sakhi/domain/site/routes";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { isCatalogueModule } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { useParams, useSearchParams } from "react-router-dom";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { backOfBrand } from "../parts/back-of-brand";
import { LISTINGS_PER_PAGE } from "../parts/brand-list";
import { BrandProfile } from "../parts/brand-profile";
import { useListings } from "../parts/use-listings";

const HOMES: Readonly<Record<CatalogueModule, string>> = {
  shops: PATHS.products,
  services: PATHS.services,
  ngos: PATHS.ngo,
};

/** /brands/{brandName}?module=: a brand of any module; of the shops where the address does not say. */
export function BrandPage() {
  const { brandName = "" } = useParams();
  const asked = useSearchParams()[0].get("module") ?? "";
  const module = isCatalogueModule(asked) ? asked : "shops";
  const found = useListings({ brandName, module, limit: LISTINGS_PER_PAGE });
  const [listing] = found.listings;
  const path = brandPath("shops", brandName) + (module === "shops" ? "" : `?module=${module}`);
  usePageHead(pageHead(PATHS.brand, { name: listing?.brand ?? brandName, path, parent: HOMES[module] }));
  return (
    <BrandProfile
      module={module}
      name={brandName}
      found={found}
      back={backOfBrand(module, resolveCategory(module, listing?.category ?? ""))}
      empty={{
        title: strings.brand.empty,
        text: strings.brand.emptyText,
        action: strings.brand.emptyAction[module],
        to: HOMES[module],
      }}
    />
  );
}
