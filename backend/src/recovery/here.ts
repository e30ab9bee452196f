import type { DatabasePosition } from "@sakhi/domain/recovery/position.rules";
import type { Database } from "../platform/database/database.js";

const POSITION = `
  SELECT (SELECT id::text FROM installation) AS installation,
         (SELECT count(*)::int FROM recoveries) AS recoveries,
         clock_timestamp() AS at,
         (SELECT coalesce(max(id), 0)::float8 FROM booking_events) AS bookings,
         (SELECT coalesce(max(id), 0)::float8 FROM listing_events) AS listings,
         (SELECT coalesce(max(id), 0)::float8 FROM audit_log) AS administrators,
         (SELECT coalesce(jsonb_object_agg(series || '/' || financial_year, last_number), '{}') FROM invoice_counters)
           AS documents,
         greatest((SELECT at FROM booking_events ORDER BY id DESC LIMIT 1),
                  (SELECT at FROM listing_events ORDER BY id DESC LIMIT 1),
                  (SELECT at FROM audit_log ORDER BY id DESC LIMIT 1)) AS known_until,
         (SELECT max(started_at) FROM recoveries) AS last_recovery,
         (SELECT r.at FROM (SELECT nullif(current_setting('sakhi.restored', true), '')::timestamptz AS at) r
           WHERE r.at > coalesce((SELECT max(started_at) FROM recoveries), '-infinity')) AS restored_at,
         (SELECT k.published_at FROM outside_records k JOIN installation i ON i.id = k.installation) AS published_at,
         (SELECT k.unverified_since FROM outside_records k) AS unverified_since`;

interface PositionRow {
  readonly installation: string;
  readonly recoveries: number;
  readonly at: Date;
  readonly bookings: number;
  readonly listings: number;
  readonly administrators: number;
  readonly documents: Readonly<Record<string, number>>;
  readonly known_until: Date | null;
  readonly last_recovery: Date | null;
  readonly restored_at: Date | null;
  readonly published_at: Date | null;
  readonly unverified_since: Date | null;
}

/** The database's own position. */
export interface Here {
  readonly position: DatabasePosition;
  /** Time of its newest entry. */
  readonly knownUntil: Date | null;
  readonly lastRecovery: Date | null;
  /**
   * When the whole server was restored from the continuous archive, which writes it into the server's settings
   * (deploy/archive/archive.sh); null once a recovery has started since.
   */
  readonly restoredAt: Date | null;
  /** When a part outside last had its position. */
  readonly publishedAt: Date | null;
  /** Since when sales are paused because nobody could compare it. */
  readonly unverifiedSince: Date | null;
}

/** Reads the database's position and its newest entry. */
export async function readHere(database: Database): Promise<Here> {
  const [row] = await database.query<PositionRow>(POSITION);
  if (row === undefined) throw new Error("the database has no position");
  const { installation, recoveries, bookings, listings, administrators, documents } = row;
  return {
    position: {
      installation,
      recoveries,
      at: row.at.toISOString(),
      events: { bookings, listings, administrators },
      documents,
    },
    knownUntil: row.known_until,
    lastRecovery: row.last_recovery,
    restoredAt: row.restored_at,
    publishedAt: row.published_at,
    unverifiedSince: row.unverified_since,
  };
}
