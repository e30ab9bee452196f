import { Injectable } from "@nestjs/common";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import type { MailRequest, MailTemplate } from "./mail.messages.js";

/** A mail that somebody has taken to send. */
export interface ClaimedMail {
  readonly id: string;
  readonly template: string;
  readonly to_address: string;
  readonly data: unknown;
  readonly invoice_id: string | null;
  readonly booking_id: string | null;
  readonly application_id: string | null;
  /** Which try this is; also the mark by which a claim knows itself. */
  readonly attempts: number;
  readonly created_at: Date;
}

/** Where a mail stands. */
export type MailState = "queued" | "sending" | "sent" | "failed";

/** Mails that confirm a payment, so that their address is one whose owner has paid. */
const CONFIRMATIONS: readonly MailTemplate[] = ["booking-confirmed", "listing-paid"];

/** Mails as rows. The conditional updates here are what keeps a mail from being sent twice. */
@Injectable()
export class MailsRepository {
  constructor(private readonly database: Database) {}

  /** Writes a mail down unless one with its key is there. Returns whether it is new. */
  async insert(tx: Tx, id: string, mail: MailRequest): Promise<boolean> {
    const written = await rows<{ id: string }>(
      tx,
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, invoice_id, booking_id, application_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
      [
        id,
        mail.dedupeKey,
        mail.template,
        mail.to,
        JSON.stringify(mail.data),
        mail.invoiceId ?? null,
        mail.bookingId ?? null,
        mail.applicationId ?? null,
      ],
    );
    return written.length === 1;
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

  async isWritten(tx: Tx, dedupeKey: string): Promise<boolean> {
    return (await rows(tx, "SELECT 1 FROM mails WHERE dedupe_key = $1", [dedupeKey])).length > 0;
  }

  /** Whether a mail of this key exists that has no invoice with it. */
  async isWithoutInvoice(tx: Tx, dedupeKey: string): Promise<boolean> {
    const found = await rows<{ id: string }>(
      tx,
      "SELECT id FROM mails WHERE dedupe_key = $1 AND invoice_id IS NULL",
      [dedupeKey],
    );
    return found.length > 0;
  }

  /**
   * Takes a mail to send. One whose sender has said nothing for `abandonedSeconds` counts as abandoned: its process
   * died, before or after the server had the message.
   */
  async claim(id: string, abandonedSeconds: number): Promise<ClaimedMail | undefined> {
    const [claimed] = await this.database.query<ClaimedMail>(
      `UPDATE mails SET state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp()
       WHERE id = $1 AND (state = 'queued'
         OR (state = 'sending' AND claimed_at < clock_timestamp() - make_interval(secs => $2)))
       RETURNING id, template, to_address, data, invoice_id, booking_id, application_id, attempts, created_at`,
      [id, abandonedSeconds],
    );
    return claimed;
  }

  async state(id: string): Promise<MailState | undefined> {
    const [found] = await this.database.query<{ state: MailState }>("SELECT state FROM mails WHERE id = $1", [
      id,
    ]);
    return found?.state;
  }

  /** Where a mail stands, under its lock. */
  async lock(tx: Tx, id: string): Promise<MailState | undefined> {
    const [found] = await rows<{ state: MailState }>(
      tx,
      "SELECT state FROM mails WHERE id = $1 AND erased_at IS NULL FOR UPDATE",
      [id],
    );
    return found?.state;
  }

  /** Gives a mail that was given up another life; its tries go on being counted. */
  async takeBackFailed(tx: Tx, id: string, to: string | undefined): Promise<void> {
    await tx.query(
      `UPDATE mails SET state = 'queued', claimed_at = clock_timestamp(), to_address = coalesce($2, to_address)
        WHERE id = $1 AND state = 'failed'`,
      [id, to ?? null],
    );
  }

  /** Writes a mail down once more, as a mail of its own. */
  async copy(tx: Tx, id: string, copyId: string, to: string | undefined): Promise<void> {
    await tx.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, invoice_id, booking_id, application_id, copy_of)
       SELECT $2::uuid, dedupe_key || ' again ' || $2::text, template, coalesce($3, to_address), data, invoice_id,
              booking_id, application_id, $1::uuid
         FROM mails WHERE id = $1::uuid`,
      [id, copyId, to ?? null],
    );
  }

  /** Whoever got the server's yes says so, even if another has claimed the mail since. */
  async markSent(id: string): Promise<void> {
    await this.database.query(
      "UPDATE mails SET state = 'sent', sent_at = clock_timestamp(), last_error = NULL WHERE id = $1 AND state <> 'sent'",
      [id],
    );
  }

  /** Gives the mail back to be tried again, unless another has claimed it since. */
  async markQueued(mail: ClaimedMail, reason: string): Promise<void> {
    await this.database.query(
      "UPDATE mails SET state = 'queued', last_error = $3 WHERE id = $1 AND state = 'sending' AND attempts = $2",
      [mail.id, mail.attempts, reason],
    );
  }

  /** Gives up. Returns whether this claim was still the one to decide. */
  async markFailed(tx: Tx, mail: ClaimedMail, reason: string): Promise<boolean> {
    const failed = await rows<{ id: string }>(
      tx,
      `UPDATE mails SET state = 'failed', last_error = $3
       WHERE id = $1 AND state = 'sending' AND attempts = $2 RETURNING id`,
      [mail.id, mail.attempts, reason],
    );
    return failed.length === 1;
  }

  /**
   * Takes back mails that are unsent for longer than any job of theirs can live, and marks them as looked at: never
   * tried or abandoned for `untriedSeconds`, or last tried `triedSeconds` ago.
   */
  async takeBackStuck(tx: Tx, untriedSeconds: number, triedSeconds: number): Promise<string[]> {
    const found = await rows<{ id: string }>(
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
