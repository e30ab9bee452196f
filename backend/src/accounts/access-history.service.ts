import { Injectable } from "@nestjs/common";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";
import { AuditLog } from "./audit-log.service.js";

/** Denials for a name that nobody has: all are counted together, and none of the names is stored. */
const UNKNOWN = "unknown";

const subjectOf = (kind: string, administratorId: string | undefined): string =>
  `${kind} ${administratorId ?? UNKNOWN}`;

/** What can be refused for a wrong password or code; `second_factor` is a login whose password was right. */
type RefusedAccess = "login" | "second_factor" | "password_change" | "second_factor_change";
/** By those who are logged in. */
const BY_THEMSELVES: readonly RefusedAccess[] = ["password_change", "second_factor_change"];

/** Who came in, who went, and who was refused: for the audit log. */
@Injectable()
export class AccessHistory {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /**
   * In the transaction in which the session begins; says how many tries were refused before it, and which second factor
   * was used.
   */
  async cameIn(
    tx: Tx,
    administrator: Administrator,
    method: "password" | "totp" | "recovery_code",
  ): Promise<void> {
    const passwords = await this.forgetDenials(tx, "login", administrator.id);
    const codes = await this.forgetDenials(tx, "second_factor", administrator.id);
    const after = {
      ...(passwords + codes === 0 ? {} : { refusedBefore: passwords + codes }),
      ...(method === "password" ? {} : { secondFactor: method }),
    };
    await this.audit.record(tx, {
      ...about(administrator),
      action: "logged_in",
      ...(Object.keys(after).length === 0 ? {} : { after }),
    });
  }

  /** In the transaction in which the session ends. */
  async went(tx: Tx, administrator: Administrator): Promise<void> {
    await this.audit.record(tx, { ...about(administrator), action: "logged_out" });
  }

  /**
   * Counts a rejected login. The log gets a line for the first, the second, the fourth, the eighth … of a day, so that
   * it shows guessing and cannot be filled by it.
   *
   * @param administrator whose account it was; undefined for a name that nobody has
   */
  async refused(access: RefusedAccess, administrator: Administrator | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      const rejections = await this.countDenial(tx, access, administrator?.id);
      if (!isPowerOfTwo(rejections)) return;
      await this.audit.record(tx, {
        administrator:
          BY_THEMSELVES.includes(access) && administrator !== undefined ? administrator : "nobody",
        action: `${access}_refused`,
        subjectType: "administrator",
        subjectId: administrator?.id ?? "unknown",
        after: { account: administrator?.username ?? "a name that nobody has", refusedToday: rejections },
      });
    });
  }

  /** Counts one more. @returns how many there are now */
  private async countDenial(tx: Tx, kind: string, administratorId: string | undefined): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `INSERT INTO access_denials (subject, denials) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET
         denials = CASE WHEN access_denials.since > clock_timestamp() - interval '1 day'
                         THEN access_denials.denials + 1 ELSE 1 END,
         since = CASE WHEN access_denials.since > clock_timestamp() - interval '1 day'
                      THEN access_denials.since ELSE clock_timestamp() END
       RETURNING denials`,
      [subjectOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
  }

  /** Starts counting again. @returns how many there were */
  private async forgetDenials(tx: Tx, kind: string, administratorId: string): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `DELETE FROM access_denials WHERE subject = $1
       RETURNING CASE WHEN since > clock_timestamp() - interval '1 day' THEN denials ELSE 0 END AS denials`,
      [subjectOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
  }
}

const about = (administrator: Administrator) =>
  ({ administrator, subjectType: "administrator", subjectId: administrator.id }) as const;

const isPowerOfTwo = (number: number): boolean => number > 0 && (number & (number - 1)) === 0;
