import { Injectable } from "@nestjs/common";
import type { AuditSubject } from "@sakhi/domain/admin/admin.choices";
import { Database, type Tx } from "../platform/database/database.js";
import type { Page } from "../platform/http/list-response.js";
import { AuditLogEntity } from "./accounts.entities.js";
import type { Administrator } from "./administrator.js";

/** Ids, states and amounts (in paise if the key ends in Paise); never a name, e-mail, phone or GST number. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An action to record. */
export interface AuditedAction {
  /** Absent for the command line; "nobody" if no one was logged in. */
  readonly administrator?: Pick<Administrator, "id" | "username"> | "nobody";
  /** A verb in snake_case, e.g. `stall_blocked`. */
  readonly action: string;
  readonly subjectType: AuditSubject;
  readonly subjectId: string;
  readonly reason?: string | undefined;
  readonly before?: AuditFacts | undefined;
  readonly after?: AuditFacts | undefined;
}

/** An entry of the audit log. */
export type AuditEntry = Omit<AuditLogEntity, "administratorId" | "transactionId">;

/** Filter and page of {@link AuditLog.read}. */
interface AuditQuery {
  readonly subjectType?: AuditSubject | undefined;
  readonly subjectId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The actor recorded for the command line. */
const COMMAND_LINE = "command line";
/** The actor recorded for anyone who is not logged in; no username contains a space. */
const NOBODY = "not logged in";

const COLUMNS = "id, at, administrator, action, subject_type, subject_id, reason, before, after";
const WHERE = "($1::text IS NULL OR subject_type = $1) AND ($2::text IS NULL OR subject_id = $2)";

/** Append-only log of administrators' actions, written in the transaction of the action. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  async record(tx: Tx, action: AuditedAction): Promise<void> {
    await tx.query(
      `INSERT INTO audit_log (administrator_id, administrator, action, subject_type, subject_id, reason, before, after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...actorOf(action.administrator),
        action.action,
        action.subjectType,
        action.subjectId,
        action.reason ?? null,
        action.before === undefined ? null : JSON.stringify(action.before),
        action.after === undefined ? null : JSON.stringify(action.after),
      ],
    );
  }

  /** Entries about any of several subjects, newest first. */
  about(
    subjects: readonly { readonly type: AuditSubject; readonly id: string }[],
    limit: number,
  ): Promise<AuditEntry[]> {
    return this.database.read<AuditEntry>(
      AuditLogEntity,
      `SELECT ${COLUMNS} FROM audit_log
        WHERE (subject_type, subject_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
        ORDER BY id DESC LIMIT $3`,
      [subjects.map(({ type }) => type), subjects.map(({ id }) => id), limit],
    );
  }

  /** One page of the entries about a subject, or of all, newest first, and the total count. */
  async read(query: AuditQuery): Promise<Page<AuditEntry>> {
    const { subjectType = null, subjectId = null, limit, offset } = query;
    const found = await this.database.read<AuditEntry>(
      AuditLogEntity,
      `SELECT ${COLUMNS} FROM audit_log WHERE ${WHERE} ORDER BY id DESC LIMIT $3 OFFSET $4`,
      [subjectType, subjectId, limit, offset],
    );
    const [counted] = await this.database.query<{ count: string }>(`SELECT count(*) FROM audit_log WHERE ${WHERE}`, [
      subjectType,
      subjectId,
    ]);
    return { rows: found, total: Number(counted?.count ?? 0) };
  }
}

function actorOf(administrator: AuditedAction["administrator"]): [id: string | null, name: string] {
  if (administrator === undefined) return [null, COMMAND_LINE];
  return administrator === "nobody" ? [null, NOBODY] : [administrator.id, administrator.username];
}
