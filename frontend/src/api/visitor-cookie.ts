import type { ResponseMeta } from "./base-api";

/** Header of my-hold: whether the request had the visitor's cookie (backend: bookings.controller.ts). */
const HEADER = "visitor-cookie";

let latest: string | undefined;

/** Notes what a response says about the visitor's cookie. */
export function noteVisitorCookie(meta: ResponseMeta | undefined): void {
  latest = meta?.headers?.get(HEADER) ?? latest;
}

/**
 * True if the last request had no visitor cookie: the first of a new browser, or each of one that refuses cookies. What
 * such a browser reserves would belong to nobody.
 */
export const isCookieMissing = (): boolean => latest === "new";

/** Forgets it, for tests. */
export function resetVisitorCookie(): void {
  latest = undefined;
}
