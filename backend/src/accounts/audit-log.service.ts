import { Injectable } from "@nestjs/common";
import type { AuditKind, AuditSubject } from "@sakhi/domain/admin/admin.choices";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { Database, type Tx } from "../platform/database/database.js";
import { EVENT_OF_AUDIT_ENTRY } from "../platform/database/event-of.sql.js";
import type { Page } from "../platform/http/list-response.js";
import { AuditLogEntity } from "./accounts.entities.js";
import type { Administrator } from "./administrator.js";

/** Ids, states and amounts (in paise if the key ends in Paise); never a name, e-mail, phone or GST number. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

/** An action to record. */
export interface AuditedAction {
  /** Absent for the command line; "nobody" if no one was logged in. */
  readonly administrator?: Pick<Administrator, "id" | "username" | "accessToken"> | "nobody";
  readonly action: AuditAction;
  readonly subjectType: AuditSubject;
  readonly subjectId: string;
  readonly reason?: string | undefined;
  readonly before?: AuditDetails | undefined;
  readonly after?: AuditDetails | undefined;
}

/** An entry of the audit log. */
export type AuditEntry = Omit<AuditLogEntity, "administratorId" | "transactionId"> & {
  /** Slug of the event that it is about, or "all"; null if it is about none. */
  readonly event: string | null;
};

/** Filter of the audit log; days in Indian time. */
export interface AuditFilter {
  readonly subjectType?: AuditSubject | undefined;
  readonly subjectId?: string | undefined;
  readonly administrator?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Slugs of the events that entries are about; all entries, also those about no event, if null or absent. */
  readonly events?: readonly string[] | null | undefined;
}

/** Filter and page of {@link AuditLogService.read}. */
interface AuditQuery extends AuditFilter {
  readonly limit: number;
  readonly offset: number;
}

/** The actor recorded for the command line. */
const COMMAND_LINE = "command line";
/** The actor recorded for anyone who is not logged in; no username contains a space. */
const NOBODY = "not logged in";

const COLUMNS = `id, at, administrator, action, subject_type, subject_id, reason, before, after,
  ${EVENT_OF_AUDIT_ENTRY} AS event`;
/** Reads and exports; every other action is a change. */
const IS_READ = "action ~ '_(viewed|exported|downloaded)$'";
/** Of {@link valuesOf}. */
const WHERE = `($1::text IS NULL OR subject_type = $1) AND ($2::text IS NULL OR subject_id = $2)
  AND ($3::text IS NULL OR administrator = $3) AND ($4::text IS NULL OR ($4 = 'reads') = (${IS_READ}))
  AND ($5::date IS NULL OR at >= $5::date::timestamp AT TIME ZONE 'Asia/Kolkata')
  AND ($6::date IS NULL OR at < ($6::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')
  AND ($7::text[] IS NULL OR ${EVENT_OF_AUDIT_ENTRY} = ANY ($7))`;

/** A repeated read of the same subject is recorded again after this many minutes. */
const READ_AGAIN_MINUTES = 60;

/** Entries read at once for an export. */
const EXPORT_ROWS = 1000;

const valuesOf = (filter: AuditFilter): (string | readonly string[] | null)[] => {
  const { subjectType, subjectId, administrator, kind, from, to, events } = filter;
  return [subjectType, subjectId, administrator, kind, from, to, events].map((value) => value ?? null);
};

/** Append-only log of administrators' actions, written in the transaction of the action. */
@Injectable()
export class AuditLogService {
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
        afterOf(action),
      ],
    );
  }

  /**
   * Records that an administrator was shown personal data: once an hour for each subject, since pages read again by
   * themselves. Awaited before the data is sent: what cannot be recorded is not shown.
   *
   * @param subjectId "list" for a list; of registrations the slug of their event, or "all"
   */
  async viewed(
    { id, username, accessToken }: Pick<Administrator, "id" | "username" | "accessToken">,
    action: `${string}_viewed` | `${string}_downloaded`,
    subjectType: AuditSubject,
    subjectId: string,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_log (administrator_id, administrator, action, subject_type, subject_id, after)
       SELECT $1::uuid, $2, $3::text, $4::text, $5::text, $7::jsonb
        WHERE NOT EXISTS (SELECT FROM audit_log
                           WHERE subject_type = $4 AND subject_id = $5 AND action = $3 AND administrator_id = $1
                             AND after IS NOT DISTINCT FROM $7::jsonb
                             AND at > clock_timestamp() - make_interval(mins => $6))`,
      [...[id, username, action, subjectType, subjectId, READ_AGAIN_MINUTES], byToken(accessToken)],
    );
  }

  /** Everyone who has an entry, for the filter; about these events, or all entries. */
  async people(events: AuditFilter["events"] = null): Promise<string[]> {
    const found = await this.database.query<{ administrator: string }>(
      `SELECT DISTINCT administrator FROM audit_log WHERE $1::text[] IS NULL OR ${EVENT_OF_AUDIT_ENTRY} = ANY ($1)
        ORDER BY administrator`,
      [events],
    );
    return found.map(({ administrator }) => administrator);
  }

  /** All entries of a filter, newest first, in batches; entries written meanwhile are not included. */
  async *all(filter: AuditFilter): AsyncGenerator<readonly AuditEntry[]> {
    let before = "9223372036854775807";
    for (;;) {
      const found = await this.database.read<AuditEntry>(
        AuditLogEntity,
        `SELECT ${COLUMNS} FROM audit_log WHERE ${WHERE} AND id < $8 ORDER BY id DESC LIMIT $9`,
        [...valuesOf(filter), before, EXPORT_ROWS],
      );
      if (found.length > 0) yield found;
      const last = found.at(-1);
      if (last === undefined || found.length < EXPORT_ROWS) return;
      before = last.id;
    }
  }

  /** What was done to any of several subjects, newest first; who looked at them is in the whole log only. */
  about(
    subjects: readonly { readonly type: AuditSubject; readonly id: string }[],
    limit: number,
  ): Promise<AuditEntry[]> {
    return this.database.read<AuditEntry>(
      AuditLogEntity,
      `SELECT ${COLUMNS} FROM audit_log
        WHERE (subject_type, subject_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
          AND action !~ '_viewed$'
        ORDER BY id DESC LIMIT $3`,
      [subjects.map(({ type }) => type), subjects.map(({ id }) => id), limit],
    );
  }

  /** One page of the entries of a filter, newest first, and the total count. */
  async read(query: AuditQuery): Promise<Page<AuditEntry>> {
    const { limit, offset } = query;
    const found = await this.database.read<AuditEntry>(
      AuditLogEntity,
      `SELECT ${COLUMNS} FROM audit_log WHERE ${WHERE} ORDER BY id DESC LIMIT $8 OFFSET $9`,
      [...valuesOf(query), limit, offset],
    );
    const [counted] = await this.database.query<{ count: string }>(
      `SELECT count(*) FROM audit_log WHERE ${WHERE}`,
      valuesOf(query),
    );
    return { rows: found, total: Number(counted?.count ?? 0) };
  }
}

/** What another system read says with which token. */
function byToken(accessToken: string | undefined): string | null {
  return accessToken === undefined ? null : JSON.stringify({ accessToken });
}

function afterOf({ administrator, after }: AuditedAction): string | null {
  const accessToken = typeof administrator === "object" ? administrator.accessToken : undefined;
  if (after === undefined) return byToken(accessToken);
  return JSON.stringify(accessToken === undefined ? after : { ...after, accessToken });
}

function actorOf(administrator: AuditedAction["administrator"]): [id: string | null, name: string] {
  if (administrator === undefined) return [null, COMMAND_LINE];
  return administrator === "nobody" ? [null, NOBODY] : [administrator.id, administrator.username];
}
