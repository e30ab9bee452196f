import { inLiveState, livePurchase } from "../stalls/live-bookings.sql.js";

/**
 * Columns of SiteHolds (domain: live-holds.rules.ts) of one event, over its live bookings `b`.
 *
 * @param eventId SQL
 * @param counts which unpaid bookings count; all by default
 */
export function siteHolds(eventId: string, counts = "true"): string {
  const held = `${livePurchase()} AND ${counts}`;
  return `(SELECT count(*) FROM stalls WHERE event_id = ${eventId} AND removed_at IS NULL)::int
           - count(*) FILTER (WHERE b.state IN ('sold', 'blocked'))::int AS unsold,
         count(*) FILTER (WHERE ${held})::int AS held,
         count(DISTINCT b.networks[1]) FILTER (WHERE ${held})::int AS addresses,
         count(*) FILTER (WHERE b.state = 'sold' AND b.ended_at > clock_timestamp() - interval '1 hour')::int AS "soldLastHour"`;
}

/** Every event's stalls that are neither sold nor blocked, those of them held unpaid, and the sales of ten minutes. */
export const HELD_BY_EVENT = `
  SELECT s.event_id,
         count(*) FILTER (WHERE s.removed_at IS NULL AND (b.id IS NULL OR b.state NOT IN ('sold', 'blocked')))::int AS unsold,
         count(*) FILTER (WHERE ${livePurchase()})::int AS held,
         count(*) FILTER (WHERE b.state = 'sold' AND b.ended_at > clock_timestamp() - interval '10 minutes')::int AS sold_lately
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${inLiveState("b")}
   GROUP BY s.event_id`;

/** Share of the free stalls that are held unpaid, 0 to 1, of the event where it is highest. */
export const HELD_SHARE = `SELECT coalesce(max(h.held::float8 / h.unsold), 0) FROM (${HELD_BY_EVENT}) h WHERE h.unsold > 0`;
