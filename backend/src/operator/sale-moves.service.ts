import { Injectable } from "@nestjs/common";
import type { MoveSaleDto, MoveSettingsDto } from "@sakhi/domain/moves/moves.dto";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { MoveQuotesService } from "../moves/move-quotes.service.js";
import {
  type AskedMoveResponse,
  moneyResponse,
  type MoveQuoteResponse,
  moveResponse,
  type MoveSettingsResponse,
  type StallMovesResponse,
} from "../moves/moves.response.js";
import { StallMoveRecordsService } from "../moves/stall-move-records.service.js";
import { StallMovesService } from "../moves/stall-moves.service.js";
import { Database } from "../platform/database/database.js";

/** What operators do about moves of sold bookings to stalls of any price (docs/decisions/0118). */
@Injectable()
export class SaleMovesService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly quotes: MoveQuotesService,
    private readonly stallMoves: StallMovesService,
    private readonly moves: StallMoveRecordsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** What a move would cost; nothing is changed. @throws DomainError what {@link MoveQuotesService.quote} throws */
  quote(bookingId: string, toStallId: string): Promise<MoveQuoteResponse> {
    return this.database.transaction(async (tx) => {
      const { booking, target, money, settings } = await this.quotes.quote(tx, bookingId, {
        toStallId,
        by: "operator",
      });
      const { linkHours } = settings;
      const stalls = { fromStallId: booking.stallId, toStallId, toStallType: target.type };
      return { ...stalls, linkHours, ...moneyResponse(money) };
    });
  }

  /** The moves of a booking. */
  async list(bookingId: string): Promise<StallMovesResponse> {
    return { moves: (await this.moves.ofBooking(bookingId)).map(moveResponse) };
  }

  /** Moves a sold booking, or keeps the stall for it; see {@link StallMovesService.ask}. */
  ask(administrator: Administrator, bookingId: string, dto: MoveSaleDto): Promise<AskedMoveResponse> {
    const { toStallId, waived: isWaived = false, reason } = dto;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const asked = await this.stallMoves.ask(tx, bookingId, { toStallId, by: "operator", isWaived });
      const { moveId, state, fromStallId, differencePaise, toPayPaise, refundPaise } = asked;
      return {
        response: { bookingId, moveId, state, fromStallId, toStallId, ...moneyResponse(asked) },
        audit: {
          action: state === "moved" ? "booking_moved" : "booking_move_asked",
          ...{ subjectType: "booking", subjectId: bookingId, reason },
          before: { stallId: fromStallId, state: "sold" },
          after: { stallId: toStallId, moveId, differencePaise, toPayPaise, refundPaise, isWaived },
        },
      };
    });
  }

  /** Withdraws a move that waits for its money. @throws DomainError booking_not_found; move_over */
  withdraw(
    administrator: Administrator,
    bookingId: string,
    moveId: string,
    reason: string,
  ): Promise<StallMovesResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      await this.stallMoves.withdraw(tx, bookingId, moveId, "operator");
      const move = await this.moves.find(moveId, tx);
      return {
        response: { moves: move === undefined ? [] : [moveResponse(move)] },
        audit: {
          action: "booking_move_withdrawn",
          ...{ subjectType: "booking", subjectId: bookingId, reason },
          before: { moveId, state: "asked" },
          after: { moveId, state: "withdrawn" },
        },
      };
    });
  }

  /** @throws DomainError event_not_found */
  async settings(slug: string): Promise<MoveSettingsResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    return this.moves.settings(id);
  }

  /** @throws DomainError event_not_found */
  async setSettings(administrator: Administrator, slug: string, dto: MoveSettingsDto): Promise<MoveSettingsResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    const { byHolder, linkHours } = dto;
    return this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.moves.settings(id, tx);
      await this.moves.setSettings(tx, id, { byHolder, linkHours });
      return {
        response: { byHolder, linkHours },
        audit: {
          ...{ action: "move_settings_changed", subjectType: "event" as const, subjectId: String(id) },
          ...{ before: { ...before }, after: { byHolder, linkHours, event: slug } },
        },
      };
    });
  }
}
