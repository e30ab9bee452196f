import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { Database, isUniqueViolation } from "../../platform/database/database.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { StallsService } from "../../stalls/stalls.service.js";
import type { ReservationResponse } from "../booking.response.js";
import { BookingsRepository } from "../bookings.repository.js";
import { judgeReserve } from "./reserve.rules.js";
import { ReserveTransaction } from "./reserve.transaction.js";
import type { Reserved } from "./reserve.transaction.js";

/** How often a reserve is tried when the visitor's own other booking changed under it. */
const MAX_TRIES = 3;

/** A visitor's reservation of a stall; `again` when it was already theirs. */
export interface ReservationAnswer {
  readonly again: boolean;
  readonly reservation: ReservationResponse;
}

/** Reserving stalls: limits, the race for a stall, and what a visitor is told who lost it. */
@Injectable()
export class ReservationsService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly transaction: ReserveTransaction,
  ) {}

  /**
   * Reserves a stall for a visitor, who is remembered only when it succeeded. Refusals are not counted as holds.
   *
   * @throws DomainError stall_not_found; stall_sold or stall_reserved with `similar`; payment_in_progress
   * @throws HttpRefusal rate_limited
   */
  async reserve(visitor: Visitor, stallId: string): Promise<ReservationAnswer> {
    await this.refuseIfTaken(visitor.id, stallId);
    const takeBack = await this.limits.use(
      ...(visitor.id === undefined ? [] : [{ limit: "holds_per_visitor", by: visitor.id } as const]),
      { limit: "holds_per_address", by: visitor.address },
    );
    const visitorId = visitor.id ?? randomUUID();
    try {
      const { booking, again } = await this.commit(visitorId, stallId);
      if (again) await takeBack();
      visitor.remember(visitorId);
      const expiresAt = booking.holdExpiresAt ?? booking.readAt;
      return {
        again,
        reservation: {
          stallId: booking.stallId,
          type: booking.stallType,
          price: toRupees(booking.pricePaise),
          expiresAt: expiresAt.toISOString(),
          serverTime: booking.readAt.toISOString(),
        },
      };
    } catch (refusal) {
      await takeBack();
      throw await this.withSimilar(refusal, stallId);
    }
  }

  /**
   * Most who lose a race for a stall are told so by a glance. Only those it does not settle queue for the stall's
   * lock; otherwise hundreds would hold all connections while they wait for a refusal.
   */
  private async refuseIfTaken(visitorId: string | undefined, stallId: string): Promise<void> {
    const onStall = await this.bookings.glanceAtStall(stallId);
    try {
      judgeReserve(onStall, visitorId);
    } catch (refusal) {
      throw await this.withSimilar(refusal, stallId);
    }
  }

  private async commit(visitorId: string, stallId: string): Promise<Reserved> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.database.transaction((tx) => this.transaction.run(tx, visitorId, stallId));
      } catch (error) {
        // Somebody was faster, e.g. money that came late for this stall: the index is the judge.
        if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
        // The visitor's other booking came back from payment meanwhile: next time it is seen and given up.
        const cameBack = isUniqueViolation(error, "bookings_one_hold_per_visitor");
        if (!cameBack || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** Adds free stalls to the refusal of one that is taken. */
  private async withSimilar(refusal: unknown, stallId: string): Promise<unknown> {
    if (!(refusal instanceof DomainError)) return refusal;
    if (refusal.code !== "stall_sold" && refusal.code !== "stall_reserved") return refusal;
    return new DomainError(refusal.code, {
      ...refusal.details,
      similar: await this.stalls.similarTo(stallId),
    });
  }
}
