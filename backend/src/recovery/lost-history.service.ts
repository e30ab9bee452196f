import { Injectable } from "@nestjs/common";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { IssuesService } from "../issues/issues.service.js";
import { Database } from "../platform/database/database.js";

/** Compares a history outside with the database's. */
@Injectable()
export class LostHistoryService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
  ) {}

  /** Entries of a history outside that the database's has fewer of. */
  async lostSteps(
    table: "booking_events" | "listing_events",
    column: "booking_id" | "application_id",
    id: string,
    entries: readonly HistoryEntry[],
  ): Promise<HistoryEntry[]> {
    const known = await this.database.query<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int AS count FROM ${table} WHERE ${column} = $1 GROUP BY kind`,
      [id],
    );
    const left = new Map(known.map(({ kind, count }) => [kind, count]));
    return entries.filter(({ what }) => {
      const count = left.get(what) ?? 0;
      left.set(what, count - 1);
      return count <= 0;
    });
  }

  /** Raises an issue about changes that could not be made again. */
  async raiseBehind(
    workflowId: string,
    lost: readonly HistoryEntry[],
    about: { readonly bookingId?: string; readonly applicationId?: string; readonly orderId: string | undefined },
  ): Promise<void> {
    const { orderId, ...subject } = about;
    const steps = lost.map(({ what, at, note }) => `${what} at ${at}${note === undefined ? "" : ` (${note})`}`);
    await this.database.transaction((tx) =>
      this.issues.raise(tx, {
        kind: "history_behind",
        subject: workflowId,
        ...subject,
        facts: { lost: steps.join("; ").slice(0, 1_000), ...(orderId === undefined ? {} : { orderId }) },
      }),
    );
  }
}
