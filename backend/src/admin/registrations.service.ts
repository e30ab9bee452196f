import { Readable } from "node:stream";
import { Inject, Injectable, type StreamableFile } from "@nestjs/common";
import { paymentLabel as labelOf, type PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import { DEFAULT_PAGE_SIZE, type RegistrationsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { REGISTRATION_FIELDS, type RegistrationField } from "@sakhi/domain/bookings/registration.fields";
import { stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import { columnOf, fieldNames, fieldsOf } from "@sakhi/domain/fields/declared-fields";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { toRupees, type Paise } from "@sakhi/domain/money/money";
import { type StallType, STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { DataSource } from "typeorm";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { BookingOutcomesService } from "../bookings/booking-outcomes.service.js";
import { BookingEntity } from "../bookings/bookings.entities.js";
import { type RequestedEvent, EventFactsService } from "../events/event-facts.service.js";
import { entityRows } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import type { Page } from "../platform/http/list-response.js";
import { StallsService } from "../stalls/stalls.service.js";
import { csvFile, EVENT_COLUMN, exportName } from "./csv-file.js";
import type { StallAvailabilityResponse, SummaryResponse } from "./figures.response.js";
import type { RegistrationResponse } from "./registrations.response.js";
import {
  type RegistrationsFilter,
  countStatement,
  registrationsStatement,
  type RegistrationRow,
  NET_PAISE,
  PAYMENT_STATUS,
} from "./registrations.sql.js";

type CsvColumn = readonly [name: string, cell: (row: LabelledRegistration) => string];

/** Columns of the form's fields. */
function fieldColumns(which: "specified" | "added"): CsvColumn[] {
  return fieldNames(REGISTRATION_FIELDS, ({ csv }: RegistrationField) => csv === which).map((name) => {
    const { label, short = label }: RegistrationField = REGISTRATION_FIELDS[name];
    return [short, (row) => row[columnOf(REGISTRATION_FIELDS, name)] ?? ""];
  });
}

/** Columns as named by the specification (T-230), the event, and what was added since. */
const COLUMNS: readonly CsvColumn[] = [
  ["Order ID", (row) => row.orderId],
  ...fieldColumns("specified"),
  ["Stall ID", (row) => row.stallId],
  ["Stall Type", (row) => stallTypeLabel(row.stallType)],
  ["Stall Price", (row) => String(toRupees(row.pricePaise))],
  ["Payment Status", (row) => row.paymentLabel],
  ["Listing Offer Status", (row) => row.listingOffer],
  ["Transaction ID", (row) => row.transactionId ?? ""],
  ["Payment Mode", (row) => row.paymentMode ?? ""],
  ["Created At", (row) => indianTime(row.createdAt)],
  [EVENT_COLUMN, (row) => row.eventTitle],
  ...fieldColumns("added"),
];

/** Concurrent downloads per process: a slow reader occupies a database connection that visitors need. */
const MAX_DOWNLOADS = 3;
/** `Retry-After` at that limit, in seconds. */
const RETRY_AFTER_SECONDS = 10;

/** A group of registrations with its sums. */
interface Sums {
  readonly paid: boolean;
  /** The Indian day of the sale; null for unpaid registrations. */
  readonly day: string | null;
  readonly type: StallType;
  readonly count: number;
  readonly claimed: number;
  readonly net: Paise;
  readonly kept: Paise;
}

/**
 * One statement for all figures, over the same expressions as the table of registrations: the figures agree with each
 * other and with the table.
 */
const SUMMARY = `
  SELECT paid, CASE WHEN paid THEN to_char(sold_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') END AS day, type,
         count(*)::int AS count, (count(*) FILTER (WHERE listing_offer = 'accepted_free'))::int AS claimed,
         coalesce(sum(net_paise) FILTER (WHERE paid), 0)::float8 AS net,
         coalesce(sum(net_paise) FILTER (WHERE cancelled), 0)::float8 AS kept
    FROM (SELECT ${PAYMENT_STATUS} = 'payment_successful' AS paid, b.release_reason = 'cancelled' AS cancelled,
                 coalesce(b.ended_at, b.registered_at, b.held_at) AS sold_at, s.type, b.listing_offer,
                 ${NET_PAISE} AS net_paise
            FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
           WHERE b.final_paise IS NOT NULL AND ($1::integer IS NULL OR s.event_id = $1)) registrations
   GROUP BY 1, 2, 3 ORDER BY 2 NULLS LAST, 3`;

/** Rows of an export in memory at once. */
const BATCH_SIZE = 200;
/** Idle timeout of an export's transaction, in ms: closes the connection of a reader that stalls. */
const IDLE_TIMEOUT_MS = 60_000;

/** A registration with the label of its payment, by the rules of the payer's own pages, and its event's slug and title. */
type LabelledRegistration = RegistrationRow & {
  readonly paymentLabel: PaymentLabel;
  readonly event: string;
  readonly eventTitle: string;
};

/**
 * Registrations (bookings with a submitted form, in any state) as a table, as a streamed CSV file (UTF-8 with a byte
 * order mark) and as the dashboard's figures.
 */
@Injectable()
export class RegistrationsService {
  /** Downloads in progress. */
  private activeDownloads = 0;

  constructor(
    private readonly database: Database,
    @Inject(DataSource) private readonly source: DataSource,
    private readonly bookingOutcomes: BookingOutcomesService,
    private readonly auditLog: AuditLogService,
    private readonly eventFacts: EventFactsService,
    private readonly stalls: StallsService,
  ) {}

  /** One page of the table, the number of all registrations that match the filter, and the event's slug or "all". */
  async page({
    limit = DEFAULT_PAGE_SIZE,
    offset = 0,
    ...query
  }: RegistrationsQueryDto): Promise<Page<RegistrationResponse> & { readonly event: string }> {
    const event = await this.eventFacts.listed(query.event);
    const filter = filterOf(query, event);
    const { sql, parameters } = registrationsStatement(filter);
    const [found, total] = await Promise.all([
      this.database.read<RegistrationRow>(
        BookingEntity,
        `${sql} LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2}`,
        [...parameters, limit, offset],
      ),
      this.count(filter),
    ]);
    return { rows: (await this.labelled(found)).map(responseOf), total, event: event?.slug ?? ALL_EVENTS };
  }

  private async count(filter: RegistrationsFilter): Promise<number> {
    const { sql, parameters } = countStatement(filter);
    const [found] = await this.database.query<{ count: number }>(sql, parameters);
    return found?.count ?? 0;
  }

  /**
   * Streams all registrations of a filter in batches, from one snapshot. A database cursor keeps memory bounded. The
   * connection is released when the reader finishes or disconnects.
   */
  private async *all(filter: RegistrationsFilter): AsyncGenerator<LabelledRegistration[], void, undefined> {
    const { sql, parameters } = registrationsStatement(filter);
    const connection = this.source.createQueryRunner();
    try {
      await connection.startTransaction("REPEATABLE READ");
      await connection.query(`SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`);
      await connection.query("SET TRANSACTION READ ONLY");
      await connection.query(`DECLARE registrations NO SCROLL CURSOR FOR ${sql}`, parameters);
      for (;;) {
        const raw = (await connection.query(`FETCH ${BATCH_SIZE} FROM registrations`)) as object[];
        if (raw.length > 0) {
          yield await this.labelled(entityRows<RegistrationRow>(this.source, BookingEntity, raw));
        }
        if (raw.length < BATCH_SIZE) break;
      }
    } finally {
      // Read-only: a failed rollback on a lost connection loses nothing.
      if (connection.isTransactionActive) await connection.rollbackTransaction().catch(() => undefined);
      await connection.release();
    }
  }

  /** Adds payment labels with two statements for all rows. */
  private async labelled(rows: readonly RegistrationRow[]): Promise<LabelledRegistration[]> {
    const [outcomes, events] = await Promise.all([this.bookingOutcomes.ofBookings(rows), this.eventFacts.names()]);
    return rows.flatMap((row, index) => {
      const outcome = outcomes[index];
      const { slug: event = "", title: eventTitle = "" } = events.get(row.eventId) ?? {};
      return outcome === undefined ? [] : [{ ...row, paymentLabel: labelOf(outcome), event, eventTitle }];
    });
  }

  /**
   * Streams the matching registrations as CSV. The audit entry has the number of rows and the filters, but not the
   * search text.
   *
   * @param filter paging is ignored: the file holds every match
   * @throws DomainError event_required, event_not_found
   * @throws HttpError rate_limited while too many downloads are in progress
   */
  async exportFile(administrator: Administrator, query: RegistrationsQueryDto): Promise<StreamableFile> {
    const event = await this.eventFacts.exported(query.event);
    const filter = filterOf(query, event);
    if (this.activeDownloads >= MAX_DOWNLOADS) {
      throw new HttpError("rate_limited", {}, { "retry-after": String(RETRY_AFTER_SECONDS) });
    }
    this.activeDownloads += 1;
    // Not in object mode: the stream then buffers by bytes, and backpressure works.
    const lines = Readable.from(this.lines(filter), { objectMode: false });
    // Fires even if the stream was never read.
    lines.once("close", () => (this.activeDownloads -= 1));
    try {
      const name = exportName("mela-registrations", event);
      await this.recordExport(administrator, name, query, filter);
      return csvFile(name, lines);
    } catch (error) {
      lines.destroy();
      throw error;
    }
  }

  private async recordExport(
    administrator: Administrator,
    name: string,
    { event }: RegistrationsQueryDto,
    filter: RegistrationsFilter,
  ): Promise<void> {
    const { q, paymentStatus, stallType, listingOffer, from, to } = filter;
    const filters = { event, paymentStatus, stallType, listingOffer, from, to, searched: q === undefined ? q : true };
    const rows = await this.count(filter);
    await this.database.transaction((tx) =>
      this.auditLog.record(tx, {
        administrator,
        action: "registrations_exported",
        subjectType: "registrations",
        subjectId: name,
        after: { rows, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) },
      }),
    );
  }

  private async *lines(filter: RegistrationsFilter): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
    for await (const rows of this.all(filter)) {
      yield rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join("");
    }
  }

  /** Matches the public floor plan: an expired hold is free. */
  async availability(event: string | undefined): Promise<StallAvailabilityResponse> {
    const { id } = await this.eventFacts.resolve(event, "administrator");
    const stalls = await this.stalls.statuses(id);
    const count = (type: StallType, onlyFree: boolean): number =>
      stalls.filter((stall) => stall.type === type && (!onlyFree || stall.status === FREE)).length;
    const others = [...new Set(stalls.map(({ type }) => type))].filter(
      (type) => !(STALL_TYPES as readonly string[]).includes(type),
    );
    return {
      premiumAvailable: count("Premium", true),
      totalPremium: count("Premium", false),
      generalAvailable: count("General", true),
      totalGeneral: count("General", false),
      others: others.map((stallType) => ({
        ...{ stallType, available: count(stallType, true), total: count(stallType, false) },
      })),
    };
  }

  /** @param event slug of an event, or "all" */
  async summary(event: string | undefined): Promise<SummaryResponse> {
    const listed = await this.eventFacts.listed(event);
    const sums = await this.database.query<Sums>(SUMMARY, [listed?.id ?? null]);
    const paid = sums.filter((sum) => sum.paid);
    const days = [...new Set(paid.map((sum) => sum.day ?? ""))];
    const of = (some: readonly Sums[]) => ({ bookings: total(some, "count"), revenue: toRupees(total(some, "net")) });
    return {
      totalRegistrations: total(sums, "count"),
      paidBookings: total(paid, "count"),
      totalRevenue: toRupees(total(paid, "net")),
      freeListingsClaimed: total(sums, "claimed"),
      keptFromCancelled: toRupees(total(sums, "kept")),
      byDay: days.map((day) => ({ day, ...of(paid.filter((sum) => sum.day === day)) })),
      byType: [...new Set([...STALL_TYPES, ...paid.map((sum) => sum.type)])].map((stallType) => {
        const { bookings: sold, revenue } = of(paid.filter((sum) => sum.type === stallType));
        return { stallType, sold, revenue };
      }),
    };
  }
}

function responseOf(row: LabelledRegistration): RegistrationResponse {
  const { id, orderId, stallId, stallType, event } = row;
  const { paymentStatus, paymentLabel, transactionId, paymentMode, linkedApplicationId } = row;
  return {
    ...fieldsOf(REGISTRATION_FIELDS, row),
    ...{ event, id, orderId, stallId, stallType },
    ...{ paymentStatus, paymentLabel, transactionId, paymentMode, linkedApplicationId },
    stallPrice: toRupees(row.pricePaise),
    listingOfferStatus: row.listingOffer,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    netAmount: toRupees(Number(row.netPaise)),
  };
}

function filterOf(
  { event: _event, ...filter }: RegistrationsQueryDto,
  of: RequestedEvent | undefined,
): RegistrationsFilter {
  return { ...filter, eventId: of?.id };
}

/** "2026-11-21 19:33:05" in Indian time, which spreadsheets parse as a date. */
export function indianTime(at: Date): string {
  return `${istDate(at)} ${clock.format(at)}`;
}

/** "19:33:05". Constructed once: construction costs more than the rest of a row. */
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Asia/Kolkata" });

const FREE = stallStatus(undefined);

function total(sums: readonly Sums[], column: "count" | "claimed" | "net" | "kept"): number {
  return sums.reduce((sum, row) => sum + row[column], 0);
}
