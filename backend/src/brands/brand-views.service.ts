import { createHash } from "node:crypto";
import { type BeforeApplicationShutdown, Injectable, Logger } from "@nestjs/common";
import type { BrandViewDto } from "@sakhi/domain/brands/brand-views.dto";
import { isProgram, SAME_VIEW_MS, VIEW_WEEKS } from "@sakhi/domain/brands/views.rules";
import { Database, type Tx } from "../platform/database/database.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";

/** How often views are written, in ms. */
const FLUSH_MS = 5_000;
/** Most pages counted between two writes, and most networks remembered: what is beyond is not counted. */
const MOST_PAGES = 5_000;
const MOST_SEEN = 50_000;

/** Views of a week. */
export interface WeekOfViews {
  /** A Monday in India, YYYY-MM-DD. */
  readonly week: string;
  readonly views: number;
}

/**
 * Counts how often brands' pages are opened: a number per brand and week, nothing about visitors. A network's repeated
 * views are recognised by digests in this process's memory, which are forgotten after half an hour.
 */
@Injectable()
export class BrandViewsService implements BeforeApplicationShutdown {
  private readonly log = new ThrottledLog(new Logger("BrandViews"));
  private readonly views = new Map<string, { readonly page: BrandViewDto; count: number }>();
  private seen = new Set<string>();
  private seenSince = performance.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  /** Counts a view of a person. Unknown brands are dropped when views are written. */
  count(page: BrandViewDto, visit: { readonly address: string; readonly userAgent: string | undefined }): void {
    if (isProgram(visit.userAgent)) return;
    const key = `${page.module}/${page.brandName.toLowerCase()}`;
    if (!this.isFirst(key, visit)) return;
    const known = this.views.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.views.size < MOST_PAGES) this.views.set(key, { page, count: 1 });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what was counted since the last time. A view that cannot be written is lost. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counted = [...this.views.values()];
    this.views.clear();
    if (counted.length === 0) return;
    try {
      await this.database.query(
        `INSERT INTO brand_views AS v (brand_id, week, views)
         SELECT b.id, date_trunc('week', clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date, sum(c.count)::int
           FROM unnest($1::text[], $2::text[], $3::int[]) AS c (module, name, count)
           JOIN live_brands b ON b.module = c.module AND b.name_key = lower(c.name)
          GROUP BY b.id ORDER BY b.id
         ON CONFLICT (brand_id, week) DO UPDATE SET views = v.views + excluded.views`,
        [
          counted.map(({ page }) => page.module),
          counted.map(({ page }) => page.brandName),
          counted.map((c) => c.count),
        ],
      );
    } catch (error) {
      this.log.warn(`views were not counted: ${describeError(error)}`);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** The last weeks of a brand, oldest first. */
  async ofBrand(brandId: string): Promise<WeekOfViews[]> {
    return this.database.query<WeekOfViews>(
      `SELECT w::date::text AS week, coalesce(v.views, 0) AS views
         FROM generate_series(
                date_trunc('week', clock_timestamp() AT TIME ZONE 'Asia/Kolkata') - make_interval(weeks => $2 - 1),
                date_trunc('week', clock_timestamp() AT TIME ZONE 'Asia/Kolkata'), interval '1 week') AS w
         LEFT JOIN brand_views v ON v.brand_id = $1 AND v.week = w::date ORDER BY w`,
      [brandId, VIEW_WEEKS],
    );
  }

  /** Adds the views of a brand to those of another one, with which it is merged. */
  async moveToBrand(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await tx.query(
      `INSERT INTO brand_views AS v (brand_id, week, views) SELECT $2, week, views FROM brand_views WHERE brand_id = $1
       ON CONFLICT (brand_id, week) DO UPDATE SET views = v.views + excluded.views`,
      [fromId, intoId],
    );
  }

  private isFirst(
    key: string,
    { address, userAgent }: { readonly address: string; readonly userAgent: string | undefined },
  ) {
    const now = performance.now();
    if (now - this.seenSince > SAME_VIEW_MS || this.seen.size >= MOST_SEEN) {
      this.seen = new Set();
      this.seenSince = now;
    }
    const digest = createHash("sha256")
      .update(`${key}\n${address}\n${userAgent ?? ""}`)
      .digest("base64url");
    if (this.seen.has(digest)) return false;
    this.seen.add(digest);
    return true;
  }
}
