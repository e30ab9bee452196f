import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE, type ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { onStallFor, releaseVerdict, type ReleaseVerdict } from "@sakhi/domain/bookings/stall.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { type Actor, canTransition } from "@sakhi/domain/payments/lifecycle.states";
import type { ReleaseResult } from "@sakhi/workflows/bookings/stall-booking.activities";
import { CouponsService } from "../coupons/coupons.service.js";
import type { RequestedEvent } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { StallsService } from "../stalls/stalls.service.js";
import { BookingHistoryService, workflowStart } from "./booking-history.service.js";
import type { BookingRow, HeldStall } from "./bookings.entities.js";
import { BookingsRepository, type LockedForReserve } from "./bookings.repository.js";
import type { ReleaseResponse } from "./bookings.response.js";
import { heldInsert, holdRelease, stallRelease } from "./hold-changes.sql.js";
import { releaseResult } from "./release-result.js";

/** Reasons for a hold to end without a sale. */
type HoldReleaseReason = Extract<ReleaseReason, "left" | "replaced" | "hold_expired" | "operator">;

/** Why and by whom a hold is released. */
export interface HoldRelease {
  readonly reason: HoldReleaseReason;
  readonly actor: Actor;
  /** Signals the booking's workflow; not needed if the workflow itself releases it. */
  readonly signal?: boolean;
}

/** The release of a hold past its deadline. */
export const EXPIRED_HOLD = { reason: "hold_expired", actor: "system" } as const;

/** Holds: their insertion, and the release of held and registered bookings. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly bookingHistory: BookingHistoryService,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly mails: MailService,
    private readonly stalls: StallsService,
  ) {}

  /**
   * Releases the visitor's hold on a stall, with the other stalls of its order; returns `released: false` if there is none.
   *
   * @throws DomainError stall_not_found; not_yours if another visitor has the stall; payment_in_progress
   */
  async release(visitor: Visitor, event: RequestedEvent, stallId: string): Promise<ReleaseResponse> {
    const released = visitor.id === undefined ? undefined : await this.releaseOwn(visitor.id, event, stallId);
    if (released !== undefined) return { released };
    // Not theirs: the reads need no lock.
    const stall = await this.stalls.find({ eventId: event.id, stallId });
    if (stall === undefined) throw new DomainError("stall_not_found");
    checkRelease(await this.bookings.onStall(stall.stallKey), visitor.id);
    return { released: false };
  }

  /** @returns whether a hold was released; undefined if the visitor has no booking on the stall */
  private releaseOwn(visitorId: string, event: RequestedEvent, stallId: string): Promise<boolean | undefined> {
    return this.database.transaction(async (tx) => {
      const booking = await this.bookings.lockOwnOnStall(tx, visitorId, event, stallId);
      if (booking === undefined) return undefined;
      const verdict = checkRelease(booking, visitorId);
      if (verdict === "nothing") return false;
      return this.releaseOrder(tx, booking, { reason: verdict, actor: verdict === "left" ? "visitor" : "system" });
    });
  }

  /**
   * Releases an expired hold. Idempotent: the facts give the release reason even if another process released it.
   *
   * @param by the workflow needs no signal about its own release
   */
  async releaseExpiredHold(bookingId: string, by: "workflow" | "sweep" = "sweep"): Promise<ReleaseResult> {
    const booking = await this.database.transaction(async (tx) => {
      const locked = await this.bookings.lock(tx, bookingId);
      if (locked === undefined) return undefined;
      const released = await this.releaseLocked(tx, locked, { ...EXPIRED_HOLD, signal: by !== "workflow" });
      return released ? { ...locked, state: "released" as const, releaseReason: EXPIRED_HOLD.reason } : locked;
    });
    return booking === undefined ? { released: false } : releaseResult(booking);
  }

  /**
   * Inserts the hold of a stall for HOLD_SECONDS, at the stall's current price, which is fixed from here on. The caller
   * holds all locks of a reserve. May violate the unique indexes of live bookings.
   *
   * @param first the first booking of the order that it is added to: it ends with that one, and has no workflow of its own
   */
  async insertHold(
    tx: Tx,
    visitorId: string,
    { networks, language }: { readonly networks: readonly string[]; readonly language: LanguageCode },
    { stall, at }: LockedForReserve,
    {
      actor = "visitor",
      first,
    }: { readonly actor?: Extract<Actor, "visitor" | "operator">; readonly first?: BookingRow | undefined } = {},
  ): Promise<HeldStall> {
    const id = randomUUID();
    const { stallKey, stallId, eventId, pricePaise, type } = stall;
    const { holdSeconds } = this.config;
    await this.bookingHistory.change(
      tx,
      heldInsert({
        id,
        stallKey,
        visitorId,
        pricePaise,
        heldAt: at,
        holdSeconds,
        networks,
        language,
        ...(first === undefined ? {} : { first }),
      }),
      { id, stallId, eventId, orderId: null, state: BOOKING_LIFECYCLE.initial.reserved },
      { kind: "reserved", actor, note: stallId, detail: { pricePaise, holdSeconds } },
      first === undefined ? { at: "begin", notBefore: workflowStart({ heldAt: at, readAt: at }) } : "no signal",
    );
    const holdExpiresAt = first?.holdExpiresAt ?? new Date(at.getTime() + holdSeconds * 1000);
    return { id, stallId, stallType: type, pricePaise, holdExpiresAt, readAt: at };
  }

  /**
   * Gives up a visitor's locked booking for another stall. A hold is released in the same transaction. A payment in
   * progress is asked to end: its stall becomes free once the provider's result is final, as a payment may still arrive.
   */
  async giveUp(tx: Tx, booking: BookingRow): Promise<void> {
    if (canTransition(BOOKING_LIFECYCLE, "hold_released", booking.state)) {
      const left = { reason: "replaced", actor: "visitor" } as const;
      await this.releaseLocked(tx, booking, booking.expired ? EXPIRED_HOLD : left);
    } else if (booking.state === "paying" && booking.orderId !== null) {
      await this.orders.requestClose(tx, booking.orderId);
      await this.bookingHistory.signal(tx, booking);
    }
  }

  /** {@link releaseOrder} of a booking that is not locked yet; the caller holds the locks that precede a booking's. */
  async releaseInTx(tx: Tx, bookingId: string, reason: HoldReleaseReason, actor: Actor): Promise<boolean> {
    const booking = await this.bookings.lock(tx, bookingId);
    return booking !== undefined && (await this.releaseOrder(tx, booking, { reason, actor }));
  }

  /**
   * {@link releaseLocked} of all stalls of a locked booking's order, whichever of them it is. Past the deadline a further stall is
   * released alone: all of them have ended, and its first one is released by its own workflow.
   */
  async releaseOrder(tx: Tx, booking: BookingRow, release: HoldRelease): Promise<boolean> {
    const { firstBookingId } = booking;
    if (firstBookingId === null || release.reason === "hold_expired") return this.releaseLocked(tx, booking, release);
    const first = await this.bookings.lock(tx, firstBookingId);
    return first !== undefined && (await this.releaseLocked(tx, first, release));
  }

  /** Releases one locked stall of an order that stays, without the others. @returns whether this call released it */
  async releaseStall(tx: Tx, booking: BookingRow): Promise<boolean> {
    const released: BookingRow = { ...booking, state: "released" };
    const event = { kind: "hold_released", actor: "visitor", note: "left" } as const;
    const options =
      booking.firstBookingId === null ? ({ at: "end", notBefore: workflowStart(booking) } as const) : "no signal";
    return this.bookingHistory.change(tx, stallRelease(booking.id, "left"), released, event, options);
  }

  /**
   * Releases a locked booking, held or registered, with all consequences: coupon, order, email, history, signal. The further
   * bookings of its order are released with it. No-op in another state, or for hold_expired before the deadline.
   *
   * @returns true if this call released it
   */
  async releaseLocked(tx: Tx, booking: BookingRow, { reason, actor, signal = true }: HoldRelease): Promise<boolean> {
    if (!canTransition(BOOKING_LIFECYCLE, "hold_released", booking.state)) return false;
    const release = holdRelease(booking.id, reason);
    const released: BookingRow = { ...booking, state: "released" };
    const event = { kind: "hold_released", actor, note: reason } as const;
    const options = signal ? ({ at: "end", notBefore: workflowStart(booking) } as const) : "no signal";
    if (!(await this.bookingHistory.change(tx, release, released, event, options))) return false;
    // Only a registration has a coupon, an order and an address; of several stalls, the first one's.
    if (booking.state === "registered" && booking.firstBookingId === null)
      await this.undoRegistration(tx, booking, reason);
    return true;
  }

  private async undoRegistration(tx: Tx, booking: BookingRow, reason: HoldReleaseReason): Promise<void> {
    const { id: bookingId, stallType, orderId, email } = booking;
    await this.coupons.release(tx, bookingId);
    if (orderId !== null) await this.orders.voidUnsent(tx, orderId);
    if (reason !== "hold_expired" || email === null) return;
    const stallId = await this.bookings.tagOfOrder(booking, tx);
    await this.mails.queue(tx, {
      template: "hold-expired",
      to: email,
      data: { name: booking.fullName ?? "", stallId, stallType },
      dedupeKey: `hold-expired/${bookingId}`,
      bookingId,
    });
  }
}

/**
 * Decides whether a visitor can release the booking on a stall.
 *
 * @throws DomainError not_yours; payment_in_progress with the order id
 */
export function checkRelease(
  onStall: BookingRow | undefined,
  visitorId: string | undefined,
): Exclude<ReleaseVerdict, "not_yours" | "payment_in_progress"> {
  const verdict = releaseVerdict(onStallFor(visitorId, onStall));
  if (verdict === "not_yours") throw new DomainError(verdict);
  if (verdict === "payment_in_progress") throw new DomainError(verdict, { orderId: onStall?.orderId });
  return verdict;
}
