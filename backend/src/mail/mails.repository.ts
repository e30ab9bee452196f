import { Injectable } from "@nestjs/common";
import { IsNull, Not } from "typeorm";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { MailEntity, type MailState } from "./mail.entities.js";
import type { MailRequest, MailTemplate } from "./mail.types.js";

/** Mails that confirm a payment, so that their address is one whose owner has paid. */
const CONFIRMATIONS: readonly MailTemplate[] = ["booking-confirmed", "listing-paid"];

/** The row of a mail while this claim of it holds. */
const claimOf = ({ id, attempts }: MailEntity) => ({ id, attempts, state: "sending" as const });

/** Mails as rows. The conditional updates here are what keeps a mail from being sent twice. */
@Injectable()
export class MailsRepository {
  constructor(private readonly database: Database) {}

  /** Writes a mail down unless one with its key is there. Returns whether it is new. */
  async insert(tx: Tx, id: string, mail: MailRequest): Promise<boolean> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(MailEntity)
      .values({
        id,
        dedupeKey: mail.dedupeKey,
        template: mail.template,
        toAddress: mail.to,
        data: mail.data,
        invoiceId: mail.invoiceId,
        creditNoteId: mail.creditNoteId,
        bookingId: mail.bookingId,
        applicationId: mail.applicationId,
      })
      .orIgnore()
      .returning("id")
      .execute();
    return (inserted.raw as unknown[]).length === 1;
  }

  /** Whether a booking's or a listing's payment was ever confirmed to an address, and which day it is (UTC). */
  async payerFacts(tx: Tx, address: string): Promise<{ readonly hasPaid: boolean; readonly day: string }> {
    const [found] = await rows<{ has_paid: boolean; day: string }>(
      tx,
      `SELECT EXISTS (SELECT FROM mails WHERE lower(to_address) = lower($1) AND template = ANY ($2)) AS has_paid,
              to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
      [address, CONFIRMATIONS],
    );
    return { hasPaid: found?.has_paid === true, day: found?.day ?? "" };
  }

  /** How many mails like this one its address was sent in the last hour. Until `tx` ends nobody else can ask for it. */
  async countLately(tx: Tx, { template, to }: Pick<MailRequest, "template" | "to">): Promise<number> {
    // A statement of its own: the next one must see what was committed while this one waited.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || lower($2), 0))", [template, to]);
    const [found] = await rows<{ count: number }>(
      tx,
      `SELECT count(*)::int AS count FROM mails
        WHERE template = $1 AND lower(to_address) = lower($2) AND created_at > clock_timestamp() - interval '1 hour'`,
      [template, to],
    );
    return found?.count ?? 0;
  }

  /**
   * What of a booking's mails is unsent goes to another address, also what is being sent and may be tried again; a notice
   * to a former address stays where it goes.
   */
  async redirect(tx: Tx, bookingId: string, toAddress: string): Promise<void> {
    await tx.update(MailEntity, { bookingId, state: Not("sent"), template: Not("address-changed") }, { toAddress });
  }

  /** As {@link redirect}, of an application; what goes to others than its owner stays where it goes. */
  async redirectOwner(tx: Tx, applicationId: string, former: string, toAddress: string): Promise<void> {
    await tx.update(
      MailEntity,
      { applicationId, toAddress: former, state: Not("sent"), template: Not("listing-address-changed") },
      { toAddress },
    );
  }

  /** Whether a mail of this key exists that has no invoice with it. */
  isWithoutInvoice(tx: Tx, dedupeKey: string): Promise<boolean> {
    return tx.existsBy(MailEntity, { dedupeKey, invoiceId: IsNull() });
  }

  /**
   * Takes a mail to send. One whose sender has said nothing for `abandonedSeconds` counts as abandoned: its process
   * died, before or after the server had the message.
   */
  async claim(id: string, abandonedSeconds: number): Promise<MailEntity | undefined> {
    const [claimed] = await this.database.read(
      MailEntity,
      `UPDATE mails SET state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp()
       WHERE id = $1 AND (state = 'queued'
         OR (state = 'sending' AND claimed_at < clock_timestamp() - make_interval(secs => $2)))
       RETURNING ${columnsOf(MailEntity)}`,
      [id, abandonedSeconds],
    );
    return claimed;
  }

  /** A mail as it is now. */
  async find(id: string): Promise<MailEntity | null> {
    return this.database.of(MailEntity).findOneBy({ id });
  }

  /** Where a mail stands, under its lock. */
  async lock(tx: Tx, id: string): Promise<MailState | undefined> {
    const [mail] = await readIn<Pick<MailEntity, "state">>(
      tx,
      MailEntity,
      "SELECT state FROM mails WHERE id = $1 AND erased_at IS NULL FOR UPDATE",
      [id],
    );
    return mail?.state;
  }

  /** Gives a mail that was given up another life; its tries go on being counted. */
  async returnFailed(tx: Tx, id: string, to: string | undefined): Promise<void> {
    await tx.update(
      MailEntity,
      { id, state: "failed" },
      { state: "queued", claimedAt: databaseNow, ...(to === undefined ? {} : { toAddress: to }) },
    );
  }

  /** Writes a mail down once more, as a mail of its own. */
  async copy(tx: Tx, id: string, copyId: string, to: string | undefined): Promise<void> {
    await tx.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, invoice_id, credit_note_id, booking_id,
                          application_id, copy_of)
       SELECT $2::uuid, dedupe_key || ' again ' || $2::text, template, coalesce($3, to_address), data, invoice_id,
              credit_note_id, booking_id, application_id, $1::uuid
         FROM mails WHERE id = $1::uuid`,
      [id, copyId, to ?? null],
    );
  }

  /**
   * Called by the process whose send the server accepted, even if another has claimed the mail since.
   *
   * @param toAddress where it went: it may have been redirected meanwhile
   */
  async markSent(id: string, toAddress: string): Promise<void> {
    await this.database
      .of(MailEntity)
      .update({ id, state: Not("sent") }, { state: "sent", toAddress, sentAt: databaseNow, lastError: null });
  }

  /** Gives the mail back to be tried again, unless another has claimed it since. */
  async markQueued(mail: MailEntity, reason: string): Promise<void> {
    await this.database.of(MailEntity).update(claimOf(mail), { state: "queued", lastError: reason });
  }

  /** Gives up. Returns whether this claim was still the one to decide. */
  async markFailed(tx: Tx, mail: MailEntity, reason: string): Promise<boolean> {
    const { affected } = await tx.update(MailEntity, claimOf(mail), { state: "failed", lastError: reason });
    return affected === 1;
  }

  /**
   * Takes back mails that are unsent for longer than any job of theirs can live, and marks them as looked at: never
   * tried or abandoned for `untriedSeconds`, or last tried `triedSeconds` ago.
   */
  async returnStuck(tx: Tx, untriedSeconds: number, triedSeconds: number): Promise<string[]> {
    const found = await rows<Pick<MailEntity, "id">>(
      tx,
      `UPDATE mails SET state = 'queued', claimed_at = clock_timestamp()
       WHERE state IN ('queued', 'sending')
         AND coalesce(claimed_at, created_at) < clock_timestamp() - make_interval(
           secs => CASE WHEN state = 'queued' AND attempts > 0 THEN $2::int ELSE $1::int END)
       RETURNING id`,
      [untriedSeconds, triedSeconds],
    );
    return found.map((row) => row.id);
  }
}
