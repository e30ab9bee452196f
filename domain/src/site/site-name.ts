export const SITE_NAME = "Sakhi Bazaar";

/** A page's title as it stands in the browser: ends with the site's name. */
export function documentTitle(title: string): string {
  return title.endsWith(SITE_NAME) ? title : `${title} · ${SITE_NAME}`;
}
