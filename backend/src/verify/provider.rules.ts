import type { SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import { paymentOutcome, UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import type { SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import type { PaymentProvider, ProviderPayment } from "../payments/provider/payment-provider.js";
import { sqlList } from "../platform/database/sql-text.js";
import { ago, type OutsideRule, type RuleContext, type Violation } from "./rule.js";

/** Orders read concurrently. */
const CONCURRENCY = 4;

/** An order in our books; amounts in paise. */
interface KnownOrder {
  readonly order_id: string;
  /** Successful payments by the provider's id. */
  readonly payments: Readonly<Record<string, number>>;
  /** Succeeded refunds by the provider's id. */
  readonly refunds: Readonly<Record<string, number>>;
  /** Recorded disputes by the provider's id. */
  readonly disputes: Readonly<Record<string, number>>;
  /** True while a refund of ours is in progress: the provider may be ahead of us. */
  readonly refunding: boolean;
}

/** An order at the provider; undefined if it does not know the order. */
type ProviderLedger =
  | {
      readonly payments: readonly ProviderPayment[];
      readonly refunds: readonly SeenRefund[];
      readonly disputes: readonly SeenDispute[];
    }
  | undefined;

/** Compares the payment provider's ledger with ours, order by order. */
export const PROVIDER_RULES: readonly OutsideRule[] = [
  {
    name: "provider-ledger",
    description:
      "For each of the newest orders, the provider has the same payments and refunds as we have, and no dispute that we do not know.",
    resolution:
      "Settle the order again, which reads the provider and records missing entries. Raise an issue if they still differ.",
    over: "provider",
    moving: true,
    find: compareLedgers,
  },
];

async function compareLedgers({ database, settings, provider }: RuleContext): Promise<Violation[]> {
  const orders = await database.query<KnownOrder>(
    `WITH newest AS (
       SELECT o.order_id FROM orders o
        WHERE NOT o.offline AND o.created_at < ${ago(settings.graceSeconds)}
          AND EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = o.order_id AND a.state = 'accepted')
        ORDER BY o.created_at DESC LIMIT $1)
     SELECT order_id,
            coalesce((SELECT jsonb_object_agg(p.provider_payment_id, p.amount_paise) FROM payments p
                       WHERE p.order_id = n.order_id AND p.outcome = 'success'), '{}') AS payments,
            coalesce((SELECT jsonb_object_agg(r.provider_refund_id, r.paise)
                        FROM (SELECT provider_refund_id, sum(amount_paise) AS paise FROM refunds
                               WHERE order_id = n.order_id AND state = 'succeeded' AND provider_refund_id IS NOT NULL
                               GROUP BY provider_refund_id) r), '{}') AS refunds,
            coalesce((SELECT jsonb_object_agg(d.dispute_id, d.amount_paise) FROM disputes d
                       WHERE d.order_id = n.order_id), '{}') AS disputes,
            EXISTS (SELECT FROM refunds r WHERE r.order_id = n.order_id
                                            AND r.state IN ${sqlList(UNFINISHED_REFUND_STATES)}) AS refunding
       FROM newest n`,
    [settings.providerOrders],
  );
  const waiting = [...orders];
  const violations: Violation[] = [];
  const compareNext = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      const ledger = await readLedger(provider, order.order_id);
      violations.push(...differences(order, ledger, settings.graceSeconds));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, compareNext));
  return violations;
}

/** @throws Error if the provider is unreachable */
async function readLedger(provider: PaymentProvider, orderId: string): Promise<ProviderLedger> {
  const reading = await provider.readOrderWithPayments(orderId, true);
  if (reading.kind === "unreachable") throw new Error("the payment provider does not answer");
  if (reading.kind !== "found") return undefined;
  const { payments, refunds = [] } = reading;
  // Without a successful payment there is nothing to dispute.
  if (!payments.some(({ status }) => paymentOutcome(status) === "success")) return { payments, refunds, disputes: [] };
  const disputes = await provider.readDisputes(orderId);
  if (disputes.kind === "refused" && disputes.status === 404) return { payments, refunds, disputes: [] };
  if (disputes.kind !== "done") throw new Error("the payment provider does not answer about disputes");
  return { payments, refunds, disputes: disputes.value };
}

/** Differences between our books and the provider's for one order. */
export function differences(
  { order_id: id, payments, refunds, disputes, refunding }: KnownOrder,
  ledger: ProviderLedger,
  graceSeconds: number,
  now = Date.now(),
): Violation[] {
  if (ledger === undefined) return [{ id, detail: "the provider does not know the order" }];
  const details = [
    ...unlike("payment", payments, paid(ledger.payments, now - graceSeconds * 1_000)),
    ...unlike("refund", refunds, refunded(ledger.refunds, refunding)),
    ...unknownDisputes(disputes, ledger.disputes),
  ];
  return details.map((detail) => ({ id, detail }));
}

/** The provider's successful payments; we may not have read those completed after `before` yet. */
function paid(payments: readonly ProviderPayment[], before: number): Ledger {
  const successes = payments.filter(({ status }) => paymentOutcome(status) === "success");
  return {
    all: new Map(successes.map(({ paymentId, amountPaise }) => [paymentId, amountPaise])),
    due: new Set(
      successes.filter(({ completedAt }) => (completedAt?.getTime() ?? 0) < before).map(({ paymentId }) => paymentId),
    ),
  };
}

/** The provider's succeeded refunds. They have no time, so all are due unless one of ours is in progress. */
function refunded(refunds: readonly SeenRefund[], refunding: boolean): Ledger {
  const succeeded = refunds.filter(({ outcome }) => outcome === "succeeded");
  return {
    all: new Map(succeeded.map(({ providerRefundId, amountPaise }) => [providerRefundId, amountPaise])),
    due: new Set(refunding ? [] : succeeded.map(({ providerRefundId }) => providerRefundId)),
  };
}

/** A dispute's amount can change with each round of it, so only its presence is compared. */
function unknownDisputes(ours: KnownOrder["disputes"], theirs: readonly SeenDispute[]): string[] {
  return theirs
    .filter(({ disputeId }) => !(disputeId in ours))
    .map(({ disputeId, amountPaise }) => `dispute ${disputeId} of ${amountPaise} at the provider is not in our books`);
}

/** Entries of one kind at the provider: id → paise. */
interface Ledger {
  readonly all: ReadonlyMap<string, number>;
  /** Ids that must be in our books by now. */
  readonly due: ReadonlySet<string>;
}

function unlike(what: string, ours: Readonly<Record<string, number>>, theirs: Ledger): string[] {
  const different = Object.entries(ours).flatMap(([id, paise]) => {
    const there = theirs.all.get(id);
    if (there === undefined) return [`${what} ${id} of ${paise} is not at the provider`];
    return there === paise ? [] : [`${what} ${id} is ${paise} here and ${there} at the provider`];
  });
  const unknown = [...theirs.due].filter((id) => !(id in ours));
  return [...different, ...unknown.map((id) => `${what} ${id} at the provider is not in our books`)];
}
