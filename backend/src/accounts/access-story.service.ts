import { Injectable } from "@nestjs/common";
import { Database } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { AccessRefusals } from "./access-refusals.repository.js";
import type { Administrator } from "./administrator.js";
import { AuditLog } from "./audit-log.service.js";

/** What can be refused for a wrong password. */
export type RefusedAccess = "login" | "password_change";

/** Who came in, who went, and who was refused: for the audit log. */
@Injectable()
export class AccessStory {
  constructor(
    private readonly database: Database,
    private readonly refusals: AccessRefusals,
    private readonly audit: AuditLog,
  ) {}

  /** In the transaction in which the session begins; tells how many tries were refused before it. */
  async cameIn(tx: Tx, administrator: Administrator): Promise<void> {
    const refusedBefore = await this.refusals.forget(tx, "login", administrator.id);
    await this.audit.record(tx, {
      ...about(administrator),
      action: "logged_in",
      ...(refusedBefore === 0 ? {} : { after: { refusedBefore } }),
    });
  }

  /** In the transaction in which the session ends. */
  async went(tx: Tx, administrator: Administrator): Promise<void> {
    await this.audit.record(tx, { ...about(administrator), action: "logged_out" });
  }

  /**
   * Counts a refusal. The log gets a line for the first, the second, the fourth, the eighth … of a day, so that it
   * tells of guessing and cannot be filled by it.
   *
   * @param administrator whose account it was; undefined for a name that nobody has
   */
  async refused(access: RefusedAccess, administrator: Administrator | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      const refusals = await this.refusals.count(tx, access, administrator?.id);
      if (!isPowerOfTwo(refusals)) return;
      await this.audit.record(tx, {
        administrator: access === "password_change" && administrator !== undefined ? administrator : "nobody",
        action: `${access}_refused`,
        subjectType: "administrator",
        subjectId: administrator?.id ?? "unknown",
        after: { account: administrator?.username ?? "a name that nobody has", refusedToday: refusals },
      });
    });
  }
}

const about = (administrator: Administrator) =>
  ({ administrator, subjectType: "administrator", subjectId: administrator.id }) as const;

const isPowerOfTwo = (number: number): boolean => number > 0 && (number & (number - 1)) === 0;
