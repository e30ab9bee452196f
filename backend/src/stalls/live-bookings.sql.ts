import { HOLD_STATES, isHold, LIVE_STATES } from "@sakhi/domain/bookings/booking.states";
import { notifyAfterCommit, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";

/** Notified on each visible change of a stall: by {@link notifyPlanChanged}, or by triggers if another program writes. */
export const LAYOUT_CHANNEL = "layout";

/**
 * Notifies the floor plan's listeners once `tx` has committed. Every write of ours that changes a stall on the plan calls
 * it: the triggers do not notify on our connections (docs/decisions/0036).
 *
 * @param eventId whose plan changed; without it, every event's is reread
 */
export function notifyPlanChanged(tx: Tx, eventId?: number): void {
  notifyAfterCommit(tx, { channel: LAYOUT_CHANNEL, payload: eventId === undefined ? "" : String(eventId) });
}

/** SQL conditions on bookings; `b` is the name or alias of the bookings table. */

const HOLDS = sqlList(HOLD_STATES);
/** Live states without a deadline. */
const WITHOUT_DEADLINE = sqlList(LIVE_STATES.filter((state) => !isHold(state)));

/** Occupies its stall, including expired holds; the condition of the index `bookings_one_live_per_stall`. */
export const inLiveState = (b = "bookings"): string => `${b}.state IN ${sqlList(LIVE_STATES)}`;

/** Before the hold's deadline, by the database's clock. */
export const beforeDeadline = (b = "bookings"): string => `${b}.hold_expires_at > clock_timestamp()`;

/** Past the hold's deadline, by the database's clock. */
export const pastDeadline = (b = "bookings"): string => `${b}.hold_expires_at <= clock_timestamp()`;

/** A held or registered booking before its deadline. */
export const liveHold = (b = "b"): string => `(${b}.state IN ${HOLDS} AND ${beforeDeadline(b)})`;

/** A held or registered booking past its deadline; it counts as released. */
export const expiredHold = (b = "b"): string => `(${b}.state IN ${HOLDS} AND ${pastDeadline(b)})`;

/** A live hold, or a payment in progress. */
export const livePurchase = (b = "b"): string => `(${b}.state = 'paying' OR ${liveHold(b)})`;

/** A booking that occupies its stall; an expired hold does not. */
export const liveBooking = (b = "b"): string => `(${b}.state IN ${WITHOUT_DEADLINE} OR ${liveHold(b)})`;
