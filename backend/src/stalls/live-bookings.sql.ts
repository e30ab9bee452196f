import { HOLD_STATES, LIVE_STATES, type BookingState } from "@sakhi/domain/bookings/booking.states";
import { sqlList } from "../platform/database/sql-list.js";

/** What a change of a stall or of its live booking notifies: by triggers (backend/assets/schema.sql), or by who changed it. */
export const LAYOUT_CHANNEL = "layout";

/** Conditions on bookings, each stated once: `b` is the bookings table's alias in the statement, or its name. */

const isHold = (state: BookingState): boolean => HOLD_STATES.some((hold) => hold === state);
const HOLDS = sqlList(HOLD_STATES);
/** Live whatever the time is. */
const OTHERS = sqlList(LIVE_STATES.filter((state) => !isHold(state)));

/** In a state that keeps its stall, an expired hold included: the condition of the index `bookings_one_live_per_stall`. */
export const inLiveState = (b = "bookings"): string => `${b}.state IN ${sqlList(LIVE_STATES)}`;

/** The hold's deadline has not passed, by the database's clock. */
export const beforeDeadline = (b = "bookings"): string => `${b}.hold_expires_at > clock_timestamp()`;

/** The hold's deadline has passed, by the database's clock. */
export const pastDeadline = (b = "bookings"): string => `${b}.hold_expires_at <= clock_timestamp()`;

/** A held or registered booking whose deadline has not passed. */
export const liveHold = (b = "b"): string => `(${b}.state IN ${HOLDS} AND ${beforeDeadline(b)})`;

/** A held or registered booking past its deadline: it counts as released. */
export const expiredHold = (b = "b"): string => `(${b}.state IN ${HOLDS} AND ${pastDeadline(b)})`;

/** A stall that is kept and not yet bought: a live hold, or a payment under way. */
export const livePurchase = (b = "b"): string => `(${b}.state = 'paying' OR ${liveHold(b)})`;

/** A booking that keeps its stall from everybody else; an expired hold does not. */
export const liveBooking = (b = "b"): string => `(${b}.state IN ${OTHERS} OR ${liveHold(b)})`;
