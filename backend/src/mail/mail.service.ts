import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { EventFacts } from "@sakhi/domain/events/event-facts";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import {
  isStrangerMailFlood,
  isStrangerMailFloodOver,
  judgeMail,
  mailPriority,
  type MailRecipient,
  ORGANISATION_MAILS_PER_HOUR,
  type SiteMails,
  STRANGER_MAILS_PER_HOUR,
  strangerMailDue,
} from "@sakhi/domain/mails/mail-gate.rules";
import { type FindOptionsWhere, IsNull, Not } from "typeorm";
import { isPaused } from "../events/sales-pause.sql.js";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { JOB_RETRIED_SECONDS } from "../platform/queue/queues.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { unsaidOf } from "./holder-message.js";
import { firstBookingKey, firstBrandKey } from "./mail-keys.js";
import { MailEntity } from "./mail.entities.js";
import type { RenderedMail } from "./mail.layout.js";
import type { AdminMailResponse } from "./mail.response.js";
import { type MailContext, renderTemplate } from "./mail.templates.js";
import { type MailData, type MailMessage, type MailRequest, type MailTemplate, OPERATORS_MAILS } from "./mail.types.js";
import { languageOf } from "./mail.words.js";
import { RECIPIENT, type RecipientRow } from "./recipient.sql.js";
import { STRANGER_MAILS_LATELY } from "./stranger-mails.sql.js";
import { withoutWords } from "./without-words.js";

export { bookingKeyMail, brandKeyMail, firstBookingKey, firstBrandKey, KEYS_ONLY } from "./mail-keys.js";
export type { CancelledRefund } from "./mail.types.js";

/** Age in seconds at which an untried or abandoned mail gets another job; a tried one, after its job's retries. */
const UNTRIED_SECONDS = 600;

/** Answers of {@link MailService.resend} instead of the mail that goes out. */
export type ResendProblem = "under_way" | "day_limit";

/** What a mail is about. */
interface MailSubject {
  readonly byOperator?: boolean;
  readonly hasOpenedLink?: boolean;
  readonly bookingId?: string | null | undefined;
  readonly applicationId?: string | null | undefined;
}

/** Columns of a mail that follow from the gate's verdict. */
type Judged = Pick<MailEntity, "mailbox" | "proof" | "dueAt">;

/** A verdict, and the language of what the mail is about. */
type JudgedMail = Judged & { readonly language: LanguageCode };

/** What a mail's place in the queue follows from. */
type Queued = Pick<MailEntity, "id" | "template" | "proof">;

/** Mails that confirm what was paid for. */
const TICKETS: ReadonlySet<MailTemplate> = new Set(["booking-confirmed", "listing-paid"]);

/** Mails to the organisation about what anyone can send. */
const FROM_STRANGERS: ReadonlySet<MailTemplate> = new Set(["enquiry-received", "brand-enquiry", "listing-new"]);

/** A mail that was sent again. */
export interface ResentMail {
  readonly mailId: string;
  /** Keyed digest of another address, if it went to one. */
  readonly otherAddress?: string;
}

/** Stores mails in the transaction of what they report; the jobs process sends them. */
@Injectable()
export class MailService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly secrets: Secrets,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Queues a mail, to be sent once `tx` has committed. No-op for a known dedupe key. Every mail goes through the gate of
   * decision 46: a recipient who is not proven gets it without anyone's words, and none beyond the day's limit.
   */
  async queue(tx: Tx, { to: toAddress, onceADay = false, byOperator = false, ...given }: MailRequest): Promise<void> {
    const { onlyProven = false, hasOpenedLink = false, language: asked, worded, ...request } = given;
    const mail = onceADay ? { ...request, dedupeKey: this.keyOfDay(request.template, toAddress) } : request;
    // In a restored database, what looks unpaid may have been paid since.
    if (onceADay && (await isPaused(tx))) return;
    // Before the gate, so that a repeated request counts once.
    if (await tx.existsBy(MailEntity, { dedupeKey: mail.dedupeKey })) return;
    const judged = await this.judge(tx, toAddress, { ...mail, byOperator, hasOpenedLink });
    if (judged === undefined || (onlyProven && judged.proof === null)) return;
    if (judged.proof === "organisation" && FROM_STRANGERS.has(mail.template) && (await this.isSummedUp(tx, judged)))
      return;
    const id = randomUUID();
    const { language: own, ...gate } = judged;
    const language = OPERATORS_MAILS.has(mail.template) ? FIRST_LANGUAGE : (asked ?? own);
    const data = { ...mail.data, ...worded?.(language) };
    const insert = tx.createQueryBuilder().insert().into(MailEntity);
    const inserted = await insert
      .values({
        ...{ id, toAddress, language, ...mail, ...gate },
        data: judged.proof === null ? withoutWords(data, language) : data,
      })
      .orIgnore()
      .returning("id")
      .execute();
    if ((inserted.raw as unknown[]).length !== 1 || (await this.wasSentBefore(tx, id))) return;
    if (judged.dueAt === null) await this.enqueue(tx, { id, template: mail.template, ...judged }, `mail-${id}`);
  }

  /**
   * A mail as its recipient would read it, without the links that are made when it is sent.
   *
   * @param seen what a mail that is sent reads by itself
   */
  preview(
    message: MailMessage,
    facts: EventFacts,
    seen: Pick<MailContext, "missing" | "next" | "language"> = {},
  ): Pick<RenderedMail, "subject" | "text" | "html"> {
    const { publicUrl } = this.config;
    const { subject, text, html } = renderTemplate(message, {
      ...{ publicUrl, facts, invoiceAttached: false, ...seen },
      ...{ offerUrl: () => undefined, invitationUrl: () => publicUrl },
    });
    return { subject, text, html };
  }

  /** Placeholders of a message that have no value for its holder. */
  unsaid(
    data: MailData["holder-message"],
    facts: EventFacts,
    seen: Pick<MailContext, "missing" | "next"> = {},
  ): readonly string[] {
    return unsaidOf(data, { publicUrl: this.config.publicUrl, facts, ...seen });
  }

  /** Whether a mail of this key was queued. */
  isQueued(tx: Tx, dedupeKey: string): Promise<boolean> {
    return tx.existsBy(MailEntity, { dedupeKey });
  }

  /** True for a mail that was sent before the database was restored (decision 50): its row says so, and it is not sent. */
  private async wasSentBefore(tx: Tx, id: string): Promise<boolean> {
    const sent = await rows(
      tx,
      `UPDATE mails m SET state = 'sent', sent_at = coalesce(s.sent_at, m.created_at), attempts = 1
         FROM mails_sent_before s WHERE m.id = $1 AND s.dedupe_key = m.dedupe_key RETURNING m.id`,
      [id],
    );
    return sent.length > 0;
  }

  private keyOfDay(template: MailTemplate, address: string): string {
    const mailbox = this.secrets.digest("mailbox", mailboxKey(address));
    return `${template}/${new Date().toISOString().slice(0, 10)}/${mailbox}`;
  }

  /**
   * Judges a mail about `subject` to an address. Locks the mailbox of a possible stranger until `tx` ends.
   *
   * @returns undefined if it has had its mails of the day
   */
  private async judge(tx: Tx, address: string, subject: MailSubject): Promise<JudgedMail | undefined> {
    const key = mailboxKey(address);
    const mailbox = this.secrets.digest("mailbox", key);
    const { language, ...recipient } = await this.recipient(tx, key, subject);
    const verdict = judgeMail(recipient);
    if (verdict.mail === "full") return { mailbox, proof: verdict.proof, dueAt: null, language };
    // A separate statement: the next one must see what was committed while this one waited.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`mails to ${mailbox}`]);
    const locked = judgeMail(await this.recipient(tx, key, subject));
    if (locked.mail === "full") return { mailbox, proof: locked.proof, dueAt: null, language };
    const dueAt = locked.mail === "none" ? "none" : await this.dueToStranger(tx);
    return dueAt === "none" ? undefined : { mailbox, proof: null, dueAt, language };
  }

  /**
   * When the site's next mail to a possible stranger is due. Counted without a lock: transactions of the same moment can
   * pass the budget by their number.
   */
  private async dueToStranger(tx: Tx): Promise<Date | null | "none"> {
    const site = await this.siteMails(tx);
    if (isStrangerMailFlood(site.lately + 1)) await this.raiseFlood(tx, site.lately + 1);
    return strangerMailDue(site);
  }

  private async siteMails(tx: Tx): Promise<SiteMails> {
    const [found] = await rows<SiteMails>(
      tx,
      `SELECT clock_timestamp() AS now,
              (SELECT count(*)::int FROM mails WHERE ${STRANGER_MAILS_LATELY}) AS lately,
              (SELECT coalesce(due_at, created_at) FROM mails WHERE proof IS NULL
                ORDER BY coalesce(due_at, created_at) DESC OFFSET $1 - 1 LIMIT 1) AS "fullSince"`,
      [STRANGER_MAILS_PER_HOUR],
    );
    if (found === undefined) throw new Error("the mails of the hour were not read");
    return found;
  }

  /** Raises an issue, at most once an hour. */
  private async raiseFlood(tx: Tx, mails: number): Promise<void> {
    const before = await rows(
      tx,
      "SELECT FROM issues WHERE kind = 'stranger_mails' AND raised_at > clock_timestamp() - interval '1 hour' LIMIT 1",
    );
    if (before.length > 0) return;
    const facts = { mails, perHour: STRANGER_MAILS_PER_HOUR };
    await this.issues.raise(tx, { kind: "stranger_mails", subject: "site", facts });
  }

  /**
   * Adds to the hour's summary instead of sending one more mail to the organisation about what a stranger sent.
   *
   * @returns false if the hour has had few: the mail itself is sent
   */
  private async isSummedUp(tx: Tx, { mailbox }: Judged): Promise<boolean> {
    const [hour] = await rows<{ mails: number; began: Date; ends: Date }>(
      tx,
      `SELECT h.began, h.began + interval '1 hour' AS ends,
              (SELECT count(*)::int FROM mails WHERE mailbox = $2 AND proof = 'organisation' AND template = ANY ($1)
                  AND created_at >= h.began) AS mails
         FROM (SELECT date_trunc('hour', clock_timestamp(), 'UTC') AS began) h`,
      [[...FROM_STRANGERS], mailbox],
    );
    if (hour === undefined || hour.mails < ORGANISATION_MAILS_PER_HOUR) return false;
    const to = this.config.operatorEmail;
    const template: MailTemplate = "messages-summed-up";
    const data = { name: "", since: hour.began.toISOString(), count: 1 };
    // A summary that is being sent already counts this one too late: the next hour's begins soon.
    await tx.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, mailbox, proof, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'organisation', $7)
       ON CONFLICT (dedupe_key) DO UPDATE SET data = jsonb_set(mails.data, '{count}', to_jsonb((mails.data ->> 'count')::int + 1))`,
      [
        ...[randomUUID(), `${template}/${data.since}`, template, to, JSON.stringify(data)],
        ...[this.secrets.digest("mailbox", mailboxKey(to)), hour.ends],
      ],
    );
    return true;
  }

  private async recipient(
    tx: Tx,
    key: string,
    { bookingId, applicationId, byOperator, hasOpenedLink: hasOpenedOwn = false }: MailSubject,
  ): Promise<MailRecipient & { readonly language: LanguageCode }> {
    const [found] = await rows<RecipientRow>(tx, RECIPIENT, [
      this.secrets.digests("mailbox", key),
      bookingId ?? null,
      applicationId ?? null,
    ]);
    if (found === undefined) throw new Error("the recipient was not read");
    const { subjectAddress, subjectIsPaid, wasConfirmedHere, hasOpenedLink, isKnown, unprovenToday } = found;
    const isSubjectsAddress = subjectAddress !== null && mailboxKey(subjectAddress) === key;
    return {
      isOrganisation: key === mailboxKey(this.config.operatorEmail),
      hasPaid: wasConfirmedHere || (subjectIsPaid && isSubjectsAddress),
      hasOpenedLink: hasOpenedLink || hasOpenedOwn,
      isAskedByOperator: byOperator === true,
      isKnown,
      unprovenToday,
      language: languageOf(found.language),
    };
  }

  /**
   * Redirects a booking's unsent mails to its new address, those being sent included: they may be retried. Notices to a
   * former address keep their recipient. Call it once the booking has its new address.
   */
  async redirect(tx: Tx, bookingId: string, toAddress: string): Promise<void> {
    const unsent = await tx.find(MailEntity, {
      where: { bookingId, state: Not("sent"), template: Not("address-changed"), otherAddress: false },
    });
    await this.redirectEach(tx, unsent, toAddress);
  }

  /**
   * Sends a booking's confirmation, and the key beside it, to its new address too, unless it is still queued, when {@link redirect} suffices. One
   * that is being sent may already have gone to the former address.
   */
  async confirmAgain(tx: Tx, bookingId: string, toAddress: string): Promise<void> {
    await this.sendAgain(tx, { bookingId, template: "booking-confirmed" }, toAddress);
    await this.sendAgain(tx, { bookingId, dedupeKey: firstBookingKey(bookingId) }, toAddress);
  }

  /** As {@link confirmAgain}, for the listing paid for with an order: confirmation, invoice and key. */
  async confirmListingAgain(tx: Tx, applicationId: string, toAddress: string): Promise<void> {
    await this.sendAgain(tx, { applicationId, template: "listing-paid" }, toAddress);
    await this.sendAgain(tx, { applicationId, dedupeKey: firstBrandKey(applicationId) }, toAddress);
  }

  private async sendAgain(tx: Tx, which: FindOptionsWhere<MailEntity>, toAddress: string): Promise<void> {
    const [sent] = await tx.find(MailEntity, {
      where: { ...which, copyOf: IsNull(), state: Not("queued" as const) },
      order: { createdAt: "DESC" },
      take: 1,
    });
    if (sent !== undefined) await this.copy(tx, sent, toAddress, false);
  }

  /** As {@link redirect}, for an application's owner; mails to others keep their recipient. */
  async redirectOwner(tx: Tx, applicationId: string, former: string, toAddress: string): Promise<void> {
    const unsent = await tx.find(MailEntity, {
      where: {
        ...{ applicationId, toAddress: former, state: Not("sent" as const), otherAddress: false },
        template: Not("listing-address-changed" as const),
      },
    });
    await this.redirectEach(tx, unsent, toAddress);
  }

  private async redirectEach(tx: Tx, mails: readonly MailEntity[], toAddress: string): Promise<void> {
    for (const mail of mails) {
      const judged = await this.judge(tx, toAddress, mail);
      if (judged === undefined) {
        // It may go neither to the former address, which may be a stranger's, nor to the new one today.
        await tx.delete(MailEntity, { id: mail.id, state: Not("sent") });
        continue;
      }
      const { data } = mail;
      // What it says in words stays in the language that it was queued in.
      const { language: _today, ...gate } = judged;
      const words =
        judged.proof === null && typeof data === "object" && data !== null
          ? withoutWords(data, languageOf(mail.language))
          : data;
      await tx.update(
        MailEntity,
        { id: mail.id, state: Not("sent") },
        { toAddress, ...gate, data: words as MailMessage["data"] },
      );
    }
  }

  /** Deletes a mail that waits to be sent: one that is being sent, or was, stays. */
  async withdraw(tx: Tx, dedupeKey: string): Promise<void> {
    await tx.delete(MailEntity, { dedupeKey, state: "queued" });
  }

  /** True if the mail of this key was queued without an invoice. */
  isWithoutInvoice(tx: Tx, dedupeKey: string): Promise<boolean> {
    return tx.existsBy(MailEntity, { dedupeKey, invoiceId: IsNull() });
  }

  /**
   * Sends a mail again to its address: a failed one itself, a sent one as a copy with its own Message-ID. To another
   * address a copy goes without link and attachment, and without anyone's words unless it is proven; the booker or
   * applicant is notified.
   *
   * @param to another address; ignored if it is the mail's own
   * @returns the mail to be sent and what the audit log keeps about another address; a problem; undefined if the mail does
   * not exist
   */
  async resend(tx: Tx, mailId: string, to?: string): Promise<ResentMail | ResendProblem | undefined> {
    const [mail] = await readIn(
      tx,
      MailEntity,
      `SELECT ${columnsOf(MailEntity)} FROM mails WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
      [mailId],
    );
    if (mail === undefined) return undefined;
    if (mail.state === "queued" || mail.state === "sending") return "under_way";
    const isOther = to !== undefined && mailboxKey(to) !== mailboxKey(mail.toAddress);
    if (!isOther && mail.state === "failed") {
      // Its attempts are not reset: they distinguish one claim from the next. It has passed the gate when it was queued.
      await tx.update(MailEntity, { id: mailId }, { state: "queued", claimedAt: databaseNow });
      await this.enqueue(tx, mail, `mail-again-${randomUUID()}`);
      return { mailId };
    }
    const toAddress = isOther ? to : mail.toAddress;
    const copy = await this.copy(tx, mail, toAddress, isOther);
    if (copy === undefined) return "day_limit";
    if (!isOther) return { mailId: copy };
    await this.notifyOfCopy(tx, mail, copy);
    return { mailId: copy, otherAddress: this.secrets.digest("mailbox", mailboxKey(to)) };
  }

  /** Queues a copy with its own Message-ID. @returns its id; undefined if the gate lets none through */
  private async copy(tx: Tx, mail: MailEntity, toAddress: string, isOther: boolean): Promise<string | undefined> {
    const judged = await this.judge(tx, toAddress, mail);
    if (judged === undefined) return undefined;
    const copy = randomUUID();
    const data =
      judged.proof === null ? withoutWords(mail.data as MailMessage["data"], languageOf(mail.language)) : mail.data;
    await tx.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, invoice_id, credit_note_id, booking_id,
                          application_id, copy_of, mailbox, proof, due_at, other_address, language)
       SELECT $2::uuid, dedupe_key || ' again ' || $2::text, template, $3, $4, invoice_id, credit_note_id, booking_id,
              application_id, $1::uuid, $5, $6, $7, other_address OR $8, language
         FROM mails WHERE id = $1::uuid`,
      [mail.id, copy, toAddress, JSON.stringify(data), judged.mailbox, judged.proof, judged.dueAt, isOther],
    );
    if (judged.dueAt === null) await this.enqueue(tx, { id: copy, template: mail.template, ...judged }, `mail-${copy}`);
    return copy;
  }

  /** Notifies the address of the booking or application, or the mail's own, of a copy to another address. */
  private async notifyOfCopy(tx: Tx, mail: MailEntity, copy: string): Promise<void> {
    const { bookingId, applicationId } = mail;
    const [subject] = await rows<{ address: string | null; name: string | null }>(
      tx,
      `SELECT email AS address, full_name AS name FROM bookings WHERE id = $1
       UNION ALL SELECT email, full_name FROM listing_applications WHERE id = $2`,
      [bookingId, applicationId],
    );
    await this.queue(tx, {
      template: "mail-copied",
      to: subject?.address ?? mail.toAddress,
      dedupeKey: `mail-copied/${copy}`,
      bookingId: bookingId ?? undefined,
      applicationId: applicationId ?? undefined,
      data: { name: subject?.name ?? "reader", sentAt: (mail.sentAt ?? mail.createdAt).toISOString() },
    });
  }

  /** The mails about a booking or an application, oldest first. */
  async about(
    subject: { readonly bookingId: string } | { readonly applicationId: string },
  ): Promise<AdminMailResponse[]> {
    const order = { createdAt: "ASC", id: "ASC" } as const;
    const found = await this.database.repository(MailEntity).find({ where: subject, order });
    return found.map(({ id, template, toAddress: to, state, attempts, lastError, createdAt, sentAt, copyOf }) =>
      toResponse({ id, template, to, state, attempts, lastError, createdAt, sentAt, copy: copyOf !== null }),
    );
  }

  /**
   * Gives another job to every mail that has been unsent for longer than its job can live, and resets its age; for the
   * sweep.
   *
   * @returns the number found; zero in a healthy system
   */
  async requeueStuck(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const stuck = await rows<Queued>(
        tx,
        `UPDATE mails SET state = 'queued', claimed_at = clock_timestamp()
          WHERE state IN ('queued', 'sending')
            AND greatest(due_at, coalesce(claimed_at, created_at)) < clock_timestamp() - make_interval(
              secs => CASE WHEN state = 'queued' AND attempts > 0 THEN $2::int ELSE $1::int END)
          RETURNING id, template, proof`,
        [UNTRIED_SECONDS, JOB_RETRIED_SECONDS],
      );
      // A failed job stays under its id and would swallow a second one with that id.
      for (const each of stuck) await this.enqueue(tx, each, `mail-again-${randomUUID()}`);
      return stuck.length;
    });
  }

  /** Gives each mail its job once it is due, and closes the issue about many mails to strangers; for the sweep. */
  async sendDue(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const due = await rows<Queued>(
        tx,
        `UPDATE mails SET claimed_at = clock_timestamp()
          WHERE state = 'queued' AND due_at <= clock_timestamp() AND (claimed_at IS NULL OR claimed_at < due_at)
          RETURNING id, template, proof`,
      );
      for (const each of due) await this.enqueue(tx, each, `mail-due-${randomUUID()}`);
      const { lately } = await this.siteMails(tx);
      if (isStrangerMailFloodOver(lately)) await this.issues.closeIfOpen(tx, "stranger_mails", "site");
    });
  }

  private async enqueue(tx: Tx, { id: mailId, template, proof }: Queued, jobId: string): Promise<void> {
    const priority = mailPriority(proof, TICKETS.has(template));
    await this.outbox.enqueue(tx, { queue: "mails", jobId, data: { mailId }, priority });
  }
}
