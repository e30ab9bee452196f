import { Inject, Injectable, Logger } from "@nestjs/common";
import { canAlert, dueDigest } from "@sakhi/domain/digest/digest.rules";
import { DataSource } from "typeorm";
import { isPaused } from "../events/sales-pause.sql.js";
import { MailService } from "../mail/mail.service.js";
import { Database, readClock, rows, type Tx } from "../platform/database/database.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { DigestReadingService } from "./digest-reading.service.js";
import { AdministratorMailsEntity } from "./digest.entities.js";
import { DigestsService, GET_MAILS, type OwnMails } from "./digests.service.js";

/** Lines of an alert's mail; further ones are counted. */
const MAX_ALERT_LINES = 20;
/** How long it is known that somebody was alerted to something, in days: longer than it can be alerted to. */
const KNOWN_DAYS = 30;

/**
 * Sends digests and alerts, one transaction for each person: what she was notified of, and the mail that says it, are stored together. A
 * killed process loses nothing and repeats nothing: the next turn finds what is due.
 */
@Injectable()
export class DigestSendingService {
  private readonly quiet = new ThrottledLog(new Logger("Digests"));

  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly database: Database,
    private readonly digests: DigestsService,
    private readonly reading: DigestReadingService,
    private readonly mails: MailService,
  ) {}

  /** One turn, in one process at a time. @returns mails that were queued; undefined if another process is at it */
  turn(): Promise<number | undefined> {
    return inOneProcess(this.source, "digests", () => this.sendDue());
  }

  /** Sends what is due, by the database's clock. */
  async sendDue(): Promise<number> {
    const now = await this.database.transaction(async (tx) => ((await isPaused(tx)) ? undefined : readClock(tx)));
    // In a restored database, what looks new may have been said before it was lost.
    if (now === undefined) return 0;
    const people = await this.database.read<OwnMails>(AdministratorMailsEntity, GET_MAILS);
    let queued = 0;
    const each = async (person: OwnMails, work: (tx: Tx, locked: OwnMails) => Promise<boolean>): Promise<void> => {
      const { administratorId } = person;
      try {
        const isQueued = await this.database.transaction(async (tx) => {
          const locked = await this.digests.locked(tx, administratorId);
          return locked !== undefined && (await work(tx, locked));
        });
        if (isQueued) queued += 1;
      } catch (error) {
        // One that fails keeps nobody else waiting; it is tried again.
        this.quiet.warn(`mails to administrator ${administratorId}: ${describeError(error)}`);
      }
    };
    for (const person of people) {
      const hasDigest = person.kinds.length > 0 && dueDigest(person, person, now) !== undefined;
      if (hasDigest) await each(person, (tx, locked) => this.digest(tx, locked, now));
      const hasAlerts = person.alerts.length > 0 && canAlert(person.lastAlertAt, now);
      if (hasAlerts) await each(person, (tx, locked) => this.alert(tx, locked, now));
    }
    return queued;
  }

  private async digest(tx: Tx, mails: OwnMails, now: Date): Promise<boolean> {
    const due = dueDigest(mails, mails, now);
    if (due === undefined || mails.email === null) return false;
    const { digest, remembered } = await this.digests.make(tx, mails, due);
    await this.digests.advance(tx, mails.administratorId, { until: due.until, day: due.day, said: remembered });
    if (digest === undefined) return false;
    await this.mails.queue(tx, {
      template: "administrator-digest",
      to: mails.email,
      dedupeKey: `administrator-digest/${mails.administratorId}/${due.day}`,
      // Its address was confirmed by a link.
      hasOpenedLink: true,
      data: digest.data,
    });
    return true;
  }

  private async alert(tx: Tx, mails: OwnMails, now: Date): Promise<boolean> {
    const { administratorId, email, role, eventIds, username, alerts, alertsSince, lastAlertAt } = mails;
    if (email === null || !canAlert(lastAlertAt, now)) return false;
    const reader = { id: administratorId, role, eventIds };
    const found = await this.reading.alerts(tx, reader, alerts, { since: alertsSince, now });
    const [first] = found;
    if (first === undefined) return false;
    await rows(
      tx,
      `INSERT INTO administrator_alerts (administrator_id, subject) SELECT :administratorId, unnest(:subjects::text[])
       ON CONFLICT DO NOTHING`,
      { administratorId, subjects: found.map(({ subject }) => subject) },
    );
    await rows(
      tx,
      `DELETE FROM administrator_alerts WHERE administrator_id = :administratorId
          AND alerted_at < clock_timestamp() - make_interval(days => :days)`,
      { administratorId, days: KNOWN_DAYS },
    );
    await rows(tx, "UPDATE administrator_mails SET last_alert_at = :now WHERE administrator_id = :administratorId", {
      ...{ administratorId, now },
    });
    await this.mails.queue(tx, {
      template: "administrator-alert",
      to: email,
      // Whatever is in it is in no other alert of hers.
      dedupeKey: `administrator-alert/${administratorId}/${first.subject}`,
      hasOpenedLink: true,
      data: {
        ...{ name: "" as const, username, administratorId },
        lines: found.slice(0, MAX_ALERT_LINES).map(({ line }) => line),
        more: Math.max(0, found.length - MAX_ALERT_LINES),
      },
    });
    return true;
  }
}
