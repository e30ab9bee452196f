import type { DisputeOutcome } from "@sakhi/domain/payments/dispute.rules";
import type { DisputeStage } from "@sakhi/domain/payments/dispute.stages";

/** A dispute with what it is about. Amounts are bigint, so they arrive as text. */
export interface DisputeRow {
  readonly disputeId: string;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly amount: string;
  readonly status: string;
  readonly outcome: DisputeOutcome;
  readonly stage: DisputeStage;
  readonly respondBy: Date | null;
  readonly reasonCode: string | null;
  readonly createdAt: Date;
  readonly providerUpdatedAt: Date | null;
  readonly evidenceSentAt: Date | null;
  readonly evidenceSentBy: string | null;
  readonly evidenceNote: string | null;
  readonly subjectType: "booking" | "application" | null;
  readonly subjectId: string | null;
  readonly stallId: string | null;
  readonly eventId: number | null;
  /** The booking is sold, or the listing paid for and not withdrawn. */
  readonly saleStands: boolean;
}

const DISPUTE = `
  SELECT d.dispute_id AS "disputeId", d.order_id AS "orderId", d.payment_id AS "paymentId", d.amount_paise AS amount,
         d.status, d.outcome, d.stage, d.respond_by AS "respondBy", d.reason_code AS "reasonCode",
         d.created_at AS "createdAt", d.provider_updated_at AS "providerUpdatedAt",
         d.evidence_sent_at AS "evidenceSentAt", d.evidence_sent_by AS "evidenceSentBy",
         d.evidence_note AS "evidenceNote", o.subject_type AS "subjectType", o.subject_id AS "subjectId",
         s.stall_id AS "stallId", s.event_id AS "eventId",
         coalesce(b.state = 'sold' AND b.order_id = o.order_id, a.state IN ('under_review', 'live', 'expired'), false)
           AS "saleStands"
    FROM disputes d LEFT JOIN orders o USING (order_id)
         LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = o.subject_id
         LEFT JOIN stalls s USING (stall_key)
         LEFT JOIN listing_applications a ON o.subject_type = 'application' AND a.id = o.subject_id`;

/** Disputes that wait for evidence first, by their deadline, then the newest. */
export const DISPUTES = `${DISPUTE}
   WHERE :stage::text IS NULL OR d.stage = :stage
   ORDER BY d.stage NOT IN ('opened', 'evidence_asked'),
            CASE WHEN d.stage IN ('opened', 'evidence_asked') THEN d.respond_by END NULLS LAST,
            d.created_at DESC, d.dispute_id`;

export const ONE_DISPUTE = `${DISPUTE} WHERE d.dispute_id = :disputeId`;

/** Who bought, and when. Of an erased booking the details are empty or placeholders. */
export interface SaleRow {
  readonly name: string | null;
  readonly business: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly place: string | null;
  readonly bookedAt: Date | null;
  readonly consentedAt: Date | null;
  readonly consentVersion: string | null;
  readonly what: string;
  readonly erased: boolean;
}

export const BOOKING_SALE = `
  SELECT b.full_name AS name, b.business_name AS business, b.email, b.phone, b.pincode AS place,
         b.registered_at AS "bookedAt", b.policies_accepted_at AS "consentedAt", b.policies_version AS "consentVersion",
         'Stall ' || s.stall_id || ' (' || s.type || ')' AS what, b.erased_at IS NOT NULL AS erased
    FROM bookings b JOIN stalls s USING (stall_key) WHERE b.id = :subjectId`;

export const LISTING_SALE = `
  SELECT full_name AS name, brand_name AS business, email, phone, NULL AS place, created_at AS "bookedAt",
         consented_at AS "consentedAt", consent_version AS "consentVersion", 'Listing of ' || brand_name AS what,
         erased_at IS NOT NULL AS erased
    FROM listing_applications WHERE id = :subjectId`;

/** A dated line of the evidence. */
export interface EvidenceRow {
  readonly at: Date;
  readonly what: string;
}

export const PAYMENTS = `
  SELECT coalesce(completed_at, seen_at) AS at,
         format('Payment %s of %s rupees, %s, %s', provider_payment_id, round(amount_paise / 100.0, 2),
                coalesce(payment_mode, 'mode unknown'), provider_status) AS what
    FROM payments WHERE order_id = :orderId AND outcome = 'success' ORDER BY 1`;

export const REFUNDS = `
  SELECT coalesce(ended_at, created_at) AS at,
         format('Refund %s of %s rupees, %s', refund_id, round(amount_paise / 100.0, 2), state) AS what
    FROM refunds WHERE order_id = :orderId AND state <> 'failed' ORDER BY 1`;

/** Mails about the sale that the mail server has taken. */
export const MAILS = `
  SELECT sent_at AS at, format('Mail "%s"', template) AS what FROM mails
   WHERE state = 'sent' AND (booking_id = :subjectId OR application_id = :subjectId) ORDER BY 1`;

/** Scans of the ticket at the gate that were not undone. */
export const ARRIVALS = `
  SELECT at, format('Ticket scanned at the gate, day %s', to_char(day, 'YYYY-MM-DD')) AS what
    FROM gate_ticks WHERE booking_id = :subjectId AND undone_at IS NULL ORDER BY 1`;

export const HISTORY = `
  SELECT at, kind AS what FROM booking_events WHERE booking_id = :subjectId
  UNION ALL
  SELECT at, kind FROM listing_events WHERE application_id = :subjectId ORDER BY 1`;

export const INVOICES =
  "SELECT id, number, issued_at AS at FROM invoices WHERE order_id = :orderId ORDER BY issued_at, number";
export interface InvoiceRow {
  readonly id: string;
  readonly number: string;
  readonly at: Date;
}

/** Disputes whose deadline is near or over, and that wait for evidence. */
export const WAITING = `${DISPUTE}
   WHERE d.stage IN ('opened', 'evidence_asked') AND d.respond_by < clock_timestamp() + make_interval(hours => :hours)
   ORDER BY d.respond_by LIMIT 100`;
