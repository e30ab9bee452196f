import type { BenchProduct } from "./bench-product.js";

/** Rows per transaction. */
const BATCH = 100_000;

/** The key of one of the current event's standard stalls, by the number n. */
const STALL =
  "(SELECT stall_key FROM stalls WHERE stall_id = 'B' || (1 + n % 50) AND event_id = (SELECT min(id) FROM events))";

/** Adds expired holds of earlier days, each of a different visitor, with their events. */
export async function addPastBookings(bench: BenchProduct, count: number): Promise<void> {
  await bench.query("SET statement_timeout = 0");
  for (let done = 0; done < count; done += BATCH) {
    const batch = Math.min(BATCH, count - done);
    await bench.query(
      `WITH past AS MATERIALIZED (
         SELECT gen_random_uuid() AS id, gen_random_uuid() AS visitor_id, ${STALL} AS stall_key,
                now() - interval '1 day' - ($2 + n) * interval '20 seconds' AS held_at
           FROM generate_series(1, $1::int) n),
       visited AS (INSERT INTO visitors (id, created_at, seen_at) SELECT visitor_id, held_at, held_at FROM past),
       booked AS (
         INSERT INTO bookings (id, stall_key, visitor_id, state, release_reason, price_paise, held_at, hold_expires_at, ended_at)
         SELECT id, stall_key, visitor_id, 'released', 'hold_expired', 2700000, held_at,
                held_at + interval '10 minutes', held_at + interval '10 minutes' FROM past)
       INSERT INTO booking_events (booking_id, stall_key, kind, actor, detail, at)
       SELECT id, stall_key, kind, actor, '{}', held_at
         FROM past, (VALUES ('reserved', 'visitor'), ('hold_released', 'system')) event (kind, actor)`,
      [batch, done],
    );
  }
  await bench.query("VACUUM (ANALYZE) visitors, bookings, booking_events");
  await bench.query("CHECKPOINT");
}

/** Adds expired registrations of the last weeks, by different people and at four prices. */
export async function addRegistrations(bench: BenchProduct, count: number): Promise<void> {
  await bench.query(
    `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, final_paise, order_id, full_name, email,
       phone, business_name, pincode, registered_at, held_at, ended_at)
     SELECT gen_random_uuid(), ${STALL}, 'released', 'hold_expired', 2700000, 2700000 - 270000 * (n % 4),
            'BENCH' || gen_random_uuid(), 'Asha ' || n, 'asha' || n || '@example.com', '9876543210', 'Weaves ' || n,
            '560001', now() - n * interval '3 minutes', now() - n * interval '3 minutes', now()
       FROM generate_series(1, $1::int) n`,
    [count],
  );
  await bench.query("VACUUM ANALYZE bookings");
}
