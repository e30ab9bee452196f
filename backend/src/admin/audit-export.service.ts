import { Injectable, type StreamableFile } from "@nestjs/common";
import type { AuditQueryDto } from "@sakhi/domain/admin/queries.dto";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import type { Administrator } from "../accounts/administrator.js";
import { type AuditEntry, AuditLogService } from "../accounts/audit-log.service.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { EventFactsService } from "../events/event-facts.service.js";

type AuditedValues = AuditEntry["before"];

const COLUMNS: readonly FileColumn<AuditEntry>[] = [
  { name: "Entry", cell: ({ id }) => id },
  { name: "Time", cell: ({ at }) => ({ at }) },
  { name: "Person", cell: ({ administrator }) => administrator },
  { name: "Action", cell: ({ action }) => action },
  { name: "About", cell: ({ subjectType }) => subjectType },
  { name: "Id", cell: ({ subjectId }) => subjectId },
  { name: "Reason", cell: ({ reason }) => reason },
  { name: "Before", cell: ({ before }) => textOf(before) },
  { name: "After", cell: ({ after }) => textOf(after) },
];

/** The audit log as a file, newest first. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly exports: ExportsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** All entries of the filter; the download is audited. @throws HttpError rate_limited */
  async file(administrator: Administrator, query: AuditQueryDto, format: FileFormat): Promise<StreamableFile> {
    const { limit: _limit, offset: _offset, from, to, ...rest } = query;
    const filter = { ...rest, from, to, events: administrator.events };
    const { total } = await this.auditLog.read({ ...filter, limit: 0, offset: 0 });
    const events = [...(await this.eventFacts.names()).values()];
    const titles = new Map([[ALL_EVENTS, "All events"], ...events.map(({ slug, title }) => [slug, title] as const)]);
    return this.exports.table<AuditEntry>({
      ...{ administrator, action: "audit_log_exported", subjectType: "audit_log", what: "mela-audit-log", format },
      ...{ event: "none", period: { from, to }, count: total, facts: { ...rest } },
      columns: [
        ...COLUMNS,
        { name: EVENT_COLUMN, cell: ({ event }) => (event === null ? "" : (titles.get(event) ?? event)) },
      ],
      rows: () => this.auditLog.all(filter),
    });
  }
}

/** AuditedValues as text: "stallId: B12; state: sold". */
function textOf(facts: AuditedValues): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("; ");
}
