import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { type MoveAsker, type MoveMoney, moveMoney } from "@sakhi/domain/moves/move.rules";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { type StallRow, StallsService } from "../stalls/stalls.service.js";
import { type SaleOrder, SaleOrdersService } from "./sale-orders.service.js";
import { type MoveSettings, StallMoveRecordsService } from "./stall-move-records.service.js";

/** A locked booking and stall, and what a move between them costs. */
export interface MoveQuote {
  readonly booking: BookingRow;
  readonly target: StallRow;
  /** What the other stall costs today. */
  readonly toPaise: Paise;
  readonly money: MoveMoney;
  /** The sale's orders, oldest first. */
  readonly orders: readonly SaleOrder[];
  readonly settings: MoveSettings;
}

const ALREADY_HERE = "The booking stands on this stall already";
const NOT_SOLD = "Only a booking that is paid for can move to a stall of another price.";

/** Says whether a sold booking can move to a stall, and what that costs. */
@Injectable()
export class MoveQuotesService {
  constructor(
    private readonly moves: StallMoveRecordsService,
    private readonly saleOrders: SaleOrdersService,
    private readonly orders: OrdersService,
    private readonly bookingLocks: BookingLocksService,
    private readonly stalls: StallsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Locks a booking with another stall of its event, and says what the move costs.
   *
   * @throws DomainError booking_not_found, booking_not_sold, booking_ended; stall_not_found; invalid_request if it is on this stall;
   *   event_cancelled, event_archived; sales_paused; move_open; refund_running; for a holder, moves_not_offered, sales_closed
   */
  async quote(
    tx: Tx,
    bookingId: string,
    {
      toStallId,
      by,
      isWaived = false,
    }: { readonly toStallId: string; readonly by: MoveAsker; readonly isWaived?: boolean },
  ): Promise<MoveQuote> {
    const { booking, others } = await this.bookingLocks.lock(tx, bookingId, [toStallId]);
    const { orderId, finalPaise } = assertSold(booking);
    if (booking.stallId === toStallId) {
      throw new DomainError("invalid_request", { fields: { toStallId: [ALREADY_HERE] } }, ALREADY_HERE);
    }
    const target = others.find(({ stallId }) => stallId === toStallId);
    if (target === undefined) throw new DomainError("stall_not_found");
    const settings = await this.assertOffered(tx, booking, by);
    const [own, other] = [await this.stalls.byKey(booking.stallKey, tx), await this.stalls.byKey(target.stallKey, tx)];
    const orders = await this.saleOrders.lock(tx, bookingId, orderId);
    const [sale, ...ofMoves] = orders;
    const money = moveMoney({
      ...{ fromPaise: own.pricePaise, toPaise: other.pricePaise, pricePaise: booking.pricePaise, finalPaise, isWaived },
      saleLeftPaise: sale?.leftPaise ?? 0,
      movesLeftPaise: ofMoves.reduce((sum, { leftPaise }) => sum + leftPaise, 0),
    });
    return { booking, target, toPaise: other.pricePaise, money, orders, settings };
  }

  /** Ends the payment window of the order that a move is being paid with; the caller holds the booking's locks. */
  async endOrder(tx: Tx, moveId: string, actor: "visitor" | "operator"): Promise<void> {
    const orderId = await this.moves.unfinishedOrder(moveId, tx);
    if (orderId !== undefined) await this.orders.requestClose(tx, orderId, actor);
  }

  /** @returns how the event's holders move */
  private async assertOffered(tx: Tx, { id, eventId }: BookingRow, by: MoveAsker): Promise<MoveSettings> {
    await assertNotPaused(tx);
    const status = await this.eventFacts.statusIn(tx, eventId);
    if (status === "cancelled") throw new DomainError("event_cancelled");
    if (status === "archived") throw new DomainError("event_archived");
    const settings = await this.moves.settings(eventId, tx);
    if (by === "holder") {
      if (!settings.byHolder) throw new DomainError("moves_not_offered");
      if (await this.eventFacts.hasClosed(tx, eventId)) throw new DomainError("sales_closed");
    }
    const open = await this.moves.openOf(id, tx);
    if (open !== undefined) throw new DomainError("move_open");
    if (await this.moves.isRefundRunning(tx, id)) throw new DomainError("refund_running");
    return settings;
  }
}

/** @throws DomainError booking_not_sold, booking_ended */
function assertSold({ state, orderId, finalPaise }: BookingRow): {
  readonly orderId: string;
  readonly finalPaise: Paise;
} {
  if (state === "released") throw new DomainError("booking_ended");
  if (state !== "sold" || orderId === null || finalPaise === null)
    throw new DomainError("booking_not_sold", {}, NOT_SOLD);
  return { orderId, finalPaise };
}
