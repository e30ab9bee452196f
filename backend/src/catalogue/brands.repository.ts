import { Injectable } from "@nestjs/common";
import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import { Database } from "../platform/database/database.js";
import type { BrandNameResponse, BrandResponse, PastEventResponse } from "./catalogue.response.js";
import { LISTING_COLUMNS, LISTING_TABLES, LIVE } from "./listing.row.js";
import type { ListingRow } from "./listing.row.js";

/** Only brands with a live listing are shown anywhere; `b` is the brands table. */
export const HAS_LIVE_LISTING = `EXISTS (SELECT 1 FROM listings l WHERE l.brand_id = b.id AND ${LIVE})`;

/** Brands that have something to show, and what the home page shows. */
@Injectable()
export class BrandsRepository {
  constructor(private readonly database: Database) {}

  /** The first brands by name. */
  names(limit: number): Promise<BrandNameResponse[]> {
    return this.database.query(
      `SELECT b.name, b.module, b.category FROM brands b WHERE ${HAS_LIVE_LISTING}
        ORDER BY b.name_key, b.module LIMIT $1`,
      [limit],
    );
  }

  /** The brand of this name; case makes no difference. */
  async find(module: CatalogueModule, name: string): Promise<BrandResponse | undefined> {
    const [found] = await this.database.query<BrandResponse>(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location FROM brands b
        WHERE b.module = $1 AND b.name_key = lower($2) AND ${HAS_LIVE_LISTING}`,
      [module, name.trim()],
    );
    return found;
  }

  /** Brands of the home page's spotlight, in its order. */
  spotlight(): Promise<BrandResponse[]> {
    return this.database.query(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location
         FROM highlights h JOIN brands b ON b.id = h.brand_id
        WHERE h.kind = 'spotlight' AND ${HAS_LIVE_LISTING} ORDER BY h.position`,
    );
  }

  /** Listings of the home page, in its order; a listing that is not live any more is left out. */
  highlighted(kind: "featured" | "bestseller"): Promise<ListingRow[]> {
    return this.database.query(
      `SELECT ${LISTING_COLUMNS} FROM highlights h JOIN ${LISTING_TABLES} ON l.id = h.listing_id
        WHERE h.kind = $1 AND ${LIVE} ORDER BY h.position`,
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
