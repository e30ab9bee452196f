import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { AuditLog } from "../accounts/audit-log.service.js";
import type { AuditDeed } from "../accounts/audit-log.service.js";
import type { Administrator } from "../accounts/administrator.js";
import { Database, isUniqueViolation } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** An action of an operator: what it answers, and its line for the audit log. */
export interface Deed<T> {
  readonly answer: T;
  readonly audit: Omit<AuditDeed, "administrator">;
}

/** Runs an operator's action: one transaction, in which its line of the audit log is written too. */
@Injectable()
export class OrganiserTransaction {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @throws DomainError stall_reserved where a visitor was faster: the index of live bookings is the judge */
  async run<T>(administrator: Administrator, deed: (tx: Tx) => Promise<Deed<T>>): Promise<T> {
    try {
      return await this.database.transaction(async (tx) => {
        const { answer, audit } = await deed(tx);
        await this.audit.record(tx, { administrator, ...audit });
        return answer;
      });
    } catch (error) {
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
      throw error;
    }
  }
}
