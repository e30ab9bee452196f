import { Injectable } from "@nestjs/common";
import type { CreateProvisionalRegistrationDto } from "@sakhi/domain/bookings/create-provisional-registration.dto";
import { priceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { OrdersService } from "../../payments/orders.service.js";
import { Database, type Tx } from "../../platform/database/database.js";
import { clientNetwork, RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import type { ProvisionalRegistrationResponse } from "../booking.response.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { OwnBooking } from "../hold/own-booking.service.js";
import { RegistrationCoupons } from "./registration-coupons.service.js";

/** Registering for a reserved stall (architecture section 4, step 3). */
@Injectable()
export class RegistrationsService {
  constructor(
    private readonly database: Database,
    private readonly own: OwnBooking,
    private readonly bookings: BookingsRepository,
    private readonly coupons: RegistrationCoupons,
    private readonly orders: OrdersService,
    private readonly publisher: BookingEventPublisher,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Takes the form for the visitor's own hold, claims the coupon and makes the order. Sent again while registered it
   * updates in place: the earlier order is voided, the coupon claimed anew; with the same order id and the same form
   * it is the same registration and changes nothing.
   *
   * @throws DomainError not_yours, stall_not_found, hold_expired, hold_replaced, stall_mismatch, coupon_invalid,
   * coupon_exhausted, order_id_taken, payment_in_progress, already_paid
   * @throws HttpError rate_limited where too many wrong coupons were tried, or this e-mail address or phone number
   * was registered too often from one network
   */
  async register(
    visitor: Visitor,
    dto: CreateProvisionalRegistrationDto,
  ): Promise<ProvisionalRegistrationResponse> {
    const network = clientNetwork(visitor.address);
    const undo = await this.limits.use(
      { limit: "registrations_per_email", by: `${dto.email.toLowerCase()} ${network}` },
      { limit: "registrations_per_phone", by: `${dto.phoneNumber} ${network}` },
    );
    try {
      return await this.registerWithCoupon(visitor, dto);
    } catch (apiError) {
      // Only registrations that were made count.
      await undo();
      throw apiError;
    }
  }

  private registerWithCoupon(
    { id, address }: Visitor,
    dto: CreateProvisionalRegistrationDto,
  ): Promise<ProvisionalRegistrationResponse> {
    const register = () =>
      this.database.transaction(async (tx) => responseOf(await this.registerInTx(tx, id, dto)));
    if (dto.appliedCouponCode === undefined) return register();
    return this.coupons.counted(
      address,
      register,
      (outcome) =>
        "apiError" in outcome &&
        outcome.apiError instanceof DomainError &&
        outcome.apiError.code === "coupon_invalid",
    );
  }

  private async registerInTx(
    tx: Tx,
    visitorId: string | undefined,
    dto: CreateProvisionalRegistrationDto,
  ): Promise<BookingRow> {
    const booking = await this.own.requireHold(tx, visitorId, dto.stallId);
    if (booking.stallType !== dto.stallType) throw new DomainError("stall_mismatch");
    if (booking.orderId === dto.orderId) return this.sameAgain(tx, booking, dto);

    if (booking.orderId !== undefined) await this.orders.voidUnsent(tx, booking.orderId);
    const percentage = await this.coupons.claim(tx, booking, dto.appliedCouponCode);
    const price = priceSummary(booking.pricePaise, percentage);
    await this.orders.createUnsent(tx, {
      orderId: dto.orderId,
      subjectType: "booking",
      subjectId: booking.id,
      amountPaise: price.totalPaise,
    });
    const data = { form: dto, couponCode: dto.appliedCouponCode, orderId: dto.orderId, price };
    // The last judge of the deadline: the locks above may have been waited for.
    if (!(await this.bookings.register(tx, booking.id, data))) throw new DomainError("hold_expired");
    await this.publisher.record(
      tx,
      { id: booking.id, stallId: booking.stallId, orderId: dto.orderId, state: "registered" },
      {
        kind: "registered",
        actor: "visitor",
        note: dto.orderId,
        detail: { finalPaise: price.totalPaise, discountPercentage: percentage },
      },
    );
    const { discountPaise, totalPaise: finalPaise } = price;
    const { orderId } = dto;
    return { ...booking, orderId, discountPercentage: percentage, discountPaise, finalPaise };
  }

  /**
   * The same order id once more. The same form is a repeated submit and answered alike; another form, or an order
   * that has been used up meanwhile, wants an id of its own.
   */
  private async sameAgain(
    tx: Tx,
    booking: BookingRow,
    dto: CreateProvisionalRegistrationDto,
  ): Promise<BookingRow> {
    const order = await this.orders.find(dto.orderId, tx);
    if (order?.state !== "unsent" || !sameForm(booking, dto)) throw new DomainError("order_id_taken");
    return booking;
  }
}

function sameForm(booking: BookingRow, dto: CreateProvisionalRegistrationDto): boolean {
  return (
    booking.fullName === dto.fullName &&
    booking.email === dto.email &&
    booking.phone === dto.phoneNumber &&
    booking.businessName === dto.businessName &&
    booking.gstNumber === dto.gstNumber &&
    booking.gstAddress === dto.gstAddress &&
    booking.pincode === dto.pincode &&
    booking.couponCode === dto.appliedCouponCode
  );
}

function responseOf(booking: BookingRow): ProvisionalRegistrationResponse {
  return {
    orderId: booking.orderId ?? "",
    stallId: booking.stallId,
    stallPrice: toRupees(booking.pricePaise),
    discountPercentage: booking.discountPercentage,
    discountAmount: toRupees(booking.discountPaise),
    finalAmount: toRupees(booking.finalPaise ?? booking.pricePaise),
    expiresAt: (booking.holdExpiresAt ?? booking.readAt).toISOString(),
  };
}
