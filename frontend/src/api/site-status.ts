import { ALL_WELL, SITE_STATUS_HEADER, type SiteStatus, statusFrom } from "@sakhi/domain/site/site-status.rules";
import { externalStore } from "./external-store";

const store = externalStore<SiteStatus>(ALL_WELL);
let latest = "";

/** Notes what a response of the API says about the site. */
export function noteSiteStatus(headers: Headers | undefined): void {
  if (headers === undefined) return;
  const text = headers.get(SITE_STATUS_HEADER) ?? "";
  if (text === latest) return;
  latest = text;
  store.set(statusFrom(text));
}

/** What is wrong with the site, as of the last response. */
export const useSiteStatus = store.use;

/** Forgets it, for tests. */
export function resetSiteStatus(): void {
  latest = "";
  store.set(ALL_WELL);
}
