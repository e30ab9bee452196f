import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { MOVE_BLOCK, type MoveAsker, type MoveMoney, moveSeconds, refundByOrder } from "@sakhi/domain/moves/move.rules";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { MoveMailsService } from "./move-mails.service.js";
import { type MoveQuote, MoveQuotesService } from "./move-quotes.service.js";
import { MovedBookingsService } from "./moved-bookings.service.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";

/** A move that an operator or the holder wants. */
export interface MoveRequest {
  readonly toStallId: string;
  readonly by: MoveAsker;
  /** An operator asks for no money and returns none. */
  readonly isWaived?: boolean;
  /** The difference that the holder has seen: another one is refused. */
  readonly seenPaise?: Paise | undefined;
}

/** A move that was made at once, or that waits for its money. */
export interface AskedMove extends MoveMoney {
  readonly moveId: string;
  readonly state: "moved" | "asked";
  readonly bookingId: string;
  readonly fromStallId: string;
  readonly toStallId: string;
}

/** Moves sold bookings to other stalls, or keeps the other stall until the difference is paid (docs/decisions/0118). */
@Injectable()
export class StallMovesService {
  constructor(
    private readonly moves: StallMoveRecordsService,
    private readonly quotes: MoveQuotesService,
    private readonly bookingLocks: BookingLocksService,
    private readonly assigned: AssignedBookingsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly movedBookings: MovedBookingsService,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly moveMails: MoveMailsService,
  ) {}

  /**
   * Moves a sold booking to a free stall of its event. If that is dearer, the stall is kept instead until the difference is paid; if it
   * is cheaper, the difference is returned with a credit note.
   *
   * @throws DomainError what {@link MoveQuotesService.quote} throws; stall_sold, stall_reserved, stall_blocked; move_quote_changed
   */
  async ask(tx: Tx, bookingId: string, request: MoveRequest): Promise<AskedMove> {
    const quote = await this.quotes.quote(tx, bookingId, request);
    const { money, target, booking } = quote;
    if (request.seenPaise !== undefined && request.seenPaise !== money.differencePaise)
      throw new DomainError("move_quote_changed");
    // Nobody passes by those who wait for a stall of this type; an operator may.
    if (request.by === "holder" && (await this.moves.isKept(tx, target.stallKey)))
      throw new DomainError("stall_reserved");
    await this.bookingLocks.clearStall(tx, target.stallKey);
    const moveId = randomUUID();
    const state = money.toPayPaise > 0 ? "asked" : "moved";
    await (state === "asked" ? this.keep(tx, moveId, quote, request) : this.moveAtOnce(tx, moveId, quote, request));
    const stalls = { fromStallId: booking.stallId, toStallId: target.stallId };
    return { moveId, state, bookingId, ...stalls, ...money };
  }

  /** Keeps the dearer stall until its difference is paid. */
  private async keep(tx: Tx, id: string, quote: MoveQuote, { by }: MoveRequest): Promise<void> {
    const { booking, target, money, settings } = quote;
    const blockId = randomUUID();
    const { stallKey, stallId } = target;
    await this.assigned.insertBlocked(tx, { id: blockId, stallKey, pricePaise: quote.toPaise, reason: MOVE_BLOCK });
    const actor = by === "operator" ? "operator" : "visitor";
    await this.bookingHistory.record(tx, blockId, { kind: "blocked", actor, note: stallId, detail: { moveId: id } });
    await this.moves.insert(tx, {
      ...{ id, bookingId: booking.id, fromStallKey: booking.stallKey, toStallKey: stallKey },
      ...money,
      ...{ askedBy: by, blockId, seconds: moveSeconds(by, settings.linkHours) },
    });
    await this.bookingHistory.record(tx, booking.id, {
      kind: "move_asked",
      actor,
      note: `${booking.stallId} to ${stallId}`,
      detail: { moveId: id, toPayPaise: money.toPayPaise },
    });
    // Who chose it herself sees it on her page.
    if (by === "operator") await this.moveMails.asked(tx, booking, id);
    await this.moveMails.nudge(tx, id);
  }

  private async moveAtOnce(tx: Tx, id: string, quote: MoveQuote, { by }: MoveRequest): Promise<void> {
    const { booking, target, money, orders } = quote;
    await this.moves.insert(tx, {
      ...{ id, bookingId: booking.id, fromStallKey: booking.stallKey, toStallKey: target.stallKey },
      ...money,
      ...{ askedBy: by, blockId: null, seconds: null },
    });
    const { refundPaise } = money;
    const isAnotherKind = money.differencePaise !== 0 || booking.stallType !== target.type;
    const actor = by === "operator" ? "operator" : "visitor";
    await this.movedBookings.move(tx, booking, target, { actor, refundPaise, isAnotherKind });
    for (const part of refundByOrder(orders, refundPaise)) {
      await this.operatorRefunds.refundKeepingSale(tx, part.orderId, part.refundPaise, {
        actor,
        why: "moved",
        bookingId: orders.find(({ orderId }) => orderId === part.orderId)?.ofBooking,
        reason: `Moved from stall ${booking.stallId} to stall ${target.stallId}, which costs less`,
      });
    }
  }

  /**
   * Withdraws a move that waits for its money; money that still arrives is returned.
   *
   * @throws DomainError booking_not_found; move_over if it no longer waits
   */
  async withdraw(tx: Tx, bookingId: string, moveId: string, by: MoveAsker): Promise<BookingRow> {
    const before = await this.moves.find(moveId, tx);
    if (before?.bookingId !== bookingId) throw new DomainError("move_over");
    const { booking } = await this.bookingLocks.lock(tx, bookingId, [before.toStallId]);
    const move = await this.moves.lock(tx, moveId);
    if (move.state !== "asked" || move.blockId === null) throw new DomainError("move_over");
    const actor = by === "operator" ? "operator" : "visitor";
    await this.quotes.endOrder(tx, moveId, actor);
    await this.free(tx, move.blockId);
    await this.moves.end(tx, moveId, "withdrawn");
    await this.bookingHistory.record(tx, bookingId, {
      kind: "move_withdrawn",
      actor,
      note: `${move.fromStallId} to ${move.toStallId}`,
      detail: { moveId },
    });
    if (by === "operator") await this.moveMails.ended(tx, booking, move, "withdrawn");
    await this.moveMails.nudge(tx, moveId);
    return booking;
  }

  /** Frees the stall that a move kept. */
  async free(tx: Tx, blockId: string): Promise<void> {
    if (!(await this.assigned.unblock(tx, blockId))) return;
    await this.bookingHistory.record(tx, blockId, { kind: "unblocked", actor: "system", note: "operator" });
  }
}
