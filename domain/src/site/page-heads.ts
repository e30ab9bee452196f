export const SITE_NAME = "Sakhi Bazaar";

/** A page's full title, which ends with the site's name. */
export function documentTitle(title: string): string {
  return title.endsWith(SITE_NAME) ? title : `${title} · ${SITE_NAME}`;
}

/** Breadcrumbs from the home page to a page (inclusive). */
export type Breadcrumbs = readonly { readonly name: string; readonly path: string }[];

/**
 * Metadata of a public page for browsers and search engines. The title lacks the site's name: `documentTitle` appends it.
 */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: Breadcrumbs;
}

/** Breadcrumbs as schema.org's BreadcrumbList. @param origin of the site, without a trailing slash */
export function breadcrumbList(origin: string, breadcrumbs: Breadcrumbs) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: breadcrumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}
