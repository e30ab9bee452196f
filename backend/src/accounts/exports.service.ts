import type { Readable } from "node:stream";
import { Injectable, StreamableFile } from "@nestjs/common";
import { contactHidden } from "@sakhi/domain/access/contacts";
import { hasRight } from "@sakhi/domain/access/rights";
import type { AuditSubject } from "@sakhi/domain/admin/admin.choices";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { periodName, type Period } from "@sakhi/domain/admin/periods";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { Database } from "../platform/database/database.js";
import { csvStream } from "../platform/files/csv.js";
import { FILE_TYPES } from "../platform/files/export-route.js";
import { tableOf } from "../platform/files/tables.js";
import { xlsxStream } from "../platform/files/xlsx.js";
import { attachment } from "../platform/http/attachment.js";
import { HttpError } from "../platform/http/error-response.js";
import type { Administrator } from "./administrator.js";
import { type AuditDetails, AuditLogService } from "./audit-log.service.js";
import { withoutAnyContacts } from "./contacts.interceptor.js";

/** Heading of the column with the event that a row is about: whatever is taken away says which Mela it is of. */
export const EVENT_COLUMN = "Event";

/** Concurrent downloads per process: a slow reader occupies a database connection that visitors need. */
const MAX_DOWNLOADS = 3;
/** `Retry-After` at that limit, in seconds. */
const RETRY_AFTER_SECONDS = 10;

/** A file that an administrator takes away, and its entry in the audit log. */
interface ExportedFile {
  readonly administrator: Administrator;
  readonly action: Extract<AuditAction, `${string}_exported`>;
  readonly subjectType: AuditSubject;
  /** Default: the file's name. */
  readonly subjectId?: string;
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  /** Beside the event, in the audit log. */
  readonly facts: AuditDetails;
  /** It has neither phone numbers nor e-mail addresses for those who may not see them; others are refused. */
  readonly withoutContacts?: boolean;
  /** Begins the file; called once it is recorded. */
  readonly open: () => Readable;
}

/** A table that an administrator takes away. */
interface ExportedTable<Row> extends Pick<ExportedFile, "administrator" | "action" | "subjectType"> {
  /** First words of the file's name: "mela-accounts". */
  readonly what: string;
  readonly format: FileFormat;
  /** Undefined for all events; "none" for what is of no event. */
  readonly event: { readonly slug: string } | undefined | "none";
  readonly period?: Period;
  /** One of them is {@link EVENT_COLUMN}. */
  readonly columns: readonly FileColumn<Row>[];
  readonly rows: () => AsyncIterable<readonly Row[]>;
  /** Number of rows, without that of totals. */
  readonly count: number;
  /** Filters, in the audit log. */
  readonly facts?: AuditDetails;
}

/**
 * Name of a file about an event or all of them: "mela-accounts-the-mela-2026-2026-11.csv". With the period, or else the
 * Indian day.
 *
 * @param event undefined for all
 */
export function exportName(
  what: string,
  event: { readonly slug: string } | undefined,
  { period = {}, now = new Date(), ending = "csv" }: { period?: Period; now?: Date; ending?: FileFormat | "pdf" } = {},
): string {
  return `${what}-${event?.slug ?? "all-events"}-${periodName(period, istDate(now))}.${ending}`;
}

/**
 * Every file that administrators take away: recorded in the audit log before anything of it leaves, made while it is read, so
 * that memory does not grow with it, and few at a time.
 */
@Injectable()
export class ExportsService {
  /** Downloads in progress. */
  private active = 0;

  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
  ) {}

  /** A table as CSV or as a workbook. @throws HttpError rate_limited while too many downloads are in progress */
  table<Row>(request: ExportedTable<Row>): Promise<StreamableFile> {
    const { administrator, action, subjectType, what, format, period, columns, rows, count, facts = {} } = request;
    const event = request.event === "none" ? undefined : request.event;
    const { from, to } = period ?? {};
    return this.file({
      ...{ administrator, action, subjectType },
      name: exportName(what, event, { ...(period === undefined ? {} : { period }), ending: format }),
      type: FILE_TYPES[format],
      facts: {
        rows: count,
        ...(format === "csv" ? {} : { format }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...facts,
        ...(request.event === "none" ? {} : { event: event?.slug ?? ALL_EVENTS }),
      },
      withoutContacts: true,
      open: () => {
        const table = tableOf(what, shownTo(administrator, columns), rows());
        return format === "csv" ? csvStream(table) : xlsxStream([table]);
      },
    });
  }

  /**
   * Any file.
   *
   * @throws HttpError rate_limited while too many downloads are in progress; operators_only if it has contacts that the
   *   administrator may not see
   */
  async file({ administrator, action, subjectType, ...file }: ExportedFile): Promise<StreamableFile> {
    const { name, subjectId = name, type, facts, withoutContacts = false, open } = file;
    if (!withoutContacts && !hasRight(administrator, "contacts.read")) throw new HttpError("operators_only");
    if (this.active >= MAX_DOWNLOADS) {
      throw new HttpError("rate_limited", {}, { "retry-after": String(RETRY_AFTER_SECONDS) });
    }
    this.active += 1;
    try {
      await this.database.transaction((tx) =>
        this.auditLog.record(tx, { administrator, action, subjectType, subjectId, after: facts }),
      );
      const content = open();
      // Fires even if the stream was never read.
      content.once("close", () => (this.active -= 1));
      const made = new StreamableFile(content, { type, disposition: attachment(name) });
      return withoutContacts ? withoutAnyContacts(made) : made;
    } catch (error) {
      this.active -= 1;
      throw error;
    }
  }
}

/** Columns as somebody may see them: without phone numbers and e-mail addresses, unless her role includes those. */
function shownTo<Row>(person: Administrator, columns: readonly FileColumn<Row>[]): readonly FileColumn<Row>[] {
  if (hasRight(person, "contacts.read")) return columns;
  return columns.map((column) => ({
    ...column,
    cell: (row) => {
      const cell = column.cell(row);
      return typeof cell === "string" ? contactHidden(column.name, cell) : cell;
    },
  }));
}
