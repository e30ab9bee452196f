import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CorrectPersonDto } from "@sakhi/domain/privacy/person.dto";
import { taxRecordsKeptUntil } from "@sakhi/domain/privacy/retention.rules";
import { type AuditedAction, AuditLog } from "../accounts/audit-log.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { ERASABLE } from "./erasable.sql.js";
import { PersonalData } from "./personal-data.js";
import type { PersonChangeResponse, PersonRecordResponse, PersonRecordsResponse } from "./person.response.js";

/** An administrator, or undefined for somebody at the command line. */
type Actor = AuditedAction["administrator"];

const NOTHING_TO_CORRECT = "Nothing to correct was given";

interface RawRecord {
  readonly kind: PersonRecordResponse["kind"];
  readonly id: string;
  readonly created_at: Date;
  readonly title: string;
  readonly state: string | null;
  /** Whether it can be erased now. */
  readonly erasable: boolean;
  /** When money for it came, or its invoice was issued. */
  readonly paid_at: Date | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const PAID_AT = (type: string, subject: string): string => `
  (SELECT max(coalesce(p.completed_at, p.seen_at)) FROM orders o
     JOIN payments p ON p.order_id = o.order_id AND p.outcome = 'success'
    WHERE o.subject_type = '${type}' AND o.subject_id = ${subject})`;

/** $1: the e-mail address in lower case, or ''; $2: the phone's ten digits, or ''. */
const MINE = (email: string, ...phones: string[]): string =>
  `(($1 <> '' AND lower(${email}) = $1) OR ($2 <> '' AND $2 IN (${phones.join(", ")})))`;
/** The last ten digits of a phone number that was typed in any way. */
const lastTen = (column: string): string => `right(regexp_replace(${column}, '[^0-9]', '', 'g'), 10)`;

/** Everything that holds data of a person, in one list. */
const RECORDS = `
  SELECT 'registration' AS kind, b.id::text, b.held_at AS created_at, b.stall_id || ', ' || b.state AS title, b.state,
         (${ERASABLE.booking}) AS erasable, ${PAID_AT("booking", "b.id")} AS paid_at,
         jsonb_build_object('Name', full_name, 'E-mail', email, 'Phone', phone, 'Business', business_name,
           'GST number', gst_number, 'GST address', gst_address, 'Pincode', pincode, 'Stall', stall_id,
           'Order', order_id, 'Coupon', coupon_code) AS data
    FROM bookings b WHERE b.erased_at IS NULL AND ${MINE("b.email", "b.phone")}
  UNION ALL
  SELECT 'request', r.id::text, r.requested_at, b.stall_id || ', ' || r.kind, r.state, (${ERASABLE.request}), NULL,
         jsonb_build_object('Asked for', r.kind, 'Text', r.text, 'Answer', r.answer, 'Name', details ->> 'fullName',
           'E-mail', details ->> 'email', 'Phone', details ->> 'phoneNumber', 'Business', details ->> 'businessName',
           'GST number', details ->> 'gstNumber', 'GST address', details ->> 'gstAddress',
           'Pincode', details ->> 'pincode')
    FROM booking_requests r JOIN bookings b ON b.id = r.booking_id
   WHERE (r.state = 'open' OR ${ERASABLE.request})
     AND (${MINE("b.email", "b.phone")} OR ${MINE("details ->> 'email'", "details ->> 'phoneNumber'")})
  UNION ALL
  SELECT 'application', a.id::text, a.created_at, a.brand_name || ', ' || a.state, a.state,
         (${ERASABLE.application}), ${PAID_AT("application", "a.id")},
         jsonb_build_object('Name', full_name, 'E-mail', email, 'Phone', phone, 'WhatsApp', whatsapp_number,
           'Brand', brand_name, 'Story', story, 'GST number', gst_number, 'Government document', govt_document,
           'PAN', pan_number, 'Address', business_address, 'WhatsApp of the business', whatsapp_business_contact,
           'WhatsApp group', whatsapp_group_link, 'Website', website_url, 'LinkedIn', linkedin_url,
           'Facebook', facebook_url, 'Instagram', instagram_url, 'Consent given at', consented_at,
           'Consent to version', consent_version)
    FROM listing_applications a
   WHERE a.erased_at IS NULL AND ${MINE("a.email", "a.phone", "a.whatsapp_number", "a.whatsapp_business_contact")}
  UNION ALL
  SELECT 'enquiry', e.id::text, e.created_at, CASE e.kind WHEN 'support' THEN 'Message to support' ELSE 'Gifting request' END,
         NULL, true, NULL,
         jsonb_build_object('First name', first_name, 'Last name', last_name, 'E-mail', email, 'Phone', phone,
           'Company', company, 'Subject', subject, 'Message', message, 'Note', answer_note)
    FROM enquiries e WHERE ${MINE("e.email", lastTen("coalesce(e.phone, '')"))}
  UNION ALL
  SELECT 'mail', m.id::text, m.created_at, m.template || ', ' || m.state, m.state,
         (${ERASABLE.mail} AND m.booking_id IS NULL AND m.application_id IS NULL), NULL,
         jsonb_build_object('To', to_address, 'Content', data::text)
    FROM mails m WHERE m.erased_at IS NULL AND ${MINE("m.to_address", "''")}
  UNION ALL
  SELECT 'brand', r.id::text, r.created_at, r.name, NULL, false, NULL,
         jsonb_build_object('Brand', name, 'Partner', partner_name, 'E-mail', contact_email, 'Phone', contact_phone,
           'WhatsApp', whatsapp_url)
    FROM brands r
   WHERE ${MINE("coalesce(r.contact_email, '')", lastTen("coalesce(r.contact_phone, '')"))}
  UNION ALL
  SELECT 'invoice', i.id::text, i.issued_at, i.number, NULL, false, i.issued_at,
         jsonb_build_object('Number', i.number, 'Recipient', (i.content -> 'recipient')::text)
    FROM invoices i JOIN orders o USING (order_id)
    LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = o.subject_id
    LEFT JOIN listing_applications a ON o.subject_type = 'application' AND a.id = o.subject_id
   WHERE ${MINE("coalesce(b.email, a.email)", "b.phone", "a.phone")}
   ORDER BY created_at DESC, id`;

/**
 * A person's rights over their data (DPDP Act 2023, sections 11 and 12): a copy, correction, erasure. Everything here is
 * in the audit log, where a keyed digest stands for the person.
 */
@Injectable()
export class PersonService {
  constructor(
    private readonly database: Database,
    private readonly data: PersonalData,
    private readonly audit: AuditLog,
    private readonly secrets: Secrets,
  ) {}

  /** @param contact e-mail address, or phone number of ten digits */
  async records(actor: Actor, contact: string): Promise<PersonRecordsResponse> {
    return this.database.transaction(async (tx) => {
      const records = await this.find(tx, contact);
      await this.record(tx, actor, "person_exported", contact, undefined, { records: records.length });
      return { readAt: new Date().toISOString(), records: records.map(responseOf) };
    });
  }

  /** Erases what nothing keeps: no running booking or listing, no payment, no tax record. */
  async erase(actor: Actor, contact: string, reason: string): Promise<PersonChangeResponse> {
    return this.database.transaction(async (tx) => {
      const before = await this.find(tx, contact);
      const of = (kind: RawRecord["kind"]): string[] =>
        before.filter((record) => record.kind === kind && record.erasable).map(({ id }) => id);
      await this.data.eraseBookings(tx, of("registration"));
      await this.data.eraseBookingRequests(tx, of("request"));
      await this.data.eraseApplications(tx, of("application"));
      await this.data.deleteEnquiries(tx, of("enquiry"));
      await this.data.eraseMailsById(tx, of("mail"));
      const kept = (await this.find(tx, contact)).length;
      const changed = before.length - kept;
      await this.record(tx, actor, "person_erased", contact, reason, { changed, kept });
      return { changed, kept };
    });
  }

  /**
   * Corrects name, e-mail and phone wherever they can still change. Issued invoices stay as they were issued.
   * @throws DomainError invalid_request when none of the three is given
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
      const values = [fullName, email, phoneNumber];
      for (const [table, ids] of [
        ["bookings", of("registration")],
        ["listing_applications", of("application")],
      ] as const) {
        await tx.query(
          `UPDATE ${table} SET full_name = coalesce($2, full_name), email = coalesce($3, email),
                               phone = coalesce($4, phone), updated_at = clock_timestamp()
            WHERE id = ANY($1::uuid[])`,
          [ids, ...values],
        );
      }
      await tx.query(
        `UPDATE enquiries SET first_name = coalesce(split_part($2, ' ', 1), first_name),
                              last_name = coalesce(nullif(regexp_replace($2, '^\\S+\\s*', ''), ''), last_name),
                              email = coalesce($3, email), phone = coalesce($4, phone)
          WHERE id = ANY($1::uuid[])`,
        [of("enquiry"), ...values],
      );
      await tx.query(
        `UPDATE mails SET to_address = coalesce($2, to_address)
          WHERE id = ANY($1::uuid[]) AND state IN ('queued', 'failed')`,
        [of("mail"), email],
      );
      const kept = of("invoice").length + of("brand").length + of("request").length;
      const changed = before.length - kept - of("mail").length;
      const fields = Object.keys(change).filter((field) => change[field as keyof typeof change] !== undefined);
      await this.record(tx, actor, "person_corrected", contact, reason, { changed, fields: fields.join(" ") });
      return { changed, kept };
    });
  }

  private find(tx: Tx, contact: string): Promise<RawRecord[]> {
    const isEmail = contact.includes("@");
    return rows<RawRecord>(tx, RECORDS, [isEmail ? contact.toLowerCase() : "", isEmail ? "" : contact]);
  }

  private record(
    tx: Tx,
    administrator: Actor,
    action: string,
    contact: string,
    reason: string | undefined,
    after: Record<string, string | number>,
  ): Promise<void> {
    const subjectId = this.secrets.sign("person", contact.toLowerCase()).toString("hex").slice(0, 16);
    return this.audit.record(tx, {
      ...(administrator === undefined ? {} : { administrator }),
      action,
      subjectType: "person",
      subjectId,
      reason,
      after,
    });
  }
}

function responseOf(record: RawRecord): PersonRecordResponse {
  const because = keptBecause(record);
  return {
    kind: record.kind,
    id: record.id,
    createdAt: record.created_at.toISOString(),
    title: record.title,
    ...(because === undefined ? {} : { keptBecause: because }),
    data: Object.fromEntries(
      Object.entries(record.data)
        .filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => [name, String(value)]),
    ),
  };
}

function keptBecause({ kind, erasable, paid_at: paidAt, state }: RawRecord): string | undefined {
  if (erasable) return undefined;
  if (paidAt !== null) return `A tax record: the law keeps it until ${taxRecordsKeptUntil(paidAt)}.`;
  switch (kind) {
    case "mail":
      return state === "queued" || state === "sending"
        ? "On its way; it can be erased once it was sent."
        : "Goes with the booking or application it is about.";
    case "request":
      return "No operator has answered it yet.";
    case "brand":
      return "Published; goes with the last application of the brand, once that was withdrawn.";
    case "application":
      return state === "live" || state === "under_review"
        ? "Withdraw or reject it first."
        : "It can still be paid for, and is closed by itself after 14 days.";
    default:
      return "A reservation or payment is running, and ends by itself.";
  }
}
