import type { PageHead } from "./page-heads.js";

/**
 * Every public address of the site with what search engines and shared links are told of it. The browser's titles
 * and the head tags that the API process writes both come from here (specification 1, section 2: "page-level
 * search-engine metadata"; the route table of specification 2).
 */

/** What an address with a name in it is about; whether such a thing exists is the catalogue's to say. */
export type PageSubject =
  "shopCategory" | "brand" | "event" | "serviceCategory" | "serviceBrand" | "ngoCategory" | "ngoBrand";

/** One address, or one kind of address. */
export interface SitePage {
  /** The path; `:name` stands for one part. */
  readonly path: string;
  /** `{name}` is replaced by the name of what the page shows. */
  readonly title: string;
  readonly description: string;
  /** Path of the page above, for the breadcrumbs; the home page has none. */
  readonly parent?: string;
  readonly subject?: PageSubject;
  /** Pages of one visitor's or administrator's own, which search engines are asked to leave out. */
  readonly personal?: true;
}

export const SITE_NAME = "Sakhi Bazaar";

export const SITE_PAGES: readonly SitePage[] = [
  {
    path: "/",
    title: "Handmade, well made, by women across India",
    description:
      "Discover handcrafted products, professional services and NGO initiatives by women entrepreneurs, and book a stall at the Mela in Bangalore.",
  },
  {
    path: "/products",
    title: "Products by women-led brands",
    description: "Sarees, jewellery, food, toys, decor and more: browse handcrafted products by category.",
    parent: "/",
  },
  {
    path: "/products/:categoryId",
    title: "{name}: brands by women",
    description: "Women-led brands that make {name}. See what they make and visit their shops.",
    parent: "/products",
    subject: "shopCategory",
  },
  {
    path: "/brands/:brandName",
    title: "{name}",
    description: "{name} on Sakhi Bazaar: what the brand makes, where it comes from and where to buy.",
    parent: "/products",
    subject: "brand",
  },
  {
    path: "/events/:eventName",
    title: "{name}: who takes part",
    description: "Brands and products that take part in {name}.",
    parent: "/",
    subject: "event",
  },
  {
    path: "/services",
    title: "Professional Services by women",
    description: "Training, legal, creative, web, wellness and more: find a women-led service provider.",
    parent: "/",
  },
  {
    path: "/services/:categoryId",
    title: "{name}: service providers",
    description: "Women-led service providers for {name}. Compare them and get in touch.",
    parent: "/services",
    subject: "serviceCategory",
  },
  {
    path: "/services/brands/:brandName",
    title: "{name}: services",
    description: "{name} on Sakhi Bazaar: services, place and contact.",
    parent: "/services",
    subject: "serviceBrand",
  },
  {
    path: "/ngo",
    title: "NGO Initiatives",
    description: "Handloom, handicrafts and skilling: NGO initiatives that give women work and a market.",
    parent: "/",
  },
  {
    path: "/categories/:categoryName",
    title: "{name}: NGO initiatives",
    description: "NGO initiatives in {name} that you can support by buying what they make.",
    parent: "/ngo",
    subject: "ngoCategory",
  },
  {
    path: "/categories/:categoryName/:brandSlug",
    title: "{name}",
    description: "{name}: who is behind it, what they make and how to reach them.",
    parent: "/ngo",
    subject: "ngoBrand",
  },
  {
    path: "/corporate-gifting",
    title: "Corporate gifting",
    description:
      "Festive boxes, welcome kits and thank-you gifts made by women-led brands in India. Tell us what you need.",
    parent: "/",
  },
  {
    path: "/support",
    title: "Support",
    description: "Write to us, find our e-mail and Mumbai address, and read what is asked most.",
    parent: "/",
  },
  {
    path: "/about",
    title: "About us",
    description:
      "The founders' story, vision and mission, the formula we work by, and the team behind a bazaar of women-led brands in India.",
    parent: "/",
  },
  {
    path: "/awards",
    title: "Awards",
    description:
      "A gender-responsive marketplace award three years running, a top-3 social entrepreneur finalist, and a bank's women achievers award.",
    parent: "/",
  },
  {
    path: "/privacy-policy",
    title: "Privacy Policy",
    description: "What we ask of you, what we do with it, who else sees it, and what you can ask of us.",
    parent: "/",
  },
  {
    path: "/disclaimer",
    title: "Disclaimer",
    description: "What the site can stand for and what it cannot: brands, pop-ups, results, other sites.",
    parent: "/",
  },
  {
    path: "/terms-and-conditions",
    title: "Terms and Conditions",
    description: "The 13 sections of our agreement with visitors and listed brands, in plain English.",
    parent: "/",
  },
  {
    path: "/join",
    title: "List your brand",
    description:
      "List your product, service or NGO brand for ₹999 a year, free with a paid Mela stall, or join the community for nothing.",
    parent: "/",
  },
  {
    path: "/join-entrepreneur",
    title: "List your brand as an entrepreneur",
    description:
      "Two short forms and your brand has a page of its own, seen by buyers across India. Free with a paid Mela stall.",
    parent: "/",
  },
  {
    path: "/payment-success",
    title: "Your listing",
    description: "The receipt of your listing's payment.",
    parent: "/join",
    personal: true,
  },
  {
    path: "/payment-failure",
    title: "Payment Failed",
    description: "Your payment did not go through. Try again.",
    parent: "/join",
    personal: true,
  },
  {
    path: "/paid-events",
    title: "Paid Events",
    description:
      "Take a stall at the Mela in Whitefield, Bangalore, on 3rd and 4th December: Standard from ₹27,000, Premium from ₹36,000.",
    parent: "/",
  },
  {
    path: "/paid-events/policies",
    title: "Event Policies",
    description: "Contact, returns and refunds, and the terms and conditions of the paid events.",
    parent: "/paid-events",
  },
  {
    path: "/paid-events/mela",
    title: "The Mela floor plan",
    description: "See which of the 70 stalls are free right now, pick yours and book it online.",
    parent: "/paid-events",
  },
  {
    path: "/paid-events/mela/register",
    title: "Stall registration",
    description: "Register for the stall that is reserved for you.",
    parent: "/paid-events/mela",
    personal: true,
  },
  {
    path: "/paid-events/mela/payment-success",
    title: "Your stall booking",
    description: "The confirmation of your stall.",
    parent: "/paid-events/mela",
    personal: true,
  },
  {
    path: "/paid-events/mela/payment-failure",
    title: "Payment Failed",
    description: "Your payment did not go through. Try again.",
    parent: "/paid-events/mela",
    personal: true,
  },
  {
    path: "/paid-events/mela/admin-login",
    title: "Administrator login",
    description: "For the people who run the Mela.",
    parent: "/paid-events/mela",
    personal: true,
  },
  {
    path: "/paid-events/mela/dashboard",
    title: "Mela Registrations Dashboard",
    description: "For the people who run the Mela.",
    parent: "/paid-events/mela",
    personal: true,
  },
];

/** A page and the parts of its address, decoded. */
export interface MatchedPage {
  readonly page: SitePage;
  readonly params: Readonly<Record<string, string>>;
}

/** The page at this path (as it stands in the address, percent-encoded), or undefined: then it is a 404. */
export function matchSitePage(pathname: string): MatchedPage | undefined {
  const parts: string[] = [];
  for (const part of partsOf(pathname)) {
    const text = decodedPart(part);
    if (text === undefined) return undefined;
    parts.push(text);
  }
  // Exact addresses are listed with those that have a name in them: the one with fewer names wins.
  const matches = SITE_PAGES.flatMap((page) => {
    const params = paramsOf(partsOf(page.path), parts);
    return params === undefined ? [] : [{ page, params }];
  });
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

/** A page's title as it stands in the browser: ends with the site's name unless it has it already. */
export function documentTitle(title: string): string {
  return title.includes(SITE_NAME) ? title : `${title} · ${SITE_NAME}`;
}

/** What a page with a name in its address shows: its name, and its own path as links write it. */
export interface NamedSubject {
  readonly name: string;
  readonly path: string;
  /** Path of the page above, where it is another than usual: an NGO brand at /brands/. */
  readonly parent?: string;
}

/**
 * What a page says of itself, with the way to it from the home page.
 *
 * @param path one of SITE_PAGES
 * @param subject for those with a name in their address
 * @throws Error for any other path: a slip in the code
 */
export function pageHead(path: string, subject?: NamedSubject): PageHead {
  const page = SITE_PAGES.find((other) => other.path === path);
  if (page === undefined) throw new Error(`There is no page at ${path}.`);
  const name = subject?.name ?? "";
  const title = named(page.title, name);
  const here = { name: path === "/" ? "Home" : (subject?.name ?? title), path: subject?.path ?? path };
  const parent = subject?.parent ?? page.parent;
  const above = parent === undefined ? [] : pageHead(parent).breadcrumbs;
  return { title, description: named(page.description, name), breadcrumbs: [...above, here] };
}

/** Puts the name of what a page shows into its title or description. */
export function named(template: string, name: string): string {
  return template.replaceAll("{name}", name);
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const given = parts[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return params;
}
