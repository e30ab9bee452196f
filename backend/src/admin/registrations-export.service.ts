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
import type { Labelled } from "./payment-labels.service.js";
import { BYTE_ORDER_MARK, csvLine } from "./csv.js";
import { RegistrationsRepository } from "./registrations.repository.js";
import type { RawRegistration } from "./registrations.sql.js";

/** The columns, exactly as the specification names them (rows T-230). */
const COLUMNS: readonly (readonly [string, (row: Labelled<RawRegistration>) => string])[] = [
  ["Order ID", (row) => row.order_id],
  ["Full Name", (row) => row.full_name],
  ["Email", (row) => row.email],
  ["Phone", (row) => row.phone],
  ["Business Name", (row) => row.business_name],
  ["GST Number", (row) => row.gst_number ?? ""],
  ["GST Address", (row) => row.gst_address ?? ""],
  ["Pincode", (row) => row.pincode],
  ["Stall ID", (row) => row.stall_id],
  ["Stall Type", (row) => stallTypeLabel(row.stall_type)],
  ["Stall Price", (row) => String(toRupees(Number(row.price_paise)))],
  ["Payment Status", (row) => row.payment_label],
  ["Listing Offer Status", (row) => row.listing_offer],
  ["Transaction ID", (row) => row.transaction_id ?? ""],
  ["Payment Mode", (row) => row.payment_mode ?? ""],
  ["Created At", (row) => indianTime(row.created_at)],
];

/**
 * Files that one process hands out at once: each keeps a connection to the database for as long as its reader is slow,
 * and visitors need the others.
 */
const AT_ONCE = 3;
/** When to ask again while so many are being read, in seconds. */
const RETRY_AFTER_SECONDS = 10;

/** The registrations as a file for spreadsheets: UTF-8 with its mark, a line at a time. */
@Injectable()
export class RegistrationsExport {
  /** Files that are being read at this moment. */
  private open = 0;

  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Who takes the file, how much of it and by which filters stands in the audit log; never what was searched for.
   *
   * @param filter its paging is ignored: a file holds all that the filters let through
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
      await this.note(administrator, name, filter);
      return new StreamableFile(lines, {
        type: "text/csv; charset=utf-8",
        disposition: `attachment; filename="${name}"`,
      });
    } catch (failure) {
      lines.destroy();
      throw failure;
    }
  }

  private async note(
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
    const rows = await this.repository.count(filter);
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

  private async *lines(filter: Parameters<RegistrationsRepository["all"]>[0]): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
    for await (const rows of this.repository.all(filter)) {
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
