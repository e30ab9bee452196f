import { OFF_SALE_STATES } from "@sakhi/domain/bookings/booking.states";
import { sqlList } from "../platform/database/sql-text.js";
import { inLiveState, livePurchase } from "../stalls/live-bookings.sql.js";

/**
 * Columns of SiteHolds (domain: live-holds.rules.ts) of one event, over its live bookings `b`.
 *
 * @param eventId SQL
 * @param counts which unpaid bookings count
 * @param hoarding SQL: unpaid holds from which an address is not small
 */
export function siteHolds(eventId: string, counts: string, hoarding: string): string {
  return `${eventHolds(eventId, counts)},
         (SELECT json_build_object('held', coalesce(sum(a.holds), 0), 'addresses', count(*))
            FROM (SELECT count(*) AS holds FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
                   WHERE s.event_id = ${eventId} AND ${livePurchase()} AND ${counts} AND b.networks <> '{}'
                   GROUP BY b.networks[1]) a
           WHERE a.holds < ${hoarding}) AS small`;
}

/** The columns of {@link siteHolds} without what small addresses hold. */
export function eventHolds(eventId: string, counts = "true"): string {
  return `(SELECT count(*) FROM stalls WHERE event_id = ${eventId} AND removed_at IS NULL)::int
           - count(*) FILTER (WHERE b.state IN ${sqlList(OFF_SALE_STATES)})::int AS unsold,
         count(*) FILTER (WHERE ${livePurchase()} AND ${counts})::int AS held,
         count(*) FILTER (WHERE b.state = 'sold' AND b.ended_at > clock_timestamp() - interval '1 hour')::int AS "soldLastHour"`;
}

/** A sale of the last ten minutes: as long as a hold lasts, so that holds are compared with what became of the former ones. */
export const SOLD_LATELY = "b.state = 'sold' AND b.ended_at > clock_timestamp() - interval '10 minutes'";

/** Every event's stalls that are neither sold nor blocked, those of them held unpaid, and the sales of ten minutes. */
export const HELD_BY_EVENT = `
  SELECT s.event_id,
         count(*) FILTER (WHERE s.removed_at IS NULL AND (b.id IS NULL OR b.state NOT IN ${sqlList(OFF_SALE_STATES)}))::int AS unsold,
         count(*) FILTER (WHERE ${livePurchase()})::int AS held,
         count(*) FILTER (WHERE ${SOLD_LATELY})::int AS sold_lately
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${inLiveState("b")}
   GROUP BY s.event_id`;

/** Share of the free stalls that are held unpaid, 0 to 1, of the event where it is highest. */
export const HELD_SHARE = `SELECT coalesce(max(h.held::float8 / h.unsold), 0) FROM (${HELD_BY_EVENT}) h WHERE h.unsold > 0`;
