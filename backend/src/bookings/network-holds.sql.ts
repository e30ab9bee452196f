import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import type { ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { type SiteHolds, UNSOLD_SECONDS } from "@sakhi/domain/bookings/live-holds.rules";
import { sqlList } from "../platform/database/sql-text.js";
import type { Statement } from "../platform/database/statements.js";
import { expiredHold, inLiveState, liveHold, livePurchase } from "../stalls/live-bookings.sql.js";
import { siteHolds } from "./site-holds.sql.js";

/** Live or recently ended purchases from one of the counted networks or by the visitor, that are alike in all this. */
export interface CountedHolds {
  readonly networks: readonly string[];
  readonly own: boolean;
  /** Of the event that the request is about. */
  readonly ofEvent: boolean;
  /** Of the stall that the request is about. */
  readonly ofStall: boolean;
  /** Undefined if they have ended. */
  readonly live: "held" | "paying" | null;
  readonly reason: ReleaseReason;
  readonly holds: number;
  /** Sum of the times that they were held, each at most the duration of a hold. */
  readonly heldSeconds: number;
  /** The longest of these times. */
  readonly longestSeconds: number;
  /** Since the last one ended, and since the first one was made. */
  readonly secondsAgo: number;
  readonly firstSecondsAgo: number;
}

/** Everything that decides about a network's next hold. */
export interface NetworkState {
  readonly counted: readonly CountedHolds[];
  readonly site: SiteHolds;
  /** An issue about the whole event's unpaid holds is open. */
  readonly crowdReported: boolean;
  readonly blocked: boolean;
}

/** A row of {@link STATE}. */
export type NetworkRow = SiteHolds & Pick<NetworkState, "blocked" | "counted" | "crowdReported">;

/**
 * Live purchases, and those that ended in the last hour, of networks $1 or visitor $2, with those of event $3 and stall $4
 * marked. Expired holds have ended. Alike ones are one row: however often an address has reserved, there are few.
 */
const COUNTED = `
  SELECT b.networks, b.visitor_id IS NOT DISTINCT FROM $2::uuid AS own, s.event_id IS NOT DISTINCT FROM $3::integer AS "ofEvent",
         s.event_id IS NOT DISTINCT FROM $3::integer AND s.stall_id IS NOT DISTINCT FROM $4::text AS "ofStall",
         l.live, l.reason, count(*)::int AS holds,
         sum(greatest(0, least(extract(epoch FROM l.ended - b.held_at), $5::float8)))::float8 AS "heldSeconds",
         max(greatest(0, least(extract(epoch FROM l.ended - b.held_at), $5::float8)))::float8 AS "longestSeconds",
         extract(epoch FROM clock_timestamp() - max(l.ended))::float8 AS "secondsAgo",
         extract(epoch FROM clock_timestamp() - min(b.held_at))::float8 AS "firstSecondsAgo"
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key,
         LATERAL (SELECT CASE WHEN ${expiredHold()} OR b.release_reason = 'hold_expired' THEN b.hold_expires_at
                              ELSE b.ended_at END AS ended,
                         CASE WHEN b.state = 'paying' THEN 'paying' WHEN ${liveHold()} THEN 'held' END AS live,
                         coalesce(b.release_reason, 'hold_expired') AS reason) l
   WHERE (b.networks && $1::text[] OR b.visitor_id = $2::uuid)
     AND b.state IN ${sqlList([...UNPAID_STATES, "released"])}
     AND (${livePurchase()} OR l.ended > clock_timestamp() - make_interval(secs => ${UNSOLD_SECONDS}))
   GROUP BY 1, 2, 3, 4, 5, 6`;

/** Visitors of network $1 as keys of blocks; it is known until a day after a booking's end. */
const VISITORS_OF_NETWORK = `SELECT 'visitor.' || b.visitor_id FROM bookings b WHERE b.networks && ARRAY[$1::text] AND b.visitor_id IS NOT NULL`;

/** The blocks in force of a network and of browsers that were blocked because of it; $1 is the network. */
export const BLOCKS_OF_NETWORK = `(network = $1 OR network IN (${VISITORS_OF_NETWORK})) AND expires_at > clock_timestamp()`;

/** Whether one of the networks $1, or the browser of visitor $2, is blocked. */
export const BLOCKED = `EXISTS (SELECT FROM network_blocks WHERE network = ANY ($1::text[] || ('visitor.' || $2::uuid)) AND expires_at > clock_timestamp())`;

/** In one round trip: {@link COUNTED}, and the unpaid holds of all of event $3 without the own ones, which a new hold replaces unless it is added to them ($7). */
export const STATE: Statement = {
  name: "holds_of_networks",
  text: `
  SELECT ${siteHolds("$3::integer", "($7::boolean OR NOT (b.state <> 'paying' AND b.visitor_id IS NOT DISTINCT FROM $2::uuid))", "$6::integer")},
         EXISTS (SELECT FROM issues i JOIN events n ON n.slug = i.subject
                  WHERE i.kind = 'stalls_held_unpaid' AND n.id = $3::integer AND i.resolved_at IS NULL) AS "crowdReported",
         ${BLOCKED} AS blocked,
         (SELECT coalesce(json_agg(c), '[]') FROM (${COUNTED}) c) AS counted
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE s.event_id = $3 AND ${inLiveState("b")}`,
};
