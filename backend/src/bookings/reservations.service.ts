import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_INITIAL_STATES, canTransition } from "@sakhi/domain/bookings/booking.states";
import { reserveVerdict } from "@sakhi/domain/bookings/stall.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { SalesVerdict } from "@sakhi/domain/events/sales.rules";
import { toRupees } from "@sakhi/domain/money/money";
import { EventFactsService } from "../events/event-facts.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import { Database, isUniqueViolation, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { RESERVE_PROOFS, Counters } from "../platform/metrics/counters.js";
import { StallsService, type StallRow } from "../stalls/stalls.service.js";
import { BookingEvents } from "./booking-events.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository, type HeldStall } from "./bookings.repository.js";
import type { ReservationResponse } from "./bookings.response.js";
import { HoldsService } from "./holds.service.js";
import { NetworkHolds, type NetworkRequest } from "./network-holds.service.js";
import { ProofOfWork } from "./proof-of-work.service.js";
import { SharedReads, StallTurns } from "./stall-turns.js";

/** Attempts of a reserve if the visitor's other booking changes concurrently. */
const MAX_TRIES = 3;

/** A request to reserve a stall; a new visitor has no id yet. */
interface ReserveRequest extends NetworkRequest {
  readonly stallId: string;
}

/** A successful reserve. */
interface Reserved {
  readonly hold: HeldStall;
  /** True if it was already theirs: the same hold with the same deadline. */
  readonly again: boolean;
  /** True if a proof of work was required and consumed. */
  readonly proven: boolean;
}

/** The response to a reserve; `again` is true if the stall was already the visitor's. */
interface ReservationResult {
  readonly again: boolean;
  readonly reservation: ReservationResponse;
}

/** Reserves stalls: limits, concurrency, and the error details for visitors who lose the race. */
@Injectable()
export class ReservationsService {
  private readonly turns = new StallTurns();
  private readonly seen = new SharedReads(async (stallId) => {
    const [onStall, sales] = await Promise.all([this.bookings.onStall(stallId), this.bookings.sales()]);
    return { onStall, sales };
  });
  private readonly similar = new SharedReads((stallId) => this.stalls.similarTo(stallId));

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
    private readonly facts: EventFactsService,
  ) {}

  /**
   * Reserves a stall for a visitor; sets a new visitor's cookie on success only. Failures do not count as holds.
   *
   * Each process runs one attempt per stall at a time. The other requests wait for its result, and most are then rejected
   * by a read without locks; otherwise hundreds of them would occupy all connections while waiting for a lock.
   *
   * @param proofText the solved challenge of a `proof_required` error
   * @throws DomainError stall_not_found; stall_sold or stall_reserved with `similar`; payment_in_progress;
   * proof_required with `challenge`; network_blocked with `contact`; sales_not_open with `opensAt`; sales_closed with
   * `closedAt`
   * @throws HttpError rate_limited
   */
  async reserve(visitor: Visitor, stallId: string, proofText?: string): Promise<ReservationResult> {
    const network = this.networks.digestOf(visitor.address);
    const proof = proofText === undefined ? undefined : await this.proofs.read(proofText, { network, stallId });
    const request: ReserveRequest = { network, stallId, proof, visitorId: visitor.id };
    try {
      const attempt = () => this.attempt(visitor, request);
      return await this.turns.take(stallId, attempt, this.recheckOf(request));
    } catch (error) {
      const proofRequired = error instanceof DomainError && error.code === "proof_required";
      if (proofRequired && proofText !== undefined) {
        this.counters.count(RESERVE_PROOFS, { outcome: "refused" });
      }
      throw await this.withDetails(error, request);
    }
  }

  /** The check after waiting for another attempt: the stall each time, the visitor's network once. */
  private recheckOf(request: ReserveRequest): () => Promise<void> {
    let networkChecked = false;
    return async () => {
      const { onStall, sales } = await this.seen.get(request.stallId);
      const found = checkStall(onStall, request.visitorId, sales);
      if (found === "own" || networkChecked) return;
      networkChecked = true;
      await this.networks.checkWithoutLock(request);
    };
  }

  private async attempt(visitor: Visitor, request: ReserveRequest): Promise<ReservationResult> {
    const visitorId = visitor.id ?? randomUUID();
    const undoLimits = await this.countHold(visitor, request);
    try {
      const { hold, again, proven } = await this.commit({ ...request, visitorId }, visitor.id === undefined);
      if (again) await undoLimits();
      if (proven) this.counters.count(RESERVE_PROOFS, { outcome: "solved" });
      visitor.remember(visitorId);
      return { again, reservation: reservationResponse(hold) };
    } catch (error) {
      await undoLimits();
      throw error;
    }
  }

  private async countHold(visitor: Visitor, request: ReserveRequest): Promise<() => Promise<void>> {
    try {
      return await this.limits.use(
        ...(visitor.id === undefined ? [] : [{ limit: "holds_per_visitor", by: visitor.id } as const]),
        { limit: "holds_per_address", by: visitor.address },
      );
    } catch (error) {
      // An error about the stall takes precedence over the rate limit.
      await this.checkWithoutLock(request);
      throw error;
    }
  }

  /** Rejects a request that cannot succeed, by reads without locks. */
  private async checkWithoutLock(request: ReserveRequest): Promise<void> {
    const onStall = await this.bookings.onStall(request.stallId);
    const found = checkStall(onStall, request.visitorId, await this.bookings.sales());
    if (found !== "own") await this.networks.checkWithoutLock(request);
  }

  private async commit(
    request: ReserveRequest & { readonly visitorId: string },
    newVisitor: boolean,
  ): Promise<Reserved> {
    for (let tries = 1; ; tries += 1) {
      try {
        const reserved = await this.reserveAtOnce(request, newVisitor);
        if (reserved !== undefined) return reserved;
        await this.checkWithoutLock(request);
        return await this.database.transaction((tx) => this.reserveInTx(tx, request));
      } catch (error) {
        // A concurrent booking, e.g. of late money for this stall, came first: the unique index decides.
        if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
        // The visitor's other booking returned from paying to registered: the next try sees and releases it.
        const cameBack = isUniqueViolation(error, "bookings_one_hold_per_visitor");
        if (!cameBack || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** Handles the common case in one statement. @returns undefined if nothing was done; a transaction decides */
  private async reserveAtOnce(
    { visitorId, stallId, network }: ReserveRequest & { readonly visitorId: string },
    newVisitor: boolean,
  ): Promise<Reserved | undefined> {
    const reserved = await this.bookings.reserveAtOnce({
      id: randomUUID(),
      stallId,
      visitorId,
      newVisitor,
      holdSeconds: this.config.holdSeconds,
      network,
      networkLimit: this.networks.lockAndLimit(network),
    });
    switch (reserved.outcome) {
      case "reserved":
      case "own":
        return { hold: reserved.hold, again: reserved.outcome === "own", proven: false };
      case "slow":
        return undefined;
      case "payment_in_progress":
        throw new DomainError(reserved.outcome, { orderId: reserved.orderId });
      case "stall_not_found":
      case "stall_sold":
      case "stall_reserved":
      case "sales_not_open":
      case "sales_closed":
        throw new DomainError(reserved.outcome);
    }
  }

  /** Handles every case, with locks in the order network → visitor → stalls ascending → bookings. */
  private async reserveInTx(tx: Tx, request: ReserveRequest & { readonly visitorId: string }): Promise<Reserved> {
    const { visitorId, stallId, network } = request;
    await this.networks.lock(tx, network);
    await this.bookings.lockOrCreateVisitor(tx, visitorId);
    const mine = await this.bookings.liveOfVisitor(tx, visitorId);
    const held = mine.filter((booking) => canTransition("hold_released", booking.state));
    const stalls = await this.stalls.lock(tx, [stallId, ...held.map((booking) => booking.stallId)]);
    const stall = stalls.find((one) => one.stallId === stallId);
    if (stall === undefined) throw new DomainError("stall_not_found");

    // Read again under its lock: its workflow may be releasing it.
    const seen = await this.bookings.onStall(stallId, tx);
    const onStall = seen && (await this.bookings.lock(tx, seen.id));
    const found = checkStall(onStall, visitorId, await this.bookings.sales(tx));
    if (found === "own" && onStall !== undefined) return { hold: onStall, again: true, proven: false };
    const proven = await this.networks.admit(tx, request);
    if (found === "overdue" && onStall !== undefined) {
      await this.holds.releaseInTx(tx, onStall.id, "hold_expired", "system");
    }
    // The visitor's other hold is released in the same transaction: an error rolls back both.
    for (const other of held.filter((booking) => booking.stallId !== stallId)) {
      if (other.expired) await this.holds.releaseInTx(tx, other.id, "hold_expired", "system");
      else await this.holds.releaseInTx(tx, other.id, "replaced", "visitor");
    }
    // Request the end of a payment in progress for another stall. That stall becomes free once the provider's result is
    // final, not earlier: a payment may still arrive.
    for (const other of mine) {
      if (other.state !== "paying" || other.orderId === null) continue;
      await this.orders.requestClose(tx, other.orderId);
      await this.events.signal(tx, other);
    }
    const hold = await this.hold(tx, visitorId, stall, network);
    await this.networks.raiseIssueIfHoarding(tx, network);
    return { hold, again: false, proven };
  }

  /** Inserts the hold for HOLD_SECONDS, at the stall's current price, which is fixed from here on. */
  private async hold(tx: Tx, visitorId: string, stall: StallRow, network: string): Promise<BookingRow> {
    const id = randomUUID();
    const { stallId, pricePaise } = stall;
    const { holdSeconds } = this.config;
    const hold = { id, stallId, visitorId, pricePaise, holdSeconds, network };
    const sales = await this.bookings.insertHeld(tx, hold);
    // Sales closed while this transaction waited; everything is rolled back.
    if (sales !== "open") throw new DomainError(sales);
    await this.events.publish(
      tx,
      { id, stallId, orderId: null, state: BOOKING_INITIAL_STATES.reserved },
      { kind: "reserved", actor: "visitor", note: stallId, detail: { pricePaise, holdSeconds } },
      { at: "begin" },
    );
    const booking = await this.bookings.lock(tx, id);
    if (booking === undefined) throw new Error(`booking ${id} is missing after its insert`);
    return booking;
  }

  /**
   * Adds details to an error: similar free stalls if the stall is taken, the challenge if a proof is required, and the
   * time that sales open or closed.
   */
  private async withDetails(error: unknown, request: ReserveRequest): Promise<unknown> {
    if (!(error instanceof DomainError)) return error;
    const { code, details } = error;
    const { network, stallId } = request;
    if (code === "stall_sold" || code === "stall_reserved") {
      return new DomainError(code, { ...details, similar: await this.similar.get(stallId) });
    }
    if (code === "sales_not_open" || code === "sales_closed") {
      const { salesOpenAt, salesCloseAt } = (await this.facts.current()).event;
      const at = code === "sales_not_open" ? { opensAt: salesOpenAt } : { closedAt: salesCloseAt };
      return new DomainError(code, { ...details, ...at });
    }
    if (code !== "proof_required") return error;
    const challenge = await this.proofs.challenge({ network, stallId }, await this.networks.triesNow(request));
    this.counters.count(RESERVE_PROOFS, { outcome: "asked" });
    return new DomainError(code, { ...details, challenge });
  }
}

/**
 * Decides whether a visitor can reserve a stall, given the live or overdue booking on it. `own` means the visitor's
 * hold, `overdue` an expired hold that the reserve releases first.
 *
 * @throws DomainError stall_sold, stall_reserved, sales_not_open, sales_closed, or payment_in_progress with the order id
 */
function checkStall(
  onStall: BookingRow | undefined,
  visitorId: string | undefined,
  sales: SalesVerdict,
): "free" | "overdue" | "own" {
  const verdict = reserveVerdict(onStall && { ...onStall, own: onStall.visitorId === visitorId }, sales);
  switch (verdict) {
    case "free":
    case "overdue":
    case "own":
      return verdict;
    case "payment_in_progress":
      throw new DomainError(verdict, { orderId: onStall?.orderId });
    case "stall_sold":
    case "stall_reserved":
    case "sales_not_open":
    case "sales_closed":
      throw new DomainError(verdict);
  }
}

function reservationResponse(booking: HeldStall): ReservationResponse {
  return {
    stallId: booking.stallId,
    type: booking.stallType,
    price: toRupees(booking.pricePaise),
    expiresAt: (booking.holdExpiresAt ?? booking.readAt).toISOString(),
    serverTime: booking.readAt.toISOString(),
  };
}
