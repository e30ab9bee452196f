import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, isUniqueViolation, rows, type Tx } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";
import { type AuditedAction, AuditLogService } from "./audit-log.service.js";

/** An action's response and its audit log entry. */
interface OperatorAction<T> {
  readonly response: T;
  readonly audit: Omit<AuditedAction, "administrator">;
}

/** How long a repeated request is recognised, in hours. */
const RECOGNISED_HOURS = 24;

/** Runs an operator's action and writes its audit log entry in one transaction. */
@Injectable()
export class OperatorTransactionService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * A request with a key is done once: repeated because its answer was lost, it gets the response of the first, also while
   * that one is still being done. A rejected request leaves no trace and may succeed later.
   *
   * @throws DomainError stall_reserved if a visitor took the stall first, by the unique index of live bookings
   */
  async run<T>(administrator: Administrator, action: (tx: Tx) => Promise<OperatorAction<T>>): Promise<T> {
    const { id, requestKey } = administrator;
    try {
      return await this.database.transaction(async (tx) => {
        if (requestKey !== undefined && !(await claimed(tx, id, requestKey))) {
          const [done] = await rows<{ response: T }>(
            tx,
            "SELECT response FROM operator_requests WHERE administrator_id = $1 AND key = $2",
            [id, requestKey],
          );
          if (done === undefined) throw new Error("a request that was done is not known");
          return done.response;
        }
        const { response, audit } = await action(tx);
        await this.auditLog.record(tx, { administrator, ...audit });
        if (requestKey !== undefined) {
          await tx.query("UPDATE operator_requests SET response = $3 WHERE administrator_id = $1 AND key = $2", [
            ...[id, requestKey],
            JSON.stringify(response),
          ]);
        }
        return response;
      });
    } catch (error) {
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
      throw error;
    }
  }
}

/** False if the request has been done; waits for one that is being done. Forgets old ones. */
async function claimed(tx: Tx, administratorId: string, key: string): Promise<boolean> {
  await tx.query("DELETE FROM operator_requests WHERE at < clock_timestamp() - make_interval(hours => $1)", [
    RECOGNISED_HOURS,
  ]);
  const inserted = await rows(
    tx,
    "INSERT INTO operator_requests (administrator_id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key",
    [administratorId, key],
  );
  return inserted.length > 0;
}
