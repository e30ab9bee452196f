import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Database, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import type { MailRequest, MailTemplate } from "./mail.types.js";
import { MailsRepository } from "./mails.repository.js";

export type { CancelledRefund } from "./mail.types.js";

/** A mail nobody tried to send, or whose sender died, gets another job after this, in seconds. */
const UNTRIED_SECONDS = 600;
/** A mail that was tried is left to its own job's retries, which take nearly three hours. */
const TRIED_SECONDS = 4 * 3600;

/** Confirmations of what anybody can send us in anybody's name. */
const UNPROVEN: ReadonlySet<MailTemplate> = new Set(["enquiry-confirmed", "listing-joined"]);
/** So many of a kind go to one address in an hour; what comes beyond is not confirmed. */
const MAX_UNPROVEN = 5;

/** Stores mails in the transaction of what they report; the jobs process sends them. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    private readonly repository: MailsRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Notes a mail to be sent once `tx` has committed. A second one with the same dedupe key is nothing, and so is a
   * confirmation to an address that was sent many of them lately: it may be a stranger's.
   */
  async queue(tx: Tx, mail: MailRequest): Promise<void> {
    const isUnproven = UNPROVEN.has(mail.template);
    if (isUnproven && (await this.repository.countLately(tx, mail)) >= MAX_UNPROVEN) return;
    const id = randomUUID();
    if (await this.repository.insert(tx, id, mail)) await this.enqueue(tx, id, `mail-${id}`);
  }

  /**
   * Notes a mail about something that came to no payment. Anybody can register with anybody's address, so one that has
   * never paid gets at most one a day of each kind (UTC); one that has is written to as often as it happens.
   */
  async queueUnpaid(tx: Tx, mail: MailRequest): Promise<void> {
    const { hasPaid, day } = await this.repository.payerFacts(tx, mail.to);
    const address = createHash("sha256").update(mail.to.toLowerCase()).digest("base64url");
    const dedupeKey = hasPaid ? mail.dedupeKey : `${mail.template}/${day}/${address}`;
    await this.queue(tx, { ...mail, dedupeKey });
  }

  /** A booking's address has changed: what was not sent yet goes to the new one. */
  async redirect(tx: Tx, bookingId: string, to: string): Promise<void> {
    await this.repository.redirect(tx, bookingId, to);
  }

  /** The address of an application's owner has changed: what was not sent to the former one yet goes to the new one. */
  async redirectOwner(tx: Tx, applicationId: string, former: string, to: string): Promise<void> {
    await this.repository.redirectOwner(tx, applicationId, former, to);
  }

  /** Whether the mail of this key is on its way, or arrived, without an invoice. */
  async isWithoutInvoice(tx: Tx, dedupeKey: string): Promise<boolean> {
    return this.repository.isWithoutInvoice(tx, dedupeKey);
  }

  /**
   * Sends a mail again: the same one where it was given up, otherwise a copy with a Message-ID of its own.
   *
   * @param to another address, where the first was wrong
   * @returns the mail that goes out; "under_way" while it is being sent; undefined where there is no such mail
   */
  async resend(tx: Tx, mailId: string, to?: string): Promise<{ readonly mailId: string } | "under_way" | undefined> {
    const state = await this.repository.lock(tx, mailId);
    switch (state) {
      case undefined:
        return undefined;
      case "queued":
      case "sending":
        return "under_way";
      case "failed":
        await this.repository.returnFailed(tx, mailId, to);
        await this.enqueue(tx, mailId, `mail-again-${randomUUID()}`);
        return { mailId };
      case "sent": {
        const copy = randomUUID();
        await this.repository.copy(tx, mailId, copy, to);
        await this.enqueue(tx, copy, `mail-${copy}`);
        return { mailId: copy };
      }
    }
  }

  /**
   * Gives another job to every mail that stayed unsent; for the sweep.
   *
   * @returns how many were found: a healthy system shows zero
   */
  async requeueStuck(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const stuck = await this.repository.returnStuck(tx, UNTRIED_SECONDS, TRIED_SECONDS);
      // A job that failed is kept under its id and would swallow a second one of the same name.
      for (const id of stuck) await this.enqueue(tx, id, `mail-again-${randomUUID()}`);
      return stuck.length;
    });
  }

  private async enqueue(tx: Tx, mailId: string, jobId: string): Promise<void> {
    await this.outbox.enqueue(tx, { queue: "mails", jobId, data: { mailId } });
  }
}
