import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { INVITATION_HOURS } from "@sakhi/domain/accounts/administrator.rules";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { allowedKinds, DIGEST_KIND_NAMES } from "@sakhi/domain/digest/digest.kinds";
import { nextMoment, USUAL_HOUR, WEEKDAYS } from "@sakhi/domain/digest/digest.rules";
import type { OwnMailsDto } from "@sakhi/domain/digest/own-mails.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type LoggedIn, seenEvents } from "../accounts/administrator.js";
import { type AuditDetails, AuditLogService } from "../accounts/audit-log.service.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvitationLinksService } from "../mail/invitation-links.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database, readClock, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { DigestReader } from "./digest-reading.service.js";
import type { DigestPreviewResponse, OwnMailsResponse } from "./digest.response.js";
import { DigestsService, type OwnMails } from "./digests.service.js";

/** A digest goes out: to a confirmed address, not turned off, with something to say and a day to say it. */
const isOn = ({ email, offAt, kinds, weekdays }: OwnMails): boolean =>
  email !== null && offAt === null && kinds.length > 0 && weekdays.length > 0;
const isAlerted = ({ email, offAt, alerts }: OwnMails): boolean =>
  email !== null && offAt === null && alerts.length > 0;

/**
 * What an administrator is notified of by mail: she chooses it herself, at an address that she has confirmed. Accounts have no address
 * (invitations keep theirs in the mail's row only), so this one is of these mails alone.
 */
@Injectable()
export class OwnMailsService {
  constructor(
    private readonly database: Database,
    private readonly digests: DigestsService,
    private readonly links: InvitationLinksService,
    private readonly mails: MailService,
    private readonly limits: RateLimits,
    private readonly auditLog: AuditLogService,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** The caller's settings; the usual ones before she has chosen. */
  read(self: LoggedIn): Promise<OwnMailsResponse> {
    return this.database.transaction((tx) => this.shown(tx, self));
  }

  /** Changes what she is notified of and when; turns on again what was turned off by a link. */
  save(self: LoggedIn, { kinds, hour, weekdays, alerts }: OwnMailsDto): Promise<OwnMailsResponse> {
    return this.operatorTransaction.run(self, async (tx) => {
      await this.change(tx, self.id, async () => {
        await rows(
          tx,
          `UPDATE administrator_mails SET kinds = :kinds::text[], hour = :hour, weekdays = :weekdays::int[],
                                          alerts = :alerts::text[], off_at = NULL WHERE administrator_id = :id`,
          { id: self.id, kinds, hour, weekdays: weekdays.toSorted((a, b) => a - b), alerts },
        );
      });
      const after = { kinds: kinds.join(", "), hour, weekdays: weekdays.join(", "), alerts: alerts.join(", ") };
      return { response: await this.shown(tx, self), audit: audited(self, "own_mails_changed", after) };
    });
  }

  /** Mails a link to an address; mails go there once it was opened, until then to the former one. @throws HttpError rate_limited */
  async askAddress(self: LoggedIn, email: string): Promise<OwnMailsResponse> {
    await this.limits.use({ limit: "own_mails_per_administrator", by: self.id });
    return this.operatorTransaction.run(self, async (tx) => {
      const requestId = randomUUID();
      await this.locked(tx, self.id);
      await rows(
        tx,
        `UPDATE administrator_mails SET asked_email = :email, asked_id = :requestId,
                asked_until = clock_timestamp() + make_interval(hours => :hours) WHERE administrator_id = :id`,
        { id: self.id, email, requestId, hours: INVITATION_HOURS },
      );
      await this.mails.queue(tx, {
        template: "administrator-address",
        to: email,
        dedupeKey: `administrator-address/${requestId}`,
        // Typed by somebody who is logged in, and audited.
        byOperator: true,
        data: { name: "", username: self.username, requestId },
      });
      return { response: await this.shown(tx, self), audit: audited(self, "own_mail_address_asked", {}) };
    });
  }

  /** Forgets her addresses: no more mails. */
  removeAddress(self: LoggedIn): Promise<OwnMailsResponse> {
    return this.operatorTransaction.run(self, async (tx) => {
      await this.locked(tx, self.id);
      await rows(
        tx,
        `UPDATE administrator_mails SET email = NULL, confirmed_at = NULL, asked_email = NULL, asked_id = NULL,
                asked_until = NULL WHERE administrator_id = :id`,
        { id: self.id },
      );
      return { response: await this.shown(tx, self), audit: audited(self, "own_mail_address_removed", {}) };
    });
  }

  /** Her digest as it would be now. */
  preview(self: LoggedIn): Promise<DigestPreviewResponse> {
    return this.database.transaction(async (tx) => {
      const mails = await this.digests.of(tx, self.id);
      if (mails === undefined) return { since: await readClock(tx) };
      const made = await this.digests.now(tx, mails);
      if (made === undefined) return { since: mails.coveredUntil };
      const facts = await this.eventFacts.current(tx);
      const { subject, html } = this.mails.preview({ template: "administrator-digest", data: made.data }, facts);
      return { since: made.window.from, subject, html };
    });
  }

  /**
   * Sends it now, beside the one of the day: the next one says the same again.
   *
   * @returns false if there is nothing to say
   * @throws DomainError mail_address_missing
   * @throws HttpError rate_limited
   */
  async sendNow(self: LoggedIn): Promise<boolean> {
    await this.limits.use({ limit: "own_mails_per_administrator", by: self.id });
    return this.operatorTransaction.run(self, async (tx) => {
      const mails = await this.digests.of(tx, self.id);
      if (mails === undefined || mails.email === null) throw new DomainError("mail_address_missing");
      const made = await this.digests.now(tx, mails);
      if (made !== undefined) {
        await this.mails.queue(tx, {
          template: "administrator-digest",
          to: mails.email,
          dedupeKey: `administrator-digest/${self.id}/now/${randomUUID()}`,
          hasOpenedLink: true,
          data: made.data,
        });
      }
      const isSent = made !== undefined;
      return { response: isSent, audit: audited(self, "own_digest_sent", { sent: isSent }) };
    });
  }

  /** Opens the link that confirms an address. @throws DomainError mail_link_over for a forged, used, replaced or late one */
  async confirm(token: string): Promise<void> {
    const requestId = this.links.mailIdOf("confirm", token);
    if (requestId === undefined) throw new DomainError("mail_link_over");
    await this.database.transaction(async (tx) => {
      const [asked] = await rows<{ id: string }>(
        tx,
        `SELECT administrator_id AS id FROM administrator_mails
          WHERE asked_id = :requestId AND asked_until > clock_timestamp() FOR UPDATE`,
        { requestId },
      );
      if (asked === undefined) throw new DomainError("mail_link_over");
      await this.change(tx, asked.id, async () => {
        await rows(
          tx,
          `UPDATE administrator_mails SET email = asked_email, confirmed_at = clock_timestamp(), off_at = NULL,
                  asked_email = NULL, asked_id = NULL, asked_until = NULL WHERE administrator_id = :id`,
          { id: asked.id },
        );
      });
      await this.recordLink(tx, asked.id, "own_mail_address_confirmed");
    });
  }

  /** Turns a person's mails off by the link in one of them; once more does nothing. @throws DomainError mail_link_over if forged */
  async turnOff(token: string): Promise<void> {
    const id = this.links.mailIdOf("off", token);
    if (id === undefined) throw new DomainError("mail_link_over");
    await this.database.transaction(async (tx) => {
      const turned = await rows(
        tx,
        `UPDATE administrator_mails SET off_at = clock_timestamp() WHERE administrator_id = :id AND off_at IS NULL
         RETURNING administrator_id`,
        { id },
      );
      if (turned.length > 0) await this.recordLink(tx, id, "own_mails_turned_off");
    });
  }

  /** Changes settings. What happened before a digest or alerts are on is not said. */
  private async change(tx: Tx, id: string, work: () => Promise<void>): Promise<void> {
    const before = await this.locked(tx, id);
    await work();
    const after = await this.locked(tx, id);
    const begins = { digest: !isOn(before) && isOn(after), alerts: !isAlerted(before) && isAlerted(after) };
    await rows(
      tx,
      `UPDATE administrator_mails
          SET covered_until = CASE WHEN :digest::boolean THEN clock_timestamp() ELSE covered_until END,
              said = CASE WHEN :digest::boolean THEN '{}'::jsonb ELSE said END,
              alerts_since = CASE WHEN :alerts::boolean THEN clock_timestamp() ELSE alerts_since END
        WHERE administrator_id = :id`,
      { id, ...begins },
    );
  }

  /** Her settings, locked; the usual ones are stored before she has any. */
  private async locked(tx: Tx, id: string): Promise<OwnMails> {
    await rows(tx, "INSERT INTO administrator_mails (administrator_id) VALUES (:id) ON CONFLICT DO NOTHING", { id });
    await rows(tx, "SELECT FROM administrator_mails WHERE administrator_id = :id FOR UPDATE", { id });
    const found = await this.digests.of(tx, id);
    if (found === undefined) throw new DomainError("administrator_not_found");
    return found;
  }

  private async recordLink(tx: Tx, id: string, action: AuditAction): Promise<void> {
    const found = await this.digests.of(tx, id);
    const after = { account: found?.username ?? "" };
    await this.auditLog.record(tx, {
      ...{ administrator: "nobody", action, subjectType: "administrator", subjectId: id, after },
    });
  }

  private async shown(tx: Tx, self: LoggedIn): Promise<OwnMailsResponse> {
    const [account] = await rows<Pick<DigestReader, "role" | "eventIds">>(
      tx,
      `SELECT team_role AS role, event_ids AS "eventIds" FROM administrators WHERE id = :id`,
      { id: self.id },
    );
    if (account === undefined) throw new DomainError("administrator_not_found");
    const choosable = allowedKinds(DIGEST_KIND_NAMES, account.role, seenEvents(account));
    const mails = await this.digests.of(tx, self.id);
    if (mails === undefined) return { kinds: [], choosable, hour: USUAL_HOUR, weekdays: [...WEEKDAYS], alerts: [] };
    const { email, askedEmail, askedUntil, kinds, hour, weekdays, alerts, offAt, coveredUntil } = mails;
    const now = await readClock(tx);
    const nextAt = isOn(mails) ? nextMoment(mails, now) : undefined;
    return {
      ...(email === null ? {} : { email }),
      ...(askedEmail === null || askedUntil === null || askedUntil <= now ? {} : { askedEmail }),
      ...{ kinds, choosable, hour, weekdays, alerts },
      ...(offAt === null ? {} : { offSince: offAt }),
      ...(nextAt === undefined ? {} : { nextAt }),
      ...(isOn(mails) ? { coveredUntil } : {}),
    };
  }
}

/** An entry of the audit log about her own account; never with an address. */
function audited({ id, username }: LoggedIn, action: AuditAction, after: AuditDetails) {
  return { action, subjectType: "administrator", subjectId: id, after: { account: username, ...after } } as const;
}
