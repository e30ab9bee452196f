import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { ago, type OutsideRule, type RuleContext, type Violation } from "./rule.js";

/** More doubtful runs than this are not asked for one by one: the finding is clear enough. */
const CONFIRMED_AT_MOST = 200;

/** Subjects that must have an open run, as SQL of their id; those that changed within the grace period may have none yet. */
const UNFINISHED: readonly { readonly idOf: (id: string) => string; readonly sql: (grace: number) => string }[] = [
  {
    idOf: stallBookingWorkflowId,
    sql: (grace) => `SELECT id::text FROM bookings
      WHERE state IN ('held', 'registered', 'paying') AND updated_at < ${ago(grace)}`,
  },
  {
    idOf: listingWorkflowId,
    sql: (grace) => `SELECT a.id::text FROM listing_applications a WHERE a.updated_at < ${ago(grace)}
      AND (a.state IN ('submitted', 'paying', 'under_review', 'live')
           OR EXISTS (SELECT FROM listing_orders l JOIN orders o USING (order_id)
                       WHERE l.application_id = a.id AND o.state IN ('open', 'closing')))`,
  },
  {
    idOf: refundWorkflowId,
    // Its workflow leaves a refund to the operator after 30 days.
    sql: (grace) => `SELECT refund_id AS id FROM refunds
      WHERE state IN ('requested', 'pending') AND updated_at < ${ago(grace)}
        AND created_at > clock_timestamp() - interval '29 days'`,
  },
  {
    idOf: latePaymentWorkflowId,
    sql: (grace) => `SELECT order_id AS id FROM stall_offers
      WHERE state = 'open' AND offered_at < ${ago(grace)} AND expires_at > clock_timestamp()`,
  },
];

/** Subjects that may have an open run: everything unfinished, and what ended within the grace period. */
const MAY_RUN = (grace: number): string => `
  SELECT '${stallBookingWorkflowId("")}' || id AS id FROM bookings
   WHERE state IN ('held', 'registered', 'paying') OR updated_at > ${ago(grace)}
  UNION ALL
  SELECT '${listingWorkflowId("")}' || a.id FROM listing_applications a
   WHERE a.state IN ('submitted', 'paying', 'under_review', 'live') OR a.updated_at > ${ago(grace)}
      OR EXISTS (SELECT FROM listing_orders l JOIN orders o USING (order_id)
                  WHERE l.application_id = a.id
                    AND (o.state IN ('unsent', 'open', 'closing') OR o.ended_at > ${ago(grace)}))
  UNION ALL
  SELECT '${refundWorkflowId("")}' || refund_id FROM refunds
   WHERE state IN ('requested', 'pending') OR updated_at > ${ago(grace)}
  UNION ALL
  SELECT '${latePaymentWorkflowId("")}' || o.order_id FROM orders o
   WHERE o.state IN ('closed', 'void') AND o.ended_at > clock_timestamp() - interval '25 hours'
      OR EXISTS (SELECT FROM stall_offers f WHERE f.order_id = o.order_id AND (f.state = 'open' OR f.ended_at > ${ago(grace)}))
      OR (o.state = 'paid' AND o.ended_at > ${ago(grace)})`;

/** Runs of Temporal and what they are for. */
export const WORKFLOW_RULES: readonly OutsideRule[] = [
  {
    name: "unfinished-has-run",
    description: "Every unfinished booking, application, refund and offer has an open workflow run.",
    resolution:
      'Is jobs running? The sweep starts missing runs each minute; "restart workflow" of its issue does so at once.',
    over: "temporal",
    moving: true,
    find: (context) => withoutRun(context),
  },
  {
    name: "run-has-unfinished",
    description: "Every open workflow run belongs to something that is not finished.",
    resolution:
      "Was the database set back to a backup? Signal the run `recheck` in Temporal; it ends by itself. One without a row can be terminated.",
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

/** Those that a second look confirms. */
async function confirm(ids: readonly string[], isSo: (id: string) => Promise<boolean>): Promise<string[]> {
  if (ids.length > CONFIRMED_AT_MOST) return [...ids];
  const confirmed: string[] = [];
  for (const id of ids) if (await isSo(id)) confirmed.push(id);
  return confirmed;
}
