/**
 * Preloads a lazy screen before a spec fakes the clock, since modules load in real time. Here, because features do not
 * import each other, not even in specs.
 */
export const loadHome = (): Promise<unknown> => import("../features/content/home/home.page");
