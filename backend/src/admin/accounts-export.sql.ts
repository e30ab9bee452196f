import type { Paise } from "@sakhi/domain/money/money";
import type { InvoiceEntity } from "../invoices/invoices.entities.js";
import { isInvoice } from "../invoices/invoices.sql.js";
import { eventOfOrder } from "../platform/database/event-of.sql.js";

/** A row of the accounts: a tax document, or money without one. Amounts are bigint paise, so they arrive as text. */
export interface AccountsRow {
  readonly kind: "invoice" | "credit_note" | "debit_note" | "payment" | "refund";
  readonly at: Date;
  readonly orderId: string;
  /** Set only without a document. */
  readonly subjectType: "booking" | "application" | null;
  readonly number: string | null;
  readonly content: InvoiceEntity["content"] | null;
  readonly paidPaise: string | null;
  readonly paymentId: string | null;
  readonly paymentMode: string | null;
  readonly paidAt: Date | null;
  readonly refundedPaise: string | null;
  readonly refundId: string | null;
  readonly refundState: string | null;
  readonly refundedAt: Date | null;
  /** The event of the stall; null for a listing. */
  readonly eventId: number | null;
}

/**
 * Every invoice and debit note with its payment, every credit note with its refund, and money without a document: duplicate and late
 * payments and their refunds. An order's payment is listed with its first invoice or debit note only, so that a replacement
 * adds nothing. Failed refunds count as 0. Oldest first.
 */
export const ACCOUNTS = `
  WITH invoiced AS (
    SELECT i.*, ${isInvoice("i")} AND row_number() OVER (PARTITION BY i.order_id, i.kind ORDER BY i.issued_at, i.number) = 1
             AS first
      FROM invoices i),
  bought AS (
    SELECT i.id, p.*
      FROM invoiced i JOIN orders o ON o.order_id = i.order_id
      JOIN LATERAL (
        SELECT p.* FROM payments p
         WHERE p.order_id = i.order_id AND p.outcome = 'success'
           AND (o.sold_payment_id IS NULL OR p.provider_payment_id = o.sold_payment_id)
         ORDER BY p.completed_at, p.provider_payment_id LIMIT 1) p ON i.first),
  lines AS (
    SELECT i.kind, i.issued_at AS at, i.order_id, NULL AS subject_type, i.number, i.content,
           b.amount_paise AS paid_paise, coalesce(b.offline_reference, b.provider_payment_id) AS payment_id,
           b.payment_mode, b.completed_at AS paid_at,
           r.amount_paise AS refunded_paise, coalesce(r.provider_refund_id, r.refund_id) AS refund_id,
           r.state AS refund_state, r.ended_at AS refunded_at
      FROM invoiced i LEFT JOIN bought b ON b.id = i.id
      LEFT JOIN refunds r ON i.kind = 'credit_note' AND r.refund_id = i.content->'credit'->>'refundId'
    UNION ALL
    SELECT 'payment', coalesce(p.completed_at, p.seen_at), p.order_id, o.subject_type, NULL, NULL,
           p.amount_paise, coalesce(p.offline_reference, p.provider_payment_id), p.payment_mode, p.completed_at,
           NULL, NULL, NULL, NULL
      FROM payments p JOIN orders o ON o.order_id = p.order_id
     WHERE p.outcome = 'success'
       AND NOT EXISTS (SELECT FROM bought b WHERE b.provider_payment_id = p.provider_payment_id)
    UNION ALL
    SELECT 'refund', r.created_at, r.order_id, o.subject_type, NULL, NULL, NULL, NULL, NULL, NULL,
           r.amount_paise, coalesce(r.provider_refund_id, r.refund_id), r.state, r.ended_at
      FROM refunds r JOIN orders o ON o.order_id = r.order_id
     WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.kind = 'credit_note' AND i.order_id = r.order_id
                          AND i.content->'credit'->>'refundId' = r.refund_id))
  SELECT kind, at, order_id AS "orderId", subject_type AS "subjectType", number, content, paid_paise AS "paidPaise",
         payment_id AS "paymentId", payment_mode AS "paymentMode", paid_at AS "paidAt",
         refunded_paise AS "refundedPaise", refund_id AS "refundId", refund_state AS "refundState",
         refunded_at AS "refundedAt", event.id AS "eventId"
    FROM lines CROSS JOIN LATERAL (SELECT ${eventOfOrder("lines.order_id")} AS id) event
   WHERE ($1::date IS NULL OR at >= $1::date::timestamp AT TIME ZONE 'Asia/Kolkata')
     AND ($2::date IS NULL OR at < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')
     AND ($3::integer IS NULL OR event.id = $3)
   ORDER BY at, number, "orderId", "paymentId", "refundId"`;

/** A registration or application that was not paid. */
export interface AbandonedRow {
  readonly what: "Stall" | "Listing";
  readonly item: string;
  readonly orderId: string | null;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly businessName: string | null;
  readonly pricePaise: string;
  readonly couponCode: string | null;
  readonly duePaise: string;
  readonly at: Date;
  readonly endedAt: Date | null;
  readonly why: string;
  /** The event of the stall; null for a listing. */
  readonly eventId: number | null;
}

/**
 * Registrations released without a payment, and unpaid applications for paid listings; newest first.
 *
 * @param listingPaise price of a listing
 */
export function abandonedStatement(listingPaise: Paise): string {
  return `
    WITH abandoned AS (
      SELECT 'Stall' AS what, s.stall_id AS item, b.order_id, b.full_name, b.email, b.phone, b.business_name,
             b.price_paise, b.coupon_code, b.final_paise AS due_paise, coalesce(b.registered_at, b.held_at) AS at,
             b.ended_at, b.release_reason AS why, s.event_id
        FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
       WHERE b.final_paise IS NOT NULL AND b.state = 'released' AND b.release_reason IS DISTINCT FROM 'cancelled'
         AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = b.order_id AND p.outcome = 'success')
      UNION ALL
      SELECT 'Listing', a.brand_name, o.order_id, a.full_name, a.email, a.phone, a.brand_name,
             ${listingPaise}, NULL, ${listingPaise}, a.created_at, o.ended_at, a.state, NULL
        FROM listing_applications a
        LEFT JOIN LATERAL (SELECT o.order_id, o.ended_at FROM orders o
                            WHERE o.subject_type = 'application' AND o.subject_id = a.id
                            ORDER BY o.created_at DESC LIMIT 1) o ON true
       WHERE a.kind = 'paid' AND a.state IN ('submitted', 'lapsed'))
    SELECT what, item, order_id AS "orderId", full_name AS "fullName", email, phone, business_name AS "businessName",
           price_paise AS "pricePaise", coupon_code AS "couponCode", due_paise AS "duePaise", at, ended_at AS "endedAt",
           why, event_id AS "eventId"
      FROM abandoned
     WHERE ($1::date IS NULL OR at >= $1::date::timestamp AT TIME ZONE 'Asia/Kolkata')
       AND ($2::date IS NULL OR at < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')
       AND ($3::integer IS NULL OR event_id = $3)
     ORDER BY at DESC, item`;
}
