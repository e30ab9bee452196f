import { Injectable } from "@nestjs/common";
import type { Category } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Database } from "../platform/database/database.js";
import { LISTING_COLUMNS, LISTING_TABLES } from "./listing.row.js";
import type { ListingRow } from "./listing.row.js";

/** Which live listings are wanted; what is undefined does not restrict. */
export interface ListingFilter {
  readonly module?: CatalogueModule;
  /** Any of these; an empty list matches nothing. */
  readonly categories?: readonly Category[];
  readonly brandName?: string;
  readonly eventName?: string;
}

/** A place in the order of all lists: brand by brand, then by id. */
export interface ListingPlace {
  readonly brandKey: string;
  readonly id: string;
}

/** Collects parameters and gives their names in SQL. */
class Parameters {
  readonly values: unknown[] = [];

  /** The parameter's name, e.g. $3. */
  of(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * The live listings. Every list is read along an index in the list's own order: no filter sorts more than it
 * answers (docs/performance.md has the plans).
 */
@Injectable()
export class ListingsRepository {
  constructor(private readonly database: Database) {}

  /** The listings after a place, in order. */
  async list(filter: ListingFilter, limit: number, after?: ListingPlace): Promise<ListingRow[]> {
    const parameters = new Parameters();
    const branches = branchesOf(filter).map((branch) => {
      const conditions = conditionsOf(branch, parameters);
      if (after !== undefined) {
        const place = `(${parameters.of(after.brandKey)}, ${parameters.of(after.id)}::uuid)`;
        conditions.push(`(l.brand_key, l.id) > ${place}`);
      }
      return `(SELECT ${LISTING_COLUMNS} FROM ${LISTING_TABLES} WHERE ${["true", ...conditions].join(" AND ")}
        ORDER BY l.brand_key, l.id LIMIT ${parameters.of(limit)})`;
    });
    if (branches.length === 0) return [];
    // One category of one module, as all pages ask, is one branch; it needs no second sort.
    const [only, ...others] = branches;
    const sql =
      others.length === 0
        ? (only ?? "")
        : `${branches.join(" UNION ALL ")} ORDER BY brand_key, id LIMIT ${parameters.of(limit)}`;
    return this.database.query<ListingRow>(sql, parameters.values);
  }

  /** How many listings the filter matches in all. */
  async count(filter: ListingFilter): Promise<number> {
    if (filter.brandName === undefined && filter.eventName === undefined) return this.countByTable(filter);
    const parameters = new Parameters();
    const counts = branchesOf(filter).map(
      (branch) =>
        `(SELECT count(*) FROM live_listings l WHERE ${conditionsOf(branch, parameters).join(" AND ")})`,
    );
    if (counts.length === 0) return 0;
    const [found] = await this.database.query<{ readonly total: string }>(
      `SELECT ${counts.join(" + ")} AS total`,
      parameters.values,
    );
    return Number(found?.total ?? 0);
  }

  /** Those of these listings that are live, in no order. */
  byIds(ids: readonly string[]): Promise<ListingRow[]> {
    return this.database.query<ListingRow>(
      `SELECT ${LISTING_COLUMNS} FROM ${LISTING_TABLES} WHERE l.id = ANY($1::uuid[])`,
      [ids],
    );
  }

  /** Live listings of each category that has any, in the specification's order. */
  async categoryCounts(
    module?: CatalogueModule,
  ): Promise<{ module: CatalogueModule; name: string; slug: string; count: number }[]> {
    const found = await this.database.query<{
      readonly module: CatalogueModule;
      readonly name: string;
      readonly slug: string;
      readonly live: string;
    }>(
      `SELECT * FROM (
         SELECT c.module, c.name, c.slug, c.position, ${LIVE_COUNT} AS live
           FROM categories c JOIN listing_counts n ON n.module = c.module AND n.category = c.name
          WHERE $1::text IS NULL OR c.module = $1) counted
        WHERE live > 0
        ORDER BY array_position('{shops,services,ngos}', module), position`,
      [module ?? null],
    );
    return found.map(({ live, ...category }) => ({ ...category, count: Number(live) }));
  }

  private async countByTable({ module, categories }: ListingFilter): Promise<number> {
    const [found] = await this.database.query<{ readonly total: string }>(
      `SELECT coalesce(sum(${LIVE_COUNT}), 0) AS total FROM listing_counts n
        WHERE ($1::text IS NULL OR n.module = $1)
          AND ($2::text[] IS NULL OR n.module || '/' || n.category = ANY($2))`,
      [module ?? null, categories?.map((category) => `${category.module}/${category.name}`) ?? null],
    );
    return Number(found?.total ?? 0);
  }
}

/** What the triggers counted as live, less those whose time has run out since; `n` is listing_counts. */
const LIVE_COUNT = `(n.live - (SELECT count(*) FROM listings l
  WHERE l.status = 'live' AND l.expires_at IS NOT NULL AND l.expires_at <= now()
    AND l.module = n.module AND l.category = n.category))`;

/** One filter with at most one category in each: each is read along its own index. */
function branchesOf(filter: ListingFilter): (Omit<ListingFilter, "categories"> & { category?: Category })[] {
  const { categories, ...rest } = filter;
  return categories === undefined ? [rest] : categories.map((category) => ({ ...rest, category }));
}

function conditionsOf(
  { module, category, brandName, eventName }: ReturnType<typeof branchesOf>[number],
  parameters: Parameters,
): string[] {
  const conditions: string[] = [];
  const inModule = category?.module ?? module;
  if (inModule !== undefined) conditions.push(`l.module = ${parameters.of(inModule)}`);
  if (category !== undefined) conditions.push(`l.category = ${parameters.of(category.name)}`);
  if (brandName !== undefined) conditions.push(`l.brand_key = lower(${parameters.of(brandName)})`);
  if (eventName !== undefined) conditions.push(`l.event_key = lower(${parameters.of(eventName)})`);
  return conditions;
}
