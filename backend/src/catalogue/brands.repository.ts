import { Injectable } from "@nestjs/common";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Database } from "../platform/database/database.js";
import type { BrandNameResponse, BrandResponse, PastEventResponse } from "./catalogue.response.js";
import { LISTING_COLUMNS, LISTING_TABLES } from "./listing.row.js";
import type { ListingRow } from "./listing.row.js";

/** A brand as the sitemap lists it. */
export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly module: CatalogueModule;
}

/** Brands that have something to show, and what the home page shows. */
@Injectable()
export class BrandsRepository {
  constructor(private readonly database: Database) {}

  /** The first brands by name. */
  names(limit: number): Promise<BrandNameResponse[]> {
    return this.database.query(
      `SELECT b.name, b.module, b.category FROM live_brands b
        ORDER BY b.name_key, b.module LIMIT $1`,
      [limit],
    );
  }

  /** The brand of this name; case makes no difference. */
  async find(module: CatalogueModule, name: string): Promise<BrandResponse | undefined> {
    const [found] = await this.database.query<BrandResponse>(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location FROM live_brands b
        WHERE b.module = $1 AND b.name_key = lower($2)`,
      [module, name.trim()],
    );
    return found;
  }

  /** Brands that have something to show, `limit` of them after the one of this id ("" for the first). */
  page(after: string, limit: number): Promise<BrandRow[]> {
    return this.database.query(
      `SELECT b.id, b.name, b.module FROM live_brands b
        WHERE ($1 = '' OR b.id > nullif($1, '')::uuid) ORDER BY b.id LIMIT $2`,
      [after, limit],
    );
  }

  /** Ids of the last brands of each page but the last, when pages have `size` brands. */
  async pageEnds(size: number): Promise<string[]> {
    const ends = await this.database.query<{ id: string }>(
      `SELECT id FROM (
         SELECT b.id, row_number() OVER (ORDER BY b.id) AS nth, count(*) OVER () AS total
           FROM live_brands b
       ) ordered WHERE nth % $1 = 0 AND nth < total ORDER BY nth`,
      [size],
    );
    return ends.map(({ id }) => id);
  }

  /** Brands of the home page's spotlight, in its order. */
  spotlight(): Promise<BrandResponse[]> {
    return this.database.query(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location
         FROM highlights h JOIN live_brands b ON b.id = h.brand_id
        WHERE h.kind = 'spotlight' ORDER BY h.position`,
    );
  }

  /** Listings of the home page, in its order; a listing that is not live any more is left out. */
  highlighted(kind: "featured" | "bestseller"): Promise<ListingRow[]> {
    return this.database.query(
      `SELECT ${LISTING_COLUMNS} FROM ${LISTING_TABLES} JOIN highlights h ON h.listing_id = l.id
        WHERE h.kind = $1 ORDER BY h.position`,
      [kind],
    );
  }

  /** The newest past events. */
  pastEvents(limit: number): Promise<PastEventResponse[]> {
    return this.database.query(
      `SELECT id, kind, title, date_text AS date, time_text AS time, venue, description, image
         FROM showcase_events WHERE kind <> 'award' ORDER BY held_on DESC, id LIMIT $1`,
      [limit],
    );
  }
}
