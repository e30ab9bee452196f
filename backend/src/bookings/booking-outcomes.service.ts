import { Injectable } from "@nestjs/common";
import { bookingOutcome, type BookingOutcome } from "@sakhi/domain/bookings/booking-outcome";
import { SALE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import { EventFactsService } from "../events/event-facts.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import type { Statement } from "../platform/database/statements.js";
import type { BookingRow } from "./bookings.entities.js";
import { StallOffersRepository } from "./stall-offers.repository.js";

/** The booking fields that its outcome is derived from. */
type OutcomeBooking = Pick<
  BookingRow,
  "id" | "state" | "releaseReason" | "expired" | "stallId" | "stallType" | "orderId"
>;

const MOVES: Statement = {
  name: "moves_since_payment",
  text: `SELECT DISTINCT ON (m.booking_id) m.booking_id, m.detail->>'from' AS stall_id
         FROM booking_events m
        WHERE m.booking_id = ANY($1) AND m.kind = 'moved'
          AND m.id > coalesce((SELECT max(e.id) FROM booking_events e
                                WHERE e.booking_id = m.booking_id AND e.kind = 'payment_started'), 0)
        ORDER BY m.booking_id, m.id`,
};
const MOVES_AND_SALE: Statement = {
  name: "moves_and_sale",
  text: `SELECT count(*) FILTER (WHERE kind = 'moved')::int AS moves,
                min(at) FILTER (WHERE kind IN ${sqlList(SALE_EVENTS)}) AS "soldAt"
           FROM booking_events WHERE booking_id = $1`,
};

/** What of an order's money is of the booking: of orders with several stalls only. */
const SHARES: Statement = {
  name: "shares_of_orders",
  text: `SELECT b.id, b.final_paise::float8 AS paise FROM bookings b
          WHERE b.id = ANY($1) AND EXISTS (SELECT FROM bookings m WHERE m.order_id = b.order_id AND m.id <> b.id)`,
};

/** Loads the input of `bookingOutcome` from the database, for the payer's pages, the dashboard and the export. */
@Injectable()
export class BookingOutcomesService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrdersService,
    private readonly offers: StallOffersRepository,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * The outcome that the payer of one order sees.
   *
   * @param orderId any order of the booking, not necessarily its newest
   * @param isWhole of the whole order, if it has several stalls, and not of the booking's share
   */
  async ofOrder(booking: OutcomeBooking, orderId: string, isWhole = false): Promise<BookingOutcome> {
    const [outcome] = await this.derive([{ ...booking, orderId }], booking.orderId === orderId, isWhole);
    if (outcome === undefined) throw new Error(`no outcome of order ${orderId}`);
    return outcome;
  }

  /** The outcomes of the bookings' newest orders, in the same order; four statements for any number of bookings. */
  ofBookings(bookings: readonly OutcomeBooking[]): Promise<BookingOutcome[]> {
    return this.derive(bookings, true);
  }

  /** Whether the booking's event was cancelled, or has taken place. */
  async ofEvent({ eventId }: Pick<BookingRow, "eventId">): Promise<{ eventCancelled?: true; eventOver?: true }> {
    const { phase } = await this.eventFacts.of(eventId);
    if (phase === "cancelled") return { eventCancelled: true };
    return phase === "past" ? { eventOver: true } : {};
  }

  /**
   * What the calendar file of a sold booking counts: how often it was moved to another stall, and when it was sold if its
   * event has dropped days, which only those who booked before have in a calendar.
   */
  async calendar({
    id,
    eventId,
  }: Pick<BookingRow, "id" | "eventId">): Promise<{ readonly moves?: number; readonly soldAt?: string }> {
    const [[known], { facts }] = await Promise.all([
      this.database.queryAutocommit<{ moves: number; soldAt: Date | null }>(MOVES_AND_SALE, [id]),
      this.eventFacts.of(eventId),
    ]);
    if (known === undefined) return {};
    const { moves, soldAt } = known;
    return {
      ...(moves === 0 ? {} : { moves }),
      ...(soldAt === null || facts.calendar.droppedDays.length === 0 ? {} : { soldAt: soldAt.toISOString() }),
    };
  }

  private async derive(
    bookings: readonly OutcomeBooking[],
    current: boolean,
    isWhole = false,
  ): Promise<BookingOutcome[]> {
    const orderIds = bookings.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
    const [money, offers, booked, shares] = await Promise.all([
      this.orders.money(orderIds),
      this.offers.openUntil(orderIds),
      this.bookedStalls(bookings.filter(({ state }) => state === "sold").map(({ id }) => id)),
      this.shares(isWhole ? [] : bookings.map(({ id }) => id)),
    ]);
    return bookings.map((booking) =>
      bookingOutcome({
        ...booking,
        current,
        bookedStallId: booked.get(booking.id) ?? booking.stallId,
        money: shareOf(money.get(booking.orderId ?? "") ?? NO_MONEY, booking.id, shares.get(booking.id)),
        offer: offers.get(booking.orderId ?? ""),
      }),
    );
  }

  /** Booking id → what was paid for it, of orders with several stalls. */
  private async shares(bookingIds: readonly string[]): Promise<ReadonlyMap<string, Paise>> {
    if (bookingIds.length === 0) return new Map();
    const found = await this.database.queryAutocommit<{ id: string; paise: Paise }>(SHARES, [bookingIds]);
    return new Map(found.map(({ id, paise }) => [id, paise]));
  }

  /** Booking id → the stall that was paid for, for sold bookings that have moved since their payment. */
  private async bookedStalls(bookingIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (bookingIds.length === 0) return new Map();
    const moves = await this.database.queryAutocommit<{ booking_id: string; stall_id: string }>(MOVES, [bookingIds]);
    return new Map(moves.map(({ booking_id, stall_id }) => [booking_id, stall_id]));
  }
}

/** The money of a booking without a registration. */
const NO_MONEY = {
  paid: [],
  attempts: { newest: undefined, pending: 0, failed: 0 },
  open: false,
  refunds: [],
} as const;

/** The money of one stall: its share of what bought an order with several, and the refunds of it. */
function shareOf(money: OrderMoney, bookingId: string, share: Paise | undefined): OrderMoney {
  if (share === undefined || money.paid.length === 0) return money;
  const [, ...others] = money.paid;
  const refunds = money.refunds.filter(({ subjectId, surplus }) => surplus === true || subjectId === bookingId);
  return { ...money, paid: [share, ...others], refunds };
}
