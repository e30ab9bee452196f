import { PROMISED_STATES } from "@sakhi/domain/bookings/booking.states";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import { creditedTotal, documentTotal, invoicedTotal, isCorrection, isNewest } from "../invoices/invoices.sql.js";
import { sqlList } from "../platform/database/sql-text.js";
import { ago, type DatabaseRule } from "./rule.js";

/**
 * True if an operator knows about order `o`: there is an issue about it, its refunds or its subject that is open or was
 * closed with a reason.
 */
const KNOWN = `EXISTS (
  SELECT FROM issues i
   WHERE (i.resolved_at IS NULL OR i.resolution = 'resolve')
     AND (i.subject IN (o.order_id, o.subject_id::text) OR i.facts->>'orderId' = o.order_id
          OR i.subject IN (SELECT k.refund_id FROM refunds k WHERE k.order_id = o.order_id)))`;

/** True if listing order `o` was a mock payment (LISTING_PAYMENTS=mock), without money or invoice. */
const MOCK = `EXISTS (
  SELECT FROM listing_events e
   WHERE e.application_id = o.subject_id AND e.detail->>'trigger' = 'mock' AND e.detail->>'note' = o.order_id)`;

/** True unless a refund of order `r` succeeded after it had been rejected and replaced. */
const NOT_TWICE = `NOT EXISTS (SELECT FROM issues i JOIN refunds t ON t.refund_id = i.subject
                              WHERE i.kind = 'refunded_twice' AND t.order_id = r.order_id)`;

/** CTEs with the sums of payments, refunds and documents by order. */
const SUMS = `
  received AS (SELECT order_id, sum(amount_paise) AS paise FROM payments WHERE outcome = 'success' GROUP BY order_id),
  returned AS (SELECT order_id, sum(amount_paise) AS paise FROM refunds WHERE state <> 'failed' GROUP BY order_id),
  documents AS (
    SELECT order_id, ${invoicedTotal("i")} AS invoiced, ${creditedTotal("i")} AS credited
      FROM invoices i GROUP BY order_id)`;

/** True if refund `r` returns the payment that order `o` was sold for, which requires a credit note. */
const OF_SALE = `(r.payment_id IS NULL OR r.payment_id = o.sold_payment_id
                  OR NOT EXISTS (SELECT FROM payments p WHERE p.provider_payment_id = r.payment_id
                                                          AND p.outcome = 'success'))`;

/** What was paid for all stalls of the order of sold booking `b`, cancelled ones too. */
const OF_ORDER = `(SELECT sum(m.final_paise) FROM bookings m
  WHERE m.order_id = b.order_id AND (m.state = 'sold' OR m.release_reason = 'cancelled'))`;

/** Money, invoices and coupons. Amounts in paise. */
export const MONEY_RULES: readonly DatabaseRule[] = [
  {
    name: "money-accounted",
    description: "All money received belongs to a sale, is refunded, waits for a payer's choice, or has an issue.",
    resolution:
      "Open the order on the dashboard and at the provider, and settle it again; refund the rest there, or raise an issue.",
    // Money kept must be invoiced. A surcharge that the provider charged the payer is on no invoice; a refund made at the
    // provider counts once it has succeeded, like its credit note.
    sql: () => `
      WITH ${SUMS},
      accounts AS (
        SELECT o.order_id, o.subject_id, o.sold_payment_id, o.amount_paise,
               coalesce(p.paise, 0) AS received, coalesce(r.paise, 0) AS returned,
               coalesce(d.invoiced - d.credited, 0) AS invoiced
          FROM orders o LEFT JOIN received p USING (order_id) LEFT JOIN returned r USING (order_id)
               LEFT JOIN documents d USING (order_id)
         WHERE coalesce(p.paise, 0) - coalesce(r.paise, 0) <> coalesce(d.invoiced - d.credited, 0))
      SELECT o.order_id AS id, format('received %s, refunded %s, invoiced %s', received, returned, invoiced) AS detail
        FROM accounts o LEFT JOIN payments s ON s.provider_payment_id = o.sold_payment_id
       WHERE received - returned NOT BETWEEN invoiced AND invoiced + greatest(0, coalesce(s.amount_paise, 0) - o.amount_paise)
         AND received - returned + (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
              WHERE r.order_id = o.order_id AND r.reason = 'provider' AND r.state = 'pending') <> invoiced
         AND NOT EXISTS (SELECT FROM stall_offers f WHERE f.order_id = o.order_id AND f.state IN ('open', 'declined'))
         AND NOT ${KNOWN}`,
  },
  {
    name: "dispute-recorded",
    description: "Every dispute that the provider reported is recorded, and has or had an issue unless it was won.",
    resolution:
      "Open the order at the provider, answer the dispute there, and press Ask the provider about the dispute in its entry, or report it to the developers.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT w.body->>'disputeId' AS id, format('reported as %s, not recorded', w.type) AS detail
        FROM webhook_inbox w
       WHERE w.concerns = 'dispute' AND w.body ? 'disputeId' AND w.received_at < ${ago(graceSeconds)}
         AND EXISTS (SELECT FROM orders o WHERE o.order_id = w.order_id)
         AND NOT EXISTS (SELECT FROM disputes d WHERE d.dispute_id = w.body->>'disputeId')
      UNION ALL
      SELECT d.dispute_id, format('%s, without an issue', d.status) FROM disputes d
       WHERE d.outcome <> 'won'
         AND NOT EXISTS (SELECT FROM issues i WHERE i.kind = 'payment_disputed' AND i.subject = d.dispute_id)`,
  },
  {
    name: "dispute-not-refunded",
    description: "No refund was decided of money that a dispute withheld or had given to the payer.",
    resolution:
      "The payer may have this money twice. Compare the payment's refunds and disputes with the provider's pages, and ask the payer for what is too much.",
    sql: () => `
      SELECT r.refund_id AS id, format('of %s, while dispute %s withholds %s', r.amount_paise, d.dispute_id, d.amount_paise) AS detail
        FROM refunds r JOIN disputes d USING (order_id) JOIN payments p ON p.provider_payment_id = r.payment_id
       WHERE r.state <> 'failed' AND r.reason <> 'provider' AND d.outcome <> 'won' AND r.created_at > d.created_at
         AND coalesce(d.payment_id, r.payment_id) = r.payment_id
         -- What a lost dispute gave the payer, recorded as her refund.
         AND r.bank_reference IS DISTINCT FROM 'dispute ' || d.dispute_id
         AND p.amount_paise < (SELECT sum(k.amount_paise) FROM refunds k
                                WHERE k.payment_id = p.provider_payment_id AND k.state <> 'failed') + d.amount_paise`,
  },
  {
    name: "dispute-stage",
    description:
      "The stage of a dispute is its decision once the bank has decided, and evidence that was sent has who and what.",
    resolution: "A row was changed by hand: ask the provider about the dispute in its entry.",
    sql: () => `
      SELECT dispute_id AS id, format('stage %s of %s', stage, status) AS detail FROM disputes
       WHERE (outcome <> 'open' AND stage <> outcome) OR (outcome = 'open' AND stage IN ('won', 'lost'))
          OR (evidence_sent_at IS NULL) <> (evidence_sent_by IS NULL)`,
  },
  {
    name: "provider-event-known",
    description: "Every event of an unknown kind that the provider sent about an order of ours has or had an issue.",
    resolution: "Look at the order on the provider's pages: its money may have moved. Compare it with the booking.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT w.order_id AS id, format('event %s, without an issue', w.type) AS detail
        FROM webhook_inbox w JOIN orders o USING (order_id)
       WHERE w.received_at < ${ago(graceSeconds)}
         AND (w.concerns = 'unknown' OR (w.concerns = 'dispute' AND NOT w.body ? 'disputeId'))
         AND NOT EXISTS (SELECT FROM issues i
                          WHERE i.kind = 'provider_event_unknown' AND i.facts->>'orderId' = w.order_id)`,
  },
  {
    name: "sale-has-money",
    description: "Nothing is sold without a payment of its amount.",
    resolution:
      "Settle the order again. If the provider has no money, cancel the booking or withdraw the listing: it is not paid for.",
    sql: () => `
      WITH sales AS (
        SELECT b.id, b.order_id, ${OF_ORDER} AS paise FROM bookings b WHERE b.state = 'sold'
        UNION ALL
        SELECT a.id, o.order_id, o.amount_paise
          FROM listing_orders l JOIN orders o USING (order_id) JOIN listing_applications a ON a.id = l.application_id
         WHERE l.paid_at IS NOT NULL AND a.state IN ('under_review', 'live', 'expired') AND NOT ${MOCK})
      SELECT sales.id::text, format('order %s is %s, its payment is %s of %s',
               coalesce(sales.order_id, 'none'), coalesce(o.state, 'missing'), coalesce(p.outcome, 'missing'), p.amount_paise) AS detail
        FROM sales LEFT JOIN orders o ON o.order_id = sales.order_id
             LEFT JOIN payments p ON p.provider_payment_id = o.sold_payment_id AND p.order_id = o.order_id
       WHERE (o.state IS DISTINCT FROM 'paid' OR o.amount_paise <> sales.paise OR p.outcome IS DISTINCT FROM 'success'
              OR p.amount_paise < o.amount_paise)
         AND NOT ${KNOWN}`,
  },
  {
    name: "sale-keeps-its-money",
    description:
      "The payment of a sold booking is not refunded, except a part by an operator, or elsewhere and with an issue.",
    resolution:
      "Cancel the booking, which records the refund with its credit note, or ask the payer for the money again.",
    sql: () => `
      SELECT b.id::text, format('refund %s of %s', r.refund_id, r.amount_paise) AS detail
        FROM refunds r JOIN orders o USING (order_id) JOIN bookings b ON b.order_id = o.order_id
       WHERE b.state = 'sold' AND r.state <> 'failed' AND ${OF_SALE} AND coalesce(r.booking_id, o.subject_id) = b.id
         AND NOT EXISTS (SELECT FROM issues i WHERE i.kind = 'refunded_elsewhere' AND i.subject = o.order_id)
         AND (r.reason <> 'operator'
              OR b.final_paise <= (SELECT sum(k.amount_paise) FROM refunds k
                                    WHERE k.order_id = o.order_id AND coalesce(k.booking_id, o.subject_id) = b.id
                                      AND k.state <> 'failed'))`,
  },
  {
    name: "event-refunded-once",
    description:
      "Each booking of a cancelled event that was sold is refunded once: what was left of its money, less the stated deduction.",
    resolution:
      "Compare the booking's refunds with its row in event_refunds. Refund what is missing from its order, or ask the payer for what is too much.",
    sql: () => `
      SELECT f.booking_id::text AS id, format('%s of %s deducted', f.deducted_paise, f.left_paise) AS detail
        FROM event_refunds f JOIN event_cancellations c USING (event_id)
       WHERE f.deducted_paise <> least(f.left_paise,
               coalesce(c.deduction_paise, f.paid_paise * c.deduction_hundredths / 10000))
      UNION ALL
      SELECT f.booking_id::text, format('%s, released: %s', b.state, b.release_reason)
        FROM event_refunds f JOIN bookings b ON b.id = f.booking_id
       WHERE b.state <> 'released' OR b.release_reason IS DISTINCT FROM 'cancelled'
      UNION ALL
      SELECT f.booking_id::text, format('refund %s is of %s, decided were %s', r.refund_id, r.amount_paise, f.refund_paise)
        FROM event_refunds f JOIN refunds r ON r.refund_id = f.refund_id JOIN orders o ON o.order_id = f.order_id
       WHERE (r.order_id <> f.order_id OR r.amount_paise <> f.refund_paise) AND NOT ${KNOWN}
         -- Of what the provider had refunded itself meanwhile, we request the rest only.
         AND NOT EXISTS (SELECT FROM refunds p WHERE p.order_id = f.order_id AND p.reason = 'provider')
      UNION ALL
      SELECT f.booking_id::text, format('refunded %s of %s since', returned.paise, f.refund_paise)
        FROM event_refunds f JOIN orders o ON o.order_id = f.order_id,
             LATERAL (SELECT coalesce(sum(r.amount_paise), 0) AS paise FROM refunds r
                       WHERE r.order_id = f.order_id AND coalesce(r.booking_id, o.subject_id) = f.booking_id
                         AND r.state <> 'failed' AND ${OF_SALE}) returned
       WHERE returned.paise <> f.paid_paise - f.deducted_paise AND NOT ${KNOWN}
         AND NOT EXISTS (SELECT FROM refunds p WHERE p.order_id = f.order_id AND (p.reason = 'provider' OR p.state = 'failed'))`,
  },
  {
    name: "refund-within-payment",
    description:
      "Refunds do not exceed what was paid, by order and by payment, unless an issue reports a refund made twice.",
    resolution:
      "Compare the order's refunds with the provider's dashboard, and mark the one that was never made as failed.",
    sql: () => `
      WITH received AS (
        SELECT order_id, sum(amount_paise) AS paise FROM payments WHERE outcome = 'success' GROUP BY order_id)
      SELECT r.order_id AS id, format('refunded %s of %s', sum(r.amount_paise), coalesce(p.paise, 0)) AS detail
        FROM refunds r LEFT JOIN received p USING (order_id)
       WHERE r.state <> 'failed' AND ${NOT_TWICE} GROUP BY r.order_id, p.paise HAVING sum(r.amount_paise) > coalesce(p.paise, 0)
      UNION ALL
      SELECT p.provider_payment_id, format('refunded %s of %s', sum(r.amount_paise), p.amount_paise)
        FROM refunds r JOIN payments p ON p.provider_payment_id = r.payment_id
       WHERE r.state <> 'failed' AND ${NOT_TWICE} GROUP BY p.provider_payment_id, p.amount_paise
      HAVING sum(r.amount_paise) > p.amount_paise`,
  },
  {
    name: "refund-ends",
    description: `A refund is requested within a day and completes within ${STUCK_REFUND_DAYS + 1} days, or has an issue; one to pay back by hand has one at once.`,
    resolution: "Open its issue, or restart its workflow; the provider's dashboard shows its status there.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT r.refund_id AS id, format('%s since %s', r.state, r.created_at) AS detail FROM refunds r
       WHERE ((r.state = 'requested' AND r.created_at < ${ago(graceSeconds + 86_400)})
              OR (r.state = 'pending' AND (r.by_hand OR r.created_at < ${ago(graceSeconds + (STUCK_REFUND_DAYS + 1) * 86_400)})))
         AND NOT EXISTS (SELECT FROM issues i WHERE i.subject = r.refund_id
                            AND (i.resolved_at IS NULL OR i.resolution = 'resolve'))`,
  },
  {
    name: "offer-as-sale",
    description: "An offer of another stall is accepted if and only if its booking was sold.",
    resolution: "Settle the order again; if they still differ, a row was changed by hand.",
    sql: () => `
      SELECT f.order_id AS id, format('the offer is %s, the booking %s', f.state, b.state) AS detail
        FROM stall_offers f JOIN bookings b ON b.id = f.booking_id AND b.order_id = f.order_id
       WHERE (f.state = 'accepted') <> (b.state = 'sold' OR b.release_reason IS NOT DISTINCT FROM 'cancelled')`,
  },
  {
    name: "offer-ends",
    description: "An offer of another stall ends in time, and its money is refunded unless it was accepted.",
    resolution: "Settle the order again, which refunds the money of an ended offer.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT order_id AS id, format('open until %s', expires_at) AS detail FROM stall_offers
       WHERE state = 'open' AND expires_at < ${ago(graceSeconds)}
      UNION ALL
      SELECT f.order_id, format('%s, and nothing was refunded', f.state) FROM stall_offers f
       WHERE f.state IN ('declined', 'expired') AND f.ended_at < ${ago(graceSeconds)}
         AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = f.order_id)`,
  },
  {
    name: "invoice-series",
    description:
      "Invoices and credit notes are numbered without repetition up to their counters, and without gaps other than those that a recovery left out.",
    resolution: "A document was deleted or renumbered: restore it from a backup. Never reuse a number (CGST rule 46).",
    sql: () => `
      WITH numbered AS (
        SELECT number, split_part(number, '/', 1) AS series, split_part(number, '/', 2) AS year,
               split_part(number, '/', 3)::int AS n, kind
          FROM invoices),
      ranked AS (
        SELECT numbered.*, lag(n, 1, 0) OVER (PARTITION BY series, year ORDER BY n) AS before FROM numbered),
      left_out AS (
        SELECT series, financial_year AS year, max(last_number) AS last FROM left_out_numbers GROUP BY 1, 2),
      ends AS (
        SELECT series, year AS financial_year, max(n) AS n
          FROM (SELECT series, year, n FROM numbered UNION ALL SELECT * FROM left_out) taken GROUP BY series, year)
      SELECT number AS id, format('it follows number %s', before) AS detail FROM ranked r
       WHERE n <> before + 1 AND (n = before OR EXISTS (
         SELECT FROM generate_series(before + 1, n - 1) gap WHERE NOT EXISTS (
           SELECT FROM left_out_numbers l WHERE l.series = r.series AND l.financial_year = r.year
              AND gap BETWEEN l.first_number AND l.last_number)))
      UNION ALL
      SELECT number, format('a document of kind %s', kind) FROM numbered
       WHERE series <> CASE kind WHEN 'invoice' THEN 'INV' WHEN 'debit_note' THEN 'DBN' ELSE 'CRN' END
      UNION ALL
      SELECT series || '/' || financial_year, format('the counter stands at %s, the last number is %s', c.last_number, ends.n)
        FROM invoice_counters c FULL JOIN ends USING (series, financial_year)
       WHERE c.last_number IS DISTINCT FROM ends.n`,
  },
  {
    name: "invoice-as-sale",
    description:
      "Every sale has exactly one valid invoice of its amount, and no other order has one. A reissued invoice counts once.",
    resolution:
      "A sale without an invoice: contact the developers, since a later number must be issued. An invoice without a sale: refund or credit it.",
    sql: () => `
      WITH issued AS (
        SELECT order_id, count(*) FILTER (WHERE ${isNewest("i")}) AS count, ${invoicedTotal("i")} AS paise FROM invoices i
         GROUP BY order_id)
      SELECT b.id::text, format('%s invoices of %s for a sale of %s', coalesce(i.count, 0), i.paise, ${OF_ORDER}) AS detail
        FROM bookings b LEFT JOIN issued i USING (order_id)
       WHERE b.state = 'sold' AND (i.count IS DISTINCT FROM 1 OR i.paise <> ${OF_ORDER})
      UNION ALL
      SELECT b.id::text, format('an invoice of %s, and the booking is %s', i.paise, b.state)
        FROM bookings b JOIN issued i USING (order_id)
       WHERE b.state <> 'sold' AND b.release_reason IS DISTINCT FROM 'cancelled'
      UNION ALL
      SELECT l.application_id::text, format('%s invoices of %s for order %s, %s', coalesce(i.count, 0), i.paise, o.order_id,
               CASE WHEN l.paid_at IS NULL THEN 'not paid' ELSE 'paid' END)
        FROM listing_orders l JOIN orders o USING (order_id) LEFT JOIN issued i USING (order_id)
       WHERE (l.paid_at IS NOT NULL AND (i.count IS DISTINCT FROM 1 OR i.paise <> o.amount_paise) AND NOT ${MOCK})
          OR (l.paid_at IS NULL AND i.count > 0)`,
  },
  {
    name: "invoice-reissued-whole",
    description:
      "A credit note cancels a reissued invoice or debit note in full, and the new one has the same amount; no money moved.",
    resolution:
      "The new invoice and the credit note are issued in one transaction: a document was deleted or changed by hand. Restore it from a backup.",
    // Refunds before the correction are credited against the old invoice, later ones against the new one.
    sql: () => `
      WITH notes AS (
        SELECT n.invoice_of AS id, sum(${documentTotal("n")}) AS credited,
               count(*) FILTER (WHERE ${isCorrection("n")}) AS corrections,
               sum(${documentTotal("n")}) FILTER (WHERE ${isCorrection("n")}) AS corrected,
               max(n.issued_at) AS newest
          FROM invoices n WHERE n.kind = 'credit_note' GROUP BY n.invoice_of)
      SELECT i.number AS id, format('replaces %s of %s: %s credited by %s corrections, the new one is for %s', old.number,
               ${documentTotal("old")}, coalesce(n.credited, 0), coalesce(n.corrections, 0), ${documentTotal("i")}) AS detail
        FROM invoices i JOIN invoices old ON old.id = i.replaces LEFT JOIN notes n ON n.id = old.id
       WHERE old.kind <> i.kind OR old.order_id <> i.order_id OR n.corrections IS DISTINCT FROM 1
          OR n.credited <> ${documentTotal("old")} OR n.corrected <> ${documentTotal("i")} OR n.newest > i.issued_at
      UNION ALL
      SELECT n.number, 'a correction, and no invoice takes the place of the one it takes back' FROM invoices n
       WHERE ${isCorrection("n")} AND NOT EXISTS (SELECT FROM invoices i WHERE i.replaces = n.invoice_of)`,
  },
  {
    name: "invoice-adds-up",
    description: "On every invoice and credit note, taxable value and taxes add up to the total.",
    resolution: "The document's content was changed after its issue: restore it from a backup.",
    sql: () => `
      SELECT i.number AS id, format('total %s', i.content->'tax'->>'totalPaise') AS detail FROM invoices i
       WHERE ${documentTotal("i")} IS DISTINCT FROM (i.content->'tax'->>'taxablePaise')::bigint
             + (SELECT coalesce(sum((head->>'paise')::bigint), 0) FROM jsonb_array_elements(i.content->'tax'->'heads') head)`,
  },
  {
    name: "credit-notes-as-refunds",
    description: "Credit notes match the refunds of a sale, and never exceed its invoice.",
    resolution: "Settle the order again, which issues a missing credit note; leave an excess one to the accountant.",
    // A refund that failed after its credit note is requested again, so both count. A payment that the provider reversed
    // is credited in full.
    sql: () => `
      WITH documents AS (
        SELECT order_id, ${invoicedTotal("i")} AS invoiced, ${creditedTotal("i")} AS credited
          FROM invoices i GROUP BY order_id),
      back AS (
        SELECT r.order_id,
               coalesce(sum(r.amount_paise) FILTER (
                 WHERE r.state <> 'failed' AND (r.reason <> 'provider' OR r.state = 'succeeded')), 0) AS due,
               sum(r.amount_paise) AS most
          FROM refunds r JOIN orders o USING (order_id) JOIN documents d USING (order_id)
         WHERE ${OF_SALE} GROUP BY r.order_id)
      SELECT o.order_id AS id, format('credited %s of an invoice of %s, refunded %s', d.credited, d.invoiced, coalesce(b.due, 0)) AS detail
        FROM documents d JOIN orders o USING (order_id) LEFT JOIN back b USING (order_id)
             LEFT JOIN payments p ON p.provider_payment_id = o.sold_payment_id
       WHERE (d.credited > d.invoiced OR d.credited < least(d.invoiced, coalesce(b.due, 0))
              OR (d.credited > least(d.invoiced, coalesce(b.most, 0)) AND p.outcome IS NOT DISTINCT FROM 'success'))
         AND NOT ${KNOWN}`,
  },
  {
    name: "coupon-limits",
    description: "No coupon is used or being paid for more often than its maximum number of uses.",
    resolution: "The coupon's lock was bypassed: honour the granted claims, and end the coupon on the dashboard.",
    // A late payment keeps its discount although its claim was released: the only way past the limit.
    sql: () => `
      SELECT k.code AS id, format('claimed %s times of %s', count(*), c.max_uses) AS detail
        FROM coupons c JOIN coupon_claims k USING (code) JOIN bookings b ON b.id = k.booking_id
       WHERE c.max_uses IS NOT NULL
         AND (k.used_at IS NOT NULL OR b.state IN ${sqlList(PROMISED_STATES)})
         AND NOT EXISTS (SELECT FROM booking_events e WHERE e.booking_id = b.id AND e.kind = 'sold_late')
       GROUP BY k.code, c.max_uses HAVING count(*) > c.max_uses`,
  },
  {
    name: "coupon-claims",
    description: "Every live booking with a coupon has a claim, and a sold one a used claim; no other booking has one.",
    resolution: "Correct coupon_claims from the booking: a claim without its booking blocks a use of the coupon.",
    // A cancelled sale keeps its use unless it was refunded in full.
    sql: () => `
      SELECT b.id::text, format('%s with coupon %s, claim %s', b.state, coalesce(b.coupon_code, 'none'),
               CASE WHEN k.code IS NULL THEN 'missing' WHEN k.used_at IS NULL THEN 'of ' || k.code ELSE 'used of ' || k.code END) AS detail
        FROM bookings b FULL JOIN coupon_claims k ON k.booking_id = b.id
       WHERE (b.coupon_code IS NOT NULL OR k.code IS NOT NULL)
         AND CASE
           WHEN b.state = 'sold' THEN k.code IS DISTINCT FROM b.coupon_code OR (k.code IS NOT NULL AND k.used_at IS NULL)
           WHEN b.state IN ${sqlList(["registered", "paying"])}
             THEN k.code IS DISTINCT FROM b.coupon_code OR k.used_at IS NOT NULL
           WHEN b.release_reason = 'cancelled' THEN k.code IS NOT NULL AND (k.used_at IS NULL OR k.code IS DISTINCT FROM b.coupon_code)
           ELSE k.code IS NOT NULL END`,
  },
];
