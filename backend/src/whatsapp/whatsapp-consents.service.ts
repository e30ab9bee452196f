import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { INDIAN_MOBILE } from "@sakhi/domain/fields/identifiers";
import {
  WHATSAPP_CONSENT,
  WHATSAPP_CONSENTS,
  type WhatsappConsentEnd,
  type WhatsappConsentPlace,
  type WhatsappConsentVersion,
} from "@sakhi/domain/whatsapp/whatsapp-consent";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import type { WhatsappSubjectType } from "./whatsapp.entities.js";
import type { WhatsappChoiceResponse } from "./whatsapp.response.js";

/** What a consent is about. */
export interface WhatsappSubject {
  readonly type: WhatsappSubjectType;
  readonly id: string;
}

/** A tick, or its absence, on a number. */
interface WhatsappChoice {
  /** Ten digits; null if there is none. */
  readonly phone: string | null;
  /** The version of the ticked sentence; undefined without a tick. */
  readonly version: WhatsappConsentVersion | undefined;
  readonly place: WhatsappConsentPlace;
}

/** The same consent for the same number stays, with its time. */
const GIVE = `
  INSERT INTO whatsapp_consents (id, subject_type, subject_id, phone, wording, version, given_by)
  SELECT :id::uuid, :type, :subjectId::uuid, :phone, :wording, :version, :place
   WHERE NOT EXISTS (SELECT FROM whatsapp_consents c
                      WHERE c.subject_type = :type AND c.subject_id = :subjectId::uuid AND c.withdrawn_at IS NULL)
  ON CONFLICT DO NOTHING`;
const END = `
  UPDATE whatsapp_consents SET withdrawn_at = clock_timestamp(), withdrawn_by = :why
   WHERE subject_type = :type AND subject_id = :subjectId AND withdrawn_at IS NULL AND phone IS DISTINCT FROM :kept
  RETURNING id`;
const OPEN = `
  SELECT given_at AS "givenAt" FROM whatsapp_consents
   WHERE subject_type = :type AND subject_id = :subjectId AND phone = :phone AND withdrawn_at IS NULL`;
const LINKS_OF = `
  SELECT l.id FROM whatsapp_messages m JOIN mailed_links l ON l.id = m.id
   WHERE m.consent_id = ANY(:consents::uuid[]) AND l.revoked_at IS NULL`;

/** Consents to messages by WhatsApp: given by a tick on a number, ended on the person's page, by her form, or by a stop word. */
@Injectable()
export class WhatsappConsentsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly mailedLinks: MailedLinksService,
  ) {}

  /** The version of the sentence that forms offer; undefined while WhatsApp is off. */
  get offered(): WhatsappConsentVersion | undefined {
    return this.config.whatsapp === undefined ? undefined : WHATSAPP_CONSENT;
  }

  /** Records what was ticked, or that nothing was. No-op while WhatsApp is off. */
  async choose(
    tx: Tx,
    { type, id: subjectId }: WhatsappSubject,
    { phone, version, place }: WhatsappChoice,
  ): Promise<void> {
    if (this.config.whatsapp === undefined) return;
    const given = version !== undefined && phone !== null && INDIAN_MOBILE.test(phone) ? { phone, version } : undefined;
    const why: WhatsappConsentEnd = place === "my_booking" || place === "my_brand" ? "page" : "form";
    // A consent for another number ends with this one.
    await this.end(tx, { type, id: subjectId }, given === undefined ? why : "number", given?.phone);
    if (given === undefined) return;
    const wording = WHATSAPP_CONSENTS[given.version];
    await rows(tx, GIVE, { id: randomUUID(), type, subjectId, ...given, wording, place });
  }

  /** Ends the consents for numbers that are no longer the person's, and the keys that were sent to them. */
  async numberIs(tx: Tx, subject: WhatsappSubject, phone: string): Promise<void> {
    const ended = await this.end(tx, subject, "number", phone);
    if (ended.length === 0) return;
    const links = await rows<{ id: string }>(tx, LINKS_OF, { consents: ended });
    await this.mailedLinks.endThese(
      tx,
      links.map(({ id }) => id),
    );
  }

  /** What a person's own page shows; undefined while WhatsApp is off, or without a number that can have it. */
  async view(
    { type, id: subjectId }: WhatsappSubject,
    phone: string | null,
  ): Promise<WhatsappChoiceResponse | undefined> {
    const { offered: consent } = this;
    if (consent === undefined || phone === null || !INDIAN_MOBILE.test(phone)) return undefined;
    const [open] = await this.database.query<{ givenAt: Date }>(OPEN, { type, subjectId, phone });
    return { phone, consent, ...(open === undefined ? {} : { givenAt: open.givenAt.toISOString() }) };
  }

  /** Ends every consent for a number that wrote a stop word, and remembers that it did. @param phone ten digits */
  async stop(tx: Tx, phone: string): Promise<void> {
    await rows(
      tx,
      `INSERT INTO whatsapp_stops (number_digest) VALUES (:digest)
       ON CONFLICT (number_digest) DO UPDATE SET stopped_at = clock_timestamp()`,
      { digest: this.secrets.digest("whatsapp-number", phone) },
    );
    await rows(
      tx,
      `UPDATE whatsapp_consents SET withdrawn_at = clock_timestamp(), withdrawn_by = 'stop_word'
        WHERE phone = :phone AND withdrawn_at IS NULL AND erased_at IS NULL`,
      { phone },
    );
  }

  /** @param kept the number whose consent stays */
  private async end(tx: Tx, subject: WhatsappSubject, why: WhatsappConsentEnd, kept?: string): Promise<string[]> {
    const { type, id: subjectId } = subject;
    return (await rows<{ id: string }>(tx, END, { type, subjectId, why, kept: kept ?? null })).map(({ id }) => id);
  }
}
