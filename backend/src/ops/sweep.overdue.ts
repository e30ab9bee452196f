import { Injectable } from "@nestjs/common";
import { BookingPayments } from "../bookings/payment/booking-payment.service.js";
import { StallOffersUnattended } from "../bookings/offers/stall-offers-unattended.service.js";
import { BookingsUnattended } from "../bookings/history/booking-unattended.service.js";
import { UnpaidApplications } from "../listings/lifecycle/unpaid-applications.service.js";
import { ListingsUnattended } from "../listings/lifecycle/listings-unattended.service.js";

/**
 * Payments whose window is long over, of stalls and of listings, applications that nobody pays for, and offers of
 * another stall that are over.
 */
@Injectable()
export class SweepOverdue {
  constructor(
    private readonly bookings: BookingsUnattended,
    private readonly stallPayments: BookingPayments,
    private readonly listings: ListingsUnattended,
    private readonly unpaidApplications: UnpaidApplications,
    private readonly offers: StallOffersUnattended,
  ) {}

  /** Takes the next step with each. @returns how many came to their end by it */
  async payments(limit: number): Promise<number> {
    let ended = await this.listings.closeOverdue(limit);
    ended += await this.unpaidApplications.lapseOverdue(limit);
    ended += await this.offers.settleOverdue(limit);
    for (const bookingId of await this.bookings.overduePayments(limit)) {
      const { closing, release } = await this.stallPayments.closeExpiredPayment(bookingId);
      // One that cannot end yet, or waits for the operator, is looked after as it should be.
      const sold = closing.step === "paid" && closing.lookAgainInMs === undefined;
      if (release?.released === true || sold) ended += 1;
    }
    return ended;
  }
}
