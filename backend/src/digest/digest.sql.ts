import type { DigestKind } from "@sakhi/domain/digest/digest.kinds";
import { NET_PAISE, PAYMENT_STATUS } from "../admin/registrations.sql.js";
import { LACKING_PAPERS } from "../papers/lacking.sql.js";
import { eventOfBooking, eventOfOrder, slugOfIssue } from "../platform/database/event-of.sql.js";

/** A figure as read; its event is null for what belongs to none. */
export interface FigureRow {
  readonly kind: DigestKind;
  readonly eventId: number | null;
  readonly happened: number;
  readonly now: number | null;
  readonly paise: number | null;
  readonly at: Date | null;
}

/** Whether a moment is in the digest's time. */
const inTime = (column: string): string =>
  `(${column} > (SELECT since FROM asked) AND ${column} <= (SELECT until FROM asked))`;
/** Whether the person sees an event; what belongs to none takes all of them. */
const seen = (event: string): string =>
  `((SELECT seen FROM asked) IS NULL OR ${event} = ANY ((SELECT seen FROM asked)::int[]))`;

/** Columns of a figure. `happened` and `now` are counts of the rows that a condition holds for. */
function figure({
  event = "NULL::int",
  happened = "false",
  now,
  paise = "NULL::float8",
  at = "NULL::timestamptz",
}: {
  readonly event?: string;
  readonly happened?: string;
  readonly now?: string;
  readonly paise?: string;
  readonly at?: string;
}): string {
  const counted = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::int`;
  return `${event} AS event_id, ${counted(happened)} AS happened, ${now === undefined ? "NULL::int" : counted(now)} AS now,
         ${paise} AS paise, ${at} AS at`;
}

const SOLD_AT = "coalesce(b.ended_at, b.registered_at, b.held_at)";
const BOOKINGS = "bookings b JOIN stalls s ON s.stall_key = b.stall_key";
const idOf = (slug: string): string => `(SELECT x.id FROM events x WHERE x.slug = ${slug})`;
/** Kinds of issues that the digest says under another name. */
const SAID_ELSEWHERE = "('booking_request', 'payment_disputed')";

/**
 * Where the figures of each kind come from: SQL of {@link FigureRow} without its kind, for the time and the events that were
 * asked for; null for what the events' facts say (DigestReadingService).
 */
export const DIGEST_READINGS: Readonly<Record<DigestKind, string | null>> = {
  issues: `
    SELECT ${figure({ event: "i.event_id", happened: inTime("i.raised_at"), now: "true" })}
      FROM (SELECT n.raised_at, ${idOf(slugOfIssue("n"))} AS event_id FROM issues n
             WHERE n.resolved_at IS NULL AND n.kind NOT IN ${SAID_ELSEWHERE}) i
     WHERE ${seen("i.event_id")} GROUP BY i.event_id`,
  disputes: `
    SELECT ${figure({
      ...{ event: "d.event_id", happened: inTime("d.created_at"), now: "d.outcome = 'open'" },
      at: "min(d.respond_by) FILTER (WHERE d.outcome = 'open')",
    })}
      FROM (SELECT n.*, ${eventOfOrder("n.order_id")} AS event_id FROM disputes n
             WHERE n.outcome = 'open' OR ${inTime("n.created_at")}) d
     WHERE ${seen("d.event_id")} GROUP BY d.event_id`,
  sales_ending: null,
  sales: `
    SELECT ${figure({
      ...{ event: "s.event_id", happened: inTime(SOLD_AT), now: "true" },
      paise: `coalesce(sum(CASE WHEN ${inTime(SOLD_AT)} THEN ${NET_PAISE} END), 0)::float8`,
    })}
      FROM ${BOOKINGS} WHERE b.state = 'sold' AND ${PAYMENT_STATUS} = 'payment_successful' AND ${seen("s.event_id")}
     GROUP BY s.event_id`,
  cancellations: `
    SELECT ${figure({ event: "s.event_id", happened: "true" })}
      FROM ${BOOKINGS} WHERE b.release_reason = 'cancelled' AND ${inTime("b.ended_at")} AND ${seen("s.event_id")}
     GROUP BY s.event_id`,
  papers: `
    SELECT p.event_id, 0 AS happened, p.stalls AS now, NULL::float8 AS paise, NULL::timestamptz AS at
      FROM (SELECT l.stalls, ${idOf("l.event")} AS event_id FROM (${LACKING_PAPERS}) l) p WHERE ${seen("p.event_id")}`,
  waiting: `
    SELECT ${figure({ event: "w.event_id", happened: inTime("w.joined_at"), now: "true" })}
      FROM waiting_places w WHERE w.ended_at IS NULL AND ${seen("w.event_id")} GROUP BY w.event_id`,
  requests: `
    SELECT ${figure({ event: "r.event_id", happened: inTime("r.requested_at"), now: "true" })}
      FROM (SELECT n.requested_at, ${eventOfBooking("n.booking_id")} AS event_id
              FROM booking_requests n WHERE n.state = 'open') r
     WHERE ${seen("r.event_id")} GROUP BY r.event_id`,
  applications: `
    SELECT ${figure({ happened: inTime("a.review_since"), now: "true" })}
      FROM listing_applications a WHERE a.state = 'under_review'`,
  page_changes: `
    SELECT ${figure({ happened: inTime("c.sent_at"), now: "true" })} FROM brand_changes c WHERE c.state = 'sent'`,
  enquiries: `
    SELECT ${figure({ happened: inTime("q.created_at"), now: "q.state = 'quarantined'" })}
      FROM enquiries q WHERE q.stopped_at IS NULL AND (q.state = 'quarantined' OR ${inTime("q.created_at")})`,
  whatsapp: `
    SELECT ${figure({ happened: "true", paise: "round(coalesce(sum(w.cost_hundredths), 0) / 100.0)::float8" })}
      FROM whatsapp_messages w WHERE ${inTime("w.sent_at")}`,
};

/**
 * One statement for the figures of these kinds, with the parameters `from`, `until` and `events` (null for all). Undefined if SQL
 * has none of them.
 */
export function figuresStatement(kinds: readonly DigestKind[]): string | undefined {
  const parts = kinds.flatMap((kind) => {
    const reading = DIGEST_READINGS[kind];
    return reading === null ? [] : [`SELECT '${kind}' AS kind, of.* FROM (${reading}) AS of`];
  });
  if (parts.length === 0) return undefined;
  return `
    WITH asked AS (SELECT :from::timestamptz AS since, :until::timestamptz AS until, :events::int[] AS seen)
    SELECT f.kind, f.event_id AS "eventId", f.happened, f.now, f.paise, f.at FROM (${parts.join(" UNION ALL ")}) f`;
}

/** Important issues that a person was not alerted to, oldest first. */
export const ALERTING_ISSUES = `
  SELECT i.id, i.kind, i.event_id AS "eventId"
    FROM (SELECT n.*, ${idOf(slugOfIssue("n"))} AS event_id FROM issues n
           WHERE n.resolved_at IS NULL AND n.raised_at > :since AND n.kind = ANY (:kinds::text[])) i
   WHERE (:events::int[] IS NULL OR i.event_id = ANY (:events::int[]))
     AND NOT EXISTS (SELECT FROM administrator_alerts a
                      WHERE a.administrator_id = :administratorId AND a.subject = 'issue/' || i.id)
   ORDER BY i.raised_at, i.id`;
