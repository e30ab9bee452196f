import { OPEN_WAITING_STATES, WAITING_BLOCK } from "@sakhi/domain/waiting/waiting.rules";
import { sqlList } from "../platform/database/sql-text.js";
import { ago, type DatabaseRule } from "./rule.js";

/** How long before an offer a confirmation's transaction may have started that the offer did not see, in seconds. */
const CONCURRENT_SECONDS = 2;

/** The waiting list (docs/decisions/0117). */
export const WAITING_RULES: readonly DatabaseRule[] = [
  {
    name: "offered-stall-is-kept",
    description:
      "A stall that is offered to somebody on the waiting list is blocked for her, and a stall that is blocked for the waiting list is offered to somebody.",
    resolution:
      "Not blocked: take the place off the list or offer her another stall. Blocked for nobody: unblock the stall in the floor plan; the list offers it to the next.",
    sql: () => `
      SELECT w.id::text AS id, 'its stall is not blocked for it' AS detail FROM waiting_places w
       WHERE w.state = 'offered'
         AND NOT EXISTS (SELECT FROM bookings b WHERE b.id = w.booking_id AND b.stall_key = w.stall_key AND b.state = 'blocked')
      UNION ALL
      SELECT b.id::text, 'it blocks a stall for the waiting list, and nobody is offered it' FROM bookings b
       WHERE b.state = 'blocked' AND b.block_reason = '${WAITING_BLOCK}'
         AND NOT EXISTS (SELECT FROM waiting_places w WHERE w.booking_id = b.id AND w.state = 'offered')`,
  },
  {
    name: "offers-in-order",
    description: "Nobody on the waiting list is offered a stall before somebody who has waited longer.",
    resolution: "Offer the one who was passed over the next stall by hand, and report the two places.",
    // Who confirmed or came back while the offer was made, or later, was not passed over by it.
    sql: () => `
      SELECT w.id::text AS id, format('%s was offered a stall before it', o.id) AS detail
        FROM waiting_places o
        JOIN waiting_places w ON w.event_id = o.event_id AND w.stall_type = o.stall_type AND w.state = 'waiting'
             AND (w.turn, w.number) < (o.turn, o.number)
       WHERE o.state = 'offered'
         AND greatest(w.confirmed_at, w.waiting_since) < o.offered_at - interval '${CONCURRENT_SECONDS} seconds'`,
  },
  {
    name: "offers-end-in-time",
    description: "No offer of the waiting list outlives its time, and no place outlives what it has come to.",
    resolution:
      "Is the orchestrator running? Its workflow of the queue ends offers; the sweep starts a missing one every minute.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT w.id::text AS id, format('its offer ended at %s', w.offer_until) AS detail FROM waiting_places w
       WHERE w.state = 'offered' AND w.offer_until < ${ago(graceSeconds)}
      UNION ALL
      SELECT w.id::text, format('its booking is %s', b.state) FROM waiting_places w JOIN bookings b ON b.id = w.booking_id
       WHERE w.state = 'taken' AND b.state IN ('sold', 'released') AND b.ended_at < ${ago(graceSeconds)}
      UNION ALL
      SELECT w.id::text, 'its event no longer sells stalls' FROM waiting_places w JOIN events e ON e.id = w.event_id
       WHERE w.state IN ${sqlList(OPEN_WAITING_STATES)} AND w.state <> 'taken' AND e.status IN ('archived', 'cancelled')
         AND e.updated_at < ${ago(graceSeconds)}`,
  },
];
