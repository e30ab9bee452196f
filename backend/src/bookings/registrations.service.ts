import { Injectable } from "@nestjs/common";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { type OrderCoupon, orderPrices } from "@sakhi/domain/bookings/several-stalls.rules";
import type { CreateProvisionalRegistrationDto } from "@sakhi/domain/bookings/stall-order.dto";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changedFields } from "@sakhi/domain/fields/correction.rules";
import { fieldsOf } from "@sakhi/domain/fields/declared-fields";
import { toRupees } from "@sakhi/domain/money/money";
import type { CouponResponse } from "../coupons/coupon.response.js";
import { CouponsService } from "../coupons/coupons.service.js";
import type { RequestedEvent } from "../events/event-facts.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { orderedStallResponse, type ProvisionalRegistrationResponse } from "./bookings.response.js";
import { OwnHoldsService } from "./own-holds.service.js";
import { RegistrationAnswersService } from "./registration-answers.service.js";
import { SeveralStallsService } from "./several-stalls.service.js";

/** Registers visitors for their reserved stall, with a coupon. */
@Injectable()
export class RegistrationsService {
  constructor(
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly ownHolds: OwnHoldsService,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly limits: RateLimits,
    private readonly answers: RegistrationAnswersService,
    private readonly severalStalls: SeveralStallsService,
  ) {}

  /**
   * Checks a coupon for the visitor's stall before they register. An unknown code is a result, not an error; the
   * visitor's own claim does not count as used.
   *
   * @throws HttpError rate_limited
   */
  async checkCoupon({ id, address, language }: Visitor, event: RequestedEvent, code: string): Promise<CouponResponse> {
    const undoLimit = await this.countCouponMiss(address);
    let missed = false;
    try {
      const booking = id === undefined ? undefined : await this.bookings.currentOf(id, event);
      const further = booking === undefined ? [] : await this.bookings.further(booking.id);
      const verdict = await this.coupons.check(code, {
        eventId: booking?.eventId ?? event.id,
        stallType: booking?.stallType,
        others: further.map(({ stallType }) => stallType),
        bookingId: booking?.id,
        language,
      });
      missed = !verdict.usable && verdict.code === "coupon_invalid";
      return {
        valid: verdict.usable,
        discountPercentage: verdict.usable ? verdict.percentage : 0,
        message: verdict.message,
        ...(verdict.usable && verdict.stallType !== null && further.length > 0 ? { stallType: verdict.stallType } : {}),
      };
    } finally {
      if (!missed) await undoLimit();
    }
  }

  /**
   * Registers the visitor for their hold, claims the coupon and creates the order. Repeated while registered, it updates
   * the registration: the earlier order is voided and the coupon claimed again. Idempotent for the same order id and
   * form.
   *
   * @throws DomainError not_yours, stall_not_found, hold_expired, hold_replaced, stall_mismatch, coupon_invalid,
   * coupon_exhausted, order_id_taken, payment_in_progress, already_paid, network_blocked, sales_paused
   * @throws HttpError rate_limited after too many wrong coupons, or too many registrations of this email address or
   * phone number from one network
   */
  async register(
    { id, address, language }: Visitor,
    event: RequestedEvent,
    dto: CreateProvisionalRegistrationDto,
  ): Promise<ProvisionalRegistrationResponse> {
    await this.ownHolds.assertNotBlocked({ id, address });
    const undoRegistration = await this.limits.use(
      { limit: "registrations_per_email", by: dto.email.toLowerCase(), address },
      { limit: "registrations_per_phone", by: dto.phoneNumber, address },
    );
    let missed = false;
    let undoMiss: (() => Promise<void>) | undefined;
    try {
      if (dto.appliedCouponCode !== undefined) undoMiss = await this.countCouponMiss(address);
      return await this.database.transaction(async (tx) =>
        registrationResponse(await this.registerInTx(tx, { id, language }, event, dto)),
      );
    } catch (error) {
      missed = error instanceof DomainError && error.code === "coupon_invalid";
      // Only successful registrations count.
      await undoRegistration();
      throw error;
    } finally {
      if (!missed) await undoMiss?.();
    }
  }

  /** @returns the booking and the further ones of its order */
  private async registerInTx(
    tx: Tx,
    { id: visitorId, language }: Pick<Visitor, "id" | "language">,
    event: RequestedEvent,
    dto: CreateProvisionalRegistrationDto,
  ): Promise<readonly BookingRow[]> {
    const { orderId, appliedCouponCode: couponCode, policiesVersion } = dto;
    const [, booking] = await Promise.all([assertNotPaused(tx), this.ownHolds.lock(tx, visitorId, event, dto.stallId)]);
    if (booking.stallType !== dto.stallType) throw new DomainError("stall_mismatch");
    const answers = await this.answers.read(tx, booking, dto);
    if (booking.orderId === orderId) {
      // A repeated submit. A changed form, or an order that is no longer unsent, needs a new order id.
      const order = await this.orders.find(orderId, tx);
      const isSame = sameForm(booking, dto) && (await this.answers.areStored(tx, booking.id, answers));
      if (order?.state !== "unsent" || !isSame) throw new DomainError("order_id_taken");
      await this.answers.chooseWhatsapp(tx, booking.id, dto);
      return [booking, ...(await this.severalStalls.unpaidFurther(tx, booking.id))];
    }

    if (booking.orderId !== null) await this.orders.voidUnsent(tx, booking.orderId);
    const further = await this.severalStalls.unpaidFurther(tx, booking.id);
    let coupon: OrderCoupon | undefined;
    if (couponCode === undefined) await this.coupons.release(tx, booking.id);
    else {
      const others = further.map(({ stallType }) => stallType);
      coupon = await this.coupons.claim(tx, couponCode, booking, language, others);
    }
    const { lines, total } = orderPrices([booking, ...further], coupon);
    const price = lines[0] ?? total;
    const { discountPercentage, discountPaise, totalPaise: finalPaise } = price;
    await this.orders.createUnsent(tx, {
      orderId,
      subjectType: "booking",
      subjectId: booking.id,
      amountPaise: total.totalPaise,
    });
    const data = { form: dto, couponCode, orderId, price, policiesVersion, language };
    const [isRegistered] = await Promise.all([
      // Checks the deadline again, because waiting for the locks above takes time.
      this.bookings.register(tx, booking.id, data),
      this.severalStalls.publishRegistered(tx, booking, price, orderId),
    ]);
    if (!isRegistered) throw new DomainError("hold_expired");
    await this.severalStalls.registerFurther(tx, further, lines.slice(1), orderId);
    await this.answers.store(tx, booking.id, answers, dto);
    return [
      { ...booking, orderId, discountPercentage, discountPaise, finalPaise },
      ...further.map((each, index) => ({ ...each, ...pricesOf(lines[index + 1] ?? price), orderId })),
    ];
  }

  /**
   * Counts a wrong coupon code per client address: codes are short words and could be found by brute force. For a valid
   * code the caller undoes the count.
   */
  private countCouponMiss(address: string): Promise<() => Promise<void>> {
    return this.limits.use({ limit: "coupon_misses_per_address", by: address });
  }
}

function sameForm(booking: BookingRow, dto: CreateProvisionalRegistrationDto): boolean {
  return (
    changedFields(REGISTRATION_FIELDS, "owner", fieldsOf(REGISTRATION_FIELDS, booking), dto).length === 0 &&
    booking.couponCode === (dto.appliedCouponCode ?? null) &&
    (dto.policiesVersion === undefined || booking.policiesVersion === dto.policiesVersion)
  );
}

function pricesOf({ discountPercentage, discountPaise, totalPaise: finalPaise }: PriceSummary) {
  return { discountPercentage, discountPaise, finalPaise };
}

/** @param all the booking, and the further ones of its order: the amounts are of all */
function registrationResponse(all: readonly BookingRow[]): ProvisionalRegistrationResponse {
  const [booking] = all;
  if (booking === undefined) throw new Error("nothing was registered");
  const sum = (of: (each: BookingRow) => number): number => toRupees(all.reduce((total, each) => total + of(each), 0));
  return {
    orderId: booking.orderId ?? "",
    stallId: booking.stallId,
    stallPrice: sum((each) => each.pricePaise),
    discountPercentage: Math.max(...all.map((each) => each.discountPercentage)),
    discountAmount: sum((each) => each.discountPaise),
    finalAmount: sum((each) => each.finalPaise ?? each.pricePaise),
    expiresAt: (booking.holdExpiresAt ?? booking.readAt).toISOString(),
    ...(all.length === 1 ? {} : { stalls: all.map(orderedStallResponse) }),
  };
}
