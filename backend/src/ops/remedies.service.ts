import { Injectable } from "@nestjs/common";
import { REMEDIES } from "@sakhi/domain/admin/remedies";
import type { Remedy } from "@sakhi/domain/admin/remedies";
import type { RemedyDto } from "@sakhi/domain/admin/remedy.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { AttentionService } from "../issues/attention.service.js";
import { ATTENTION } from "../issues/attention.types.js";
import type { AttentionRow } from "../issues/attention.types.js";
import { Database } from "../platform/database/database.js";
import { RemedyDeeds } from "./remedy-deeds.service.js";
import type { RemedyDeed } from "./remedy-deeds.service.js";
import type { RemedyOutcomeResponse } from "./attention.response.js";

/** Does what an entry of the inbox offers, and closes it where that settles the matter. */
@Injectable()
export class Remedies {
  constructor(
    private readonly database: Database,
    private readonly attention: AttentionService,
    private readonly deeds: RemedyDeeds,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws DomainError not_found, attention_settled, remedy_not_offered, remedy_refused; invalid_request without the
   *   reason that the remedy needs
   */
  async apply(
    administrator: Administrator,
    id: string,
    { action, reason }: RemedyDto,
  ): Promise<RemedyOutcomeResponse> {
    const entry = await this.attention.find(id);
    if (entry === undefined) throw new DomainError("not_found");
    judge(entry, action, reason);
    const deed = await this.deeds.prepare(administrator, entry, action, reason);
    return this.commit(administrator, entry, { action, reason }, deed);
  }

  /** The deed, the end of the matter and the line in the audit log, in one transaction. */
  private commit(
    administrator: Administrator,
    entry: AttentionRow,
    { action, reason }: RemedyDto,
    deed: RemedyDeed,
  ): Promise<RemedyOutcomeResponse> {
    return this.database.transaction(async (tx) => {
      const { resolved, message, after = {} } = await deed(tx);
      if (resolved) {
        const end = { resolution: action, by: administrator.username, note: reason };
        // Somebody else was faster: what this one did is taken back.
        if (!(await this.attention.resolve(tx, entry.id, end))) throw new DomainError("attention_settled");
      }
      await this.audit.record(tx, {
        administrator,
        action: `remedy_${action}`,
        subjectType: "attention",
        subjectId: entry.id,
        reason,
        before: { kind: entry.kind, subject: entry.subject },
        after: { resolved, ...after },
      });
      return { resolved, message };
    });
  }
}

function judge(entry: AttentionRow, action: Remedy, reason: string | undefined): void {
  if (entry.resolvedAt !== null) throw new DomainError("attention_settled");
  const offered: readonly Remedy[] = ATTENTION[entry.kind].remedies;
  if (!offered.includes(action)) throw new DomainError("remedy_not_offered");
  if (REMEDIES[action].needsReason && reason === undefined) {
    const sentence = "Please say why, in at least 3 characters";
    throw new DomainError("invalid_request", { fields: { reason: [sentence] } }, sentence);
  }
}
