import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import { CLAIM_WAITS_DAYS } from "@sakhi/domain/listings/listing.rules";
import { UNFINISHED_ORDER_STATES } from "@sakhi/domain/payments/payment.states";
import { PAPERS_END } from "../papers/personal.sql.js";
import { keepsDetails } from "../platform/database/declared-columns.js";
import { sqlList } from "../platform/database/sql-text.js";
import { ERASABLE } from "../privacy/erasable.sql.js";
import type { DatabaseRule } from "./rule.js";

/** How late the nightly job may be, in days. */
const GRACE_DAYS = 2;

/** An email address, and an Indian mobile number as a whole word (numbers inside ids do not count). */
const EMAIL = "[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\\.[A-Za-z]";
const PHONE = "(?<![A-Za-z0-9])[6-9][0-9]{9}(?![A-Za-z0-9])";

/** SQL: true if a text may contain personal data. The slow regular expressions are evaluated last. */
const mayContain = (text: string): string => `((${text} LIKE '%@%' AND ${text} ~ '${EMAIL}') OR ${text} ~ '${PHONE}')`;

/** JSON fields with the provider's ids, which may look like phone numbers. */
const PROVIDER_IDS = "'{paymentId,refundId,providerRefundId,orderId}'";

/** Columns that may contain only ids, codes and amounts: [table, id, text]. */
const RECORDS: readonly (readonly [table: string, id: string, text: string])[] = [
  ["booking_events", "id::text", `(detail - ${PROVIDER_IDS}::text[])::text`],
  ["listing_events", "id::text", `(detail - ${PROVIDER_IDS}::text[])::text`],
  ["issues", "id::text", `(facts - ${PROVIDER_IDS}::text[])::text || ' ' || subject`],
  ["outbox", "id::text", "payload::text || ' ' || coalesce(last_error, '')"],
  ["webhook_inbox", "id::text", `(body - ${PROVIDER_IDS}::text[])::text || ' ' || coalesce(last_error, '')`],
  ["mails", "id::text", "coalesce(last_error, '')"],
  ["whatsapp_messages", "id::text", "coalesce(problem, '')"],
  ["sweep_runs", "id::text", "caught::text"],
  ["metric_totals", "series", "labels::text"],
];

const older = (column: string, days: number): string =>
  `${column} < clock_timestamp() - make_interval(days => ${Math.round(days) + GRACE_DAYS})`;

/** Personal data in the wrong place, or past its retention. */
export const PERSONAL_DATA_RULES: readonly DatabaseRule[] = [
  {
    name: "no-personal-data-in-records",
    description:
      "Histories, issues, messages and errors contain ids, codes and amounts, never an email address or a phone number.",
    resolution: "Erase the value from the row, and fix the code that wrote it; the row's kind shows which.",
    sql: () =>
      RECORDS.map(
        ([table, id, text]) => `
      SELECT '${table} ' || ${id} AS id, 'it holds what looks like an email address or a phone number' AS detail
        FROM ${table} WHERE ${mayContain(text)}`,
      ).join(" UNION ALL "),
  },
  {
    name: "no-personal-data-in-queue",
    description: "Queue jobs contain ids only.",
    resolution: "Remove the job on the page Queues, and fix the code that added it.",
    table: "bullmq.job",
    sql: () => `
      SELECT queue || '/' || id AS id, 'it holds what looks like an email address or a phone number' AS detail
        FROM bullmq.job WHERE ${mayContain("data::text || ' ' || coalesce(failed_reason, '')")}`,
  },
  {
    name: "erased-is-empty",
    description: "Erased rows contain placeholders only.",
    resolution: "Erase it again: npm run person -- erase, or set erased_at of the row to NULL for the nightly job.",
    sql: () => `
      SELECT 'bookings ' || id AS id, 'it still holds details' AS detail FROM bookings
       WHERE erased_at IS NOT NULL AND ${keepsDetails(REGISTRATION_FIELDS)}
      UNION ALL
      SELECT 'listing_applications ' || id, 'it still holds details' FROM listing_applications
       WHERE erased_at IS NOT NULL AND ${keepsDetails(APPLICATION_FIELDS)}
      UNION ALL
      SELECT 'mails ' || id, 'it still holds details' FROM mails
       WHERE erased_at IS NOT NULL AND (to_address NOT LIKE '%.invalid' OR data <> '{}' OR mailbox IS NOT NULL)
      UNION ALL
      SELECT 'whatsapp_consents ' || c.id, 'it still holds a number' FROM whatsapp_consents c
       WHERE c.erased_at IS NOT NULL AND (c.phone <> '0000000000' OR EXISTS (
         SELECT FROM whatsapp_messages w WHERE w.consent_id = c.id AND w.provider_id IS NOT NULL))
      UNION ALL
      SELECT 'payment_attempts ' || id, 'it still holds details' FROM payment_attempts
       WHERE erased_at IS NOT NULL AND (request->'customer' ? 'email' OR request->'customer' ? 'name'
             OR request #>> '{customer,phone}' <> '0000000000')
      UNION ALL
      SELECT 'bookings ' || id, 'it still has papers' FROM bookings b
       WHERE erased_at IS NOT NULL AND (EXISTS (SELECT FROM paper_answers p WHERE p.booking_id = b.id)
             OR EXISTS (SELECT FROM paper_uploads u WHERE u.booking_id = b.id))`,
  },
  {
    name: "public-contacts-chosen",
    description:
      "A brand's page shows the name, e-mail address or number of its application only since its owner or an operator chose so.",
    resolution:
      "Empty these columns of the application's brand, and put the values into withdrawn_contacts: its owner is asked in My brand.",
    sql: () => `
      SELECT a.id::text AS id, 'its brand shows what was given for the application only' AS detail
        FROM brands b JOIN listing_applications a ON a.brand_id = b.id
       WHERE b.contacts_chosen_at IS NULL AND a.erased_at IS NULL
         AND (b.partner_name = a.full_name OR lower(b.contact_email) = lower(a.email)
              OR right(regexp_replace(b.contact_phone, '[^0-9]', '', 'g'), 10)
                 IN (a.phone, a.whatsapp_number, a.whatsapp_business_contact)
              OR right(b.whatsapp_url, 10) IN (a.phone, a.whatsapp_number, a.whatsapp_business_contact))`,
  },
  {
    name: "retention-kept",
    description: "Personal data is erased at the end of its retention period.",
    resolution:
      "The nightly retention job of jobs erases it: its row in retention_runs, and the log of jobs, show why it did not.",
    moving: true,
    sql: ({ retention }) => `
      SELECT 'bookings ' || b.id AS id, format('released %s', b.ended_at) AS detail FROM bookings b
       WHERE ${ERASABLE.booking} AND ${older("b.ended_at", retention.unpaidRegistrationDays)}
      UNION ALL
      SELECT 'bookings ' || b.id, 'it still has papers' FROM bookings b
       WHERE ${ERASABLE.papers} AND ${older(PAPERS_END, retention.enquiryDays)}
      UNION ALL
      SELECT 'enquiries ' || id, format('sent %s', created_at) FROM enquiries
       WHERE ${older("created_at", retention.enquiryDays)}
      UNION ALL
      SELECT 'bookings ' || b.id, 'it still has arrivals' FROM bookings b
       WHERE ${ERASABLE.arrivals} AND ${older(PAPERS_END, retention.enquiryDays)}
      UNION ALL
      SELECT 'booking_requests ' || r.id, format('answered %s', r.answered_at) FROM booking_requests r
       WHERE ${ERASABLE.request} AND ${older("r.answered_at", retention.enquiryDays)}
      UNION ALL
      SELECT 'listing_applications ' || a.id, format('%s %s', a.state, a.updated_at) FROM listing_applications a
       WHERE ${ERASABLE.application} AND a.state IN ${sqlList(["rejected", "withdrawn", "lapsed"])}
         AND ${older("a.updated_at", retention.applicationDays)}
      UNION ALL
      SELECT 'listing_claims ' || id, format('sent %s', created_at) FROM listing_claims
       WHERE ${older("created_at", CLAIM_WAITS_DAYS)}
      UNION ALL
      SELECT 'mails ' || m.id, format('written %s', m.created_at) FROM mails m
       WHERE ${ERASABLE.mail} AND ${older("m.created_at", retention.mailDays)}
      UNION ALL
      SELECT 'whatsapp_messages ' || w.id, format('made %s', w.created_at) FROM whatsapp_messages w
       WHERE ${ERASABLE.whatsapp} AND ${older("w.created_at", retention.mailDays)}
      UNION ALL
      SELECT 'payment_attempts ' || p.id, format('made %s', p.created_at) FROM payment_attempts p JOIN orders o USING (order_id)
       WHERE p.erased_at IS NULL AND p.state IN ('accepted', 'refused') AND o.state NOT IN ${sqlList(UNFINISHED_ORDER_STATES)}
         AND ${older("p.created_at", retention.unpaidRegistrationDays)}`,
  },
];
