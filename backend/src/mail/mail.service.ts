import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { IsNull, Not } from "typeorm";
import { databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { MailEntity } from "./mail.entities.js";
import type { MailRequest, MailTemplate } from "./mail.types.js";

export type { CancelledRefund } from "./mail.types.js";

/** A mail nobody tried to send, or whose sender died, gets another job after this, in seconds. */
const UNTRIED_SECONDS = 600;
/** A mail that was tried is left to its own job's retries, which take nearly three hours. */
const TRIED_SECONDS = 4 * 3600;

/** Mails that confirm a payment, so that their address is one whose owner has paid. */
const CONFIRMATIONS: readonly MailTemplate[] = ["booking-confirmed", "listing-paid"];
/** Confirmations of what anybody can send us in anybody's name. */
const UNPROVEN: ReadonlySet<MailTemplate> = new Set(["enquiry-confirmed", "listing-joined"]);
/** So many of a kind go to one address in an hour; what comes beyond is not confirmed. */
const MAX_UNPROVEN = 5;

/** Stores mails in the transaction of what they report; the jobs process sends them. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Notes a mail to be sent once `tx` has committed. A second one with the same dedupe key is nothing, and so is a
   * confirmation to an address that was sent many of them lately: it may be a stranger's.
   */
  async queue(tx: Tx, { to: toAddress, ...mail }: MailRequest): Promise<void> {
    const isUnproven = UNPROVEN.has(mail.template);
    if (isUnproven && (await this.sentLately(tx, mail.template, toAddress)) >= MAX_UNPROVEN) return;
    const id = randomUUID();
    const insert = tx.createQueryBuilder().insert().into(MailEntity);
    const inserted = await insert
      .values({ id, toAddress, ...mail })
      .orIgnore()
      .returning("id")
      .execute();
    if ((inserted.raw as unknown[]).length === 1) await this.enqueue(tx, id, `mail-${id}`);
  }

  /** How many mails of a kind an address was sent in the last hour. Until `tx` ends nobody else can ask for it. */
  private async sentLately(tx: Tx, template: MailTemplate, address: string): Promise<number> {
    // A statement of its own: the next one must see what was committed while this one waited.
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
   * Notes a mail about something that came to no payment. Anybody can register with anybody's address, so one that has
   * never paid gets at most one a day of each kind (UTC); one that has is written to as often as it happens.
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
   * A booking's address has changed: what is unsent goes to the new one, also what is being sent and may be tried again.
   * A notice to a former address stays where it goes.
   */
  async redirect(tx: Tx, bookingId: string, toAddress: string): Promise<void> {
    await tx.update(MailEntity, { bookingId, state: Not("sent"), template: Not("address-changed") }, { toAddress });
  }

  /** As {@link redirect}, of an application's owner; what goes to others stays where it goes. */
  async redirectOwner(tx: Tx, applicationId: string, former: string, toAddress: string): Promise<void> {
    await tx.update(
      MailEntity,
      { applicationId, toAddress: former, state: Not("sent"), template: Not("listing-address-changed") },
      { toAddress },
    );
  }

  /** Whether the mail of this key is on its way, or arrived, without an invoice. */
  isWithoutInvoice(tx: Tx, dedupeKey: string): Promise<boolean> {
    return tx.existsBy(MailEntity, { dedupeKey, invoiceId: IsNull() });
  }

  /**
   * Sends a mail again: the same one where it was given up, otherwise a copy with a Message-ID of its own.
   *
   * @param to another address, where the first was wrong
   * @returns the mail that goes out; "under_way" while it is being sent; undefined where there is no such mail
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
        // Its tries go on being counted.
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

  /**
   * Gives another job to every mail that is unsent for longer than any job of its can live, and marks it as looked at;
   * for the sweep.
   *
   * @returns how many were found: a healthy system shows zero
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
      // A job that failed is kept under its id and would swallow a second one of the same name.
      for (const { id } of stuck) await this.enqueue(tx, id, `mail-again-${randomUUID()}`);
      return stuck.length;
    });
  }

  private async enqueue(tx: Tx, mailId: string, jobId: string): Promise<void> {
    await this.outbox.enqueue(tx, { queue: "mails", jobId, data: { mailId } });
  }
}
