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

/** How often a reserve is tried when the visitor's own other booking changed meanwhile. */
const MAX_TRIES = 3;

/** Who wants which stall; the visitor may not have an id yet. */
interface ReserveRequest extends NetworkRequest {
  readonly stallId: string;
}

/** A stall that is now the visitor's. */
interface Reserved {
  readonly hold: HeldStall;
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
   * Reserves a stall for a visitor, who gets the cookie only when it succeeds. Failures do not count as holds.
   *
   * Of those who press for one stall at the same time, one at a time tries in each process. The others wait for what
   * comes of it and most of them are then rejected on a read without locks; otherwise hundreds would hold all connections
   * while they wait to be rejected.
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
      return await this.turns.take(stallId, attempt, this.lookFor(request));
    } catch (error) {
      const proofRequired = error instanceof DomainError && error.code === "proof_required";
      if (proofRequired && proofText !== undefined) {
        this.counters.count(RESERVE_PROOFS, { outcome: "refused" });
      }
      throw await this.withDetails(error, request);
    }
  }

  /** What a visitor looks at who has waited for another's attempt: the stall each time, their network once. */
  private lookFor(request: ReserveRequest): () => Promise<void> {
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
      // The stall's own answer comes first, as for everybody else.
      await this.checkWithoutLock(request);
      throw error;
    }
  }

  /** Rejects those who would be rejected, on reads without locks. */
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
        // Somebody was faster, e.g. late money for this stall: the unique index decides.
        if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
        // The visitor's other booking came back from payment meanwhile: the next try sees and releases it.
        const cameBack = isUniqueViolation(error, "bookings_one_hold_per_visitor");
        if (!cameBack || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** The plain case, in one statement. @returns undefined where there is more to decide, and nothing was done */
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
      networkLimit: this.networks.limitOf(network),
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

  /** Every case, under the locks in their order: network → visitor → stalls ascending → bookings. */
  private async reserveInTx(tx: Tx, request: ReserveRequest & { readonly visitorId: string }): Promise<Reserved> {
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
    const found = checkStall(onStall, visitorId, await this.bookings.sales(tx));
    if (found === "own" && onStall !== undefined) return { hold: onStall, again: true, proven: false };
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
    const hold = await this.hold(tx, visitorId, stall, network);
    await this.networks.watch(tx, network);
    return { hold, again: false, proven };
  }

  /** The stall is the visitor's for HOLD_SECONDS, at today's price: the price freezes here. */
  private async hold(tx: Tx, visitorId: string, stall: StallRow, network: string): Promise<BookingRow> {
    const id = randomUUID();
    const { stallId, pricePaise } = stall;
    const { holdSeconds } = this.config;
    const hold = { id, stallId, visitorId, pricePaise, holdSeconds, network };
    const sales = await this.bookings.insertHeld(tx, hold);
    // The last second passed while this transaction waited: all that it did is rolled back.
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
   * Adds free stalls to the error of a taken stall, the challenge to that of a missing proof, and the time that sales open
   * or closed.
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
 * Whether a visitor can have a stall, given the live or overdue booking on it: `own` is the visitor's hold, `overdue`
 * a hold that the next reserve releases first.
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
