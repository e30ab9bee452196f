import { isDeepStrictEqual } from "node:util";
import { Injectable } from "@nestjs/common";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { BRAND_FIELDS, WITHDRAWABLE_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import { formatPaise } from "@sakhi/domain/money/money";
import type { CorrectPersonDto } from "@sakhi/domain/privacy/person.dto";
import { taxRecordsKeptUntil } from "@sakhi/domain/privacy/retention.rules";
import { WAITING_FIELDS } from "@sakhi/domain/waiting/waiting.fields";
import { type AuditedAction, AuditLogService } from "../accounts/audit-log.service.js";
import { correctBookings } from "../bookings/personal.sql.js";
import { correctPublished } from "../catalogue/personal.sql.js";
import { correctEnquiries } from "../enquiries/personal.sql.js";
import { eraseArrivals } from "../gate/personal.sql.js";
import {
  correctApplications,
  correctWhatsappNumbers,
  deleteClaims,
  publishedContacts,
} from "../listings/personal.sql.js";
import { eraseMails, redirectUnsent, revokeLinksOfOtherAddresses } from "../mail/personal.sql.js";
import { eraseBookingRequests } from "../my-booking/personal.sql.js";
import { erasePapers } from "../papers/personal.sql.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { exportPairs } from "../platform/database/declared-columns.js";
import { ordersOf } from "../platform/database/orders-of.sql.js";
import { lastTen, MINE, type PersonContact } from "../platform/database/personal.sql.js";
import { toResponse } from "../platform/http/list-response.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { correctPlaces } from "../waiting/personal.sql.js";
import { endConsentsOfOtherNumbers, eraseConsents } from "../whatsapp/personal.sql.js";
import { ERASABLE } from "./erasable.sql.js";
import type { PersonChangeResponse, PersonRecordResponse, PersonRecordsResponse } from "./person.response.js";
import { PersonalData } from "./personal-data.js";

/** An administrator, or undefined for the command line. */
type Actor = AuditedAction["administrator"];

const NOTHING_TO_CORRECT = "Nothing to correct was given";

/** Label → value; a mail's content is a nested object. */
interface Fields {
  readonly [label: string]: string | number | boolean | null | Fields;
}

interface RawRecord {
  readonly kind: PersonRecordResponse["kind"];
  readonly id: string;
  readonly created_at: Date;
  readonly title: string;
  readonly state: string | null;
  /** Whether it can be erased now. */
  readonly erasable: boolean;
  /** When it was paid, or its invoice issued. */
  readonly paid_at: Date | null;
  readonly data: Fields;
}

const PAID_AT = (type: "booking" | "application", subject: string): string => `
  (SELECT max(coalesce(p.completed_at, p.seen_at)) FROM (${ordersOf(type, subject)}) own
     JOIN payments p USING (order_id) WHERE p.outcome = 'success')`;

/** Selects every record with data of a person. */
const RECORDS = `
  SELECT 'registration' AS kind, b.id::text, b.held_at AS created_at, s.stall_id || ', ' || b.state AS title, b.state,
         (${ERASABLE.booking}) AS erasable, ${PAID_AT("booking", "b.id")} AS paid_at,
         jsonb_build_object(${exportPairs(REGISTRATION_FIELDS, (_, column) => `b.${column}`)}, 'Stall', s.stall_id, 'Order', order_id,
           'Coupon', coupon_code) AS data
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.erased_at IS NULL AND ${MINE("b.email", "b.phone")}
  UNION ALL
  SELECT 'request', r.id::text, r.requested_at, s.stall_id || ', ' || r.kind, r.state, (${ERASABLE.request}), NULL,
         jsonb_build_object('Asked for', r.kind, 'Text', r.text, 'Answer', r.answer,
           ${exportPairs(REGISTRATION_FIELDS, (name) => `details ->> '${name}'`)})
    FROM booking_requests r JOIN bookings b ON b.id = r.booking_id JOIN stalls s ON s.stall_key = b.stall_key
   WHERE (r.state = 'open' OR ${ERASABLE.request})
     AND (${MINE("b.email", "b.phone")} OR ${MINE("details ->> 'email'", "details ->> 'phoneNumber'")})
  UNION ALL
  SELECT 'papers', b.id::text, min(p.answered_at), 'Papers for stall ' || s.stall_id, b.state, (${ERASABLE.papers}), NULL,
         jsonb_object_agg(q.label, p.value || coalesce(' (a file of ' || ceil(f.bytes / 1024.0) || ' kB, in the booking)', ''))
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
    JOIN paper_answers p ON p.booking_id = b.id JOIN event_questions q ON q.id = p.question_id
    LEFT JOIN paper_files f ON f.booking_id = p.booking_id AND f.question_id = p.question_id
   WHERE b.erased_at IS NULL AND ${MINE("b.email", "b.phone")} GROUP BY b.id, s.stall_id
  UNION ALL
  SELECT 'arrivals', b.id::text, min(t.received_at), 'Arrivals at stall ' || s.stall_id, b.state, (${ERASABLE.arrivals}), NULL,
         jsonb_object_agg(t.day || ', ' || left(t.id::text, 8), t.at)
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
    JOIN gate_ticks t ON t.booking_id = b.id AND t.undone_at IS NULL
   WHERE b.erased_at IS NULL AND ${MINE("b.email", "b.phone")} GROUP BY b.id, s.stall_id
  UNION ALL
  SELECT 'application', a.id::text, a.created_at, a.brand_name || ', ' || a.state, a.state,
         (${ERASABLE.application}), ${PAID_AT("application", "a.id")},
         jsonb_build_object(${exportPairs(APPLICATION_FIELDS, (_, column) => `a.${column}`)}, 'Decision', decision_reason,
           'Consent given at', consented_at, 'Consent to version', consent_version)
    FROM listing_applications a
   WHERE a.erased_at IS NULL AND ${MINE("a.email", "a.phone", "a.whatsapp_number", "a.whatsapp_business_contact")}
  UNION ALL
  SELECT 'claim', c.id::text, c.created_at, form ->> 'brandName', NULL, true, NULL, form
    FROM listing_claims c
   WHERE ${MINE("form ->> 'email'", lastTen("form ->> 'phoneNumber'"), lastTen("form ->> 'whatsappNumber'"))}
  UNION ALL
  SELECT 'enquiry', e.id::text, e.created_at, CASE e.kind WHEN 'support' THEN 'Message to support' WHEN 'brand' THEN 'Message to a brand' ELSE 'Gifting request' END,
         NULL, true, NULL,
         jsonb_build_object('First name', first_name, 'Last name', last_name, 'E-mail', email, 'Phone', phone,
           'Company', company, 'Subject', subject, 'Message', message, 'Note', answer_note,
           'Brand', (SELECT b.name FROM brands b WHERE b.id = e.brand_id), 'Consent given at', consented_at)
    FROM enquiries e WHERE ${MINE("e.email", lastTen("coalesce(e.phone, '')"))}
  UNION ALL
  SELECT 'waiting place', w.id::text, w.joined_at, 'Waiting list for ' || w.stall_type || ' stalls, ' || w.state, w.state,
         (${ERASABLE.place}), NULL,
         jsonb_build_object(${exportPairs(WAITING_FIELDS, (_, column) => `w.${column}`)}, 'Event', e.name || ' ' || e.edition)
    FROM waiting_places w JOIN events e ON e.id = w.event_id WHERE ${MINE("w.email", "w.phone")}
  UNION ALL
  SELECT 'mail', m.id::text, m.created_at, m.template || ', ' || m.state, m.state,
         (${ERASABLE.mail} AND m.booking_id IS NULL AND m.application_id IS NULL), NULL,
         jsonb_build_object('To', to_address, 'Content', data)
    FROM mails m
   WHERE m.erased_at IS NULL
     AND (lower(m.to_address) = :contactEmail
          OR EXISTS (SELECT 1 FROM bookings b
                      WHERE b.id = m.booking_id AND lower(b.email) = lower(m.to_address) AND b.phone = :contactPhone)
          OR EXISTS (SELECT 1 FROM listing_applications a
                      WHERE a.id = m.application_id AND lower(a.email) = lower(m.to_address) AND a.phone = :contactPhone))
  UNION ALL
  SELECT 'whatsapp consent', c.id::text, c.given_at, 'Messages by WhatsApp, ' || CASE WHEN c.withdrawn_at IS NULL THEN 'agreed' ELSE 'ended' END,
         NULL, (${ERASABLE.consent}), NULL,
         jsonb_build_object('Number', c.phone, 'Agreed to', c.wording, 'Agreed in', replace(c.given_by, '_', ' '), 'Agreed at', c.given_at,
           'Ended at', c.withdrawn_at, 'Ended by', replace(c.withdrawn_by, '_', ' '),
           'Messages', (SELECT jsonb_object_agg(replace(w.template, '_', ' ') || ', ' || left(w.id::text, 8), w.state)
                          FROM whatsapp_messages w WHERE w.consent_id = c.id))
    FROM whatsapp_consents c
    LEFT JOIN bookings b ON c.subject_type = 'booking' AND b.id = c.subject_id
    LEFT JOIN listing_applications a ON c.subject_type = 'application' AND a.id = c.subject_id
   WHERE c.erased_at IS NULL AND ${MINE("coalesce(b.email, a.email, '')", "c.phone")}
  UNION ALL
  SELECT 'brand', r.id::text, r.created_at, r.name, NULL, false, NULL,
         jsonb_build_object('Brand', name, ${exportPairs(BRAND_FIELDS, (_, column) => `r.${column}`)})
    FROM brands r
   WHERE ${MINE("coalesce(r.contact_email, '')", lastTen("coalesce(r.contact_phone, '')"))}
  UNION ALL
  SELECT 'withdrawn contacts', w.brand_id::text, w.withdrawn_at, 'Contacts that a page showed once', NULL, false, NULL,
         jsonb_build_object(${exportPairs(WITHDRAWABLE_FIELDS, (_, column) => `w.${column}`)})
    FROM withdrawn_contacts w
   WHERE EXISTS (SELECT FROM listing_applications a WHERE a.brand_id = w.brand_id AND ${MINE("a.email", "a.phone")})
  UNION ALL
  SELECT 'picture', p.id::text, p.created_at, coalesce(nullif(p.alt, ''), 'without words'), p.state, false, NULL,
         jsonb_build_object('In words', p.alt, 'Kept in view', p.focus_x || '% ' || p.focus_y || '%', 'Address', (
           SELECT '/pictures/' || f.name FROM picture_files f
            WHERE f.picture_id = p.id AND f.format = 'webp' ORDER BY f.width DESC LIMIT 1))
    FROM pictures p
   WHERE p.state NOT IN ('refused', 'deleted') AND EXISTS (
     SELECT FROM listing_applications a
      WHERE p.subject_id = CASE p.subject_type WHEN 'brand' THEN a.brand_id ELSE a.id END AND a.erased_at IS NULL
        AND ${MINE("a.email", "a.phone", "a.whatsapp_number", "a.whatsapp_business_contact")})
  UNION ALL
  SELECT 'page', c.id::text, c.created_at, 'Page of ' || a.brand_name || ', ' || c.state, c.state, false, NULL,
         c.content || jsonb_build_object('Returned because', c.reason)
    FROM brand_changes c JOIN listing_applications a ON a.id = c.application_id
   WHERE a.erased_at IS NULL AND ${MINE("a.email", "a.phone", "a.whatsapp_number", "a.whatsapp_business_contact")}
  UNION ALL
  SELECT 'invoice', i.id::text, i.issued_at, i.number, NULL, false, i.issued_at,
         jsonb_build_object('Number', i.number, 'Name', r ->> 'name', 'E-mail', r ->> 'email', 'Phone', r ->> 'phone',
           'Business', r ->> 'businessName', 'GST number', coalesce(r ->> 'gstin', r ->> 'invalidGstNumber'),
           'Address', r ->> 'address', 'Pincode', r ->> 'pincode')
    FROM invoices i CROSS JOIN LATERAL jsonb_extract_path(i.content, 'recipient') AS r JOIN orders o USING (order_id)
    LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = o.subject_id
    LEFT JOIN listing_applications a ON o.subject_type = 'application' AND a.id = o.subject_id
   -- By recipient: a stall may have passed to another person since, who must not see the invoice.
   WHERE ${MINE("r ->> 'email'", "r ->> 'phone'")}
      OR (${MINE("coalesce(b.email, a.email)", "b.phone", "a.phone")}
          AND (lower(r ->> 'email') = lower(coalesce(b.email, a.email)) OR r ->> 'phone' IN (b.phone, a.phone)))
   ORDER BY created_at DESC, id`;

/**
 * A person's rights over their data (DPDP Act 2023, sections 11 and 12): access, correction, erasure. Every call is
 * audited under a keyed digest of the person's contact.
 */
@Injectable()
export class PersonService {
  constructor(
    private readonly database: Database,
    private readonly data: PersonalData,
    private readonly auditLog: AuditLogService,
    private readonly secrets: Secrets,
  ) {}

  /** Exports every record of a person. @param contact e-mail address, or phone number of ten digits */
  async records(actor: Actor, contact: string): Promise<PersonRecordsResponse> {
    return this.database.transaction(async (tx) => {
      const records = await this.find(tx, contact);
      await this.record(tx, actor, "person_exported", contact, undefined, { records: records.length });
      return { readAt: new Date().toISOString(), records: records.map(responseOf) };
    });
  }

  /** Erases every record that no active booking or listing, payment or tax law requires. */
  async erase(actor: Actor, contact: string, reason: string): Promise<PersonChangeResponse> {
    return this.database.transaction(async (tx) => {
      const before = await this.find(tx, contact);
      const of = (kind: RawRecord["kind"]): string[] =>
        before.filter((record) => record.kind === kind && record.erasable).map(({ id }) => id);
      await this.data.eraseBookings(tx, of("registration"));
      await eraseBookingRequests(tx, of("request"));
      await erasePapers(tx, of("papers"));
      await eraseArrivals(tx, of("arrivals"));
      await this.data.eraseApplications(tx, of("application"));
      await deleteClaims(tx, of("claim"));
      await this.data.deleteEnquiries(tx, of("enquiry"));
      await this.data.deletePlaces(tx, of("waiting place"));
      await eraseMails(tx, of("mail"));
      await eraseConsents(tx, of("whatsapp consent"));
      const kept = (await this.find(tx, contact)).length;
      const changed = before.length - kept;
      await this.record(tx, actor, "person_erased", contact, reason, { changed, kept });
      return { changed, kept };
    });
  }

  /**
   * Corrects name, e-mail and phone in every record but issued invoices.
   *
   * @throws DomainError invalid_request if none of the three is given
   */
  async correct(actor: Actor, { contact, reason, ...change }: CorrectPersonDto): Promise<PersonChangeResponse> {
    const { fullName = null, email = null, phoneNumber = null } = change;
    if (fullName === null && email === null && phoneNumber === null) {
      throw new DomainError("invalid_request", { fields: { fullName: [NOTHING_TO_CORRECT] } }, NOTHING_TO_CORRECT);
    }
    return this.database.transaction(async (tx) => {
      const before = await this.find(tx, contact);
      const of = (kind: RawRecord["kind"]): string[] =>
        before.filter((record) => record.kind === kind).map(({ id }) => id);
      const person = { contact: contactOf(contact), fullName, email, phoneNumber };
      const [bookings, applications] = [of("registration"), of("application")];
      if (email !== null) {
        // Links mailed to the former address, which may be a stranger's, must not open the booking or the brand's page.
        await revokeLinksOfOtherAddresses(tx, "booking", bookings, email);
        await revokeLinksOfOtherAddresses(tx, "brand", applications, email);
      }
      if (phoneNumber !== null) await endConsentsOfOtherNumbers(tx, of("whatsapp consent"), phoneNumber);
      const former = await publishedContacts(tx, applications);
      const corrected = new Set(
        phoneNumber === null ? [] : await correctWhatsappNumbers(tx, applications, person.contact, phoneNumber),
      );
      for (const id of [
        ...(await correctBookings(tx, bookings, person)),
        ...(await correctApplications(tx, applications, person)),
        ...(await correctEnquiries(tx, of("enquiry"), person)),
        ...(await correctPlaces(tx, of("waiting place"), person)),
      ])
        corrected.add(id);
      await redirectUnsent(tx, of("mail"), {
        address: email,
        mailbox: email === null ? null : this.secrets.digest("mailbox", mailboxKey(email)),
      });
      // Last: every write to the catalogue shares a lock.
      for (const [index, contact] of (await publishedContacts(tx, applications)).entries()) {
        const [{ brandId }, earlier] = [contact, former[index]];
        if (earlier === undefined || isDeepStrictEqual(earlier, contact)) continue;
        const shown = await correctPublished(tx, brandId, earlier, contact);
        if (shown && of("brand").includes(brandId)) corrected.add(brandId);
      }
      const changed = corrected.size;
      // A consent is for the number that it was given for: it is not corrected, but ends.
      const kept = before.length - of("mail").length - of("whatsapp consent").length - changed;
      const fields = Object.keys(change).filter((field) => change[field as keyof typeof change] !== undefined);
      await this.record(tx, actor, "person_corrected", contact, reason, { changed, fields: fields.join(" ") });
      return { changed, kept };
    });
  }

  private find(tx: Tx, contact: string): Promise<RawRecord[]> {
    return rows<RawRecord>(tx, RECORDS, { ...contactOf(contact) });
  }

  private record(
    tx: Tx,
    administrator: Actor,
    action: AuditAction,
    contact: string,
    reason: string | undefined,
    after: Record<string, string | number>,
  ): Promise<void> {
    const subjectId = this.secrets.sign("person", contact.toLowerCase()).toString("hex").slice(0, 16);
    return this.auditLog.record(tx, {
      ...(administrator === undefined ? {} : { administrator }),
      action,
      subjectType: "person",
      subjectId,
      reason,
      after,
    });
  }
}

function contactOf(contact: string): PersonContact {
  return contact.includes("@")
    ? { contactEmail: contact.toLowerCase(), contactPhone: "" }
    : { contactEmail: "", contactPhone: contact };
}

function responseOf(record: RawRecord): PersonRecordResponse {
  const { kind, id, created_at: createdAt, title, data } = record;
  return {
    ...toResponse({ kind, id, createdAt, title, keptBecause: keptBecause(record) }),
    data: Object.fromEntries(readableFields(data)),
  };
}

/** Flattens fields to label and text, without empty ones: "Content: Amount" is "₹27,000". */
function readableFields(data: Fields, within?: string): [label: string, text: string][] {
  return Object.entries(data).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === "") return [];
    const label = within === undefined ? name : `${within}: ${labelOf(name)}`;
    if (typeof value === "object") return readableFields(value, label);
    return [[label, name.endsWith("Paise") ? `₹${formatPaise(Number(value))}` : String(value)]];
  });
}

/** Turns "invoiceNumber" into "Invoice number", and "amountPaise" into "Amount". */
function labelOf(name: string): string {
  const label = name.replace(/Paise$/, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function keptBecause({ kind, erasable, paid_at: paidAt, state }: RawRecord): string | undefined {
  if (erasable) return undefined;
  if (paidAt !== null) return `A tax record: the law keeps it until ${taxRecordsKeptUntil(paidAt)}.`;
  switch (kind) {
    case "mail":
      return state === "queued" || state === "sending"
        ? "Not sent yet; it can be erased afterwards."
        : "Erased together with its booking or application.";
    case "picture":
      return "Her own page removes it; erased with the brand's last application, once that is withdrawn.";
    case "page":
      return "Erased together with its application.";
    case "papers":
      return "The event asks for it; it can be erased once that is over. The holder can replace it in her booking.";
    case "arrivals":
      return "The gate uses it; it can be erased once the event is over.";
    case "waiting place":
      return "A stall is kept for her; it can be erased once she has left the list, or the offer is over.";
    case "request":
      return "No operator has answered it yet.";
    case "brand":
      return "Published; erased with the brand's last application, once that is withdrawn.";
    case "application":
      return state === "live" || state === "under_review"
        ? "Withdraw or reject it first."
        : "It can still be paid for; it closes automatically after 14 days.";
    default:
      return "A reservation or payment is in progress; it ends automatically.";
  }
}
