export const SITE_NAME = "Sakhi Bazaar";

/** A page's full title, which ends with the site's name. */
export function documentTitle(title: string): string {
  return title.endsWith(SITE_NAME) ? title : `${title} · ${SITE_NAME}`;
}
