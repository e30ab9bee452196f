import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { AuditLog, type AuditedAction } from "../accounts/audit-log.service.js";
import type { Administrator } from "../accounts/administrator.js";
import { Database, isUniqueViolation, type Tx } from "../platform/database/database.js";

/** An action's response and its audit log entry. */
interface OperatorAction<T> {
  readonly response: T;
  readonly audit: Omit<AuditedAction, "administrator">;
}

/** Runs an operator's action and writes its audit log entry in one transaction. */
@Injectable()
export class OperatorTransaction {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @throws DomainError stall_reserved if a visitor took the stall first, by the unique index of live bookings */
  async run<T>(administrator: Administrator, action: (tx: Tx) => Promise<OperatorAction<T>>): Promise<T> {
    try {
      return await this.database.transaction(async (tx) => {
        const { response, audit } = await action(tx);
        await this.audit.record(tx, { administrator, ...audit });
        return response;
      });
    } catch (error) {
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
      throw error;
    }
  }
}
