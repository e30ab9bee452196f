/** The three parts of the catalogue, as they stand on the wire (specification 1, section 1). */
export const CATALOGUE_MODULES = ["shops", "services", "ngos"] as const;
/** A part of the catalogue: products of shops, professional services, NGO initiatives. */
export type CatalogueModule = (typeof CATALOGUE_MODULES)[number];

/** Whether the text names a module exactly as it stands on the wire. */
export function isCatalogueModule(text: string): text is CatalogueModule {
  return CATALOGUE_MODULES.some((module) => module === text);
}
