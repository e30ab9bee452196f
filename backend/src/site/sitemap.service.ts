import { Injectable } from "@nestjs/common";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { productPath } from "@sakhi/domain/catalogue/product-address";
import { FIRST_LANGUAGE, type LanguageCode, pathIn, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { escapeHtml } from "@sakhi/domain/site/html";
import { brandPath, categoryPath, eventPath, PATHS } from "@sakhi/domain/site/routes";
import { SITE_PAGES } from "@sakhi/domain/site/site.pages";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import { PastEventsService } from "../catalogue/past-events.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { Config } from "../platform/config/config.js";
import { planPath } from "./site-pages.service.js";

/** Pages that show the event's facts or our contact details. */
const SHOWS_FACTS: ReadonlySet<string> = new Set([PATHS.home, PATHS.events, PATHS.plan, PATHS.policies, PATHS.support]);

/** An entry of the sitemap; `lastmod` is set if known. */
interface SitemapAddress {
  readonly loc: string;
  readonly lastmod?: string;
  /** A page's addresses in all languages, its own among them. */
  readonly alternates?: readonly Alternate[];
}

/** A page in a language. */
interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** Brands or products per part of the sitemap, each with an entry per language; the protocol allows 50,000 entries and 50 MB. */
const PER_PART = 10_000;

/** Builds robots.txt and the sitemap of all live pages (sitemaps.org protocol), split into parts. */
@Injectable()
export class SitemapService {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly config: Config,
    private readonly eventFacts: EventFactsService,
    private readonly pastEvents: PastEventsService,
  ) {}

  robots(): string {
    const personal = SITE_PAGES.filter((page) => page.personal === true).flatMap(({ path }) =>
      // A parameter is a wildcard.
      SITE_LANGUAGES.map((language) => `Disallow: ${pathIn(language, path).replaceAll(/:\w+/g, "*")}`),
    );
    return ["User-agent: *", "Disallow: /api/", ...personal, `Sitemap: ${this.config.publicUrl}/sitemap.xml`, ""].join(
      "\n",
    );
  }

  /** The parts of the sitemap: fixed pages, categories and events, then brands, then products. */
  async sitemapIndex(): Promise<string> {
    const [brands, products] = await Promise.all([
      this.catalogue.brandPageEnds(PER_PART),
      this.catalogue.productPageEnds(PER_PART),
    ]);
    const parts = [
      "/sitemap-pages.xml",
      ...["", ...brands].map((after) => `/sitemap-brands.xml?after=${after}`),
      ...["", ...products].map((after) => `/sitemap-products.xml?after=${after}`),
    ];
    return xml(
      "sitemapindex",
      "sitemap",
      parts.map((path) => ({ loc: this.config.publicUrl + path })),
    );
  }

  /** Fixed pages, the plans of other events than the current one, categories with live listings, and pages of events. */
  async sitemapPages(): Promise<string> {
    const fixed = SITE_PAGES.filter((page) => page.subject === undefined && page.personal !== true);
    const [live, names, past, editions] = await Promise.all([
      this.catalogue.categoryCounts(),
      this.catalogue.eventNames(),
      this.pastEvents.all(),
      this.eventFacts.editions(),
    ]);
    const titles = [...past.map(({ title }) => title), ...names];
    const events = new Map(titles.toReversed().map((title) => [title.toLowerCase(), title]));
    const known = new Set(CATEGORIES.map(({ module, slug }) => `${module}/${slug}`));
    const categories = live
      .filter(({ module, slug }) => known.has(`${module}/${slug}`))
      .map(({ module, slug }) => categoryPath(module, slug));
    const { updatedAt } = await this.eventFacts.current();
    return xml("urlset", "url", [
      ...fixed.flatMap(({ path }) => this.addresses(path, SHOWS_FACTS.has(path) ? updatedAt : undefined)),
      ...editions
        .filter(({ isCurrent }) => !isCurrent)
        .flatMap((event) => this.addresses(planPath(event), event.facts.updatedAt)),
      ...[...categories, ...[...events.values()].map(eventPath)].flatMap((path) => this.addresses(path)),
    ]);
  }

  /** One part of the brands. @param after id of the last brand of the part before, "" for the first part */
  async sitemapBrands(after: string): Promise<string> {
    const brands = await this.catalogue.brandPage(after, PER_PART);
    return xml(
      "urlset",
      "url",
      brands.flatMap(({ module, name }) => this.addresses(brandPath(module, name))),
    );
  }

  /** One part of the products. @param after id of the last product of the part before, "" for the first part */
  async sitemapProducts(after: string): Promise<string> {
    const products = await this.catalogue.productPage(after, PER_PART);
    return xml(
      "urlset",
      "url",
      products.flatMap(({ module, brandName, id, name }) =>
        this.addresses(productPath(module, brandName, { id, name })),
      ),
    );
  }

  /**
   * A page's entries: one per language, each of which names all of them.
   *
   * @param path as specified
   * @param changedAt time of the content's last change, if known
   */
  private addresses(path: string, changedAt?: string): readonly SitemapAddress[] {
    const at = (language: LanguageCode): string => this.config.publicUrl + pathIn(language, path);
    const alternates = [
      ...SITE_LANGUAGES.map((language) => ({ hreflang: language, href: at(language) })),
      { hreflang: "x-default", href: at(FIRST_LANGUAGE) },
    ];
    const lastmod = changedAt === undefined ? {} : { lastmod: changedAt };
    return SITE_LANGUAGES.map((language) => ({ loc: at(language), alternates, ...lastmod }));
  }
}

function xml(root: string, entry: string, addresses: readonly SitemapAddress[]): string {
  const entries = addresses.map(({ loc, lastmod, alternates = [] }) => {
    const changed = lastmod === undefined ? "" : `<lastmod>${lastmod}</lastmod>`;
    const links = alternates.map(
      ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`,
    );
    return `<${entry}><loc>${escapeHtml(loc)}</loc>${changed}${links.join("")}</${entry}>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...entries,
    `</${root}>`,
    "",
  ].join("\n");
}
