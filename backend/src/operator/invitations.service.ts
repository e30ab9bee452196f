import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { type Access, accessProblem, isSeen, mayGive } from "@sakhi/domain/access/rights";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { AccessDto, InviteAdministratorDto, PasswordLinkDto } from "@sakhi/domain/operator/invitation.dto";
import type { InvitationEntity } from "../accounts/accounts.entities.js";
import { AdministratorInvitationsService, type InvitationRow } from "../accounts/administrator-invitations.service.js";
import type { Administrator } from "../accounts/administrator.js";
import { accessDetails, AdministratorsService } from "../accounts/administrators.service.js";
import { type AuditedAction, AuditLogService } from "../accounts/audit-log.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvitationLinksService } from "../mail/invitation-links.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { RateLimits } from "../platform/http/rate-limits.js";

/** What a link is for, as shown to anyone who opens it. */
export type OpenInvitation = Pick<InvitationEntity, "id" | "username" | "invitedBy" | "expiresAt"> & {
  readonly role: Access["role"];
  /** Slugs of her events; absent for all of them. */
  readonly events?: string[];
  /** False: a new password for an existing account. */
  readonly isNew: boolean;
};

/**
 * Links by mail with which an administrator chooses a password: a colleague for her new account, or somebody who forgot
 * hers. People of the team send them, to nobody who may do more than they; each works once, for a day. Addresses are in the mail's row only, and accounts have none.
 */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly administrators: AdministratorsService,
    private readonly invitations: AdministratorInvitationsService,
    private readonly invitationLinks: InvitationLinksService,
    private readonly mails: MailService,
    private readonly limits: RateLimits,
    private readonly auditLog: AuditLogService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** Invitations and password links that can still be used, newest first. */
  async list(self: Administrator): Promise<OpenInvitation[]> {
    return (await this.invitations.open()).filter(({ events }) => isSeen(self, events)).map(shown);
  }

  /**
   * Mails an invitation for a new account. A newer one for the same name replaces it.
   *
   * @throws DomainError username_taken, event_not_found, access_too_wide
   * @throws HttpError invalid_request if the role cannot be had at these events
   */
  async invite(by: Administrator, { username, email, reason, ...wanted }: InviteAdministratorDto): Promise<void> {
    const { role, events, eventIds } = await this.access(wanted);
    if (!mayGive(by, { role, events })) throw new DomainError("access_too_wide");
    await this.database.transaction(async (tx) => {
      if ((await this.administrators.named(username, tx)) !== undefined) throw new DomainError("username_taken");
      await this.send(tx, by, { username, role, events, eventIds, administratorId: null }, email, reason);
    });
  }

  /** Mails a link for a new password. @throws DomainError administrator_not_found, own_account */
  async sendPasswordLink(by: Administrator, id: string, { email, reason }: PasswordLinkDto): Promise<string> {
    if (id === by.id) throw new DomainError("own_account");
    const found = await this.administrators.listed(id);
    if (found === undefined) throw new DomainError("administrator_not_found");
    if (!mayGive(by, found)) throw new DomainError("access_too_wide");
    const { username, role, events, eventIds } = found;
    await this.database.transaction((tx) =>
      this.send(tx, by, { username, role, events, eventIds, administratorId: id }, email, reason),
    );
    return username;
  }

  /**
   * Changes somebody's role and events, at once.
   *
   * @throws DomainError administrator_not_found, own_account, last_operator, event_not_found, access_too_wide
   * @throws HttpError invalid_request if the role cannot be had at these events
   */
  async changeAccess(by: Administrator, id: string, { reason, ...wanted }: AccessDto): Promise<string> {
    // Nobody raises herself, nor locks herself out.
    if (id === by.id) throw new DomainError("own_account");
    const { role, eventIds } = await this.access(wanted);
    const found = await this.administrators.listed(id);
    if (found === undefined || !(await this.administrators.setRole(found.username, role, eventIds, { by, reason }))) {
      throw new DomainError("administrator_not_found");
    }
    return found.username;
  }

  /** What a request asks for. @throws DomainError event_not_found @throws HttpError invalid_request */
  private async access({ role, events }: Pick<AccessDto, "role" | "events">) {
    const isAll = events.length === 1 && events[0] === ALL_EVENTS;
    const named = isAll ? null : await Promise.all([...new Set(events)].map((slug) => this.eventFacts.stated(slug)));
    const access: Access = { role, events: named && named.map(({ slug }) => slug) };
    if (accessProblem(access) !== undefined) {
      const problem = "An owner is of all events";
      throw new HttpError("invalid_request", { fields: { events: [problem] } }, {}, problem);
    }
    return { ...access, eventIds: named && named.map(({ id }) => id) };
  }

  /** Withdraws a link. @throws DomainError invitation_over */
  async withdraw(by: Administrator, id: string, reason: string): Promise<string> {
    return this.database.transaction(async (tx) => {
      const found = await this.invitations.end(tx, id);
      if (!mayGive(by, found)) throw new DomainError("access_too_wide");
      await this.auditLog.record(tx, { administrator: by, action: "invitation_withdrawn", ...about(found), reason });
      return found.username;
    });
  }

  /**
   * What a link is for.
   *
   * @param address of the caller, for the rate limit
   * @throws DomainError invitation_over for a forged, used, withdrawn or late link
   * @throws HttpError rate_limited
   */
  async read(token: string, address: string): Promise<OpenInvitation> {
    return shown(await this.genuine(token, address));
  }

  /**
   * Uses a link: creates the account with the password, or replaces its password and ends its sessions. Two-step
   * verification is untouched.
   *
   * @throws DomainError invitation_over, username_taken
   * @throws HttpError invalid_request if the password is weak; rate_limited
   */
  async accept(token: string, password: string, address: string): Promise<string> {
    const invitation = await this.genuine(token, address);
    const { id, username, role: teamRole, eventIds, administratorId } = invitation;
    const problem = await this.administrators.passwordProblem(username, password);
    if (problem !== undefined) throw new HttpError("invalid_request", { fields: { password: [problem] } }, {}, problem);
    const hash = await this.administrators.hash(password);
    await this.database.transaction(async (tx) => {
      await this.invitations.end(tx, id);
      const done =
        administratorId === null
          ? await this.administrators.addInvited(tx, { username, teamRole, eventIds, passwordHash: hash })
          : await this.administrators.replacePassword(tx, administratorId, hash);
      if (!done) throw new DomainError(administratorId === null ? "username_taken" : "invitation_over");
      await this.auditLog.record(tx, { administrator: "nobody", action: "invitation_accepted", ...about(invitation) });
    });
    return username;
  }

  private async send(
    tx: Tx,
    by: Administrator,
    invited: Pick<InvitationRow, "username" | "role" | "events" | "eventIds" | "administratorId">,
    email: string,
    reason: string,
  ): Promise<void> {
    const id = randomUUID();
    const { username, role, eventIds, administratorId } = invited;
    const isNew = administratorId === null;
    const digest = this.invitationLinks.digest(id);
    await this.invitations.add(tx, {
      ...{ id, digest, username, eventIds, administratorId },
      ...{ teamRole: role, invitedBy: by.username },
    });
    await this.mails.queue(tx, {
      template: "administrator-invited",
      to: email,
      data: { name: "", username, role, isNew, invitedBy: by.username, invitationId: id },
      dedupeKey: `administrator-invited/${id}`,
      byOperator: true,
    });
    const action = isNew ? "administrator_invited" : "password_link_sent";
    await this.auditLog.record(tx, { administrator: by, action, ...about({ id, ...invited }), reason });
  }

  /** @throws DomainError invitation_over @throws HttpError rate_limited after many wrong links from one network */
  private async genuine(token: string, address: string): Promise<InvitationRow> {
    const undo = await this.limits.use({ limit: "invitation_misses_per_address", by: address });
    const id = this.invitationLinks.idOf(token);
    const found = id === undefined ? undefined : await this.invitations.findOpen(id);
    if (found === undefined || !this.invitationLinks.isGenuine(token, found.id, found.digest)) {
      throw new DomainError("invitation_over");
    }
    await undo();
    return found;
  }
}

/** The audit entry's subject: the account, or the invitation while there is none. */
function about({
  id,
  username,
  administratorId,
  ...access
}: Pick<InvitationRow, "id" | "username" | "role" | "events" | "administratorId">): Pick<
  AuditedAction,
  "subjectType" | "subjectId" | "after"
> {
  return {
    subjectType: "administrator",
    subjectId: administratorId ?? id,
    after: { account: username, ...accessDetails(access) },
  };
}

function shown({ id, username, role, events, invitedBy, expiresAt, administratorId }: InvitationRow): OpenInvitation {
  return {
    ...{ id, username, role, invitedBy, expiresAt, isNew: administratorId === null },
    ...(events === null ? {} : { events: [...events] }),
  };
}
