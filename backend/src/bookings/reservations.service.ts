import { Injectable } from "@nestjs/common";
import { onStallFor, reserveVerdict } from "@sakhi/domain/bookings/stall.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { toRupees } from "@sakhi/domain/money/money";
import { Database, isUniqueViolation, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import { type StallRef, stallRefKey } from "../stalls/stalls.service.js";
import type { HeldStall } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import type { ReservationResponse } from "./bookings.response.js";
import { EXPIRED_HOLD, HoldsService } from "./holds.service.js";
import { NetworkHoldsService, type NetworkRequest } from "./network-holds.service.js";
import { OfferedStallsService } from "./offered-stalls.service.js";
import { ReservationErrorsService } from "./reservation-errors.service.js";
import { SeveralStallsService } from "./several-stalls.service.js";
import type { StallForSale } from "./stall-for-sale.sql.js";
import { SharedReads, StallTurns } from "./stall-turns.js";

/** A request to reserve a stall; a new visitor has no id yet. */
interface ReserveRequest extends NetworkRequest {
  /** The place on the waiting list whose offer she takes; undefined without one. */
  readonly place: string | undefined;
  /** Of the page on which she reserves. */
  readonly language: LanguageCode;
  /** Adds the stall to what she holds, instead of replacing it. */
  readonly adds: boolean;
}

/** How a visitor comes to a stall, besides choosing it. */
export interface ReserveProofs {
  /** The solved challenge of a `proof_required` error. */
  readonly proof?: string | undefined;
  /** The secret of the link with which the stall was offered to her. */
  readonly offer?: string | undefined;
  /** Adds the stall to the order of her hold; without it her hold is replaced. */
  readonly add?: boolean | undefined;
}

/** A request of a visitor with an id. */
interface IdentifiedRequest extends ReserveRequest {
  readonly visitorId: string;
}

/** A successful reserve. */
interface Reserved {
  readonly hold: HeldStall;
  /** It was theirs before: the same hold with the same deadline. */
  readonly alreadyHeld: boolean;
  /** A proof of work was required and consumed. */
  readonly proven: boolean;
}

/** The response to a reserve; `alreadyHeld` if the stall was the visitor's before. */
interface ReservationResult {
  readonly alreadyHeld: boolean;
  readonly reservation: ReservationResponse;
}

/**
 * Reserves stalls. A request is checked by reads without locks, counted against the rate limits, and decided in one
 * transaction that locks first, then reads, decides by the domain's rules, and writes.
 */
@Injectable()
export class ReservationsService {
  private readonly turns = new StallTurns();
  private readonly stalls = new SharedReads((stall: StallRef) => this.bookings.forSale(stall), stallRefKey);

  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldsService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly reservationErrors: ReservationErrorsService,
    private readonly offeredStalls: OfferedStallsService,
    private readonly severalStalls: SeveralStallsService,
  ) {}

  /**
   * Reserves a stall for a visitor; sets a new visitor's cookie on success only. Failures do not count as holds.
   *
   * Each process runs one attempt per stall at a time. The other requests wait for its result, and most are then rejected
   * by a read without locks; otherwise hundreds of them would occupy all connections while waiting for a lock.
   *
   * @throws DomainError stall_not_found; waiting_not_found, waiting_offer_over; stall_sold or stall_reserved with `similar`;
   * payment_in_progress; with `add`, hold_expired, too_many_stalls, offer_is_alone;
   * proof_required with `challenge`; stall_paused with `retryAfterSeconds` and `similar`; network_blocked with `contact`; sales_not_open with `opensAt`; sales_closed with
   * `closedAt`
   * @throws HttpError rate_limited
   */
  async reserve(
    visitor: Visitor,
    stall: StallRef,
    { proof: proofText, offer, add: adds = false }: ReserveProofs = {},
  ): Promise<ReservationResult> {
    const networks = this.networkHolds.idsOf(visitor.address);
    const proof = await this.reservationErrors.proofOf(proofText, stall);
    const place = offer === undefined ? undefined : this.offeredStalls.placeOf(offer);
    if (adds && place !== undefined) throw new DomainError("offer_is_alone");
    const { id: visitorId, language } = visitor;
    const request: ReserveRequest = { networks, stall, proof, place, adds, visitorId, language };
    const check = this.checkOf(request);
    const reserveOnce = async (): Promise<ReservationResult> => {
      await check();
      return this.reserveOnce(visitor, request);
    };
    try {
      return await this.turns.take(stallRefKey(stall), reserveOnce, check);
    } catch (error) {
      throw await this.reservationErrors.withDetails(error, request, proofText !== undefined);
    }
  }

  /** Rejects a request that cannot succeed, without locks: by its stall on each call, by its networks once. */
  private checkOf(request: ReserveRequest): () => Promise<void> {
    let networkChecked = false;
    return async () => {
      // Whose offer it is, is known under the locks only.
      const verdict =
        request.place === undefined ? checkStall(await this.stalls.get(request.stall), request.visitorId) : "offered";
      if (verdict === "own" || networkChecked) return;
      networkChecked = true;
      await this.networkHolds.checkWithoutLock(request);
    };
  }

  /** Counts a hold and reserves; undoes the count if nothing new was held. */
  private async reserveOnce(visitor: Visitor, request: ReserveRequest): Promise<ReservationResult> {
    const visitorId = visitor.id ?? newVisitorId();
    const undoLimits = await this.limits.use(
      ...(visitor.id === undefined ? [] : [{ limit: "holds_per_visitor", by: visitor.id } as const]),
    );
    try {
      const { hold, alreadyHeld, proven } = await this.database.transaction((tx) =>
        this.reserveInTx(tx, { ...request, visitorId }),
      );
      if (alreadyHeld) await undoLimits();
      if (proven) this.reservationErrors.countSolved();
      visitor.remember(visitorId);
      return { alreadyHeld, reservation: reservationResponse(hold) };
    } catch (error) {
      await undoLimits();
      // A concurrent booking, e.g. of late money for this stall, came first: the unique index decides.
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
      throw error;
    }
  }

  /** Locks networks → visitor → stalls ascending → bookings → place, then decides. An error rolls everything back. */
  private async reserveInTx(tx: Tx, request: IdentifiedRequest): Promise<Reserved> {
    const { visitorId, stall, networks, place, language } = request;
    // Sent together, with BEGIN: one round trip, in which each statement sees what it was locked for.
    const [, locked, state] = await Promise.all([
      this.networkHolds.lock(tx, networks),
      this.bookings.lockForReserve(tx, visitorId, stall),
      this.networkHolds.stateIn(tx, request),
    ]);
    if (locked === undefined) throw new DomainError("stall_not_found");
    const { onStall, others } = locked;
    const isOfferedToHer =
      place !== undefined && (await this.offeredStalls.isOffered(tx, place, locked.stall.stallKey));
    const isHers = onStall?.visitorId === visitorId && !onStall.expired;
    if (place !== undefined && !isOfferedToHer && !isHers) throw new DomainError("waiting_offer_over");
    const verdict = checkStall(locked, visitorId, isOfferedToHer);
    if (verdict === "own" && onStall !== undefined) return { hold: onStall, alreadyHeld: true, proven: false };
    const first = request.adds ? await this.severalStalls.firstToAddTo(tx, stall.eventId, others) : undefined;
    const admission = await this.networkHolds.admit(tx, request, state);
    if (verdict === "overdue" && onStall !== undefined) await this.holds.releaseLocked(tx, onStall, EXPIRED_HOLD);
    if (verdict === "offered" && onStall !== undefined) await this.offeredStalls.free(tx, onStall.id);
    // The further stalls of an order end with its first one.
    const replaced = first === undefined ? others.filter(({ firstBookingId }) => firstBookingId === null) : [];
    for (const other of replaced) await this.holds.giveUp(tx, other);
    const hold = await this.holds.insertHold(tx, visitorId, { networks, language }, locked, { first });
    if (first !== undefined) await this.severalStalls.reprice(tx, first);
    if (place !== undefined) await this.offeredStalls.take(tx, place, hold.id);
    await this.networkHolds.raiseIssueIfHoarding(tx, request, admission);
    return { hold, alreadyHeld: false, proven: admission.proven };
  }
}

/**
 * Decides whether a visitor can reserve a stall: it is free, holds their own booking, or an expired hold that the reserve
 * releases first.
 *
 * @throws DomainError stall_sold, stall_reserved, sales_not_open, sales_closed, or payment_in_progress with the order id
 */
function checkStall(
  { onStall, sales, isKept }: StallForSale,
  visitorId: string | undefined,
  isOfferedToHer = false,
): "free" | "overdue" | "offered" | "own" {
  const verdict = reserveVerdict(onStallFor(visitorId, onStall), sales, { isKept, isOfferedToHer });
  switch (verdict) {
    case "free":
    case "overdue":
    case "offered":
    case "own":
      return verdict;
    case "payment_in_progress":
      throw new DomainError(verdict, { orderId: onStall?.orderId });
    case "stall_sold":
    case "stall_reserved":
    case "sales_paused":
    case "sales_not_open":
    case "sales_closed":
      throw new DomainError(verdict);
  }
}

function reservationResponse({
  stallId,
  stallType,
  pricePaise,
  holdExpiresAt,
  readAt,
}: HeldStall): ReservationResponse {
  return {
    stallId,
    type: stallType,
    price: toRupees(pricePaise),
    expiresAt: (holdExpiresAt ?? readAt).toISOString(),
    serverTime: readAt.toISOString(),
  };
}
