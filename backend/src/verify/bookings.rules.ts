import {
  BOOKING_LIFECYCLE,
  HOLD_STATES,
  isHold,
  LIVE_STATES,
  UNPAID_STATES,
} from "@sakhi/domain/bookings/booking.states";
import { APPLICATION_LIFECYCLE } from "@sakhi/domain/listings/listing.states";
import type { Lifecycle } from "@sakhi/domain/payments/lifecycle.states";
import { sqlList } from "../platform/database/sql-text.js";
import { ago, type DatabaseRule } from "./rule.js";

const LIVE = sqlList(LIVE_STATES);
const HOLD = sqlList(HOLD_STATES);

/** A lifecycle and the tables that record it. */
interface RecordedLifecycle {
  readonly lifecycle: Lifecycle;
  readonly events: string;
  /** Column of `events` that references the subject. */
  readonly subject: string;
  readonly subjects: string;
}

const BOOKINGS: RecordedLifecycle = {
  lifecycle: BOOKING_LIFECYCLE,
  events: "booking_events",
  subject: "booking_id",
  subjects: "bookings",
};
const APPLICATIONS: RecordedLifecycle = {
  lifecycle: APPLICATION_LIFECYCLE,
  events: "listing_events",
  subject: "application_id",
  subjects: "listing_applications",
};

/** Kinds of events that release a booking's stall. */
const RELEASES = Object.entries(BOOKING_LIFECYCLE.transitions)
  .filter(([, { to }]) => to === "released")
  .map(([kind]) => kind);
const MOVES = ["moved", "offer_accepted"];

/** SQL `CASE` from a kind of event to the resulting state. */
function stateAfter({ initial, transitions }: Lifecycle): string {
  const pairs = [
    ...Object.entries(initial),
    ...Object.entries(transitions).map(([kind, { to }]) => [kind, to] as const),
  ];
  return `CASE e.kind ${pairs.map(([kind, to]) => `WHEN '${kind}' THEN '${to}'`).join(" ")} END`;
}

/** Every allowed step as `before>kind`; the state before the first event is empty. */
function allowedSteps({ initial, transitions }: Lifecycle): string {
  return sqlList([
    ...Object.keys(initial).map((kind) => `>${kind}`),
    ...Object.entries(transitions).flatMap(([kind, { from }]) => from.map((state) => `${state}>${kind}`)),
  ]);
}

/** CTEs `steps` (every change of state) and `walked` (each with the preceding step). */
function walkCtes({ lifecycle, events, subject }: RecordedLifecycle): string {
  const kinds = sqlList([...Object.keys(lifecycle.initial), ...Object.keys(lifecycle.transitions)]);
  return `steps AS (
      SELECT e.id, e.${subject} AS subject, e.kind, ${stateAfter(lifecycle)} AS state,
             CASE WHEN e.kind = 'cancelled' THEN 'cancelled' ELSE e.detail->>'note' END AS note
        FROM ${events} e WHERE e.kind IN ${kinds}),
    walked AS (
      SELECT s.*, lag(state) OVER life AS before, lag(note) OVER life AS note_before,
             lead(id) OVER life IS NULL AS is_last
        FROM steps s WINDOW life AS (PARTITION BY subject ORDER BY id))`;
}

/**
 * Finds steps that are not allowed, last states that differ from the row's, changes in states that forbid them, and
 * subjects without events.
 */
function brokenSteps({ lifecycle, events, subject, subjects }: RecordedLifecycle): string {
  const changes = Object.entries(lifecycle.changes);
  // A lifecycle without such changes compares with nothing.
  const kinds = ["", ...changes.map(([kind]) => kind)];
  const changesInState = changes.flatMap(([kind, states]) => states.map((state) => `${state}>${kind}`));
  return `
    SELECT subject::text AS id, format('%s after %s (event %s)', kind, coalesce(before, 'nothing'), id) AS detail
      FROM walked WHERE coalesce(before, '') || '>' || kind NOT IN ${allowedSteps(lifecycle)}
    UNION ALL
    SELECT s.id::text, format('the events say %s, the row says %s', w.state, s.state)
      FROM walked w JOIN ${subjects} s ON s.id = w.subject WHERE w.is_last AND w.state <> s.state
    UNION ALL
    SELECT e.${subject}::text, format('%s while %s (event %s)', e.kind, step.state, e.id)
      FROM ${events} e
      LEFT JOIN LATERAL (SELECT s.state FROM walked s WHERE s.subject = e.${subject} AND s.id < e.id
                          ORDER BY s.id DESC LIMIT 1) step ON true
     WHERE e.kind IN ${sqlList(kinds)}
       AND coalesce(step.state, '') || '>' || e.kind NOT IN ${sqlList(["", ...changesInState])}
    UNION ALL
    SELECT s.id::text, 'it has no events' FROM ${subjects} s
     WHERE NOT EXISTS (SELECT FROM ${events} e WHERE e.${subject} = s.id)`;
}

/** Bookings, stalls and holds; applications and their listings. */
export const BOOKING_RULES: readonly DatabaseRule[] = [
  {
    name: "stall-live-once",
    description: "A stall has at most one live booking.",
    resolution:
      "Does the unique index bookings_one_live_per_stall exist? Move or cancel one of the two bookings, then recreate the index.",
    sql: () => `
      SELECT id::text, format('stall %s has %s live bookings', stall_id, count) AS detail
        FROM (SELECT id, stall_id, count(*) OVER (PARTITION BY stall_key) AS count
                FROM bookings JOIN stalls USING (stall_key) WHERE state IN ${LIVE}) live
       WHERE count > 1`,
  },
  {
    name: "stall-live-once-in-history",
    description: "By the event log, two bookings never occupied the same stall at the same time.",
    resolution:
      "Two visitors may have been promised the same stall: compare the events of its bookings, and offer one of them another stall or a refund.",
    // By the order of events, not by their times: each is written under the lock of its stall.
    sql: () => `
      WITH steps AS (
        SELECT id, booking_id, stall_key, kind NOT IN ${sqlList(RELEASES)} AS live
          FROM booking_events
         WHERE kind IN ${sqlList([...Object.keys(BOOKING_LIFECYCLE.initial), ...RELEASES, "sold_late", "moved"])}),
      periods AS (
        SELECT booking_id, stall_key, live, id AS begins,
               lead(id, 1, 9223372036854775807) OVER (PARTITION BY booking_id ORDER BY id) AS ends
          FROM steps),
      occupied AS (
        SELECT booking_id, stall_key, begins,
               max(ends) OVER (PARTITION BY stall_key ORDER BY begins
                               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken_until
          FROM periods WHERE live)
      SELECT booking_id::text AS id, format('stall %s was taken already (event %s)', stall_id, begins) AS detail
        FROM occupied JOIN stalls USING (stall_key) WHERE taken_until > begins`,
  },
  {
    name: "stall-is-on-the-plan",
    description: "A stall that is being paid, sold or blocked is on its event's plan.",
    resolution: "Add the stall again in the plan's designer and move the booking there, or cancel the booking.",
    sql: () => `
      SELECT id::text, format('stall %s was removed from the plan', stall_id) AS detail
        FROM bookings JOIN stalls USING (stall_key)
       WHERE removed_at IS NOT NULL AND state IN ${sqlList(LIVE_STATES.filter((state) => !isHold(state)))}`,
  },
  {
    name: "visitor-holds-one-stall",
    description: "A visitor has at most one hold of an event; the further stalls of its order belong to it.",
    resolution:
      "Does the unique index bookings_one_first_hold_per_visitor exist? Release the older hold on the dashboard.",
    sql: () => `
      SELECT id::text, format('its visitor has %s holds', count) AS detail
        FROM (SELECT id, count(*) OVER (PARTITION BY visitor_id, event_id) AS count
                FROM bookings JOIN stalls USING (stall_key)
               WHERE state IN ${HOLD} AND visitor_id IS NOT NULL AND first_booking_id IS NULL) holds
       WHERE count > 1`,
  },
  {
    name: "several-stalls-together",
    description:
      "The stalls of one order are held, registered, being paid and sold together, and end together; once sold, one can be missing only because it was cancelled.",
    resolution:
      "Half of an order was sold: settle it again, or cancel what was sold with its refund. Half of one was held: release it on the dashboard.",
    sql: () => `
      SELECT b.id::text, format('%s of order %s, its first stall is %s of order %s', b.state, coalesce(b.order_id, 'none'),
               f.state, coalesce(f.order_id, 'none')) AS detail
        FROM bookings b JOIN bookings f ON f.id = b.first_booking_id
       WHERE (b.state IN ${sqlList(UNPAID_STATES)} AND (b.state = 'paying' OR b.hold_expires_at > clock_timestamp())
              AND (f.state <> b.state OR f.order_id IS DISTINCT FROM b.order_id OR f.hold_expires_at <> b.hold_expires_at
                   OR f.visitor_id IS DISTINCT FROM b.visitor_id))
          OR f.first_booking_id IS NOT NULL OR event_of_stall(f.stall_key) <> event_of_stall(b.stall_key)
          OR (b.order_id = f.order_id AND (b.state = 'sold' OR b.release_reason IS NOT DISTINCT FROM 'cancelled')
              <> (f.state = 'sold' OR f.release_reason IS NOT DISTINCT FROM 'cancelled'))`,
  },
  {
    name: "order-as-its-stalls",
    description: "What an order asks for is the sum of its stalls, and a refund of a stall is of that stall's order.",
    resolution: "A row was changed by hand: correct it from the registration's events, which have each stall's price.",
    sql: () => `
      SELECT o.order_id AS id, format('%s, its stalls cost %s', o.amount_paise, s.paise) AS detail
        FROM orders o, LATERAL (SELECT sum(b.final_paise) AS paise FROM bookings b WHERE b.order_id = o.order_id) s
       WHERE o.subject_type = 'booking' AND o.move_id IS NULL AND o.state IN ('unsent', 'open', 'closing', 'paid')
         AND s.paise <> o.amount_paise
      UNION ALL
      SELECT r.refund_id, format('of order %s, its stall is of %s', r.order_id, coalesce(b.order_id, 'none'))
        FROM refunds r JOIN bookings b ON b.id = r.booking_id WHERE b.order_id IS DISTINCT FROM r.order_id`,
  },
  {
    name: "booking-keeps-its-event",
    description: "A booking never leaves its event: all stalls of its history and its offers are of one event.",
    resolution: "A row was changed by hand: move the booking back to a stall of its event.",
    sql: () => `
      SELECT b.id::text, format('on %s of event %s, before on %s of event %s', s.stall_id, s.event_id, was.stall_id, was.event_id)
             AS detail
        FROM booking_events e JOIN stalls was ON was.stall_key = e.stall_key
        JOIN bookings b ON b.id = e.booking_id JOIN stalls s ON s.stall_key = b.stall_key
       WHERE was.event_id <> s.event_id
      UNION ALL
      SELECT b.id::text, format('offer %s is of another event', f.id)
        FROM stall_offers f JOIN bookings b ON b.id = f.booking_id JOIN stalls s ON s.stall_key = b.stall_key
        JOIN stalls o ON o.stall_key IN (f.lost_stall_key, f.chosen_stall_key)
       WHERE o.event_id <> s.event_id`,
  },
  {
    name: "cancelled-event-has-ended",
    description:
      "A cancelled event has its cancellation, no event that is not cancelled has one, and none has a live booking once it is complete; blocks stay.",
    resolution:
      "Nothing can be sold in a cancelled event: cancel the booking with its refund, or release the hold. Restart the workflow of a cancellation that is not complete.",
    sql: () => `
      SELECT e.slug AS id, format('%s, cancellation started: %s', e.status, c.started_at) AS detail
        FROM events e LEFT JOIN event_cancellations c ON c.event_id = e.id
       WHERE (e.status = 'cancelled') <> (c.event_id IS NOT NULL)
      UNION ALL
      SELECT b.id::text, format('%s in %s, which is cancelled', b.state, e.slug)
        FROM event_cancellations c JOIN events e ON e.id = c.event_id JOIN stalls s ON s.event_id = e.id
        JOIN bookings b USING (stall_key)
       WHERE c.completed_at IS NOT NULL AND b.state IN ${sqlList([...UNPAID_STATES, "sold"])}`,
  },
  {
    name: "booking-history",
    description: "Every booking's events are allowed transitions, and lead to its current state.",
    resolution:
      "A row was changed without its event, or the other way round: read the booking's history and the audit log, and correct the row.",
    sql: () => `
      WITH ${walkCtes(BOOKINGS)}
      ${brokenSteps(BOOKINGS)}
      UNION ALL
      SELECT b.id::text, format('the events say released: %s, the row says %s', w.note, b.release_reason)
        FROM walked w JOIN bookings b ON b.id = w.subject
       WHERE w.is_last AND w.state = 'released' AND b.state = 'released' AND w.note IS DISTINCT FROM b.release_reason
      UNION ALL
      SELECT subject::text, 'sold after it was cancelled' FROM walked
       WHERE kind = 'sold_late' AND note_before = 'cancelled'
      UNION ALL
      SELECT b.id::text, format('its last move was to %s, it stands on %s', m.to, s.stall_id)
        FROM (SELECT DISTINCT ON (booking_id) booking_id, detail->>'to' AS to
                FROM booking_events WHERE kind IN ${sqlList(MOVES)} ORDER BY booking_id, id DESC) m
        JOIN bookings b ON b.id = m.booking_id JOIN stalls s ON s.stall_key = b.stall_key WHERE s.stall_id <> m.to`,
  },
  {
    name: "hold-ends-in-time",
    description: "No hold outlives its deadline, and no payment its window, by more than the grace period.",
    resolution:
      "Are jobs and the orchestrator running? The sweep releases overdue holds every minute; the log of jobs shows why it does not.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT id::text, format('%s until %s', state, hold_expires_at) AS detail FROM bookings
       WHERE state IN ${HOLD} AND hold_expires_at < ${ago(graceSeconds)}
      UNION ALL
      SELECT b.id::text, format('paying until %s', b.pay_until) FROM bookings b
       WHERE b.state = 'paying' AND b.pay_until < ${ago(graceSeconds + 3600)}
         AND NOT EXISTS (SELECT FROM issues i WHERE i.booking_id = b.id AND i.resolved_at IS NULL)`,
  },
  {
    name: "hold-is-ten-minutes",
    description: "A hold ends HOLD_SECONDS after its reservation, plus any extension by an operator.",
    resolution:
      "Was HOLD_SECONDS changed in the last minutes? Otherwise a deadline was changed by hand: release the hold.",
    sql: ({ holdSeconds }) => `
      SELECT id::text, format('held for %s', hold_expires_at - held_at) AS detail FROM bookings
       WHERE state IN ${HOLD}
         AND hold_expires_at > held_at + (${Math.round(holdSeconds)} + hold_extended_seconds + 1) * interval '1 second'`,
  },
  {
    name: "price-agrees",
    description: "A booking's final price is its price less its discount.",
    resolution: "The row was changed by hand: correct it from the registration's event, which has the price.",
    sql: () => `
      SELECT id::text, format('%s is not %s less %s', final_paise, price_paise, discount_paise) AS detail
        FROM bookings WHERE final_paise <> price_paise - discount_paise`,
  },
  {
    name: "price-of-hold",
    description: "A booking costs what its stall cost when it was reserved, whatever its type's dates say since.",
    resolution: "The row was changed by hand: correct it from the reservation's event, which has the price.",
    sql: () => `
      SELECT b.id::text, format('%s is not the %s of its reservation', b.price_paise, e.detail->>'pricePaise') AS detail
        FROM bookings b JOIN booking_events e ON e.booking_id = b.id AND e.kind = 'reserved'
       WHERE e.detail ? 'pricePaise' AND (e.detail->>'pricePaise')::bigint <> b.price_paise
         -- What a restore found only at the provider counts more.
         AND NOT EXISTS (SELECT FROM booking_events r WHERE r.booking_id = b.id AND r.detail ? 'restored')`,
  },
  {
    name: "free-listing-with-sale",
    description: "A free listing is offered with every sold stall, and with no other.",
    resolution:
      "Correct listing_offer: `not_offered` unless the booking is sold, `offered` for a sale without a claimed listing.",
    sql: () => `
      SELECT id::text, format('%s, and its free listing is %s', state, listing_offer) AS detail
        FROM bookings WHERE (state = 'sold') <> (listing_offer <> 'not_offered')`,
  },
  {
    name: "application-history",
    description: "Every application's events are allowed transitions, and lead to its current state.",
    resolution:
      "A row was changed without its event, or the other way round: read the application's history and correct the row.",
    sql: () => `WITH ${walkCtes(APPLICATIONS)} ${brokenSteps(APPLICATIONS)}`,
  },
  {
    name: "listing-as-application",
    description:
      "The listing of a live application is on the site until the application's end, unless an operator hid it; that of a rejected or withdrawn one is not.",
    resolution: "Approve, renew or withdraw the application again on the dashboard, which rewrites its listing.",
    sql: () => `
      SELECT a.id::text, format('%s until %s, and its listing is %s until %s',
                                a.state, a.live_until, coalesce(l.status, 'missing'), l.expires_at) AS detail
        FROM listing_applications a LEFT JOIN listings l ON l.id = a.listing_id
       WHERE (a.state = 'live'
               AND (coalesce(l.status, '') NOT IN ('live', 'hidden') OR l.expires_at IS DISTINCT FROM a.live_until))
          OR (a.state IN ('rejected', 'withdrawn') AND l.status IN ('live', 'hidden'))`,
  },
  {
    name: "listing-hidden-by-owner",
    description: "A product that its owner hides is not on the site.",
    resolution: "The trigger listings_hidden was off: update the row, which decides its status again.",
    sql: () => `
      SELECT id::text, 'its owner hides it, and it is live' AS detail
        FROM listings WHERE owner_state = 'hidden' AND status = 'live'`,
  },
];
