import { Processor, WorkerHost } from "@nestjs/bullmq";
import { Logger } from "@nestjs/common";
import { DelayedError, type Job } from "bullmq";
import { Not } from "typeorm";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import { installationOf } from "../platform/database/installation.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { Counters } from "../platform/metrics/counters.js";
import { countEvent } from "../platform/metrics/objectives.js";
import { OutsideFiles } from "../platform/outside/outside-files.js";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { MailRenderingService, type RenderedMail } from "./mail-rendering.service.js";
import { MailEntity } from "./mail.entities.js";
import { MailRejected, MailSender } from "./mail.sender.js";

/** Age in seconds at which a claim is abandoned: its process died. Far above the sum of our SMTP timeouts. */
const ABANDONED_SECONDS = 120;
/** Delay in ms before rechecking a mail that another process has claimed: that process may have died. */
const RECHECK_MS = 30_000;

/** A dedupe key of a day and an address. */
const WITH_DAY = /\/\d{4}-\d\d-\d\d\//;

/** Matches the row of a mail while this claim holds. */
const claimOf = ({ id, attempts }: MailEntity) => ({ id, attempts, state: "sending" as const });

/** Seconds from when the mail was due to this claim, both by the database's clock. */
const secondsBefore = ({ createdAt, dueAt, claimedAt }: MailEntity): number =>
  claimedAt === null ? 0 : (claimedAt.getTime() - (dueAt ?? createdAt).getTime()) / 1000;

/** Result of a delivery: sent now, finished before, given up, or claimed by another process. */
type DeliveryOutcome = "sent" | "finished" | "failed" | "busy";

/**
 * Sends one mail per job, once: claims its row, has it rendered, hands it to the SMTP server, records the result. The
 * conditional updates prevent a mail from being sent twice.
 */
@Processor("mails", PROCESSOR_OPTIONS)
export class MailDeliveryService extends WorkerHost {
  private readonly log = new Logger("Mail");
  private readonly quiet = new ThrottledLog(this.log);
  private readonly outside: OutsideFiles;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly sender: MailSender,
    private readonly mailRendering: MailRenderingService,
    private readonly issues: IssuesService,
    private readonly counters: Counters,
  ) {
    super();
    this.outside = new OutsideFiles(config.recordFolder);
  }

  override async process(job: Job<{ mailId: string }>, token?: string): Promise<string> {
    const outcome = await this.deliver(job.data.mailId, isLastTry(job));
    if (outcome === "busy") {
      // Not a failure: it must not use up the job's attempts.
      await job.moveToDelayed(Date.now() + RECHECK_MS, token);
      throw new DelayedError();
    }
    return outcome;
  }

  /**
   * @param lastTry true if no retry follows: then a temporary rejection is final too
   * @throws MailRejected if the mail should be retried later
   */
  async deliver(mailId: string, lastTry: boolean): Promise<DeliveryOutcome> {
    const mail = await this.claim(mailId);
    const claimed = performance.now();
    if (mail === undefined) return (await this.find(mailId))?.state === "sending" ? "busy" : "finished";
    let outgoing: RenderedMail;
    try {
      outgoing = await this.mailRendering.render(mail);
      await this.sender.send(outgoing);
    } catch (error) {
      const rejection = error instanceof MailRejected ? error : new MailRejected(false, describeError(error));
      if (rejection.permanent || lastTry) return this.giveUp(mail, rejection);
      // Queued for a retry, unless another process has claimed it since.
      await this.mails.update(claimOf(mail), { state: "queued", lastError: rejection.reason });
      throw rejection;
    }
    // Also if another process has claimed it since. Record the actual recipient: the row may have been redirected.
    const { address: toAddress } = outgoing.to;
    await this.mails.update(
      { id: mail.id, state: Not("sent") },
      { state: "sent", toAddress, mailbox: outgoing.mailbox, sentAt: databaseNow, lastError: null },
    );
    await this.logSent(mail);
    countEvent(this.counters, "mail", secondsBefore(mail) + (performance.now() - claimed) / 1000);
    return "sent";
  }

  /**
   * Notes outside the database that a mail was sent, so that a restored database does not send it again (decision 50).
   * Mails about nothing in particular are left out; their keys may contain a digest of the address.
   */
  private async logSent({ dedupeKey: key, bookingId, applicationId, data }: MailEntity): Promise<void> {
    if (!this.outside.kept || (bookingId === null && applicationId === null) || WITH_DAY.test(key)) return;
    try {
      const installation = await installationOf(this.database);
      const { orderId: order, invoiceNumber, creditNoteNumber } = data as Readonly<Record<string, unknown>>;
      const document = invoiceNumber ?? creditNoteNumber;
      const named = typeof order === "string" && typeof document === "string" ? { document, order } : {};
      await this.outside.logSentMail(installation, { key, at: new Date().toISOString(), ...named });
    } catch (error) {
      this.quiet.warn(`the log of sent mails was not written: ${describeError(error)}`);
    }
  }

  private get mails() {
    return this.database.repository(MailEntity);
  }

  private find(id: string): Promise<MailEntity | null> {
    return this.mails.findOneBy({ id });
  }

  /**
   * Claims a mail for sending. Takes over an abandoned claim, whose process died before or after the server received
   * the message.
   */
  private async claim(id: string): Promise<MailEntity | undefined> {
    const [claimed] = await this.database.read(
      MailEntity,
      `UPDATE mails SET state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp()
       WHERE id = $1 AND (due_at IS NULL OR due_at <= clock_timestamp()) AND (state = 'queued'
         OR (state = 'sending' AND claimed_at < clock_timestamp() - make_interval(secs => $2)))
       RETURNING ${columnsOf(MailEntity)}`,
      [id, ABANDONED_SECONDS],
    );
    return claimed;
  }

  private async giveUp(mail: MailEntity, rejection: MailRejected): Promise<DeliveryOutcome> {
    const decided = await this.database.transaction(async (tx) => {
      const { affected } = await tx.update(MailEntity, claimOf(mail), { state: "failed", lastError: rejection.reason });
      // Another process has claimed it since, and decides.
      if (affected !== 1) return false;
      await this.issues.raise(tx, {
        kind: "mail_failed",
        subject: mail.id,
        bookingId: mail.bookingId ?? undefined,
        applicationId: mail.applicationId ?? undefined,
        facts: { template: mail.template, attempts: mail.attempts, reason: rejection.reason },
      });
      return true;
    });
    if (!decided) return "busy";
    // An address that does not exist is nobody's delay.
    if (!rejection.permanent) countEvent(this.counters, "mail", 0, false);
    this.log.warn(`mail ${mail.id} will not be sent: ${rejection.reason}`);
    return "failed";
  }
}
