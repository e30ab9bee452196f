import { Module } from "@nestjs/common";
import { CouponsModule } from "../coupons/coupons.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.module.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { VisitorsModule } from "../visitors/visitors.module.js";
import { BookingEvents } from "./booking-events.service.js";
import { BookingFactsService } from "./booking-facts.service.js";
import { BookingNews } from "./booking-news.service.js";
import { BookingsController } from "./bookings.controller.js";
import { BookingsRepository } from "./bookings.repository.js";
import { CouponCheck } from "./coupon-check.service.js";
import { HoldReleaseFollowUp } from "./hold-release.follow-up.js";
import { HoldRelease } from "./hold-release.service.js";
import { HoldStart } from "./hold-start.service.js";
import { MyHoldService } from "./my-hold.service.js";
import { OwnBooking } from "./own-booking.service.js";
import { RegistrationsService } from "./registrations.service.js";
import { ReservationsService } from "./reservations.service.js";
import { PaymentsToClose, ReserveTransaction } from "./reserve.transaction.js";

/** Reserving, holding, registering. */
const HOLDING = [
  HoldStart,
  HoldRelease,
  HoldReleaseFollowUp,
  OwnBooking,
  MyHoldService,
  PaymentsToClose,
  ReserveTransaction,
  ReservationsService,
  CouponCheck,
  RegistrationsService,
];

/** What is known of a booking, and told of it. */
const TELLING = [BookingsRepository, BookingEvents, BookingNews, BookingFactsService];

/** Bookings of stalls, from the hold to the sale. */
@Module({
  imports: [StallsModule, VisitorsModule, CouponsModule, MailModule, PaymentsModule, RateLimitsModule],
  controllers: [BookingsController],
  providers: [...TELLING, ...HOLDING],
  exports: [BookingEvents, BookingFactsService, HoldRelease],
})
export class BookingsModule {}
