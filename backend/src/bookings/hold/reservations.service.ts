import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { Database, isUniqueViolation } from "../../platform/database/database.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { RESERVE_PROOFS, Tallies } from "../../platform/metrics/tallies.js";
import { StallsService } from "../../stalls/stalls.service.js";
import type { ReservationResponse } from "../booking.response.js";
import { BookingsRepository } from "../bookings.repository.js";
import { NetworkHolds } from "./network-holds.service.js";
import { ProofOfWork } from "./proof-of-work.service.js";
import { judgeReserve } from "./reserve.rules.js";
import { ReserveTransaction } from "./reserve.transaction.js";
import type { Reserved, ReserveWish } from "./reserve.transaction.js";

/** How often a reserve is tried when the visitor's own other booking changed under it. */
const MAX_TRIES = 3;

/** A wish of somebody who may not have a visitor's id yet. */
type HopefulWish = Omit<ReserveWish, "visitorId"> & { readonly visitorId: string | undefined };

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
    private readonly networks: NetworkHolds,
    private readonly proofs: ProofOfWork,
    private readonly tallies: Tallies,
  ) {}

  /**
   * Reserves a stall for a visitor, who is remembered only when it succeeded. Refusals are not counted as holds.
   *
   * @param proofText the solved challenge of a `proof_required` refusal
   * @throws DomainError stall_not_found; stall_sold or stall_reserved with `similar`; payment_in_progress;
   * proof_required with `challenge`; network_blocked with `contact`
   * @throws HttpRefusal rate_limited
   */
  async reserve(visitor: Visitor, stallId: string, proofText?: string): Promise<ReservationAnswer> {
    const network = this.networks.digestOf(visitor.address);
    const proof =
      proofText === undefined ? undefined : await this.proofs.read(proofText, { network, stallId });
    const wish = { network, stallId, proof, visitorId: visitor.id };
    try {
      return await this.reserveBy(visitor, wish);
    } catch (refusal) {
      const asked = refusal instanceof DomainError && refusal.code === "proof_required";
      if (asked && proofText !== undefined) this.tallies.count(RESERVE_PROOFS, { outcome: "refused" });
      throw await this.withDetails(refusal, wish);
    }
  }

  private async reserveBy(visitor: Visitor, wish: HopefulWish): Promise<ReservationAnswer> {
    await this.refuseEarly(wish);
    const takeBack = await this.limits.use(
      ...(visitor.id === undefined ? [] : [{ limit: "holds_per_visitor", by: visitor.id } as const]),
      { limit: "holds_per_address", by: visitor.address },
    );
    const visitorId = visitor.id ?? randomUUID();
    try {
      const { booking, again, proven } = await this.commit({ ...wish, visitorId });
      if (again) await takeBack();
      if (proven) this.tallies.count(RESERVE_PROOFS, { outcome: "solved" });
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
      throw refusal;
    }
  }

  /**
   * Most who lose a race for a stall, or whose network keeps too many, are told so by a glance. Only those it does not
   * settle queue for locks; otherwise hundreds would hold all connections while they wait for a refusal.
   */
  private async refuseEarly(wish: HopefulWish): Promise<void> {
    const onStall = await this.bookings.glanceAtStall(wish.stallId);
    if (judgeReserve(onStall, wish.visitorId).kind !== "own") await this.networks.glance(wish);
  }

  private async commit(wish: ReserveWish): Promise<Reserved> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.database.transaction((tx) => this.transaction.run(tx, wish));
      } catch (error) {
        // Somebody was faster, e.g. money that came late for this stall: the index is the judge.
        if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
        // The visitor's other booking came back from payment meanwhile: next time it is seen and given up.
        const cameBack = isUniqueViolation(error, "bookings_one_hold_per_visitor");
        if (!cameBack || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** Adds free stalls to the refusal of one that is taken, and to the one for want of a proof what is to be solved. */
  private async withDetails(refusal: unknown, wish: HopefulWish): Promise<unknown> {
    if (!(refusal instanceof DomainError)) return refusal;
    const { code, details } = refusal;
    if (code === "stall_sold" || code === "stall_reserved") {
      return new DomainError(code, { ...details, similar: await this.stalls.similarTo(wish.stallId) });
    }
    if (code !== "proof_required") return refusal;
    const { network, stallId } = wish;
    const challenge = await this.proofs.challenge({ network, stallId }, await this.networks.triesNow(wish));
    this.tallies.count(RESERVE_PROOFS, { outcome: "asked" });
    return new DomainError(code, { ...details, challenge });
  }
}
