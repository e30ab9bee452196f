import { Injectable } from "@nestjs/common";
import { paymentStatusOf } from "@sakhi/domain/bookings/booking-outcome";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise } from "@sakhi/domain/money/money";
import type { InitiateMelaPaymentDto } from "@sakhi/domain/bookings/stall-order.dto";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { PATHS } from "@sakhi/domain/site/routes";
import type { ClosingFacts } from "@sakhi/workflows/payments/settlement.types";
import { assertNotPaused } from "../events/sales-pause.js";
import { CheckoutService, type StartedPayment } from "../payments/checkout.service.js";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { type Claim, OrderOpeningService, type OrderParams } from "../payments/order-opening.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { OrderRow } from "../payments/payments.types.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { BookingEvents } from "./booking-events.service.js";
import { BookingOutcomes } from "./booking-outcomes.service.js";
import { BookingPayable } from "./booking-payable.service.js";
import { BookingRecords } from "./booking-records.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository, releaseFacts } from "./bookings.repository.js";
import { NetworkHolds } from "./network-holds.service.js";
import { outcomeResponse, type MelaPaymentStatusResponse } from "./bookings.response.js";

/** Paying for a stall: starting the payment, its status, and its end without money. */
@Injectable()
export class BookingPayments {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly bookings: BookingsRepository,
    private readonly records: BookingRecords,
    private readonly payable: BookingPayable,
    private readonly events: BookingEvents,
    private readonly outcomes: BookingOutcomes,
    private readonly orders: OrdersService,
    private readonly requests: OrderOpeningService,
    private readonly sessions: CheckoutService,
    private readonly closing: OrderClosingService,
    private readonly networks: NetworkHolds,
    private readonly unknown: UnknownOrdersService,
  ) {}

  /**
   * Starts or continues the payment of the visitor's registration. Idempotent: a second tab, or a retry after a failed
   * attempt, gets the same session.
   *
   * @throws DomainError order_not_found; not_yours; hold_expired; hold_replaced; booking_cancelled;
   * registration_missing; stall_mismatch; amount_mismatch; order_closing; order_refused; already_paid;
   * provider_unavailable; network_blocked
   * @throws HttpError rate_limited
   */
  initiate({ id, address }: Visitor, dto: InitiateMelaPaymentDto): Promise<InitiateResponse> {
    const { orderId } = dto;
    const start = async (): Promise<StartedPayment> => {
      const booking = await this.bookings.findByOrder(orderId);
      if (booking === undefined) throw new DomainError("order_not_found");
      checkPayable(booking, id, dto);
      // The booking is registered again if an earlier request never reached the provider.
      return { orderId, accepted: booking.state === "registered" ? await this.open(booking, address) : undefined };
    };
    return this.sessions.open(start, "already_paid", () => new DomainError("provider_unavailable"));
  }

  /**
   * The status of an order's payment. Queries the provider at a limited rate, with a short timeout.
   *
   * @throws DomainError like {@link UnknownOrdersService.explaining} for an order that is not in our records
   */
  status(orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.unknown.explaining(orderId, () =>
      this.sessions.status(
        orderId,
        () => this.knownStatus(orderId),
        ({ paymentStatus }) => paymentStatus === "payment_failed",
        ({ stallId, stallType }) => ({
          orderId,
          stallId,
          stallType,
          paymentStatus: "payment_pending",
          outcome: { kind: "pending" },
        }),
      ),
    );
  }

  /**
   * Releases the stall of a paying booking once its order is closed: final at the provider, without money. Idempotent:
   * the facts give the release reason on every call.
   *
   * @throws DomainError not_found
   */
  async releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts> {
    await this.database.transaction(async (tx) => {
      const { booking } = await this.records.lock(tx, bookingId);
      if (booking.state !== "paying" || booking.orderId === null) return;
      const order = await this.orders.find(booking.orderId, tx);
      if (order?.state === "closed") {
        await this.payable.releaseUnpaid(tx, booking, order.closingActor ?? "system");
      }
    });
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined) throw new DomainError("not_found");
    return releaseFacts(booking);
  }

  /** Takes the next step to end a payment whose window is over: closes the order, then releases the stall. */
  async closeExpiredPayment(bookingId: string): Promise<{ closing: ClosingFacts; release?: ReleaseFacts }> {
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined || booking.orderId === null) throw new DomainError("not_found");
    const closing = await this.closing.closePaymentOrder(booking.orderId, "sweep");
    if (closing.step !== "closed") return { closing };
    return { closing, release: await this.releaseUnpaidStall(bookingId) };
  }

  /** Opens the order at the provider, unless another request is doing so. @returns the order once the provider has it */
  private async open(booking: BookingRow, address: string): Promise<OrderRow | undefined> {
    await this.networks.assertNotBlocked([...new Set([...this.networks.idsOf(address), ...booking.networks])]);
    // Counted per visitor and phone, so that other visitors cannot use up the limit of this phone number.
    const by = `${booking.visitorId ?? booking.id} ${booking.phone ?? ""}`;
    const undoLimits = await this.limits.use(
      { limit: "initiates_per_phone", by },
      { limit: "initiates_per_address", by: address },
    );
    let opened = false;
    try {
      const claim = await this.database.transaction((tx) => this.startPaying(tx, booking));
      if (claim === undefined) return undefined;
      const opening = await this.requests.openAtProvider(claim);
      switch (opening.kind) {
        case "accepted":
          opened = true;
          return opening.order;
        case "refused":
          throw new DomainError("order_refused", opening.fields === undefined ? {} : { fields: opening.fields });
        case "unavailable":
          throw new DomainError("provider_unavailable");
      }
    } finally {
      // Only opened payments count.
      if (!opened) await undoLimits();
    }
  }

  /**
   * Moves registered → paying before the hold's deadline and claims the right to open the order, in one transaction.
   *
   * @param seen the booking as it was checked; if it has changed since, nothing happens
   * @returns undefined if another request claimed it first
   * @throws DomainError hold_expired
   */
  private async startPaying(tx: Tx, seen: BookingRow): Promise<Claim | undefined> {
    await assertNotPaused(tx);
    const { booking } = await this.records.lock(tx, seen.id);
    if (booking.state !== "registered" || booking.orderId !== seen.orderId) return undefined;
    const seconds = this.requests.windowSeconds + PAYMENT_GRACE_SECONDS;
    if (!(await this.bookings.startPaying(tx, booking.id, seconds))) throw new DomainError("hold_expired");
    const params = orderParams(booking);
    const claim = await this.requests.claim(tx, params);
    await this.events.publish(
      tx,
      { ...booking, state: "paying" },
      { kind: "payment_started", actor: "visitor", note: params.orderId },
    );
    return claim;
  }

  private async knownStatus(orderId: string): Promise<MelaPaymentStatusResponse> {
    const booking = await this.bookings.findByAnyOrder(orderId);
    if (booking === undefined) throw new DomainError("order_not_found");
    const outcome = await this.outcomes.ofOrder(booking, orderId);
    return {
      orderId,
      stallId: booking.stallId,
      stallType: booking.stallType,
      paymentStatus: paymentStatusOf(outcome),
      outcome: outcomeResponse(outcome),
    };
  }
}

/** The parameters that open a registered booking's order at the provider. */
function orderParams(booking: BookingRow): OrderParams {
  const { id, stallId, orderId, finalPaise, phone, visitorId, email, fullName } = booking;
  if (orderId === null || finalPaise === null || phone === null || visitorId === null) {
    throw new Error(`booking ${id} is not registered`);
  }
  return {
    orderId,
    amountPaise: finalPaise,
    payer: { id: visitorId, phone, email: email ?? undefined, name: fullName ?? undefined },
    returnPath: PATHS.bookingPaid,
    subject: { type: "booking", id, stallId },
  };
}

/** Rejects a payment of another visitor's booking, of a booking that cannot be paid, or with differing details. */
function checkPayable(booking: BookingRow, visitorId: string | undefined, dto: InitiateMelaPaymentDto): void {
  if (visitorId === undefined || booking.visitorId !== visitorId) throw new DomainError("not_yours");
  switch (booking.state) {
    case "held":
      throw new DomainError("registration_missing");
    case "released":
      if (booking.releaseReason === "cancelled") throw new DomainError("booking_cancelled");
      throw new DomainError(booking.releaseReason === "replaced" ? "hold_replaced" : "hold_expired");
    case "blocked":
      throw new DomainError("hold_expired");
    case "sold":
      throw new DomainError("already_paid", { orderId: dto.orderId });
    case "registered":
      if (booking.expired) throw new DomainError("hold_expired");
      break;
    case "paying":
      break;
  }
  if (dto.metadata.stallId !== booking.stallId || dto.metadata.stallType !== booking.stallType) {
    throw new DomainError("stall_mismatch");
  }
  if (toPaise(dto.amount) !== booking.finalPaise) throw new DomainError("amount_mismatch");
}
