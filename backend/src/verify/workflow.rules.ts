import { LATE_MONEY_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import {
  PAYABLE_ORDER_STATES,
  UNFINISHED_ORDER_STATES,
  UNFINISHED_REFUND_STATES,
} from "@sakhi/domain/payments/payment.states";
import { WATCHED_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import { OPEN_WAITING_STATES } from "@sakhi/domain/waiting/waiting.rules";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { eventCancellationWorkflowId } from "@sakhi/workflows/events/event-cancellation.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { stallMoveWorkflowId } from "@sakhi/workflows/moves/stall-move.messages";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { waitingListWorkflowId } from "@sakhi/workflows/waiting/waiting-list.messages";
import { UNFINISHED_MOVE } from "../moves/moves.sql.js";
import { sqlList } from "../platform/database/sql-text.js";
import { ago, type OutsideRule, type RuleContext, type Violation } from "./rule.js";

/** Findings are confirmed one by one, unless there are more than this. */
const MAX_CONFIRMED = 200;

/** A queue in the id of its workflow: of waiting place `w`. */
const QUEUE = "w.event_id || '/' || w.stall_type";
const WAITING_LISTS = waitingListWorkflowId(0, "").replace("0/", "");

/** Queries of subjects that must have an open run. Those that changed within the grace period may have none yet. */
const UNFINISHED: readonly { readonly idOf: (id: string) => string; readonly sql: (grace: number) => string }[] = [
  {
    idOf: stallBookingWorkflowId,
    sql: (grace) => `SELECT id::text FROM bookings
      WHERE state IN ${sqlList(UNPAID_STATES)} AND first_booking_id IS NULL AND updated_at < ${ago(grace)}`,
  },
  {
    idOf: listingWorkflowId,
    sql: (grace) => `SELECT a.id::text FROM listing_applications a WHERE a.updated_at < ${ago(grace)}
      AND (a.state IN ('submitted', 'paying', 'under_review', 'live')
           OR EXISTS (SELECT FROM listing_orders l JOIN orders o USING (order_id)
                       WHERE l.application_id = a.id AND o.state IN ${sqlList(PAYABLE_ORDER_STATES)}))`,
  },
  {
    idOf: refundWorkflowId,
    // Its workflow has left an older refund to the operator.
    sql: (grace) => `SELECT refund_id AS id FROM refunds
      WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)} AND NOT by_hand AND updated_at < ${ago(grace)}
        AND created_at > clock_timestamp() - interval '${WATCHED_REFUND_DAYS - 1} days'`,
  },
  {
    idOf: latePaymentWorkflowId,
    sql: (grace) => `SELECT order_id AS id FROM stall_offers
      WHERE state = 'open' AND offered_at < ${ago(grace)} AND expires_at > clock_timestamp()`,
  },
  {
    idOf: eventCancellationWorkflowId,
    sql: (grace) => `SELECT e.slug AS id FROM event_cancellations c JOIN events e ON e.id = c.event_id
      WHERE c.completed_at IS NULL AND c.updated_at < ${ago(grace)}`,
  },
  {
    idOf: (queue) => `${WAITING_LISTS}${queue}`,
    sql: (grace) => `SELECT DISTINCT ${QUEUE} AS id FROM waiting_places w
      WHERE w.state IN ${sqlList(OPEN_WAITING_STATES)} AND w.waiting_since < ${ago(grace)}`,
  },
  {
    idOf: stallMoveWorkflowId,
    sql: (grace) => `SELECT m.id::text FROM stall_moves m WHERE ${UNFINISHED_MOVE} AND m.asked_at < ${ago(grace)}`,
  },
];

/** Query of subjects that may have an open run: unfinished ones, and those that ended within the grace period. */
const MAY_RUN = (grace: number): string => `
  SELECT '${stallBookingWorkflowId("")}' || id AS id FROM bookings
   WHERE state IN ${sqlList(UNPAID_STATES)} OR updated_at > ${ago(grace)}
  UNION ALL
  SELECT '${listingWorkflowId("")}' || a.id FROM listing_applications a
   WHERE a.state IN ('submitted', 'paying', 'under_review', 'live') OR a.updated_at > ${ago(grace)}
      OR EXISTS (SELECT FROM listing_orders l JOIN orders o USING (order_id)
                  WHERE l.application_id = a.id
                    AND (o.state IN ${sqlList(UNFINISHED_ORDER_STATES)} OR o.ended_at > ${ago(grace)}))
  UNION ALL
  SELECT '${refundWorkflowId("")}' || refund_id FROM refunds
   WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)} OR updated_at > ${ago(grace)}
  UNION ALL
  SELECT '${latePaymentWorkflowId("")}' || o.order_id FROM orders o
   WHERE o.state IN ('closed', 'void') AND o.ended_at > clock_timestamp() - interval '${LATE_MONEY_SECONDS + 3600} seconds'
      OR EXISTS (SELECT FROM stall_offers f WHERE f.order_id = o.order_id AND (f.state = 'open' OR f.ended_at > ${ago(grace)}))
      OR (o.state = 'paid' AND o.ended_at > ${ago(grace)})
  UNION ALL
  SELECT '${eventCancellationWorkflowId("")}' || e.slug FROM event_cancellations c JOIN events e ON e.id = c.event_id
   WHERE c.completed_at IS NULL OR c.updated_at > ${ago(grace)}
  UNION
  SELECT '${WAITING_LISTS}' || ${QUEUE} FROM waiting_places w
   WHERE w.ended_at IS NULL OR w.ended_at > ${ago(grace)}
  UNION ALL
  SELECT '${stallMoveWorkflowId("")}' || m.id FROM stall_moves m
   WHERE ${UNFINISHED_MOVE} OR m.ended_at > ${ago(grace)}
      OR EXISTS (SELECT FROM orders o WHERE o.move_id = m.id AND o.ended_at > ${ago(grace)})`;

/** Workflow runs and their subjects. */
export const WORKFLOW_RULES: readonly OutsideRule[] = [
  {
    name: "unfinished-has-run",
    description:
      "Every unfinished booking, move, application, refund, offer, cancelled event and waiting list has an open workflow run.",
    resolution:
      'Is jobs running? The sweep starts missing runs every minute; "restart workflow" of its issue does so immediately.',
    over: "temporal",
    moving: true,
    find: (context) => withoutRun(context),
  },
  {
    name: "run-has-unfinished",
    description: "Every open workflow run belongs to an unfinished subject.",
    resolution:
      "Was the database restored from a backup? Send the run the signal `recheck` in Temporal, which ends it. Terminate a run without a row.",
    over: "temporal",
    moving: true,
    find: (context) => withoutSubject(context),
  },
];

async function withoutRun({ database, settings, runs }: RuleContext): Promise<Violation[]> {
  const open = await runs.all();
  const missing: string[] = [];
  for (const { idOf, sql } of UNFINISHED) {
    const subjects = await database.query<{ id: string }>(sql(settings.graceSeconds));
    missing.push(...subjects.map(({ id }) => idOf(id)).filter((id) => !open.has(id)));
  }
  const confirmed = await confirm(missing, async (id) => !(await runs.isOpen(id)));
  return confirmed.map((id) => ({ id, detail: "it has no open run" }));
}

async function withoutSubject({ database, settings, runs }: RuleContext): Promise<Violation[]> {
  const open = await runs.all();
  const subjects = await database.query<{ id: string }>(MAY_RUN(settings.graceSeconds));
  const known = new Set(subjects.map(({ id }) => id));
  const youngest = Date.now() - settings.graceSeconds * 1_000;
  const stray = [...open].filter(([id, began]) => !known.has(id) && began.getTime() < youngest);
  const confirmed = await confirm(
    stray.map(([id]) => id),
    (id) => runs.isOpen(id),
  );
  return confirmed.map((id) => ({ id, detail: "its run is open and nothing is unfinished" }));
}

/** Rechecks each id. */
async function confirm(ids: readonly string[], isSo: (id: string) => Promise<boolean>): Promise<string[]> {
  if (ids.length > MAX_CONFIRMED) return [...ids];
  const confirmed: string[] = [];
  for (const id of ids) if (await isSo(id)) confirmed.push(id);
  return confirmed;
}
