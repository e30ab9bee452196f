import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_BEGINNINGS } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import type { Tx } from "../platform/database/database.js";
import { BookingNews } from "../bookings/history/booking-news.service.js";
import type { StallBlockResponse } from "./organiser.response.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import { OrganiserRepository } from "./organiser.repository.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";
import type { Deed } from "./organiser-transaction.service.js";

/** Stalls that the organiser keeps for herself. A block is a booking of its own, so nobody else can have the stall. */
@Injectable()
export class StallBlocks {
  constructor(
    private readonly transaction: OrganiserTransaction,
    private readonly locks: OrganiserLocks,
    private readonly organiser: OrganiserRepository,
    private readonly news: BookingNews,
  ) {}

  /**
   * Blocks a free stall. A hold past its deadline gives way, anything live stays.
   *
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, stall_blocked
   */
  block(administrator: Administrator, stallId: string, reason: string): Promise<StallBlockResponse> {
    return this.transaction.run(administrator, (tx) => this.blockInTx(tx, stallId, reason));
  }

  /** @throws DomainError stall_not_found, stall_not_blocked */
  unblock(administrator: Administrator, stallId: string, reason: string): Promise<StallBlockResponse> {
    return this.transaction.run(administrator, (tx) => this.unblockInTx(tx, stallId, reason));
  }

  private async blockInTx(tx: Tx, stallId: string, reason: string): Promise<Deed<StallBlockResponse>> {
    const { pricePaise } = await this.locks.stall(tx, stallId);
    await this.locks.clear(tx, stallId);
    const bookingId = randomUUID();
    await this.organiser.insertBlocked(tx, { id: bookingId, stallId, pricePaise, reason });
    await this.news.tell(
      tx,
      { id: bookingId, stallId, orderId: undefined, state: BOOKING_BEGINNINGS.blocked },
      { kind: "blocked", actor: "operator", note: stallId },
    );
    return {
      answer: { stallId, bookingId, blocked: true },
      audit: {
        action: "stall_blocked",
        subjectType: "stall",
        subjectId: stallId,
        reason,
        before: { state: "free" },
        after: { state: "blocked", bookingId },
      },
    };
  }

  private async unblockInTx(tx: Tx, stallId: string, reason: string): Promise<Deed<StallBlockResponse>> {
    await this.locks.stall(tx, stallId);
    const blocked = await this.locks.onStall(tx, stallId);
    if (blocked?.state !== "blocked" || !(await this.organiser.unblock(tx, blocked.id))) {
      throw new DomainError("stall_not_blocked");
    }
    const bookingId = blocked.id;
    await this.news.tell(
      tx,
      { ...blocked, state: "released" },
      { kind: "unblocked", actor: "operator", note: "operator" },
      { evenIfCompleted: true },
    );
    return {
      answer: { stallId, bookingId, blocked: false },
      audit: {
        action: "stall_unblocked",
        subjectType: "stall",
        subjectId: stallId,
        reason,
        before: { state: "blocked", bookingId },
        after: { state: "free" },
      },
    };
  }
}
