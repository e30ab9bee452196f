/**
 * Loads what the site loads lazily, before a spec fakes its clock: modules come by real time. Here, because a feature
 * imports no other, not even for its specs.
 */
export const loadHome = (): Promise<unknown> => import("../features/content/home/home.page");
