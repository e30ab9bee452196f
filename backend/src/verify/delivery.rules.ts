import { sqlList } from "../platform/database/sql-text.js";
import { JOB_RETRIED_SECONDS, QUEUE_NAMES } from "../platform/queue/queues.js";
import { ago, type DatabaseRule } from "./rule.js";

/** Mails, documents, outbox, webhooks and queue jobs. */
export const DELIVERY_RULES: readonly DatabaseRule[] = [
  {
    name: "sale-confirmed-once",
    description: "Exactly one confirmation is written for every valid sale.",
    resolution:
      "None: create the invoice again (Issues, or the sweep), which writes it. More than one: apologise, and find out what wrote the second.",
    moving: true,
    // A confirmation that an operator sent again is a copy.
    sql: ({ graceSeconds }) => `
      WITH confirmed AS (
        SELECT booking_id, count(*) AS count FROM mails
         WHERE template = 'booking-confirmed' AND copy_of IS NULL AND booking_id IS NOT NULL GROUP BY booking_id)
      SELECT b.id::text, format('%s confirmations', coalesce(c.count, 0)) AS detail
        FROM bookings b LEFT JOIN confirmed c ON c.booking_id = b.id
       WHERE c.count > 1
          OR (b.state = 'sold' AND c.count IS NULL AND b.ended_at < ${ago(graceSeconds)} AND b.email IS NOT NULL)
      UNION ALL
      SELECT l.order_id, 'no confirmation' FROM listing_orders l JOIN listing_applications a ON a.id = l.application_id
       WHERE l.paid_at < ${ago(graceSeconds)} AND a.state NOT IN ('rejected', 'withdrawn')
         AND NOT EXISTS (SELECT FROM mails m
                          WHERE m.dedupe_key IN ('listing-paid-' || l.order_id,
                                                 'listing-paid/' || l.application_id || '/' || l.order_id))`,
  },
  {
    name: "refund-mailed-once",
    description: "Exactly one mail is written for every refund that we decide, and one when it completes.",
    resolution: "Write to the payer by hand, with the order and the amount; the booking's page shows both.",
    // A person who refunds by hand announces the refund. The mail of a cancellation includes its refund, that of one stall of several its share's.
    sql: () => `
      SELECT r.refund_id AS id, format('no mail about the refund of %s paise', r.amount_paise) AS detail
        FROM refunds r JOIN orders o USING (order_id)
        LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = coalesce(r.booking_id, o.subject_id)
       WHERE r.reason <> 'provider' AND NOT (r.state = 'succeeded' AND r.by_hand)
         AND (o.subject_type = 'application' OR b.email IS NOT NULL)
         AND NOT EXISTS (
           SELECT FROM mails m WHERE m.dedupe_key IN (
             'payment-refunded/' || r.refund_id, 'listing-payment-refunded/' || o.subject_id || '/' || r.refund_id))
         AND NOT (r.reason = 'operator' AND EXISTS (
           SELECT FROM mails m
            WHERE (m.booking_id = b.id AND m.template = 'booking-cancelled')
               OR (m.application_id = o.subject_id AND m.template IN ('listing-rejected', 'listing-withdrawn'))))
      UNION ALL
      SELECT r.refund_id, format('no mail about its end: %s', r.state)
        FROM refunds r JOIN orders o USING (order_id)
        LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = coalesce(r.booking_id, o.subject_id)
       WHERE r.reason <> 'provider' AND r.state IN ('succeeded', 'failed') AND r.provider_status IS NOT NULL
         AND (o.subject_type = 'application' OR b.email IS NOT NULL)
         AND NOT EXISTS (
           SELECT FROM mails m WHERE m.dedupe_key IN (
             'refund-ended/' || r.refund_id, 'listing-refund-ended/' || o.subject_id || '/' || r.refund_id))
      UNION ALL
      SELECT refund_id, format('%s mails', count(*))
        FROM (SELECT m.id, r.refund_id FROM mails m
                JOIN refunds r ON m.dedupe_key LIKE '%refunded/%' AND right(m.dedupe_key, length(r.refund_id)) = r.refund_id
               WHERE m.copy_of IS NULL AND m.template IN ('payment-refunded', 'listing-payment-refunded')) written
       GROUP BY refund_id HAVING count(*) > 1`,
  },
  {
    name: "cancellation-mailed",
    description: "A mail is written for every booking that an operator cancelled.",
    resolution: "Write to the booker by hand.",
    sql: () => `
      SELECT b.id::text, 'no mail about the cancellation' AS detail FROM bookings b
       WHERE b.release_reason = 'cancelled' AND b.email IS NOT NULL
         AND NOT EXISTS (SELECT FROM mails m WHERE m.booking_id = b.id AND m.template = 'booking-cancelled')`,
  },
  {
    name: "mails-move",
    description: "Every mail is sent, is being retried, or has failed with an issue.",
    resolution: "Does the mail server respond? Send the mail again from its issue; the sweep recreates a lost job.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT id::text, format('%s since %s', state, created_at) AS detail FROM mails
       WHERE state IN ('queued', 'sending')
         AND greatest(created_at, due_at, claimed_at) < ${ago(graceSeconds + JOB_RETRIED_SECONDS)}
      UNION ALL
      SELECT m.id::text, 'given up without an issue' FROM mails m
       WHERE m.state = 'failed' AND m.erased_at IS NULL
         AND NOT EXISTS (SELECT FROM issues i WHERE i.kind = 'mail_failed' AND i.subject = m.id::text)`,
  },
  {
    name: "invoices-rendered",
    description: "Every invoice and credit note has its PDF, or an issue that shows why not.",
    resolution: "Create it again from its issue; without one the sweep does. The log of jobs shows the failure.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT i.number AS id, format('issued %s', i.issued_at) AS detail FROM invoices i
       WHERE i.pdf IS NULL AND i.issued_at < ${ago(graceSeconds + 1800)}
         AND NOT EXISTS (SELECT FROM issues k WHERE k.kind = 'invoice_failed' AND k.subject = i.id::text
                                                AND k.resolved_at IS NULL)`,
  },
  {
    name: "outbox-moves",
    description: "Every outbox row is relayed within the grace period.",
    resolution: "Are jobs, Temporal and the queue running? The row's `last_error` shows the failure.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT id::text, format('to %s since %s, %s tries', topic, created_at, attempts) AS detail FROM outbox
       WHERE relayed_at IS NULL AND created_at < ${ago(graceSeconds)}`,
  },
  {
    name: "webhooks-move",
    description: "Webhooks of the payment provider are handled within the grace period.",
    resolution: "Is jobs running, and does the provider respond? The row's `last_error` shows the failure.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT id::text, format('since %s, %s tries', received_at, attempts) AS detail FROM webhook_inbox
       WHERE handled_at IS NULL AND received_at < ${ago(graceSeconds)}`,
  },
  {
    name: "queue-moves",
    description: "Queue jobs start when they are due, and running ones hold a valid lock.",
    resolution: "Is jobs running? The page Queues of the dashboard shows the job; retry it there.",
    moving: true,
    table: "bullmq.job",
    sql: ({ graceSeconds }) => `
      WITH now AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${Math.round(graceSeconds * 1000)} AS ms)
      SELECT queue || '/' || id AS id, format('%s, due %s', state, to_timestamp(process_at_ms / 1000.0)) AS detail
        FROM bullmq.job, now
       WHERE queue IN ${sqlList(QUEUE_NAMES)}
         AND ((state::text IN ('waiting', 'prioritized', 'delayed') AND greatest(process_at_ms, added_at_ms) < now.ms)
              OR (state::text = 'active' AND locked_until_ms < now.ms))`,
  },
];
