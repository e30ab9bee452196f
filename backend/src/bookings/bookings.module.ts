import { Module } from "@nestjs/common";
import { CouponsModule } from "../coupons/coupons.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.module.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { VisitorsModule } from "../visitors/visitors.module.js";
import { BookingEvents } from "./booking-events.service.js";
import { BookingFactsService } from "./booking-facts.service.js";
import { BookingNews } from "./booking-news.service.js";
import { BookingPaymentBack } from "./booking-payment-back.service.js";
import { BookingPaymentController } from "./booking-payment.controller.js";
import { BookingPaymentInitiate } from "./booking-payment-initiate.service.js";
import { BookingPaymentRelease } from "./booking-payment-release.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import { BookingPaymentStanding } from "./booking-payment-standing.service.js";
import { BookingPaymentStart } from "./booking-payment-start.service.js";
import { BookingPaymentStory } from "./booking-payment-story.service.js";
import { BookingPaymentSubject } from "./booking-payment-subject.service.js";
import { BookingPaymentUnpaid } from "./booking-payment-unpaid.service.js";
import { BookingPayments } from "./booking-payment.service.js";
import { BookingSaleRoom } from "./booking-sale-room.service.js";
import { BookingSale } from "./booking-sale.service.js";
import { BookingsUnattended } from "./booking-unattended.service.js";
import { BookingsController } from "./bookings.controller.js";
import { BookingsRepository } from "./bookings.repository.js";
import { CouponCheck } from "./coupon-check.service.js";
import { HoldReleaseFollowUp } from "./hold-release.follow-up.js";
import { HoldRelease } from "./hold-release.service.js";
import { HoldStart } from "./hold-start.service.js";
import { MyHoldService } from "./my-hold.service.js";
import { OwnBooking } from "./own-booking.service.js";
import { PaymentsToClose } from "./payments-to-close.service.js";
import { RegistrationsService } from "./registrations.service.js";
import { ReservationsService } from "./reservations.service.js";
import { ReserveTransaction } from "./reserve.transaction.js";

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

/** Paying, selling, and the end of a payment without money. */
const PAYING = [
  BookingPaymentRepository,
  BookingPaymentStanding,
  BookingPaymentStory,
  BookingPaymentRelease,
  BookingPaymentUnpaid,
  BookingPaymentBack,
  BookingSaleRoom,
  BookingSale,
  BookingPaymentSubject,
  BookingPaymentStart,
  BookingPaymentInitiate,
  BookingPayments,
  BookingsUnattended,
];

/** What is known of a booking, and told of it. */
const TELLING = [BookingsRepository, BookingEvents, BookingNews, BookingFactsService];

/** Bookings of stalls, from the hold to the sale. */
@Module({
  imports: [
    StallsModule,
    VisitorsModule,
    CouponsModule,
    InvoicesModule,
    MailModule,
    PaymentsModule,
    RateLimitsModule,
  ],
  controllers: [BookingsController, BookingPaymentController],
  providers: [...TELLING, ...HOLDING, ...PAYING],
  exports: [BookingEvents, BookingFactsService, HoldRelease, BookingPayments, BookingsUnattended],
})
export class BookingsModule {}
