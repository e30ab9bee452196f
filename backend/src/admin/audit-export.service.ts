import { Readable } from "node:stream";
import { Injectable, type StreamableFile } from "@nestjs/common";
import type { AuditQueryDto } from "@sakhi/domain/admin/queries.dto";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import type { Administrator } from "../accounts/administrator.js";
import { type AuditEntry, type AuditFilter, AuditLogService } from "../accounts/audit-log.service.js";
import { Database } from "../platform/database/database.js";
import { csvFile } from "./csv-file.js";
import { indianTime } from "./registrations.service.js";

type Facts = AuditEntry["before"];

const COLUMNS: readonly (readonly [name: string, cell: (entry: AuditEntry) => string])[] = [
  ["Entry", ({ id }) => id],
  ["Time", ({ at }) => indianTime(at)],
  ["Person", ({ administrator }) => administrator],
  ["Action", ({ action }) => action],
  ["About", ({ subjectType }) => subjectType],
  ["Id", ({ subjectId }) => subjectId],
  ["Reason", ({ reason }) => reason ?? ""],
  ["Before", ({ before }) => textOf(before)],
  ["After", ({ after }) => textOf(after)],
];

/** The audit log as CSV (UTF-8 with a byte order mark), newest first. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
  ) {}

  /** All entries of the filter; the download is audited. */
  async file(administrator: Administrator, query: AuditQueryDto): Promise<StreamableFile> {
    const { limit: _limit, offset: _offset, ...filter } = query;
    const name = `mela-audit-log-${istDate(new Date())}.csv`;
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
    yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
    for await (const entries of this.auditLog.all(filter)) {
      yield entries.map((entry) => csvLine(COLUMNS.map(([, cell]) => cell(entry)))).join("");
    }
  }
}

/** Facts as text: "stallId: B12; state: sold". */
function textOf(facts: Facts): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("; ");
}
