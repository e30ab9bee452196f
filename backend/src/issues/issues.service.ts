import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import type { IssueResolution, NewIssue, IssueKind, IssueRow } from "./issues.types.js";

export { ISSUE_KINDS } from "./issues.types.js";
export type { NewIssue, IssueKind } from "./issues.types.js";

const COLUMNS = `id, kind, subject, booking_id AS "bookingId", application_id AS "applicationId", facts,
  raised_at AS "raisedAt", resolved_at AS "resolvedAt"`;

/** Matters put before the operator: one open entry for each kind and subject. */
@Injectable()
export class IssuesService {
  constructor(private readonly database: Database) {}

  /** @returns whether it is new; an open entry of the same kind and subject stays as it is */
  async raise(tx: Tx, entry: NewIssue): Promise<boolean> {
    const raised = await rows(
      tx,
      `INSERT INTO issues (id, kind, subject, booking_id, application_id, facts) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING RETURNING id`,
      [
        randomUUID(),
        entry.kind,
        entry.subject,
        entry.bookingId ?? null,
        entry.applicationId ?? null,
        JSON.stringify(entry.facts),
      ],
    );
    return raised.length > 0;
  }

  /** Open matters, oldest first. */
  open(): Promise<IssueRow[]> {
    return this.database.query<IssueRow>(
      `SELECT ${COLUMNS} FROM issues WHERE resolved_at IS NULL ORDER BY raised_at, id`,
    );
  }

  async find(id: string): Promise<IssueRow | undefined> {
    const [found] = await this.database.query<IssueRow>(`SELECT ${COLUMNS} FROM issues WHERE id = $1`, [id]);
    return found;
  }

  /** Adds to what an open matter tells, or replaces it; nothing where there is none. */
  async addFacts(tx: Tx, kind: IssueKind, subject: string, facts: NewIssue["facts"]): Promise<void> {
    await tx.query(
      "UPDATE issues SET facts = facts || $3 WHERE kind = $1 AND subject = $2 AND resolved_at IS NULL",
      [kind, subject, JSON.stringify(facts)],
    );
  }

  /** Closes a matter. @returns false when it is closed already */
  async resolve(tx: Tx, id: string, end: IssueResolution): Promise<boolean> {
    return this.close(tx, "id = $1", [id], end);
  }

  /** Closes the open matter of a kind and subject because the fault is gone. @returns whether there was one */
  gone(tx: Tx, kind: IssueKind, subject: string): Promise<boolean> {
    return this.settled(tx, kind, subject, { resolution: "by_itself" });
  }

  /** As {@link resolve}, for who knows the matter by what it is about. */
  settled(tx: Tx, kind: IssueKind, subject: string, end: IssueResolution): Promise<boolean> {
    return this.close(tx, "kind = $1 AND subject = $2", [kind, subject], end);
  }

  private async close(tx: Tx, which: string, parameters: unknown[], end: IssueResolution): Promise<boolean> {
    const n = parameters.length;
    const closed = await rows(
      tx,
      `UPDATE issues SET resolved_at = clock_timestamp(), resolution = $${n + 1}, resolved_by = $${n + 2},
              note = $${n + 3}
        WHERE ${which} AND resolved_at IS NULL RETURNING id`,
      [...parameters, end.resolution, end.by ?? null, end.note ?? null],
    );
    return closed.length > 0;
  }
}
