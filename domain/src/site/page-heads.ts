import type { CatalogueModule } from "../catalogue/modules.js";

/** A step of the way from the home page: what it is called and its path. */
export interface Breadcrumb {
  readonly name: string;
  readonly path: string;
}

/**
 * What a public page says of itself to browsers and search engines. The site's name is put behind the title by
 * whoever writes it out; `breadcrumbs` begin with the home page and end with the page itself.
 */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: readonly Breadcrumb[];
}

const HOME: Breadcrumb = { name: "Home", path: "/" };
const PRODUCTS: Breadcrumb = { name: "Products", path: "/products" };
const SERVICES: Breadcrumb = { name: "Services", path: "/services" };
const NGO: Breadcrumb = { name: "NGO", path: "/ngo" };

function head(title: string, description: string, ...steps: readonly Breadcrumb[]): PageHead {
  return { title, description, breadcrumbs: [HOME, ...steps] };
}

/** / */
export const HOME_HEAD: PageHead = head(
  "Made by women, sold by women",
  "Handmade products, professional services and NGO initiatives by women entrepreneurs across India, with links straight to their own shops.",
);

/** /products */
export const PRODUCTS_HEAD: PageHead = head(
  "Products",
  "Browse handmade products by category: apparel, food, home decor, jewellery and more, each made by a woman-led brand in India.",
  PRODUCTS,
);

/** /services */
export const SERVICES_HEAD: PageHead = head(
  "Professional Services",
  "Training, legal, creative, financial and other services offered by women-led businesses across India.",
  SERVICES,
);

/** /ngo */
export const NGO_HEAD: PageHead = head(
  "NGO Initiatives",
  "Weavers' collectives, artisan groups and skilling programmes that keep women's livelihoods going.",
  NGO,
);

/** The page of one category; path is its own address. */
export function categoryHead(module: CatalogueModule, name: string, path: string): PageHead {
  const step = { name, path };
  switch (module) {
    case "shops":
      return head(
        `${name} by women-led brands`,
        `Women-led brands for ${name}: see what they make and visit their shops.`,
        PRODUCTS,
        step,
      );
    case "services":
      return head(
        `${name}: service providers`,
        `Women-led providers of ${name}: what they do, where they are and how to reach them.`,
        SERVICES,
        step,
      );
    case "ngos":
      return head(
        `${name}: NGO initiatives`,
        `NGO initiatives for ${name} and the women behind them.`,
        NGO,
        step,
      );
  }
}

/** A brand's page; `about` is what the brand says of itself, as far as it is known. */
export function brandHead(module: CatalogueModule, name: string, path: string, about = ""): PageHead {
  const parents: Readonly<Record<CatalogueModule, Breadcrumb>> = {
    shops: PRODUCTS,
    services: SERVICES,
    ngos: NGO,
  };
  const description = about.trim() === "" ? `${name}: a women-led brand on our marketplace.` : about.trim();
  return head(name, description, parents[module], { name, path });
}

/** /events/{eventName} */
export function eventHead(name: string, path: string): PageHead {
  return head(`${name}: who takes part`, `Brands and products that take part in ${name}.`, { name, path });
}
