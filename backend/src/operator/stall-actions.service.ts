import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_INITIAL_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import type { ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import type { Administrator } from "../accounts/administrator.js";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { StallsService } from "../stalls/stalls.service.js";
import { OperatorLocks } from "./operator-locks.service.js";
import { OperatorRepository } from "./operator.repository.js";
import type { StallBlockResponse, StallPriceResponse } from "./operator.response.js";
import { OperatorTransaction } from "./operator-transaction.service.js";

const INVALID_PRICE = "The price is an amount in rupees, at most 2 decimals";

/** Blocks stalls and sets prices. A block is a booking of its own, so nobody else can book the stall. */
@Injectable()
export class StallActionsService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly locks: OperatorLocks,
    private readonly operator: OperatorRepository,
    private readonly stalls: StallsService,
    private readonly events: BookingEvents,
  ) {}

  /**
   * Blocks a free stall. A hold past its deadline is released first, anything live stays.
   *
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, stall_blocked
   */
  block(administrator: Administrator, stallId: string, reason: string): Promise<StallBlockResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { pricePaise } = await this.locks.stall(tx, stallId);
      await this.locks.clear(tx, stallId);
      const bookingId = randomUUID();
      await this.operator.insertBlocked(tx, { id: bookingId, stallId, pricePaise, reason });
      await this.events.publish(
        tx,
        { id: bookingId, stallId, orderId: undefined, state: BOOKING_INITIAL_STATES.blocked },
        { kind: "blocked", actor: "operator", note: stallId },
      );
      return {
        response: { stallId, bookingId, blocked: true },
        audit: {
          action: "stall_blocked",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { state: "free" },
          after: { state: "blocked", bookingId },
        },
      };
    });
  }

  /** @throws DomainError stall_not_found, stall_not_blocked */
  unblock(administrator: Administrator, stallId: string, reason: string): Promise<StallBlockResponse> {
    return this.transaction.run(administrator, async (tx) => {
      await this.locks.stall(tx, stallId);
      const blocked = await this.locks.onStall(tx, stallId);
      if (blocked?.state !== "blocked" || !(await this.operator.unblock(tx, blocked.id))) {
        throw new DomainError("stall_not_blocked");
      }
      const bookingId = blocked.id;
      await this.events.publish(
        tx,
        { ...blocked, state: "released" },
        { kind: "unblocked", actor: "operator", note: "operator" },
        { evenIfCompleted: true },
      );
      return {
        response: { stallId, bookingId, blocked: false },
        audit: {
          action: "stall_unblocked",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { state: "blocked", bookingId },
          after: { state: "free" },
        },
      };
    });
  }

  /**
   * Sets the price for anyone who reserves the stall from now on. A booking keeps the one at which it was reserved.
   *
   * @throws DomainError stall_not_found; invalid_request
   */
  changePrice(
    administrator: Administrator,
    stallId: string,
    { price, reason }: ChangeStallPriceDto,
  ): Promise<StallPriceResponse> {
    const pricePaise = toPaise(price);
    if (pricePaise === undefined) {
      throw new DomainError("invalid_request", { fields: { price: [INVALID_PRICE] } });
    }
    return this.transaction.run(administrator, async (tx) => {
      const before = await this.locks.stall(tx, stallId);
      await this.stalls.changePrice(tx, stallId, pricePaise);
      return {
        response: { stallId, price: toRupees(pricePaise), priceBefore: toRupees(before.pricePaise) },
        audit: {
          action: "stall_price_changed",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { pricePaise: before.pricePaise },
          after: { pricePaise },
        },
      };
    });
  }
}
