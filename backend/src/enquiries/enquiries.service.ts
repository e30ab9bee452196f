import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { EnquiryStatus } from "@sakhi/domain/admin/admin.choices";
import type { BrandEnquiryDto } from "@sakhi/domain/enquiries/brand-enquiry.dto";
import type { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import {
  BRAND_NETWORKS_PER_DAY,
  type BrandEnquiryPlace,
  SAME_ENQUIRY_HOURS,
  senderName,
  suspicionOf,
  type EnquiryKind,
  type Suspicion,
} from "@sakhi/domain/enquiries/enquiry.rules";
import type { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import { answersIn } from "@sakhi/domain/languages/answers";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { IsNull, Not } from "typeorm";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { Page } from "../platform/http/list-response.js";
import { networksOf } from "../platform/http/networks.js";
import { RateLimits, type RateUse } from "../platform/http/rate-limits.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { EnquiryEntity } from "./enquiries.entities.js";
import type { EnquiryResponse } from "./enquiry.response.js";

/** Metadata of a submission. */
interface EnquiryVisit {
  /** The client's IP address. */
  readonly address: string;
  /** Milliseconds the form was open, if the page sent them. */
  readonly filledMs: number | undefined;
  /** Of the page. */
  readonly language: LanguageCode;
}

/** An enquiry with its status for the organisation. */
export type ReadEnquiry = EnquiryEntity & {
  readonly status: EnquiryStatus;
  /** Name of the brand that it goes to. */
  readonly brandName: string | null;
};

/** The fields of the form. */
type EnquiryText = Pick<
  EnquiryEntity,
  "kind" | "firstName" | "lastName" | "email" | "phone" | "company" | "isMember" | "subject" | "message" | "brandId"
>;

/** Length of an enquiry's reference, the beginning of its id. */
const REFERENCE_LENGTH = 8;

const STATUS = `CASE WHEN stopped_at IS NOT NULL THEN 'stopped' WHEN state = 'quarantined' THEN 'quarantined'
  WHEN kind = 'brand' THEN 'forwarded' WHEN answered_at IS NULL THEN 'open' ELSE 'answered' END`;
const READ = `SELECT ${columnsOf(EnquiryEntity)}, ${STATUS} AS status,
  (SELECT b.name FROM brands b WHERE b.id = enquiries.brand_id) AS brand_name FROM enquiries`;

/** Who answers a brand's enquiries ($1): its owner whose listing ends last. */
const OWNER = `
  SELECT b.name AS "brandName", a.id AS "applicationId", a.email, a.full_name AS "fullName" FROM brands b
    LEFT JOIN listing_applications a ON a.brand_id = b.id AND a.state = 'live' AND a.erased_at IS NULL
   WHERE b.id = $1 ORDER BY a.live_until DESC NULLS LAST LIMIT 1`;

interface Owner {
  readonly brandName: string;
  /** Null for a brand that no application stands for. */
  readonly applicationId: string | null;
  readonly email: string | null;
  readonly fullName: string | null;
}

/** Stores enquiries, confirms them, forwards them to the organisation, and records that they were answered. */
@Injectable()
export class EnquiriesService {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly limits: RateLimits,
    private readonly config: Config,
    private readonly eventFacts: EventFactsService,
    private readonly secrets: Secrets,
    private readonly ourNames: OurNamesService,
  ) {}

  /** @throws HttpError rate_limited */
  submitCorporateGifting(dto: CorporateGiftingDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const { firstName, lastName, email, phone, company, requirements: message } = dto;
    const isMember = dto.isMember === "yes";
    const text = { firstName, lastName, email, phone, company, isMember, subject: null, message, brandId: null };
    return this.submit({ kind: "corporate_gifting", ...text }, dto.website, visit);
  }

  /** @throws HttpError rate_limited */
  submitSupport(dto: SupportMessageDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const { firstName, lastName, email, phone = null, subject, message } = dto;
    const text = { firstName, lastName, email, phone, company: null, isMember: null, subject, message, brandId: null };
    return this.submit({ kind: "support", ...text }, dto.website, visit);
  }

  /**
   * Passes a message on to the owner of a brand; to the organisation if no owner's listing is live. Her address is shown to
   * nobody: she answers the mail. The response says who has the message.
   *
   * @throws DomainError brand_unknown if the brand is not on the site
   * @throws HttpError rate_limited
   */
  async submitToBrand(dto: BrandEnquiryDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const { module, brandName, firstName, lastName = "", email, phone = null, message } = dto;
    const [brand] = await this.database.query<{ id: string }>(
      "SELECT id FROM live_brands WHERE module = $1 AND name_key = lower($2)",
      [module, brandName],
    );
    if (brand === undefined) throw new DomainError("brand_unknown");
    const text = { firstName, lastName, email, phone, company: null, isMember: null, subject: null, message };
    return this.submit({ kind: "brand", ...text, brandId: brand.id }, dto.website, visit);
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
      `${READ} WHERE ${where}
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
    const sql = `${READ} WHERE id = $1`;
    return (await this.database.read<ReadEnquiry>(EnquiryEntity, sql, [id], tx))[0];
  }

  /** Marks an open enquiry as answered. @returns false if it is not open */
  async answered(tx: Tx, id: string, by: string, note: string | undefined): Promise<boolean> {
    const marked = await tx.update(
      EnquiryEntity,
      { id, state: "received", kind: Not("brand" as const), answeredAt: IsNull() },
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
      { id, state: "quarantined", stoppedAt: IsNull() },
      { state: "received", letThroughAt: databaseNow },
    );
    if (approved.affected !== 1) return false;
    await this.queueMails(tx, await tx.findOneByOrFail(EnquiryEntity, { id }));
    return true;
  }

  /**
   * Stops an enquiry to a brand: it is not counted, a mail that has not gone out is not sent, and what this sender writes to
   * any brand from now on is quarantined.
   *
   * @returns false if it does not exist, goes to no brand or is stopped already
   */
  async stop(tx: Tx, id: string, by: string): Promise<boolean> {
    const stopped = await tx.update(
      EnquiryEntity,
      { id, kind: "brand", stoppedAt: IsNull() },
      { stoppedAt: databaseNow, stoppedBy: by },
    );
    if (stopped.affected !== 1) return false;
    await this.mail.withdraw(tx, keyOf(id));
    return true;
  }

  /** Enquiries that a brand was sent, by week (a Monday in India, YYYY-MM-DD). */
  async ofBrandByWeek(brandId: string, since: string): Promise<ReadonlyMap<string, number>> {
    const found = await this.database.query<{ week: string; count: number }>(
      `SELECT date_trunc('week', created_at AT TIME ZONE 'Asia/Kolkata')::date::text AS week, count(*)::int AS count
         FROM enquiries WHERE brand_id = $1 AND state = 'received' AND stopped_at IS NULL
          AND created_at >= $2::date::timestamp AT TIME ZONE 'Asia/Kolkata' GROUP BY 1`,
      [brandId, since],
    );
    return new Map(found.map(({ week, count }) => [week, count]));
  }

  /**
   * Responds identically to people, bots and double clicks; to senders of messages to brands, with where theirs is.
   *
   * @throws DomainError invalid_request for a name like ours
   */
  private async submit(text: EnquiryText, trap: unknown, visit: EnquiryVisit): Promise<EnquiryResponse> {
    await this.ourNames.assertNotBorrowed({
      firstName: ["person", senderName(text)],
      company: ["business", text.company],
    });
    const suspicion = suspicionOf({ trap, filledMs: visit.filledMs });
    if ((await this.sentBefore(digestOf(text))) !== undefined) {
      // A duplicate has arrived already, so no rate limit applies.
      await this.store(text, suspicion, { language: visit.language });
    } else {
      const undoCount = await this.limits.use(
        { limit: "enquiries_per_email", by: text.email.toLowerCase(), address: visit.address },
        { limit: "enquiries_per_address", by: visit.address },
        ...(text.brandId === null ? [] : [await this.brandUse(text.brandId, visit.address)]),
      );
      if (!(await this.store(text, suspicion, visit))) await undoCount();
    }
    const said = answersIn(visit.language);
    return {
      message: text.brandId === null ? said.enquiries[text.kind] : said.brandEnquiries[await this.placeOf(text)],
    };
  }

  /**
   * The limit that a message to this brand counts against: with many networks that write to it, one that costs work from a
   * network's first message on. So a flood costs those who send it, and no brand can be silenced (decision 91).
   */
  private async brandUse(brandId: string, address: string): Promise<RateUse> {
    const [today] = await this.database.query<{ networks: number }>(
      `SELECT count(DISTINCT network)::int AS networks FROM enquiries
        WHERE brand_id = $1 AND created_at > clock_timestamp() - interval '24 hours'`,
      [brandId],
    );
    const isBusy = (today?.networks ?? 0) >= BRAND_NETWORKS_PER_DAY;
    return { limit: isBusy ? "enquiries_per_busy_brand" : "enquiries_per_brand", by: brandId, address };
  }

  /** Where a message to a brand that was just stored is. */
  private async placeOf(text: EnquiryText): Promise<BrandEnquiryPlace> {
    const before = await this.sentBefore(digestOf(text));
    const stored = before === undefined ? undefined : await this.find(before.id);
    if (stored?.state !== "received" || stored.stoppedAt !== null) return "operator";
    const [owner] = await this.database.query<Owner>(OWNER, [text.brandId]);
    return (owner?.applicationId ?? null) === null ? "organisation" : "owner";
  }

  /** @returns whether it is new, or a repeat that approved it */
  private store(
    text: EnquiryText,
    suspicion: Suspicion | undefined,
    { address, language }: Pick<EnquiryVisit, "language"> & Partial<EnquiryVisit>,
  ): Promise<boolean> {
    const digest = digestOf(text);
    return this.database.transaction(async (tx) => {
      // Serializes simultaneous clicks until `tx` ends. A separate statement: the next one must see what was committed
      // while this one waited.
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`enquiry ${digest}`]);
      const before = await this.sentBefore(digest, tx);
      if (before === undefined) {
        const why = suspicion ?? (await this.brandSuspicion(tx, text));
        const state = why === undefined ? "received" : "quarantined";
        const id = randomUUID();
        const isToBrand = text.kind === "brand";
        const facts = {
          consentedAt: isToBrand ? databaseNow : null,
          network: isToBrand ? this.networkOf(address) : null,
        };
        await tx.insert(EnquiryEntity, { ...text, ...facts, id, digest, suspicion: why ?? null, state, language });
        if (state === "received") await this.queueMails(tx, { ...text, id, language });
        return true;
      }
      await tx.increment(EnquiryEntity, { id: before.id }, "timesSent", 1);
      // A person whose first attempt looked like a bot's has sent it again.
      const looksFine = suspicion === undefined && (await this.brandSuspicion(tx, text)) === undefined;
      return looksFine && (await this.approve(tx, before.id));
    });
  }

  /** Gives a brand what was written to another one, which is merged with it. */
  async moveToBrand(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await tx.query("UPDATE enquiries SET brand_id = $2 WHERE brand_id = $1", [fromId, intoId]);
  }

  /** Why an enquiry to a brand waits for an operator though its form was filled in by a person. */
  private async brandSuspicion(tx: Tx, { brandId, email }: EnquiryText): Promise<Suspicion | undefined> {
    if (brandId === null) return undefined;
    const stopped = await rows<{ email: string }>(
      tx,
      "SELECT DISTINCT email FROM enquiries WHERE stopped_at IS NOT NULL",
    );
    return stopped.some((each) => mailboxKey(each.email) === mailboxKey(email)) ? "sender_stopped" : undefined;
  }

  /** As it is stored: a keyed digest, because addresses are personal data. */
  private networkOf(address: string | undefined): string | null {
    return address === undefined ? null : this.secrets.digest("network", networksOf(address)[0].name);
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
  private async queueMails(tx: Tx, enquiry: EnquiryText & Pick<EnquiryEntity, "id" | "language">): Promise<void> {
    const { id, kind, email, message, language } = enquiry;
    const name = senderName(enquiry);
    const reference = id.slice(0, REFERENCE_LENGTH).toUpperCase();
    if (kind === "brand") return this.queueToOwner(tx, enquiry, reference);
    await this.mail.queue(tx, {
      template: "enquiry-confirmed",
      to: email,
      language,
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

  /** Queues the mail to the brand's owner, who answers it; the sender gets none, because her address may be anyone's. */
  private async queueToOwner(
    tx: Tx,
    { id, firstName, lastName, email, phone, message, brandId }: EnquiryText & { readonly id: string },
    reference: string,
  ): Promise<void> {
    const [owner] = await rows<Owner>(tx, OWNER, [brandId]);
    if (owner === undefined) throw new Error("the brand of an enquiry is gone");
    const { brandName, applicationId } = owner;
    const hasOwner = applicationId !== null;
    await this.mail.queue(tx, {
      template: "brand-enquiry",
      to: owner.email ?? this.config.operatorEmail,
      dedupeKey: keyOf(id),
      ...(hasOwner ? { applicationId } : {}),
      data: {
        name: owner.fullName ?? (await this.eventFacts.current(tx)).organisation.name,
        ...{ brandName, reference, message, hasOwner },
        sender: { name: senderName({ firstName, lastName }), address: email },
        phone: phone ?? undefined,
      },
    });
  }
}

/** The dedupe key of the mail to a brand's owner; erasing an enquiry finds its mails by it. */
const keyOf = (id: string): string => `enquiry-brand-${id}`;

/** Deduplication key of a form. Ignores the case of the email address. */
function digestOf(text: EnquiryText): string {
  const { kind, firstName, lastName, email, phone, company, isMember, subject, message, brandId } = text;
  const fields = [kind, firstName, lastName, email.toLowerCase(), phone, company, isMember, subject, message];
  if (brandId !== null) fields.push(brandId);
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}
