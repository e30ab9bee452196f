import { brandPath, categoryPath } from "@sakhi/domain/site/routes";
import { Injectable } from "@nestjs/common";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { SITE_PAGES } from "@sakhi/domain/site/site.pages";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import { Config } from "../platform/config/config.js";
import { escapeHtml } from "./page-head.js";

/** Addresses in one part of the sitemap; the protocol allows 50,000. */
const BRANDS_PER_PART = 10_000;

/** robots.txt and the sitemap of all live pages (sitemaps.org protocol), in parts so that it can grow. */
@Injectable()
export class Sitemap {
  constructor(
    private readonly config: Config,
    private readonly catalogue: CatalogueService,
  ) {}

  robots(): string {
    const personal = SITE_PAGES.filter((page) => page.personal === true).map(
      ({ path }) => `Disallow: ${path}`,
    );
    return [
      "User-agent: *",
      "Disallow: /api/",
      ...personal,
      `Sitemap: ${this.config.publicUrl}/sitemap.xml`,
      "",
    ].join("\n");
  }

  /** The list of parts: fixed pages and categories, then brands. */
  async index(): Promise<string> {
    const ends = await this.catalogue.brandPageEnds(BRANDS_PER_PART);
    const parts = [
      "/sitemap-pages.xml",
      ...["", ...ends].map((after) => `/sitemap-brands.xml?after=${after}`),
    ];
    return xml(
      "sitemapindex",
      "sitemap",
      parts.map((path) => this.config.publicUrl + path),
    );
  }

  /** Pages of their own and categories with something live in them. */
  async pages(): Promise<string> {
    const fixed = SITE_PAGES.filter((page) => page.subject === undefined && page.personal !== true);
    const live = await this.catalogue.categoryCounts();
    const known = new Set(CATEGORIES.map(({ module, slug }) => `${module}/${slug}`));
    const categories = live
      .filter(({ module, slug }) => known.has(`${module}/${slug}`))
      .map(({ module, slug }) => categoryPath(module, slug));
    return this.urls([...fixed.map(({ path }) => path), ...categories]);
  }

  /** One part of the brands. @param after id of the last brand of the part before, "" for the first part */
  async brands(after: string): Promise<string> {
    const brands = await this.catalogue.brandPage(after, BRANDS_PER_PART);
    return this.urls(brands.map(({ module, name }) => brandPath(module, name)));
  }

  private urls(paths: readonly string[]): string {
    return xml(
      "urlset",
      "url",
      paths.map((path) => this.config.publicUrl + path),
    );
  }
}

function xml(root: string, entry: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${entry}><loc>${escapeHtml(address)}</loc></${entry}>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    "",
  ].join("\n");
}
