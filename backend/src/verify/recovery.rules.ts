import { missingHere } from "@sakhi/domain/recovery/position.rules";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { DatabaseRule, OutsideRule, RuleContext, Violation } from "./rule.js";

/** Runs of the last days are compared, in ms. */
const RUN_DAYS_MS = 7 * 86_400_000;
/** Webhooks of the last days name the orders that are compared. */
const WEBHOOK_DAYS = 30;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Recoveries of a restored database, in the database. */
export const RECOVERY_RULES: readonly DatabaseRule[] = [
  {
    name: "not-recovering",
    description:
      "The database is not in recovery, and somebody outside has said that it is current: stalls can be sold.",
    resolution:
      "Run the command recover, work through what needs attention, then open the sales (docs/operations/questions/restored-from-yesterday.md).",
    sql: () => `
      SELECT id::text, format('sales are paused since %s', started_at) AS detail FROM recoveries WHERE ended_at IS NULL
      UNION ALL SELECT 'database', format('nobody could say since %s whether it is current', unverified_since)
        FROM outside_records WHERE unverified_since IS NOT NULL`,
  },
];

/** The database compared with what is known outside: is it a restored, older one? */
export const OUTSIDE_RULES: readonly OutsideRule[] = [
  {
    name: "position-as-outside",
    description: "The database is not older than its position outside, and its counters are not behind.",
    resolution:
      "The database was restored from a backup: restart jobs, which pauses the sales, and run the command recover.",
    over: "temporal",
    moving: true,
    find: behindOutside,
  },
  {
    name: "run-has-row",
    description: "What Temporal has run a workflow for in the last seven days, and still knows, is in the database.",
    resolution: "The database was restored from a backup: run the command recover.",
    over: "temporal",
    moving: true,
    find: runsWithoutRow,
  },
  {
    name: "paid-order-has-row",
    description:
      "A paid order with this database's mark that a webhook of the last 30 days named is in the database, or has an issue. An order that nothing here names is not seen: recover --orders compares the provider's list.",
    resolution: "Open its issue: create the sale again or refund it. Without an issue, run the command recover.",
    over: "provider",
    moving: true,
    find: unknownOrders,
  },
];

async function behindOutside({ recovery, outside }: RuleContext): Promise<Violation[]> {
  const { installation } = (await recovery.here()).position;
  const { file, temporal, unanswered } = await outside.read(installation);
  if (unanswered.length > 0) throw new Error(`no answer: ${unanswered.join(", ")}`);
  // Read after what is outside: a living database continues meanwhile.
  const { position } = await recovery.here();
  return [["file", file] as const, ["temporal", temporal] as const].flatMap(([id, known]) => {
    const missing = known && missingHere(position, known);
    return missing === undefined ? [] : [{ id, detail: `missing here: ${JSON.stringify(missing)}` }];
  });
}

async function runsWithoutRow({ database, recovery, runsOutside, settings }: RuleContext): Promise<Violation[]> {
  const { position, lastRecovery } = await recovery.here();
  // What a recovery has read and left, nobody had paid for.
  const after = new Date(Math.max(Date.now() - RUN_DAYS_MS, lastRecovery?.getTime() ?? 0));
  const youngest = Date.now() - settings.graceSeconds * 1_000;
  const runs = await runsOutside.since(position.installation, after);
  const due = runs.filter(({ startedAt }) => startedAt.getTime() < youngest && startedAt >= after);
  const ids = (prefix: string): string[] =>
    due.flatMap(({ workflowId }) => (workflowId.startsWith(prefix) ? [workflowId.slice(prefix.length)] : []));
  const missing = async (table: "bookings" | "listing_applications", prefix: string): Promise<Violation[]> => {
    const wanted = ids(prefix).filter((id) => UUID.test(id));
    const known = await database.query<{ id: string }>(`SELECT id::text FROM ${table} WHERE id = ANY($1::uuid[])`, [
      wanted,
    ]);
    const here = new Set(known.map(({ id }) => id));
    return wanted.filter((id) => !here.has(id)).map((id) => ({ id: `${prefix}${id}`, detail: "it has no row" }));
  };
  return [
    ...(await missing("bookings", stallBookingWorkflowId(""))),
    ...(await missing("listing_applications", listingWorkflowId(""))),
  ];
}

async function unknownOrders({ database, provider, recovery }: RuleContext): Promise<Violation[]> {
  const { position } = await recovery.here();
  const named = await database.query<{ order_id: string }>(
    `SELECT DISTINCT w.order_id FROM webhook_inbox w
      WHERE w.order_id IS NOT NULL AND w.received_at > clock_timestamp() - make_interval(days => $1)
        AND NOT EXISTS (SELECT FROM orders o JOIN payment_attempts a USING (order_id) WHERE o.order_id = w.order_id)
        AND NOT EXISTS (SELECT FROM orders o WHERE o.order_id = w.order_id AND o.offline)
        AND NOT EXISTS (SELECT FROM issues i WHERE i.kind = 'order_unknown' AND i.subject = w.order_id)`,
    [WEBHOOK_DAYS],
  );
  const violations: Violation[] = [];
  for (const { order_id: id } of named) {
    const reading = await provider.readOrderWithPayments(id, false);
    if (reading.kind === "unreachable") throw new Error("the payment provider does not answer");
    const paid = reading.kind === "found" && reading.payments.some(({ status }) => status === "SUCCESS");
    if (paid && reading.order.installation === position.installation) {
      violations.push({ id, detail: `paid at the provider (${reading.order.status}), and not in our records` });
    }
  }
  return violations;
}
