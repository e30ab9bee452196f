import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import type { WalkInDto } from "@sakhi/domain/bookings/walk-in.dto";
import { MAX_OPEN_WALK_INS } from "@sakhi/domain/bookings/walk-in.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { BookingPaymentStatusService } from "../bookings/booking-payment-status.service.js";
import { OperatorReleasesService } from "../bookings/operator-releases.service.js";
import { WalkInHoldsService } from "../bookings/walk-in-holds.service.js";
import type { StoredEvent } from "../events/event-facts.service.js";
import { rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { expiredHold } from "../stalls/live-bookings.sql.js";
import type { WalkInResponse } from "./gate.response.js";
import { WalkInListService } from "./walk-in-list.service.js";
import { WalkInPaymentsService } from "./walk-in-payments.service.js";

/** Unpaid walk-ins of one account. */
const OPEN = `
  SELECT count(*)::int AS open FROM walk_ins w JOIN bookings b ON b.id = w.booking_id
   WHERE w.administrator_id = :id AND w.started_at > clock_timestamp() - interval '1 day'
     AND b.state IN ${sqlList(UNPAID_STATES)} AND NOT ${expiredHold("b")}`;
/** An order id in the format of all Mela orders, distinguishable from the browsers'. */
const gateOrderId = (): string => `MELA${Date.now()}_GATE${randomBytes(8).toString("hex").toUpperCase()}`;

/**
 * Free stalls that are sold at the gate by a UPI QR code (docs/decisions/0133): an ordinary hold, registration and payment, which the
 * one settlement turns into a sale; nothing here sells.
 */
@Injectable()
export class WalkInsService {
  constructor(
    private readonly limits: RateLimits,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly walkInHolds: WalkInHoldsService,
    private readonly walkInPayments: WalkInPaymentsService,
    private readonly walkInList: WalkInListService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingPaymentStatus: BookingPaymentStatusService,
    private readonly operatorReleases: OperatorReleasesService,
  ) {}

  /**
   * Reserves a free stall for who stands at the gate, and begins its payment. If the provider does not answer, the stall is reserved
   * all the same, and the sale says that its payment has not started.
   *
   * @throws DomainError too_many_walk_ins; those of {@link WalkInHoldsService.register}; order_refused, after which the stall is free
   * @throws HttpError rate_limited
   */
  async start(by: Administrator, { event, slug }: StoredEvent, dto: WalkInDto): Promise<WalkInResponse> {
    const undoLimit = await this.limits.use({ limit: "walk_ins_per_administrator", by: by.id });
    let bookingId: string;
    try {
      ({ bookingId } = await this.operatorTransaction.run(by, async (tx) => {
        await assertFewOpen(tx, by.id);
        const { stallId, ...form } = dto;
        const orderId = gateOrderId();
        const held = await this.walkInHolds.register(tx, { eventId: event.id, stallId }, { form, orderId });
        await rows(
          tx,
          "INSERT INTO walk_ins (booking_id, administrator_id, administrator) VALUES (:bookingId, :id, :username)",
          { bookingId: held.bookingId, id: by.id, username: by.username },
        );
        return {
          response: { bookingId: held.bookingId },
          audit: {
            ...{ action: "walk_in_started", subjectType: "booking", subjectId: held.bookingId },
            before: { stallId, state: "free", pricePaise: held.pricePaise },
            after: { stallId, event: slug, state: "registered", orderId },
          },
        };
      }));
    } catch (error) {
      await undoLimit();
      throw error;
    }
    try {
      await this.walkInPayments.open(slug, bookingId);
    } catch (error) {
      const code = error instanceof DomainError ? error.code : undefined;
      if (code === "order_refused") {
        // What was typed is refused: it is typed again, and the stall must be free for that.
        await this.end(by, event.id, bookingId, "order_refused");
        throw error;
      }
      if (code !== "provider_unavailable") throw error;
    }
    return this.walkInList.read(event.id, bookingId);
  }

  /** One sale, as the provider knows it now. @throws DomainError booking_not_found */
  async find({ event }: StoredEvent, bookingId: string): Promise<WalkInResponse> {
    const { orderId } = await this.walkInList.row(event.id, bookingId);
    await this.bookingPaymentStatus.status(orderId);
    return this.walkInList.read(event.id, bookingId);
  }

  /**
   * Begins the payment of a sale, or gets its code, if an earlier call could not.
   *
   * @throws DomainError booking_not_found; those of {@link WalkInPaymentsService.initiate}
   */
  async pay({ event, slug }: StoredEvent, bookingId: string): Promise<WalkInResponse> {
    await this.walkInList.row(event.id, bookingId);
    await this.walkInPayments.open(slug, bookingId);
    return this.walkInList.read(event.id, bookingId);
  }

  /**
   * Ends a sale that is not paid for. A payment that has started is ended at the provider, and the stall is free once its result is final.
   *
   * @throws DomainError booking_not_found; booking_sold, booking_ended, hold_expired
   */
  async cancel(by: Administrator, { event }: StoredEvent, bookingId: string): Promise<WalkInResponse> {
    await this.end(by, event.id, bookingId, "cancelled");
    return this.walkInList.read(event.id, bookingId);
  }

  private end(
    by: Administrator,
    eventId: number,
    bookingId: string,
    reason: "cancelled" | "order_refused",
  ): Promise<object> {
    // A key of the request belongs to what it asked for, not to what follows from it.
    const { requestKey, ...each } = by;
    return this.operatorTransaction.run(reason === "cancelled" ? { ...each, requestKey } : each, async (tx) => {
      const { stallId, state } = await this.walkInList.row(eventId, bookingId);
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const ended = await this.operatorReleases.end(tx, booking);
      return {
        response: {},
        audit: {
          ...{ action: "walk_in_ended", subjectType: "booking", subjectId: bookingId },
          before: { stallId, state },
          after: { stallId, state: ended, why: reason },
        },
      };
    });
  }
}

/** One at a time for each account, so that two phones of it are counted. @throws DomainError too_many_walk_ins */
async function assertFewOpen(tx: Tx, id: string): Promise<void> {
  await rows(tx, "SELECT FROM administrators WHERE id = :id FOR NO KEY UPDATE", { id });
  const [found] = await rows<{ open: number }>(tx, OPEN, { id });
  if ((found?.open ?? 0) >= MAX_OPEN_WALK_INS) throw new DomainError("too_many_walk_ins");
}
