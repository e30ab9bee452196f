import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_INITIAL_STATES, canTransition } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import { Database, isUniqueViolation, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { RESERVE_PROOFS, Counters } from "../platform/metrics/counters.js";
import { StallsService, type StallRow } from "../stalls/stalls.service.js";
import { BookingEvents } from "./booking-events.service.js";
import type { BookingRow } from "./booking.types.js";
import { BookingsRepository } from "./bookings.repository.js";
import type { ReservationResponse } from "./bookings.response.js";
import { HoldsService } from "./holds.service.js";
import { NetworkHolds, type NetworkRequest } from "./network-holds.service.js";
import { ProofOfWork } from "./proof-of-work.service.js";

/** How often a reserve is tried when the visitor's own other booking changed meanwhile. */
const MAX_TRIES = 3;

/** Who wants which stall; the visitor may not have an id yet. */
interface ReserveRequest extends NetworkRequest {
  readonly stallId: string;
}

/** A stall that is now the visitor's. */
interface Reserved {
  readonly booking: BookingRow;
  /** It was theirs already: the same hold with the same deadline. */
  readonly again: boolean;
  /** A proof of work was needed, and is used up. */
  readonly proven: boolean;
}

/** A reservation as it is returned; `again` when the stall was already the visitor's. */
interface ReservationResult {
  readonly again: boolean;
  readonly reservation: ReservationResponse;
}

/** Reserving a stall: limits, the race for it, and what a visitor gets to know who lost the race. */
@Injectable()
export class ReservationsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldsService,
    private readonly events: BookingEvents,
    private readonly orders: OrdersService,
    private readonly networks: NetworkHolds,
    private readonly proofs: ProofOfWork,
    private readonly counters: Counters,
  ) {}

  /**
   * Reserves a stall for a visitor, who gets the cookie only when it succeeds. Failures do not count as holds.
   *
   * Most requests that lose a race, or whose network keeps too many stalls, fail on a read without locks. Only the
   * others queue for locks; otherwise hundreds would hold all connections while they wait to be rejected.
   *
   * @param proofText the solved challenge of a `proof_required` error
   * @throws DomainError stall_not_found; stall_sold or stall_reserved with `similar`; payment_in_progress;
   * proof_required with `challenge`; network_blocked with `contact`
   * @throws HttpError rate_limited
   */
  async reserve(visitor: Visitor, stallId: string, proofText?: string): Promise<ReservationResult> {
    const network = this.networks.digestOf(visitor.address);
    const proof =
      proofText === undefined ? undefined : await this.proofs.read(proofText, { network, stallId });
    const request: ReserveRequest = { network, stallId, proof, visitorId: visitor.id };
    try {
      const onStall = await this.bookings.onStall(stallId);
      if (checkStall(onStall, visitor.id) !== "own") await this.networks.checkWithoutLock(request);
      const undoLimits = await this.limits.use(
        ...(visitor.id === undefined ? [] : [{ limit: "holds_per_visitor", by: visitor.id } as const]),
        { limit: "holds_per_address", by: visitor.address },
      );
      try {
        const visitorId = visitor.id ?? randomUUID();
        const { booking, again, proven } = await this.commit({ ...request, visitorId });
        if (again) await undoLimits();
        if (proven) this.counters.count(RESERVE_PROOFS, { outcome: "solved" });
        visitor.remember(visitorId);
        return { again, reservation: reservationResponse(booking) };
      } catch (error) {
        await undoLimits();
        throw error;
      }
    } catch (error) {
      const proofRequired = error instanceof DomainError && error.code === "proof_required";
      if (proofRequired && proofText !== undefined) {
        this.counters.count(RESERVE_PROOFS, { outcome: "refused" });
      }
      throw await this.withDetails(error, request);
    }
  }

  private async commit(request: ReserveRequest & { readonly visitorId: string }): Promise<Reserved> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.database.transaction((tx) => this.reserveInTx(tx, request));
      } catch (error) {
        // Somebody was faster, e.g. late money for this stall: the unique index decides.
        if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
        // The visitor's other booking came back from payment meanwhile: the next try sees and releases it.
        const cameBack = isUniqueViolation(error, "bookings_one_hold_per_visitor");
        if (!cameBack || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** The order of locks: network → visitor → stalls ascending → bookings. */
  private async reserveInTx(
    tx: Tx,
    request: ReserveRequest & { readonly visitorId: string },
  ): Promise<Reserved> {
    const { visitorId, stallId, network } = request;
    await this.networks.lock(tx, network);
    await this.bookings.lockOrCreateVisitor(tx, visitorId);
    const mine = await this.bookings.liveOfVisitor(tx, visitorId);
    const held = mine.filter((booking) => canTransition("hold_released", booking.state));
    const stalls = await this.stalls.lock(tx, [stallId, ...held.map((booking) => booking.stallId)]);
    const stall = stalls.find((one) => one.stallId === stallId);
    if (stall === undefined) throw new DomainError("stall_not_found");

    // Read again under its lock: its workflow may be releasing it at this moment.
    const seen = await this.bookings.onStall(stallId, tx);
    const onStall = seen && (await this.bookings.lock(tx, seen.id));
    const found = checkStall(onStall, visitorId);
    if (found === "own" && onStall !== undefined) return { booking: onStall, again: true, proven: false };
    const proven = await this.networks.admit(tx, request);
    if (found === "overdue" && onStall !== undefined) {
      await this.holds.releaseInTx(tx, onStall.id, "hold_expired", "system");
    }
    // The visitor's other hold is released only together with the new one: an error rolls both back.
    for (const other of held.filter((booking) => booking.stallId !== stallId)) {
      if (other.expired) await this.holds.releaseInTx(tx, other.id, "hold_expired", "system");
      else await this.holds.releaseInTx(tx, other.id, "replaced", "visitor");
    }
    // A payment under way for another stall is asked to end. That stall is free when the provider's result is final,
    // not before: the money may be on its way.
    for (const other of mine) {
      if (other.state !== "paying" || other.orderId === null) continue;
      await this.orders.askToClose(tx, other.orderId);
      await this.events.signal(tx, other);
    }
    const booking = await this.hold(tx, visitorId, stall, network);
    await this.networks.watch(tx, network);
    return { booking, again: false, proven };
  }

  /** The stall is the visitor's for HOLD_SECONDS, at today's price: the price freezes here. */
  private async hold(tx: Tx, visitorId: string, stall: StallRow, network: string): Promise<BookingRow> {
    const id = randomUUID();
    const { stallId, pricePaise } = stall;
    const { holdSeconds } = this.config;
    await this.bookings.insertHeld(tx, { id, stallId, visitorId, pricePaise, holdSeconds, network });
    await this.events.publish(
      tx,
      { id, stallId, orderId: null, state: BOOKING_INITIAL_STATES.reserved },
      { kind: "reserved", actor: "visitor", note: stallId, detail: { pricePaise, holdSeconds } },
    );
    const booking = await this.bookings.lock(tx, id);
    if (booking === undefined) throw new Error(`booking ${id} is missing after its insert`);
    return booking;
  }

  /** Adds free stalls to the error of a taken stall, and the challenge to that of a missing proof. */
  private async withDetails(error: unknown, request: ReserveRequest): Promise<unknown> {
    if (!(error instanceof DomainError)) return error;
    const { code, details } = error;
    const { network, stallId } = request;
    if (code === "stall_sold" || code === "stall_reserved") {
      return new DomainError(code, { ...details, similar: await this.stalls.similarTo(stallId) });
    }
    if (code !== "proof_required") return error;
    const challenge = await this.proofs.challenge(
      { network, stallId },
      await this.networks.triesNow(request),
    );
    this.counters.count(RESERVE_PROOFS, { outcome: "asked" });
    return new DomainError(code, { ...details, challenge });
  }
}

/**
 * Whether a visitor can have a stall, given the live or overdue booking on it: `own` is the visitor's hold, `overdue`
 * a hold that the next reserve releases first.
 *
 * @throws DomainError stall_sold, stall_reserved, or payment_in_progress with the order id
 */
function checkStall(
  onStall: BookingRow | undefined,
  visitorId: string | undefined,
): "free" | "overdue" | "own" {
  if (onStall === undefined) return "free";
  const own = visitorId !== undefined && onStall.visitorId === visitorId;
  switch (onStall.state) {
    case "released":
      return "free";
    case "sold":
      throw new DomainError("stall_sold");
    case "blocked":
      throw new DomainError("stall_reserved");
    case "paying":
      if (own) throw new DomainError("payment_in_progress", { orderId: onStall.orderId });
      throw new DomainError("stall_reserved");
    case "held":
    case "registered":
      if (onStall.expired) return "overdue";
      if (own) return "own";
      throw new DomainError("stall_reserved");
  }
}

function reservationResponse(booking: BookingRow): ReservationResponse {
  return {
    stallId: booking.stallId,
    type: booking.stallType,
    price: toRupees(booking.pricePaise),
    expiresAt: (booking.holdExpiresAt ?? booking.readAt).toISOString(),
    serverTime: booking.readAt.toISOString(),
  };
}
