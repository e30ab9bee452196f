/** The three modules of the catalogue, as API values (specification 1, section 1). */
export const CATALOGUE_MODULES = ["shops", "services", "ngos"] as const;
/** A module of the catalogue: products of shops, professional services, NGO initiatives. */
export type CatalogueModule = (typeof CATALOGUE_MODULES)[number];

/** Whether a text is a module's API value. */
export function isCatalogueModule(text: string): text is CatalogueModule {
  return CATALOGUE_MODULES.some((module) => module === text);
}
