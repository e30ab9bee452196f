import type { Database } from "../database/database.js";

/**
 * Claims today's run of a nightly job, from `fromHour` on. An interrupted run can be claimed again after an hour.
 *
 * The day's row is needed anyway, since dashboard and figures read it. A job scheduler would keep the same fact in the
 * queue's store too, and a Redis that lost its data would end it until the next start (docs/decisions/0096).
 *
 * @param table with one row per day: day, started_at, finished_at
 * @param fromHour hour in India, 0 to 23
 * @returns true if the caller must run the job now
 */
export async function claimNight(
  database: Database,
  table: "retention_runs" | "verification_runs" | "payout_readings",
  fromHour: number,
): Promise<boolean> {
  const claimed = await database.query(
    `WITH india AS (SELECT clock_timestamp() AT TIME ZONE 'Asia/Kolkata' AS now)
     INSERT INTO ${table} (day)
     SELECT now::date FROM india WHERE extract(hour FROM now) >= $1
     ON CONFLICT (day) DO UPDATE SET started_at = clock_timestamp()
       WHERE ${table}.finished_at IS NULL AND ${table}.started_at < clock_timestamp() - interval '1 hour'
     RETURNING day`,
    [fromHour],
  );
  return claimed.length > 0;
}
