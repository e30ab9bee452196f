import type { Database } from "../platform/database/database.js";
import { seedOnce } from "../platform/database/preparation.js";
import { FLOOR_PLAN } from "./floor-plan.js";

/**
 * Seeds the 70 stalls once. A price or place that was changed since is never overwritten.
 *
 * @returns whether they were seeded now
 */
export function seedStalls(database: Database): Promise<boolean> {
  return seedOnce(database, "stalls", { demonstration: false }, async (tx) => {
    await tx.query(
      `INSERT INTO stalls (stall_id, type, price_paise, x, y)
       SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::int[])
       ON CONFLICT (stall_id) DO NOTHING`,
      [
        FLOOR_PLAN.map((stall) => stall.stallId),
        FLOOR_PLAN.map((stall) => stall.type),
        FLOOR_PLAN.map((stall) => stall.pricePaise),
        FLOOR_PLAN.map((stall) => stall.x),
        FLOOR_PLAN.map((stall) => stall.y),
      ],
    );
  });
}
