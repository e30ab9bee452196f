/** The three modules of the catalogue, as API values (specification 1, section 1). */
export const CATALOGUE_MODULES = ["shops", "services", "ngos"] as const;
/** A module of the catalogue: products of shops, professional services, NGO initiatives. */
export type CatalogueModule = (typeof CATALOGUE_MODULES)[number];

/** The module in the address of a brand, /brands/{brandName}?module=; shops by default. */
export function moduleOf(text: string | null): CatalogueModule {
  return CATALOGUE_MODULES.find((module) => module === text) ?? "shops";
}
