import { SALE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import { sqlList } from "../platform/database/sql-text.js";
import type { DatabaseRule } from "./rule.js";

/** How long before a tick is received a cancellation's transaction may have started that commits after it, in seconds. */
const CONCURRENT_SECONDS = 60;

/** Arrivals at the gate. */
export const GATE_RULES: readonly DatabaseRule[] = [
  {
    name: "arrivals-of-sold-stalls",
    description: "Everyone who came in at the gate had a stall of that event then, on a day of its gate.",
    resolution:
      "Find out at the gate who was let in. Undo the tick on the gate's page, and report how it was recorded: the server refuses ticks of cancelled bookings.",
    sql: () => `
      SELECT t.id::text, format('booking %s was not sold when it was received', t.booking_id) AS detail
        FROM gate_ticks t
       WHERE NOT EXISTS (SELECT FROM booking_events e WHERE e.booking_id = t.booking_id AND e.at <= t.received_at
                            AND e.kind IN ${sqlList(SALE_EVENTS)})
          OR EXISTS (SELECT FROM booking_events e WHERE e.booking_id = t.booking_id AND e.kind = 'cancelled'
                        AND e.at <= t.received_at - interval '${CONCURRENT_SECONDS} seconds')
      UNION ALL
      SELECT t.id::text, format('ticked at %s, which is not on %s', t.at, t.day)
        FROM gate_ticks t
       WHERE (t.at AT TIME ZONE 'Asia/Kolkata')::date NOT BETWEEN t.day AND t.day + 1`,
  },
];
