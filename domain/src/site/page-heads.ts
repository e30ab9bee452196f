/** The way from the home page to a page, which is its last step: what each step is called and its path. */
export type Breadcrumbs = readonly { readonly name: string; readonly path: string }[];

/**
 * What a public page says of itself to browsers and search engines. The site's name is put behind the title by
 * the code that writes it out.
 */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: Breadcrumbs;
}
