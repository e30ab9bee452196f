import { Injectable } from "@nestjs/common";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { Database } from "../platform/database/database.js";
import { CALLS_AT_ONCE, countSuccessful } from "../platform/loops/count-successful.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingsRepository } from "./bookings.repository.js";
import { ExpiredPaymentsService } from "./expired-payments.service.js";
import { HoldsService } from "./holds.service.js";
import { LateMoneySweepService, OVERDUE_SECONDS } from "./late-money-sweep.service.js";
import { NetworkHoldsService } from "./network-holds.service.js";
import { OverdueBookingsRepository } from "./overdue-bookings.repository.js";

/** Recovers bookings that are stuck because a workflow or a process was unavailable. */
@Injectable()
export class BookingSweepService {
  constructor(
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly overdueBookings: OverdueBookingsRepository,
    private readonly holds: HoldsService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly expiredPayments: ExpiredPaymentsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly lateMoneySweep: LateMoneySweepService,
  ) {}

  /** Releases holds a minute past their deadline, and cleans up after networks. @returns the number of released holds */
  async releaseOverdueHolds(limit: number): Promise<number> {
    const overdue = await this.overdueBookings.overdueHolds(OVERDUE_SECONDS, limit);
    const steps = [
      ...overdue.map((bookingId) => async () => (await this.holds.releaseExpiredHold(bookingId)).released),
      () => this.networkHolds.cleanUp().then(() => false),
    ];
    return countSuccessful(steps, (step) => step());
  }

  /** Takes the next step for payments a minute past their window. @returns the number of payments it ended */
  async closeOverduePayments(limit: number): Promise<number> {
    const close = async (bookingId: string): Promise<boolean> => {
      const { closing, release } = await this.expiredPayments.closeExpiredPayment(bookingId);
      // A payment that cannot end yet, or waits for the operator, is not stuck.
      const sold = closing.step === "paid" && closing.recheckInMs === undefined;
      return release?.released === true || sold;
    };
    return countSuccessful(await this.overdueBookings.overduePayments(OVERDUE_SECONDS, limit), close, CALLS_AT_ONCE);
  }

  /** Settles orders whose offer ended a minute ago without a refund. @returns the number of refunds it decided */
  settleOverdueOffers(limit: number): Promise<number> {
    return this.lateMoneySweep.settleOverdueOffers(limit);
  }

  /** Workflow id → booking id, of unfinished bookings. @param ageSeconds time since their last change */
  async workflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, string>> {
    const unfinished = await this.overdueBookings.unfinished(ageSeconds, limit);
    return new Map(unfinished.map((bookingId) => [stallBookingWorkflowId(bookingId), bookingId]));
  }

  /** Starts the missing workflow of a booking, unless the booking has ended meanwhile. */
  async restart(bookingId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const booking = await this.bookings.lock(tx, bookingId);
      if (booking === undefined || booking.state === "sold" || booking.state === "released") return;
      await this.bookingHistory.signal(tx, booking, { evenIfCompleted: true });
    });
  }
}
