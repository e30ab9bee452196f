import { ERASABLE } from "../privacy/erasable.sql.js";
import { sqlList } from "../platform/database/sql-list.js";
import type { DatabaseRule } from "./rule.js";

/** Days by which the nightly job may be late. */
const LATE_DAYS = 2;

/** An email address, or an Indian mobile number that stands by itself (numbers inside ids do not). */
const EMAIL = "[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\\.[A-Za-z]";
const PHONE = "(?<![A-Za-z0-9])[6-9][0-9]{9}(?![A-Za-z0-9])";

/** Whether a text may hold personal data. The regular expressions are asked last. */
const holds = (text: string): string => `((${text} LIKE '%@%' AND ${text} ~ '${EMAIL}') OR ${text} ~ '${PHONE}')`;

/** Ids in JSON that the provider chooses: digits only, some of them ten. */
const PROVIDER_IDS = "'{paymentId,refundId,providerRefundId,orderId}'";

/** Where only ids, codes and amounts may stand: [table, id, text]. */
const PLACES: readonly (readonly [table: string, id: string, text: string])[] = [
  ["booking_events", "id::text", `(detail - ${PROVIDER_IDS}::text[])::text`],
  ["listing_events", "id::text", `(detail - ${PROVIDER_IDS}::text[])::text`],
  ["issues", "id::text", `(facts - ${PROVIDER_IDS}::text[])::text || ' ' || subject`],
  ["outbox", "id::text", "payload::text || ' ' || coalesce(last_error, '')"],
  ["webhook_inbox", "id::text", `(body - ${PROVIDER_IDS}::text[])::text || ' ' || coalesce(last_error, '')`],
  ["mails", "id::text", "coalesce(last_error, '')"],
  ["sweep_runs", "id::text", "caught::text"],
  ["metric_totals", "series", "labels::text"],
];

const older = (column: string, days: number): string =>
  `${column} < clock_timestamp() - make_interval(days => ${Math.round(days) + LATE_DAYS})`;

/** Personal data where it must not be, or not any more. */
export const PERSONAL_DATA_RULES: readonly DatabaseRule[] = [
  {
    name: "no-personal-data-in-records",
    description:
      "Histories, issues, messages and errors hold ids, codes and amounts, never an email address or a phone number.",
    resolution: "Erase the value from the row, and mend what wrote it: the row's kind says which part that is.",
    sql: () =>
      PLACES.map(
        ([table, id, text]) => `
      SELECT '${table} ' || ${id} AS id, 'it holds what looks like an email address or a phone number' AS detail
        FROM ${table} WHERE ${holds(text)}`,
      ).join(" UNION ALL "),
  },
  {
    name: "no-personal-data-in-queue",
    description: "Jobs of the queue hold ids only.",
    resolution: "Remove the job on the page Queues, and mend what added it.",
    table: "bullmq.job",
    sql: () => `
      SELECT queue || '/' || id AS id, 'it holds what looks like an email address or a phone number' AS detail
        FROM bullmq.job WHERE ${holds("data::text || ' ' || coalesce(failed_reason, '')")}`,
  },
  {
    name: "erased-is-empty",
    description: "What was erased holds placeholders only.",
    resolution: "Erase it again: npm run person -- erase, or set erased_at of the row to NULL for the nightly job.",
    sql: () => `
      SELECT 'bookings ' || id AS id, 'it still holds details' AS detail FROM bookings
       WHERE erased_at IS NOT NULL AND (full_name <> 'Erased' OR email NOT LIKE '%.invalid' OR phone <> '0000000000'
             OR business_name <> 'Erased' OR gst_number IS NOT NULL OR gst_address IS NOT NULL)
      UNION ALL
      SELECT 'listing_applications ' || id, 'it still holds details' FROM listing_applications
       WHERE erased_at IS NOT NULL AND (full_name <> 'Erased' OR email NOT LIKE '%.invalid' OR phone <> '0000000000'
             OR brand_name <> 'Erased' OR gst_number IS NOT NULL OR pan_number IS NOT NULL OR website_url IS NOT NULL)
      UNION ALL
      SELECT 'mails ' || id, 'it still holds details' FROM mails
       WHERE erased_at IS NOT NULL AND (to_address NOT LIKE '%.invalid' OR data <> '{}')
      UNION ALL
      SELECT 'payment_attempts ' || id, 'it still holds details' FROM payment_attempts
       WHERE erased_at IS NOT NULL AND (request->'customer' ? 'email' OR request->'customer' ? 'name'
             OR request #>> '{customer,phone}' <> '0000000000')`,
  },
  {
    name: "retention-kept",
    description: "Personal data is erased when its time is over.",
    resolution:
      "The nightly job of jobs erases it: its line in retention_runs, and the log of jobs, say why it did not.",
    moving: true,
    sql: ({ retention }) => `
      SELECT 'bookings ' || b.id AS id, format('released %s', b.ended_at) AS detail FROM bookings b
       WHERE ${ERASABLE.booking} AND ${older("b.ended_at", retention.unpaidRegistrationDays)}
      UNION ALL
      SELECT 'enquiries ' || id, format('sent %s', created_at) FROM enquiries
       WHERE ${older("created_at", retention.enquiryDays)}
      UNION ALL
      SELECT 'booking_requests ' || r.id, format('answered %s', r.answered_at) FROM booking_requests r
       WHERE ${ERASABLE.request} AND ${older("r.answered_at", retention.enquiryDays)}
      UNION ALL
      SELECT 'listing_applications ' || a.id, format('%s %s', a.state, a.updated_at) FROM listing_applications a
       WHERE ${ERASABLE.application} AND a.state IN ${sqlList(["rejected", "withdrawn", "lapsed"])}
         AND ${older("a.updated_at", retention.applicationDays)}
      UNION ALL
      SELECT 'mails ' || m.id, format('written %s', m.created_at) FROM mails m
       WHERE ${ERASABLE.mail} AND ${older("m.created_at", retention.mailDays)}
      UNION ALL
      SELECT 'payment_attempts ' || p.id, format('made %s', p.created_at) FROM payment_attempts p JOIN orders o USING (order_id)
       WHERE p.erased_at IS NULL AND p.state IN ('accepted', 'refused') AND o.state NOT IN ('unsent', 'open', 'closing')
         AND ${older("p.created_at", retention.unpaidRegistrationDays)}`,
  },
];
