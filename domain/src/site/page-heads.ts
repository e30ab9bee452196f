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
