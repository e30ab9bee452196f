import { Injectable } from "@nestjs/common";
import type { ResolutionDto } from "@sakhi/domain/admin/resolution.dto";
import { formOf, type Resolution, RESOLUTIONS } from "@sakhi/domain/admin/resolutions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import type { IssueEntity } from "../issues/issues.entities.js";
import { IssuesService } from "../issues/issues.service.js";
import { ISSUES } from "../issues/issues.types.js";
import {
  ResolutionHandlersService,
  type ResolutionRequest,
  type ResolutionResult,
} from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import { Database, type Tx } from "../platform/database/database.js";
import type { ResolutionOutcomeResponse } from "./issues.response.js";

/** A resolution that an administrator chose and that was applied. */
interface Applied {
  readonly administrator: Administrator;
  readonly action: Resolution;
  readonly request: ResolutionRequest;
}

/** Applies the resolutions that an issue offers, by the handlers of the features, and closes the issue if that resolves it. */
@Injectable()
export class IssueResolutionsService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
    private readonly auditLog: AuditLogService,
    private readonly resolutionHandlers: ResolutionHandlersService,
  ) {
    this.resolutionHandlers.register({
      resolve: (_, { language }) => Promise.resolve({ resolved: true, message: RESULTS[language].closed }),
    });
  }

  /**
   * @throws DomainError not_found, issue_resolved, resolution_not_offered, resolution_failed; invalid_request without a
   *   required reason
   */
  async apply(
    administrator: Administrator,
    id: string,
    { action, reason }: ResolutionDto,
    language: LanguageCode,
  ): Promise<ResolutionOutcomeResponse> {
    const issue = await this.issues.find(id);
    if (issue === undefined) throw new DomainError("not_found");
    assertOffered(issue, action, reason, language);
    const handler = this.resolutionHandlers.of(issue.kind, action);
    const request = { issue, by: administrator.username, reason: reason ?? "", language };
    const applied = { administrator, action, request };
    if ("before" in handler) {
      const result = await handler.before(request);
      return this.database.transaction((tx) => this.close(tx, applied, result));
    }
    return this.database.transaction(async (tx) => this.close(tx, applied, await handler.inTransaction(tx, request)));
  }

  /** Closes the issue if that resolves it, and records the action. */
  private async close(
    tx: Tx,
    { administrator, action, request: { issue, reason } }: Applied,
    { resolved, message, after = {} }: ResolutionResult,
  ): Promise<ResolutionOutcomeResponse> {
    // A reply to a payer is stored with her request only: issues and the audit log are never erased.
    const note = issue.kind === "booking_request" || reason === "" ? undefined : reason;
    if (resolved) {
      const end = { resolution: action, by: administrator.username, note };
      // The check itself may have closed it; otherwise another administrator was faster, and this transaction rolls back.
      const isClosed = await this.issues.resolve(tx, issue.id, end);
      if (!isClosed && !(action === "check_refund" && (await this.isGone(issue.id)))) {
        throw new DomainError("issue_resolved");
      }
    }
    await this.auditLog.record(tx, {
      administrator,
      action: `resolution_${action}`,
      subjectType: "issue",
      subjectId: issue.id,
      reason: note,
      before: { kind: issue.kind, subject: issue.subject },
      after: { resolved, ...after },
    });
    return { resolved, message };
  }

  /** True if it was closed because its fault is gone. */
  private async isGone(id: string): Promise<boolean> {
    return (await this.issues.find(id))?.resolution === "by_itself";
  }
}

function assertOffered(
  issue: IssueEntity,
  action: Resolution,
  reason: string | undefined,
  language: LanguageCode,
): void {
  if (issue.resolvedAt !== null) throw new DomainError("issue_resolved");
  const offered: readonly Resolution[] = ISSUES[issue.kind].resolutions;
  if (!offered.includes(action) || formOf(action) !== undefined) throw new DomainError("resolution_not_offered");
  if (RESOLUTIONS[action].needsReason && reason === undefined) {
    const sentence = RESULTS[language].reasonMissing;
    throw new DomainError("invalid_request", { fields: { reason: [sentence] } }, sentence);
  }
}
