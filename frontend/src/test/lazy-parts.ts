/**
 * Loads what the site loads lazily, before a spec fakes its clock: modules come by real time. Here, because a feature
 * imports no other, not even for its specs.
 */
export const loadSearch = (): Promise<unknown> => import("../features/search/search-parts");
export const loadHome = (): Promise<unknown> => import("../features/content/home/home.page");
export const loadBrand = (): Promise<unknown> => import("../features/catalogue/brand.pages");
