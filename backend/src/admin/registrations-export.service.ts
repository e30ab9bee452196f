import { Readable } from "node:stream";
import { Injectable, StreamableFile } from "@nestjs/common";
import type { RegistrationsQueryDto } from "@sakhi/domain/admin/registrations-query.dto";
import { istDay } from "@sakhi/domain/invoices/indian-dates";
import { toRupees } from "@sakhi/domain/money/money";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { Database } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { BYTE_ORDER_MARK, csvLine } from "./csv.js";
import { RegistrationsService, type LabelledRegistration } from "./registrations.service.js";
import type { RegistrationsFilter } from "./registrations.sql.js";

/** The columns, exactly as the specification names them (T-230). */
const COLUMNS: readonly (readonly [string, (row: LabelledRegistration) => string])[] = [
  ["Order ID", (row) => row.orderId],
  ["Full Name", (row) => row.fullName],
  ["Email", (row) => row.email],
  ["Phone", (row) => row.phone],
  ["Business Name", (row) => row.businessName],
  ["GST Number", (row) => row.gstNumber ?? ""],
  ["GST Address", (row) => row.gstAddress ?? ""],
  ["Pincode", (row) => row.pincode],
  ["Stall ID", (row) => row.stallId],
  ["Stall Type", (row) => stallTypeLabel(row.stallType)],
  ["Stall Price", (row) => String(toRupees(row.pricePaise))],
  ["Payment Status", (row) => row.paymentLabel],
  ["Listing Offer Status", (row) => row.listingOffer],
  ["Transaction ID", (row) => row.transactionId ?? ""],
  ["Payment Mode", (row) => row.paymentMode ?? ""],
  ["Created At", (row) => indianTime(row.createdAt)],
];

/**
 * Downloads at once per process: each keeps a database connection for as long as its reader is slow, and visitors need
 * the others.
 */
const AT_ONCE = 3;
/** When to try again at that limit, in seconds. */
const RETRY_AFTER_SECONDS = 10;

/** The registrations as a file for spreadsheets: UTF-8 with its byte order mark, streamed. */
@Injectable()
export class RegistrationsExportService {
  /** Downloads at this moment. */
  private open = 0;

  constructor(
    private readonly registrations: RegistrationsService,
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Records in the audit log who downloads the file, how many rows and by which filters; never the search text.
   *
   * @param filter its paging is ignored: a file holds everything that matches
   * @throws HttpError rate_limited while too many are being read
   */
  async file(administrator: Administrator, filter: RegistrationsQueryDto): Promise<StreamableFile> {
    if (this.open >= AT_ONCE) {
      throw new HttpError("rate_limited", {}, { "retry-after": String(RETRY_AFTER_SECONDS) });
    }
    this.open += 1;
    // A text at a time, not an object: the stream then counts bytes and waits for a slow reader.
    const lines = Readable.from(this.lines(filter), { objectMode: false });
    // Also where nobody ever read from it.
    lines.once("close", () => (this.open -= 1));
    try {
      const name = fileName(new Date());
      await this.recordExport(administrator, name, filter);
      return new StreamableFile(lines, {
        type: "text/csv; charset=utf-8",
        disposition: `attachment; filename="${name}"`,
      });
    } catch (failure) {
      lines.destroy();
      throw failure;
    }
  }

  private async recordExport(
    administrator: Administrator,
    name: string,
    filter: RegistrationsQueryDto,
  ): Promise<void> {
    const { q, paymentStatus, stallType, listingOffer, from, to } = filter;
    const filters = {
      paymentStatus,
      stallType,
      listingOffer,
      from,
      to,
      searched: q === undefined ? q : true,
    };
    const rows = await this.registrations.count(filter);
    await this.database.transaction((tx) =>
      this.audit.record(tx, {
        administrator,
        action: "registrations_exported",
        subjectType: "registrations",
        subjectId: name,
        after: {
          rows,
          ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
        },
      }),
    );
  }

  private async *lines(filter: RegistrationsFilter): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
    for await (const rows of this.registrations.all(filter)) {
      yield rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join("");
    }
  }
}

/** "mela-registrations-2026-11-21.csv", by the Indian day. */
export function fileName(now: Date): string {
  return `mela-registrations-${dayOf(now)}.csv`;
}

function dayOf(at: Date): string {
  const { year, month, day } = istDay(at);
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

/** "2026-11-21 19:33:05", by Indian time: a spreadsheet takes it for a date. */
function indianTime(at: Date): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Asia/Kolkata" }).format(at);
  return `${dayOf(at)} ${time}`;
}
