import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { EnquiryStatus } from "@sakhi/domain/admin/admin.choices";
import type { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import {
  ENQUIRY_RESPONSES,
  SAME_ENQUIRY_HOURS,
  suspicionOf,
  type EnquiryKind,
  type Suspicion,
} from "@sakhi/domain/enquiries/enquiry.rules";
import type { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { IsNull } from "typeorm";
import { EventFactsService } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import type { Page } from "../platform/http/list-response.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { EnquiryEntity } from "./enquiries.entities.js";
import type { EnquiryResponse } from "./enquiry.response.js";

/** Metadata of a submission. */
interface EnquiryVisit {
  /** The client's IP address. */
  readonly address: string;
  /** Milliseconds the form was open, if the page sent them. */
  readonly filledMs: number | undefined;
}

/** An enquiry with its status for the organisation. */
export type ReadEnquiry = EnquiryEntity & { readonly status: EnquiryStatus };

/** The fields of the form. */
type EnquiryText = Pick<
  EnquiryEntity,
  "kind" | "firstName" | "lastName" | "email" | "phone" | "company" | "isMember" | "subject" | "message"
>;

/** Length of an enquiry's reference, the beginning of its id. */
const REFERENCE_LENGTH = 8;

const STATUS = `CASE WHEN state = 'quarantined' THEN 'quarantined' WHEN answered_at IS NULL THEN 'open'
  ELSE 'answered' END`;

/** Stores enquiries, confirms them, forwards them to the organisation, and records that they were answered. */
@Injectable()
export class EnquiriesService {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly limits: RateLimits,
    private readonly config: Config,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** @throws HttpError rate_limited */
  submitCorporateGifting(dto: CorporateGiftingDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const { firstName, lastName, email, phone, company, requirements: message } = dto;
    const isMember = dto.isMember === "yes";
    const text = { firstName, lastName, email, phone, company, isMember, subject: null, message };
    return this.submit({ kind: "corporate_gifting", ...text }, dto.website, visit);
  }

  /** @throws HttpError rate_limited */
  submitSupport(dto: SupportMessageDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const { firstName, lastName, email, phone = null, subject, message } = dto;
    const text = { firstName, lastName, email, phone, company: null, isMember: null, subject, message };
    return this.submit({ kind: "support", ...text }, dto.website, visit);
  }

  /** A page of enquiries, newest first, and their total number. */
  async page(query: {
    readonly kind?: EnquiryKind | undefined;
    readonly status?: EnquiryStatus | undefined;
    readonly limit: number;
    readonly offset: number;
  }): Promise<Page<ReadEnquiry>> {
    const where = `($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR ${STATUS} = $2)`;
    const filter = [query.kind ?? null, query.status ?? null];
    const found = await this.database.read<ReadEnquiry>(
      EnquiryEntity,
      `SELECT ${columnsOf(EnquiryEntity)}, ${STATUS} AS status FROM enquiries WHERE ${where}
        ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
      [...filter, query.limit, query.offset],
    );
    const [counted] = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM enquiries WHERE ${where}`,
      filter,
    );
    return { rows: found, total: counted?.count ?? 0 };
  }

  /** @param tx to read inside a transaction */
  async find(id: string, tx?: Tx): Promise<ReadEnquiry | undefined> {
    const sql = `SELECT ${columnsOf(EnquiryEntity)}, ${STATUS} AS status FROM enquiries WHERE id = $1`;
    return (await this.database.read<ReadEnquiry>(EnquiryEntity, sql, [id], tx))[0];
  }

  /** Marks an open enquiry as answered. @returns false if it is not open */
  async answered(tx: Tx, id: string, by: string, note: string | undefined): Promise<boolean> {
    const marked = await tx.update(
      EnquiryEntity,
      { id, state: "received", answeredAt: IsNull() },
      { answeredAt: databaseNow, answeredBy: by, answerNote: note ?? null },
    );
    return marked.affected === 1;
  }

  /**
   * Approves a quarantined enquiry; its mails are sent once `tx` has committed.
   *
   * @returns false if it does not exist or is not quarantined
   */
  async approve(tx: Tx, id: string): Promise<boolean> {
    const approved = await tx.update(
      EnquiryEntity,
      { id, state: "quarantined" },
      { state: "received", letThroughAt: databaseNow },
    );
    if (approved.affected !== 1) return false;
    await this.queueMails(tx, await tx.findOneByOrFail(EnquiryEntity, { id }));
    return true;
  }

  /** Responds identically to people, bots and double clicks. */
  private async submit(text: EnquiryText, trap: unknown, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const suspicion = suspicionOf({ trap, filledMs: visit.filledMs });
    if ((await this.sentBefore(digestOf(text))) !== undefined) {
      // A duplicate has arrived already, so no rate limit applies.
      await this.store(text, suspicion);
    } else {
      const undoCount = await this.limits.use(
        { limit: "enquiries_per_email", by: text.email.toLowerCase(), address: visit.address },
        { limit: "enquiries_per_address", by: visit.address },
      );
      if (!(await this.store(text, suspicion))) await undoCount();
    }
    return { message: ENQUIRY_RESPONSES[text.kind] };
  }

  /** @returns whether it is new, or a repeat that approved it */
  private store(text: EnquiryText, suspicion: Suspicion | undefined): Promise<boolean> {
    const digest = digestOf(text);
    return this.database.transaction(async (tx) => {
      // Serializes simultaneous clicks until `tx` ends. A separate statement: the next one must see what was committed
      // while this one waited.
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`enquiry ${digest}`]);
      const before = await this.sentBefore(digest, tx);
      if (before === undefined) {
        const state = suspicion === undefined ? "received" : "quarantined";
        const id = randomUUID();
        await tx.insert(EnquiryEntity, { ...text, id, digest, suspicion: suspicion ?? null, state });
        if (state === "received") await this.queueMails(tx, { ...text, id });
        return true;
      }
      await tx.increment(EnquiryEntity, { id: before.id }, "timesSent", 1);
      // A person whose first attempt looked like a bot's has sent it again.
      return suspicion === undefined && (await this.approve(tx, before.id));
    });
  }

  /** The newest enquiry with this digest within the last day. */
  private async sentBefore(digest: string, tx?: Tx): Promise<Pick<EnquiryEntity, "id"> | undefined> {
    const [found] = await this.database.read<Pick<EnquiryEntity, "id">>(
      EnquiryEntity,
      `SELECT id FROM enquiries
        WHERE digest = $1 AND created_at > clock_timestamp() - make_interval(hours => $2)
        ORDER BY created_at DESC LIMIT 1`,
      [digest, SAME_ENQUIRY_HOURS],
      tx,
    );
    return found;
  }

  /** Queues one mail to the sender and one to the organisation, once per enquiry; sent once `tx` has committed. */
  private async queueMails(tx: Tx, enquiry: EnquiryText & { readonly id: string }): Promise<void> {
    const { id, kind, email, message } = enquiry;
    const name = `${enquiry.firstName} ${enquiry.lastName}`;
    const reference = id.slice(0, REFERENCE_LENGTH).toUpperCase();
    await this.mail.queue(tx, {
      template: "enquiry-confirmed",
      to: email,
      dedupeKey: `enquiry-confirmed-${id}`,
      data: { name, kind, reference },
    });
    await this.mail.queue(tx, {
      template: "enquiry-received",
      to: this.config.operatorEmail,
      dedupeKey: `enquiry-received-${id}`,
      data: {
        name: (await this.eventFacts.current(tx)).organisation.name,
        kind,
        reference,
        sender: { name, address: email },
        phone: enquiry.phone ?? undefined,
        company: enquiry.company ?? undefined,
        isMember: enquiry.isMember ?? undefined,
        subject: enquiry.subject ?? undefined,
        message,
      },
    });
  }
}

/** Deduplication key of a form. Ignores the case of the email address. */
function digestOf(text: EnquiryText): string {
  const { kind, firstName, lastName, email, phone, company, isMember, subject, message } = text;
  const fields = [kind, firstName, lastName, email.toLowerCase(), phone, company, isMember, subject, message];
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}
