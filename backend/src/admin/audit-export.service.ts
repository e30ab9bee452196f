import { Readable } from "node:stream";
import { Injectable, type StreamableFile } from "@nestjs/common";
import type { AuditQueryDto } from "@sakhi/domain/admin/queries.dto";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import type { Administrator } from "../accounts/administrator.js";
import { type AuditEntry, type AuditFilter, AuditLogService } from "../accounts/audit-log.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { csvFile, EVENT_COLUMN, exportName } from "./csv-file.js";
import { indianTime } from "./registrations.service.js";

type AuditedValues = AuditEntry["before"];

/** Titles of events by their slugs. */
type Titles = ReadonlyMap<string, string>;

const COLUMNS: readonly (readonly [name: string, cell: (entry: AuditEntry, titles: Titles) => string])[] = [
  ["Entry", ({ id }) => id],
  ["Time", ({ at }) => indianTime(at)],
  ["Person", ({ administrator }) => administrator],
  ["Action", ({ action }) => action],
  ["About", ({ subjectType }) => subjectType],
  ["Id", ({ subjectId }) => subjectId],
  ["Reason", ({ reason }) => reason ?? ""],
  ["Before", ({ before }) => textOf(before)],
  ["After", ({ after }) => textOf(after)],
  [EVENT_COLUMN, ({ event }, titles) => (event === null ? "" : (titles.get(event) ?? event))],
];

/** The audit log as CSV (UTF-8 with a byte order mark), newest first. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** All entries of the filter; the download is audited. */
  async file(administrator: Administrator, query: AuditQueryDto): Promise<StreamableFile> {
    const { limit: _limit, offset: _offset, ...filter } = query;
    const name = exportName("mela-audit-log", undefined);
    const { total } = await this.auditLog.read({ ...filter, limit: 0, offset: 0 });
    await this.database.transaction((tx) =>
      this.auditLog.record(tx, {
        ...{ administrator, action: "audit_log_exported", subjectType: "audit_log", subjectId: name },
        after: { rows: total, ...filter },
      }),
    );
    // Not in object mode: the stream then buffers by bytes, and backpressure works.
    return csvFile(name, Readable.from(this.lines(filter), { objectMode: false }));
  }

  private async *lines(filter: AuditFilter): AsyncGenerator<string> {
    const events = [...(await this.eventFacts.names()).values()];
    const titles = new Map([[ALL_EVENTS, "All events"], ...events.map(({ slug, title }) => [slug, title] as const)]);
    yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
    for await (const entries of this.auditLog.all(filter)) {
      yield entries.map((entry) => csvLine(COLUMNS.map(([, cell]) => cell(entry, titles)))).join("");
    }
  }
}

/** AuditedValues as text: "stallId: B12; state: sold". */
function textOf(facts: AuditedValues): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("; ");
}
