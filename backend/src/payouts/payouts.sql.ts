import type { PayoutLineKind, PayoutState } from "@sakhi/domain/payouts/payout-lines";
import type { PaidRefund, ReceivedPayment, RecordedDispute } from "@sakhi/domain/payouts/payout.rules";

/** Columns of a payout that a report fills, each with what an update makes of it: what a report leaves out stays known. */
const KEPT = (column: string): string => `coalesce(EXCLUDED.${column}, payouts.${column})`;
/** Only a report of payouts has the charge, and it also has the amount. */
const WITH_AMOUNT = (column: string): string =>
  `CASE WHEN EXCLUDED.amount_paise IS NULL THEN payouts.${column} ELSE EXCLUDED.${column} END`;
const PAYOUT_UPDATE: Readonly<Record<string, string>> = {
  utr: KEPT("utr"),
  status: KEPT("status"),
  state: "CASE WHEN EXCLUDED.status IS NULL AND payouts.status IS NOT NULL THEN payouts.state ELSE EXCLUDED.state END",
  amount_paise: KEPT("amount_paise"),
  fee_paise: WITH_AMOUNT("fee_paise"),
  fee_tax_paise: WITH_AMOUNT("fee_tax_paise"),
  paid_at: KEPT("paid_at"),
};
const [PAYOUT_COLUMNS, PAYOUT_VALUES] = [Object.keys(PAYOUT_UPDATE), Object.values(PAYOUT_UPDATE)];

/** Stores payouts; those that are known and the same are left alone. `:rows` is a JSON list. */
export const SAVE_PAYOUTS = `
  INSERT INTO payouts (payout_id, ${PAYOUT_COLUMNS.join(", ")})
  SELECT payout_id, ${PAYOUT_COLUMNS.join(", ")}
    FROM jsonb_to_recordset(:rows::jsonb) AS row (payout_id text, utr text, status text, state text, amount_paise bigint,
           fee_paise bigint, fee_tax_paise bigint, paid_at timestamptz)
   ORDER BY payout_id
  ON CONFLICT (payout_id) DO UPDATE
     SET (${PAYOUT_COLUMNS.join(", ")}, updated_at) = (${PAYOUT_VALUES.join(", ")}, clock_timestamp())
   WHERE (${PAYOUT_COLUMNS.map((column) => `payouts.${column}`).join(", ")}) IS DISTINCT FROM (${PAYOUT_VALUES.join(", ")})
  RETURNING payout_id`;

const LINE_COLUMNS = [
  ...["payout_id", "kind", "event_type", "event_id", "order_id", "payment_id", "refund_id"],
  ...["gross_paise", "fee_paise", "fee_tax_paise", "net_paise", "at"],
];
const listed = (prefix: string): string => LINE_COLUMNS.map((column) => `${prefix}${column}`).join(", ");

/** Stores lines of payouts; those that are known and the same are left alone. `:rows` is a JSON list. */
export const SAVE_LINES = `
  INSERT INTO payout_lines (line_key, ${listed("")})
  SELECT line_key, ${listed("")}
    FROM jsonb_to_recordset(:rows::jsonb) AS row (line_key text, payout_id text, kind text, event_type text, event_id text,
           order_id text, payment_id text, refund_id text, gross_paise bigint, fee_paise bigint, fee_tax_paise bigint,
           net_paise bigint, at timestamptz)
   ORDER BY line_key
  ON CONFLICT (line_key) DO UPDATE SET (${listed("")}) = (${listed("EXCLUDED.")})
   WHERE (${listed("payout_lines.")}) IS DISTINCT FROM (${listed("EXCLUDED.")})
  RETURNING line_key`;

/** A payment, refund or dispute as it is compared; amounts are bigint, so they arrive as text. */
export type BookRow<T> = Omit<T, "amountPaise"> & { readonly amountPaise: string };

/** Payments that came through the provider. */
export const RECEIVED = `
  SELECT provider_payment_id AS "paymentId", order_id AS "orderId", amount_paise AS "amountPaise",
         coalesce(completed_at, seen_at) AS at
    FROM payments WHERE outcome = 'success' AND offline_reference IS NULL ORDER BY provider_payment_id`;
export type ReceivedRow = BookRow<ReceivedPayment>;

/** Refunds that the provider has paid. */
export const REFUNDED = `
  SELECT refund_id AS "refundId", provider_refund_id AS "providerRefundId", order_id AS "orderId",
         amount_paise AS "amountPaise", coalesce(ended_at, updated_at) AS at
    FROM refunds WHERE state = 'succeeded' AND NOT by_hand ORDER BY refund_id`;
export type RefundedRow = BookRow<PaidRefund>;

export const DISPUTED = `
  SELECT dispute_id AS "disputeId", order_id AS "orderId", payment_id AS "paymentId", outcome,
         coalesce(provider_updated_at, updated_at) AS at
    FROM disputes ORDER BY dispute_id`;
export type DisputedRow = RecordedDispute;

/** From when to when the reports were read completely. */
export const COVERAGE = `
  SELECT min(from_at) AS "from", max(to_at) AS "until" FROM payout_readings
   WHERE finished_at IS NOT NULL AND problem IS NULL AND from_at IS NOT NULL`;

/** An account of the summary. Its amounts are bigint, so they arrive as text. */
export interface AccountRow {
  /** Id of an event, "listings", or "other": what is of no order of ours. */
  readonly account: string;
  readonly received: string;
  readonly refunded: string;
  readonly withheld: string;
  readonly fee: string;
  readonly feeTax: string;
  readonly paidOut: string;
}

/** Money by event, of listings, and of neither. */
export const ACCOUNTS = `
  WITH entries (order_id, received, refunded, withheld, fee, fee_tax, paid_out) AS (
    SELECT order_id, amount_paise, 0, 0, 0, 0, 0 FROM payments WHERE outcome = 'success' AND offline_reference IS NULL
    UNION ALL
    SELECT order_id, 0, amount_paise, 0, 0, 0, 0 FROM refunds WHERE state <> 'failed' AND NOT by_hand
    UNION ALL
    SELECT order_id, 0, 0, amount_paise, 0, 0, 0 FROM disputes WHERE outcome <> 'won'
    UNION ALL
    SELECT coalesce(p.order_id, l.order_id), 0, 0, 0, l.fee_paise, l.fee_tax_paise, l.net_paise
      FROM payout_lines l JOIN payouts USING (payout_id) LEFT JOIN payments p ON p.provider_payment_id = l.payment_id
     WHERE state = 'paid'
    UNION ALL
    SELECT NULL, 0, 0, 0, fee_paise, fee_tax_paise, 0 - fee_paise - fee_tax_paise FROM payouts WHERE state = 'paid')
  SELECT CASE WHEN o.order_id IS NULL THEN 'other' WHEN o.subject_type <> 'booking' THEN 'listings'
              ELSE coalesce(event_of_stall(b.stall_key)::text, 'other') END AS account,
         sum(received) AS received, sum(refunded) AS refunded, sum(withheld) AS withheld, sum(fee) AS fee,
         sum(fee_tax) AS "feeTax", sum(paid_out) AS "paidOut"
    FROM entries LEFT JOIN orders o USING (order_id)
         LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = o.subject_id
   GROUP BY 1`;

/** Days of {@link PAYOUTS} and {@link LINES}, in India; either may be null. */
const IN_DAYS = `(:from::date IS NULL OR p.paid_at >= :from::date::timestamp AT TIME ZONE 'Asia/Kolkata')
  AND (:to::date IS NULL OR p.paid_at < (:to::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')`;

/** A payout with the sums of its lines. Amounts are bigint, so they arrive as text. */
export interface PayoutRow {
  readonly payoutId: string;
  readonly utr: string | null;
  readonly state: PayoutState;
  readonly paidAt: Date | null;
  readonly amount: string | null;
  readonly fee: string;
  readonly feeTax: string;
  readonly bank: string | null;
  readonly bankDay: string | null;
  readonly lines: number;
  readonly gross: string;
  readonly lineFees: string;
  readonly lineTaxes: string;
  readonly net: string;
  readonly total: number;
}

/** A page of payouts, the newest first. */
export const PAYOUTS = `
  SELECT p.payout_id AS "payoutId", p.utr, p.state, p.paid_at AS "paidAt", p.amount_paise AS amount, p.fee_paise AS fee,
         p.fee_tax_paise AS "feeTax", p.bank_paise AS bank, to_char(p.bank_day, 'YYYY-MM-DD') AS "bankDay",
         l.lines, l.gross, l.fees AS "lineFees", l.taxes AS "lineTaxes", l.net, count(*) OVER ()::int AS total
    FROM payouts p, LATERAL (
           SELECT count(*)::int AS lines, coalesce(sum(gross_paise), 0) AS gross, coalesce(sum(fee_paise), 0) AS fees,
                  coalesce(sum(fee_tax_paise), 0) AS taxes, coalesce(sum(net_paise), 0) AS net
             FROM payout_lines x WHERE x.payout_id = p.payout_id) l
   WHERE ${IN_DAYS}
   ORDER BY p.paid_at DESC NULLS FIRST, p.payout_id DESC LIMIT :limit OFFSET :offset`;

/** A line of a payout with what it is about. Amounts are bigint, so they arrive as text. */
export interface LineRow {
  readonly lineKey: string;
  readonly payoutId: string;
  readonly utr: string | null;
  readonly paidAt: Date | null;
  readonly bank: string | null;
  readonly kind: PayoutLineKind;
  readonly eventType: string;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly gross: string;
  readonly fee: string;
  readonly feeTax: string;
  readonly net: string;
  readonly at: Date | null;
  readonly subjectType: "booking" | "application" | null;
  readonly subjectId: string | null;
  readonly stallId: string | null;
  readonly eventId: number | null;
}

/** Lines by the day of their payout. */
export const LINES = `
  SELECT l.line_key AS "lineKey", l.payout_id AS "payoutId", p.utr, p.paid_at AS "paidAt", p.bank_paise AS bank, l.kind,
         l.event_type AS "eventType", coalesce(paid.order_id, l.order_id) AS "orderId", l.payment_id AS "paymentId",
         l.refund_id AS "refundId", l.gross_paise AS gross, l.fee_paise AS fee, l.fee_tax_paise AS "feeTax",
         l.net_paise AS net, l.at, o.subject_type AS "subjectType", o.subject_id AS "subjectId", s.stall_id AS "stallId",
         s.event_id AS "eventId"
    FROM payout_lines l JOIN payouts p USING (payout_id)
         LEFT JOIN payments paid ON paid.provider_payment_id = l.payment_id
         LEFT JOIN orders o ON o.order_id = coalesce(paid.order_id, l.order_id)
         LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = o.subject_id
         LEFT JOIN stalls s USING (stall_key)
   WHERE (:payout::text IS NULL OR l.payout_id = :payout) AND ${IN_DAYS}
   ORDER BY p.paid_at DESC NULLS FIRST, l.payout_id DESC, l.at, l.line_key`;
