/** A step of the way from the home page: what it is called and its path. */
interface Breadcrumb {
  readonly name: string;
  readonly path: string;
}

/**
 * What a public page says of itself to browsers and search engines. The site's name is put behind the title by
 * the code that writes it out; `breadcrumbs` begin with the home page and end with the page itself.
 */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: readonly Breadcrumb[];
}
