import { Injectable, type StreamableFile } from "@nestjs/common";
import { hasRight } from "@sakhi/domain/access/rights";
import { paymentLabel as labelOf, type PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import { DEFAULT_PAGE_SIZE, type RegistrationsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { REGISTRATION_FIELDS, type RegistrationField } from "@sakhi/domain/bookings/registration.fields";
import { stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { columnOf, fieldNames, fieldsOf } from "@sakhi/domain/fields/declared-fields";
import { toRupees, type Paise } from "@sakhi/domain/money/money";
import { type StallType, STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { BookingOutcomesService } from "../bookings/booking-outcomes.service.js";
import { BookingEntity } from "../bookings/bookings.entities.js";
import { type RequestedEvent, EventFactsService } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import type { Page } from "../platform/http/list-response.js";
import { StallsService } from "../stalls/stalls.service.js";
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

type Column = FileColumn<LabelledRegistration>;

/** Columns of the form's fields. */
function fieldColumns(which: "specified" | "added"): Column[] {
  return fieldNames(REGISTRATION_FIELDS, ({ csv }: RegistrationField) => csv === which).map((name) => {
    const { label, short = label }: RegistrationField = REGISTRATION_FIELDS[name];
    return { name: short, cell: (row) => row[columnOf(REGISTRATION_FIELDS, name)] };
  });
}

/** Columns as named by the specification (T-230), the event, and what was added since. */
const COLUMNS: readonly Column[] = [
  { name: "Order ID", cell: (row) => row.orderId },
  ...fieldColumns("specified"),
  { name: "Stall ID", cell: (row) => row.stallId },
  { name: "Stall Type", cell: (row) => stallTypeLabel(row.stallType) },
  { name: "Stall Price", cell: (row) => toRupees(row.pricePaise) },
  { name: "Payment Status", cell: (row) => row.paymentLabel },
  { name: "Listing Offer Status", cell: (row) => row.listingOffer },
  { name: "Transaction ID", cell: (row) => row.transactionId },
  { name: "Payment Mode", cell: (row) => row.paymentMode },
  { name: "Created At", cell: (row) => ({ at: row.createdAt }) },
  { name: EVENT_COLUMN, cell: (row) => row.eventTitle },
  ...fieldColumns("added"),
];

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

/** A registration with the label of its payment, by the rules of the payer's own pages, and its event's slug and title. */
type LabelledRegistration = RegistrationRow & {
  readonly paymentLabel: PaymentLabel;
  readonly event: string;
  readonly eventTitle: string;
};

/**
 * Registrations (bookings with a submitted form, in any state) as a table, as a file and as the dashboard's
 * figures.
 */
@Injectable()
export class RegistrationsService {
  constructor(
    private readonly database: Database,
    private readonly bookingOutcomes: BookingOutcomesService,
    private readonly exports: ExportsService,
    private readonly eventFacts: EventFactsService,
    private readonly stalls: StallsService,
  ) {}

  /** One page of the table, the number of all registrations that match the filter, and the event's slug or "all". */
  async page(
    administrator: Administrator,
    { limit = DEFAULT_PAGE_SIZE, offset = 0, ...query }: RegistrationsQueryDto,
  ): Promise<Page<RegistrationResponse> & { readonly event: string }> {
    const event = await this.eventFacts.listed(query.event);
    const filter = filterOf(administrator, query, event);
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

  /** All registrations of a filter, in batches from one snapshot. */
  private async *all(filter: RegistrationsFilter): AsyncGenerator<LabelledRegistration[], void, undefined> {
    const { sql, parameters } = registrationsStatement(filter);
    for await (const rows of this.database.batches<RegistrationRow>(sql, parameters, BookingEntity))
      yield await this.labelled(rows);
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
   * The matching registrations as a file. The audit entry has the number of rows and the filters, but not the search text.
   *
   * @param query paging is ignored: the file holds every match
   * @throws DomainError event_required, event_not_found
   * @throws HttpError rate_limited while too many downloads are in progress
   */
  async exportFile(
    administrator: Administrator,
    query: RegistrationsQueryDto,
    format: FileFormat,
  ): Promise<StreamableFile> {
    const event = await this.eventFacts.exported(query.event);
    const filter = filterOf(administrator, query, event);
    const { q, paymentStatus, stallType, listingOffer, from, to } = filter;
    const filters = { paymentStatus, stallType, listingOffer, searched: q === undefined ? q : true };
    return this.exports.table<LabelledRegistration>({
      ...{ administrator, action: "registrations_exported", subjectType: "registrations" },
      ...{ what: "mela-registrations", format, event, period: { from, to }, columns: COLUMNS },
      rows: () => this.all(filter),
      count: await this.count(filter),
      facts: Object.fromEntries(
        Object.entries(filters).filter((filled): filled is [string, string | boolean] => filled[1] !== undefined),
      ),
    });
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
  administrator: Administrator,
  { event: _event, ...filter }: RegistrationsQueryDto,
  of: RequestedEvent | undefined,
): RegistrationsFilter {
  return { ...filter, eventId: of?.id, withoutContacts: !hasRight(administrator, "contacts.read") };
}

const FREE = stallStatus(undefined);

function total(sums: readonly Sums[], column: "count" | "claimed" | "net" | "kept"): number {
  return sums.reduce((sum, row) => sum + row[column], 0);
}
