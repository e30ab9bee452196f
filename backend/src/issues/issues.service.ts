import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { IsNull } from "typeorm";
import { databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { IssueEntity } from "./issues.entities.js";
import { type IssueKind, type IssueMeaning, type IssueResolution, ISSUES, type NewIssue } from "./issues.types.js";

export { ISSUE_KINDS } from "./issues.types.js";
export type { IssueKind, NewIssue } from "./issues.types.js";

/** Issues that need a person; at most one open issue per kind and subject. */
@Injectable()
export class IssuesService {
  constructor(private readonly database: Database) {}

  /** Raises an issue unless one of the same kind and subject is open. @returns true if it is new */
  async raise(tx: Tx, issue: NewIssue): Promise<boolean> {
    const { once = false }: IssueMeaning = ISSUES[issue.kind];
    const inserted = await rows(
      tx,
      `INSERT INTO issues (id, kind, subject, booking_id, application_id, facts) SELECT $1, $2, $3, $4, $5, $6
        WHERE NOT ($7 AND EXISTS (SELECT FROM issues WHERE kind = $2 AND subject = $3 AND resolution = 'resolve'))
       ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING RETURNING id`,
      [
        randomUUID(),
        issue.kind,
        issue.subject,
        issue.bookingId ?? null,
        issue.applicationId ?? null,
        JSON.stringify(issue.facts),
        once,
      ],
    );
    return inserted.length > 0;
  }

  /** Open issues, oldest first. */
  open(): Promise<IssueEntity[]> {
    return this.database
      .repository(IssueEntity)
      .find({ where: { resolvedAt: IsNull() }, order: { raisedAt: "ASC", id: "ASC" } });
  }

  async find(id: string): Promise<IssueEntity | undefined> {
    return (await this.database.repository(IssueEntity).findOneBy({ id })) ?? undefined;
  }

  /** Whether an issue of a kind and subject is open. */
  isOpen(tx: Tx, kind: IssueKind, subject: string): Promise<boolean> {
    return tx.existsBy(IssueEntity, { kind, subject, resolvedAt: IsNull() });
  }

  /** Merges facts into an open issue; does nothing if there is none. */
  async addDetails(tx: Tx, kind: IssueKind, subject: string, facts: NewIssue["facts"]): Promise<void> {
    await tx.query("UPDATE issues SET facts = facts || $3 WHERE kind = $1 AND subject = $2 AND resolved_at IS NULL", [
      kind,
      subject,
      JSON.stringify(facts),
    ]);
  }

  /** Closes an issue. @returns false when it is closed already */
  resolve(tx: Tx, id: string, end: IssueResolution): Promise<boolean> {
    return close(tx, { id }, end);
  }

  /** Closes the open issue of a kind and subject because its fault is gone. @returns false if there is none */
  closeIfOpen(tx: Tx, kind: IssueKind, subject: string): Promise<boolean> {
    return close(tx, { kind, subject }, { resolution: "by_itself" });
  }

  /** Like {@link resolve}, by kind and subject. */
  resolveBySubject(tx: Tx, kind: IssueKind, subject: string, end: IssueResolution): Promise<boolean> {
    return close(tx, { kind, subject }, end);
  }
}

async function close(
  tx: Tx,
  where: { readonly id: string } | { readonly kind: IssueKind; readonly subject: string },
  { resolution, by, note }: IssueResolution,
): Promise<boolean> {
  const { affected } = await tx.update(
    IssueEntity,
    { ...where, resolvedAt: IsNull() },
    { resolvedAt: databaseNow, resolution, resolvedBy: by ?? null, note: note ?? null },
  );
  return affected === 1;
}
