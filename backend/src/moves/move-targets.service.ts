import { Injectable } from "@nestjs/common";
import { stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { toRupees } from "@sakhi/domain/money/money";
import { moveMoney } from "@sakhi/domain/moves/move.rules";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { isPaused } from "../events/sales-pause.sql.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import { moneyResponse, moveResponse, type MoveTargetResponse, type MyMovesResponse } from "./moves.response.js";
import { SaleOrdersService } from "./sale-orders.service.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";

/** Types of an event's stalls whose free stalls go to the waiting list first. */
const KEPT_TYPES = `SELECT DISTINCT s.type FROM stalls s
  WHERE s.event_id = :eventId AND s.removed_at IS NULL AND stall_is_kept(s.event_id, s.type, s.stall_key)`;

/** What a holder sees of the moves of her booking, and the stalls that she can move to. */
@Injectable()
export class MoveTargetsService {
  constructor(
    private readonly database: Database,
    private readonly bookingLocks: BookingLocksService,
    private readonly moves: StallMoveRecordsService,
    private readonly saleOrders: SaleOrdersService,
    private readonly stalls: StallsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** Undefined if the booking is not sold. */
  async view(bookingId: string): Promise<MyMovesResponse | undefined> {
    const booking = await this.bookingLocks.find(bookingId);
    if (booking === undefined || booking.state !== "sold") return undefined;
    const all = (await this.moves.ofBooking(bookingId)).map(moveResponse);
    const open = all.find(({ state }) => state === "asked");
    const stalls = open === undefined ? await this.database.transaction((tx) => this.targets(tx, booking)) : undefined;
    return {
      stallId: booking.stallId,
      isOffered: stalls !== undefined,
      ...(open === undefined ? {} : { open }),
      stalls: stalls ?? [],
      ended: all.filter(({ state }) => state !== "asked").toReversed(),
      at: booking.readAt.toISOString(),
    };
  }

  /** Free stalls with what each costs; undefined if she cannot move by herself now. */
  private async targets(tx: Tx, booking: BookingRow): Promise<MoveTargetResponse[] | undefined> {
    const { id, eventId, orderId, pricePaise, finalPaise } = booking;
    if (orderId === null || finalPaise === null) return undefined;
    const { byHolder } = await this.moves.settings(eventId, tx);
    if (!byHolder || (await isPaused(tx)) || (await this.eventFacts.hasClosed(tx, eventId))) return undefined;
    if (await this.moves.isRefundRunning(tx, id)) return undefined;
    const [sale, ...ofMoves] = await this.saleOrders.read(tx, id, orderId);
    const { pricePaise: fromPaise } = await this.stalls.byKey(booking.stallKey, tx);
    const money = {
      ...{ fromPaise, pricePaise, finalPaise, isWaived: false, saleLeftPaise: sale?.leftPaise ?? 0 },
      movesLeftPaise: ofMoves.reduce((sum, { leftPaise }) => sum + leftPaise, 0),
    };
    const kept = new Set((await rows<{ type: string }>(tx, KEPT_TYPES, { eventId })).map(({ type }) => type));
    return (await this.stalls.withState(eventId, tx))
      .filter(({ live, type }) => stallStatus(live ?? undefined) === "Available" && !kept.has(type))
      .map(({ stallId, type, pricePaise: toPaise }) => ({
        ...{ stallId, type, price: toRupees(toPaise) },
        ...moneyResponse(moveMoney({ ...money, toPaise })),
      }));
  }
}
