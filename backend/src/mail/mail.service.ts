import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { IsNull, Not } from "typeorm";
import { databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { toResponse } from "../platform/http/list-response.js";
import { MailEntity } from "./mail.entities.js";
import type { AdminMailResponse } from "./mail.response.js";
import type { MailRequest, MailTemplate } from "./mail.types.js";

export type { CancelledRefund } from "./mail.types.js";

/** Age in seconds at which an untried or abandoned mail gets another job. */
const UNTRIED_SECONDS = 600;
/** The same for a tried mail, whose job retries for nearly three hours. */
const TRIED_SECONDS = 4 * 3600;

/** Mails that confirm a payment: the owner of their address has paid. */
const CONFIRMATIONS: readonly MailTemplate[] = ["booking-confirmed", "listing-paid"];
/** Confirmations of forms that anyone can submit with a stranger's address. */
const UNVERIFIED: ReadonlySet<MailTemplate> = new Set(["enquiry-confirmed", "listing-joined"]);
/** Maximum of these per template, address and hour; further ones are not sent. */
const MAX_UNVERIFIED = 5;

/** Stores mails in the transaction of what they report; the jobs process sends them. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Queues a mail, to be sent once `tx` has committed. No-op for a known dedupe key, and for a confirmation to an
   * address that has received many of them recently: it may be a stranger's.
   */
  async queue(tx: Tx, { to: toAddress, ...mail }: MailRequest): Promise<void> {
    const isUnverified = UNVERIFIED.has(mail.template);
    if (isUnverified && (await this.sentRecently(tx, mail.template, toAddress)) >= MAX_UNVERIFIED) return;
    const id = randomUUID();
    const insert = tx.createQueryBuilder().insert().into(MailEntity);
    const inserted = await insert
      .values({ id, toAddress, ...mail })
      .orIgnore()
      .returning("id")
      .execute();
    if ((inserted.raw as unknown[]).length === 1) await this.enqueue(tx, id, `mail-${id}`);
  }

  /** Number of mails of a template to an address in the last hour. Locks template and address until `tx` ends. */
  private async sentRecently(tx: Tx, template: MailTemplate, address: string): Promise<number> {
    // A separate statement: the next one must see what was committed while this one waited.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || lower($2), 0))", [template, address]);
    const sent = await rows(
      tx,
      `SELECT FROM mails
        WHERE template = $1 AND lower(to_address) = lower($2) AND created_at > clock_timestamp() - interval '1 hour'`,
      [template, address],
    );
    return sent.length;
  }

  /**
   * Queues a mail about something unpaid. Anyone can register with a stranger's address, so an address that has never
   * paid gets at most one mail per template and day (UTC); others get every mail.
   */
  async queueUnpaid(tx: Tx, mail: MailRequest): Promise<void> {
    const [payer] = await rows<{ has_paid: boolean; day: string }>(
      tx,
      `SELECT EXISTS (SELECT FROM mails WHERE lower(to_address) = lower($1) AND template = ANY ($2)) AS has_paid,
              to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
      [mail.to, CONFIRMATIONS],
    );
    const address = createHash("sha256").update(mail.to.toLowerCase()).digest("base64url");
    const dedupeKey = payer?.has_paid === true ? mail.dedupeKey : `${mail.template}/${payer?.day}/${address}`;
    await this.queue(tx, { ...mail, dedupeKey });
  }

  /**
   * Redirects a booking's unsent mails to its new address, those being sent included: they may be retried. Notices to a
   * former address keep their recipient.
   */
  async redirect(tx: Tx, bookingId: string, toAddress: string): Promise<void> {
    await tx.update(MailEntity, { bookingId, state: Not("sent"), template: Not("address-changed") }, { toAddress });
  }

  /**
   * Sends a booking's confirmation to its new address too, unless it is still queued, when {@link redirect} suffices. One
   * that is being sent may already have gone to the former address.
   */
  async confirmAgain(tx: Tx, bookingId: string, toAddress: string): Promise<void> {
    const copy = randomUUID();
    const [copied] = await rows<{ id: string }>(
      tx,
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, invoice_id, credit_note_id, booking_id, copy_of)
       SELECT $2::uuid, dedupe_key || ' again ' || $2::text, template, $3, data, invoice_id, credit_note_id, booking_id, id
         FROM mails WHERE booking_id = $1 AND template = 'booking-confirmed' AND copy_of IS NULL AND state <> 'queued'
       RETURNING id`,
      [bookingId, copy, toAddress],
    );
    if (copied !== undefined) await this.enqueue(tx, copy, `mail-${copy}`);
  }

  /** As {@link redirect}, for an application's owner; mails to others keep their recipient. */
  async redirectOwner(tx: Tx, applicationId: string, former: string, toAddress: string): Promise<void> {
    await tx.update(
      MailEntity,
      { applicationId, toAddress: former, state: Not("sent"), template: Not("listing-address-changed") },
      { toAddress },
    );
  }

  /** True if the mail of this key was queued without an invoice. */
  isWithoutInvoice(tx: Tx, dedupeKey: string): Promise<boolean> {
    return tx.existsBy(MailEntity, { dedupeKey, invoiceId: IsNull() });
  }

  /**
   * Sends a mail again: a failed one itself, a sent one as a copy with its own Message-ID.
   *
   * @param to another address, if the first was wrong
   * @returns the mail to be sent; "under_way" while it is queued or being sent; undefined if it does not exist
   */
  async resend(tx: Tx, mailId: string, to?: string): Promise<{ readonly mailId: string } | "under_way" | undefined> {
    const [mail] = await readIn<Pick<MailEntity, "state">>(
      tx,
      MailEntity,
      "SELECT state FROM mails WHERE id = $1 AND erased_at IS NULL FOR UPDATE",
      [mailId],
    );
    switch (mail?.state) {
      case undefined:
        return undefined;
      case "queued":
      case "sending":
        return "under_way";
      case "failed":
        // Its attempts are not reset: they distinguish one claim from the next.
        await tx.update(
          MailEntity,
          { id: mailId },
          { state: "queued", claimedAt: databaseNow, ...(to === undefined ? {} : { toAddress: to }) },
        );
        await this.enqueue(tx, mailId, `mail-again-${randomUUID()}`);
        return { mailId };
      case "sent": {
        const copy = randomUUID();
        await tx.query(
          `INSERT INTO mails (id, dedupe_key, template, to_address, data, invoice_id, credit_note_id, booking_id,
                              application_id, copy_of)
           SELECT $2::uuid, dedupe_key || ' again ' || $2::text, template, coalesce($3, to_address), data, invoice_id,
                  credit_note_id, booking_id, application_id, $1::uuid
             FROM mails WHERE id = $1::uuid`,
          [mailId, copy, to ?? null],
        );
        await this.enqueue(tx, copy, `mail-${copy}`);
        return { mailId: copy };
      }
    }
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
      const stuck = await rows<Pick<MailEntity, "id">>(
        tx,
        `UPDATE mails SET state = 'queued', claimed_at = clock_timestamp()
          WHERE state IN ('queued', 'sending')
            AND coalesce(claimed_at, created_at) < clock_timestamp() - make_interval(
              secs => CASE WHEN state = 'queued' AND attempts > 0 THEN $2::int ELSE $1::int END)
          RETURNING id`,
        [UNTRIED_SECONDS, TRIED_SECONDS],
      );
      // A failed job stays under its id and would swallow a second one with that id.
      for (const { id } of stuck) await this.enqueue(tx, id, `mail-again-${randomUUID()}`);
      return stuck.length;
    });
  }

  private async enqueue(tx: Tx, mailId: string, jobId: string): Promise<void> {
    await this.outbox.enqueue(tx, { queue: "mails", jobId, data: { mailId } });
  }
}
