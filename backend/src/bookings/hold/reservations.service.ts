import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { Database, isUniqueViolation } from "../../platform/database/database.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { RESERVE_PROOFS, Counters } from "../../platform/metrics/counters.js";
import { StallsService } from "../../stalls/stalls.service.js";
import type { ReservationResponse } from "../booking.response.js";
import { BookingsRepository } from "../bookings.repository.js";
import { NetworkHolds } from "./network-holds.service.js";
import { ProofOfWork } from "./proof-of-work.service.js";
import { checkReserve } from "./reserve.rules.js";
import { ReserveTransaction } from "./reserve.transaction.js";
import type { Reserved, ReserveParams } from "./reserve.transaction.js";

/** How often a reserve is tried when the visitor's own other booking changed under it. */
const MAX_TRIES = 3;

/** A wish of somebody who may not have a visitor's id yet. */
type PlausibleParams = Omit<ReserveParams, "visitorId"> & { readonly visitorId: string | undefined };

/** A visitor's reservation of a stall; `again` when it was already theirs. */
export interface ReservationResult {
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
    private readonly counters: Counters,
  ) {}

  /**
   * Reserves a stall for a visitor, who is remembered only when it succeeded. Refusals are not counted as holds.
   *
   * @param proofText the solved challenge of a `proof_required` refusal
   * @throws DomainError stall_not_found; stall_sold or stall_reserved with `similar`; payment_in_progress;
   * proof_required with `challenge`; network_blocked with `contact`
   * @throws HttpError rate_limited
   */
  async reserve(visitor: Visitor, stallId: string, proofText?: string): Promise<ReservationResult> {
    const network = this.networks.digestOf(visitor.address);
    const proof =
      proofText === undefined ? undefined : await this.proofs.read(proofText, { network, stallId });
    const params = { network, stallId, proof, visitorId: visitor.id };
    try {
      return await this.reserveBy(visitor, params);
    } catch (apiError) {
      const asked = apiError instanceof DomainError && apiError.code === "proof_required";
      if (asked && proofText !== undefined) this.counters.count(RESERVE_PROOFS, { outcome: "refused" });
      throw await this.withDetails(apiError, params);
    }
  }

  private async reserveBy(visitor: Visitor, params: PlausibleParams): Promise<ReservationResult> {
    await this.rejectEarly(params);
    const undo = await this.limits.use(
      ...(visitor.id === undefined ? [] : [{ limit: "holds_per_visitor", by: visitor.id } as const]),
      { limit: "holds_per_address", by: visitor.address },
    );
    const visitorId = visitor.id ?? randomUUID();
    try {
      const { booking, again, proven } = await this.commit({ ...params, visitorId });
      if (again) await undo();
      if (proven) this.counters.count(RESERVE_PROOFS, { outcome: "solved" });
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
    } catch (apiError) {
      await undo();
      throw apiError;
    }
  }

  /**
   * Most who lose a race for a stall, or whose network keeps too many, are told so by a glance. Only those it does not
   * settle queue for locks; otherwise hundreds would hold all connections while they wait for a refusal.
   */
  private async rejectEarly(params: PlausibleParams): Promise<void> {
    const onStall = await this.bookings.glanceAtStall(params.stallId);
    if (checkReserve(onStall, params.visitorId).kind !== "own") await this.networks.glance(params);
  }

  private async commit(params: ReserveParams): Promise<Reserved> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.database.transaction((tx) => this.transaction.run(tx, params));
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
  private async withDetails(apiError: unknown, params: PlausibleParams): Promise<unknown> {
    if (!(apiError instanceof DomainError)) return apiError;
    const { code, details } = apiError;
    if (code === "stall_sold" || code === "stall_reserved") {
      return new DomainError(code, { ...details, similar: await this.stalls.similarTo(params.stallId) });
    }
    if (code !== "proof_required") return apiError;
    const { network, stallId } = params;
    const challenge = await this.proofs.challenge({ network, stallId }, await this.networks.triesNow(params));
    this.counters.count(RESERVE_PROOFS, { outcome: "asked" });
    return new DomainError(code, { ...details, challenge });
  }
}
