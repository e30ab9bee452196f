import { Module } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { CouponsModule } from "../coupons/coupons.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { VisitorsModule } from "../visitors/visitors.module.js";
import { BookingEvents } from "./history/booking-events.service.js";
import { BookingFactsService } from "./history/booking-facts.service.js";
import { BookingEventPublisher } from "./history/booking-event-publisher.service.js";
import { BookingOutcomes } from "./outcome/booking-outcomes.service.js";
import { BookingInvoice } from "./payment/booking-invoice.service.js";
import { BookingPaymentRollback } from "./payment/booking-payment-rollback.service.js";
import { BookingPaymentController } from "./payment/booking-payment.controller.js";
import { BookingPaymentInitiate } from "./payment/booking-payment-initiate.service.js";
import { BookingPaymentRelease } from "./payment/booking-payment-release.service.js";
import { BookingPaymentRepository } from "./payment/booking-payment.repository.js";
import { BookingPaymentStatus } from "./payment/booking-payment-status.service.js";
import { BookingPaymentStart } from "./payment/booking-payment-start.service.js";
import { BookingPaymentHistory } from "./payment/booking-payment-history.service.js";
import { BookingPaymentSubject } from "./payment/booking-payment-subject.service.js";
import { BookingPaymentUnpaid } from "./payment/booking-payment-unpaid.service.js";
import { BookingPayments } from "./payment/booking-payment.service.js";
import { BookingSaleStall } from "./payment/booking-sale-room.service.js";
import { BookingSale } from "./payment/booking-sale.service.js";
import { BookingRecovery } from "./history/booking-recovery.service.js";
import { BookingsController } from "./bookings.controller.js";
import { BookingsRepository } from "./bookings.repository.js";
import { CouponCheck } from "./registration/coupon-check.service.js";
import { HoldReleaseFollowUp } from "./hold/hold-release.follow-up.js";
import { HoldRelease } from "./hold/hold-release.service.js";
import { NetworkHolds } from "./hold/network-holds.service.js";
import { ProofOfWork } from "./hold/proof-of-work.service.js";
import { HoldStart } from "./hold/hold-start.service.js";
import { MyHoldService } from "./hold/my-hold.service.js";
import { OwnBooking } from "./hold/own-booking.service.js";
import { FreeStalls } from "./offers/free-stalls.service.js";
import { StallOfferChoices } from "./offers/stall-offer-choices.service.js";
import { StallOffersController } from "./offers/stall-offers.controller.js";
import { StallOffersRepository } from "./offers/stall-offers.repository.js";
import { StallOffers } from "./offers/stall-offers.service.js";
import { StallOfferRecovery } from "./offers/stall-offers-recovery.service.js";
import { PaymentsToClose } from "./payment/payments-to-close.service.js";
import { RegistrationCoupons } from "./registration/registration-coupons.service.js";
import { RegistrationsService } from "./registration/registrations.service.js";
import { ReservationsService } from "./hold/reservations.service.js";
import { ReserveTransaction } from "./hold/reserve.transaction.js";

/** Reserving, holding, registering. */
const HOLDING = [
  NetworkHolds,
  ProofOfWork,
  HoldStart,
  HoldRelease,
  HoldReleaseFollowUp,
  OwnBooking,
  MyHoldService,
  PaymentsToClose,
  ReserveTransaction,
  ReservationsService,
  CouponCheck,
  RegistrationCoupons,
  RegistrationsService,
];

/** Paying, selling, and the end of a payment without money. */
const PAYING = [
  BookingPaymentRepository,
  BookingPaymentStatus,
  BookingPaymentHistory,
  BookingPaymentRelease,
  BookingPaymentUnpaid,
  BookingPaymentRollback,
  BookingSaleStall,
  BookingInvoice,
  BookingSale,
  BookingPaymentSubject,
  BookingPaymentStart,
  BookingPaymentInitiate,
  BookingPayments,
  BookingRecovery,
];

/** Another stall for money that came late. */
const OFFERING = [StallOffersRepository, FreeStalls, StallOffers, StallOfferChoices, StallOfferRecovery];

/** What is known of a booking, and told of it. */
const RECORDING = [
  BookingsRepository,
  BookingEvents,
  BookingEventPublisher,
  BookingFactsService,
  BookingOutcomes,
];

/** Bookings of stalls, from the hold to the sale. */
@Module({
  imports: [
    IssuesModule,
    StallsModule,
    VisitorsModule,
    CouponsModule,
    InvoicesModule,
    MailModule,
    PaymentsModule,
    RateLimitsModule,
  ],
  controllers: [BookingsController, BookingPaymentController, StallOffersController],
  providers: [...RECORDING, ...HOLDING, ...PAYING, ...OFFERING],
  // The repository for organiser/, which is of this feature; dependency-cruiser keeps it from others.
  exports: [
    BookingEvents,
    BookingFactsService,
    BookingInvoice,
    BookingEventPublisher,
    BookingOutcomes,
    BookingPayments,
    BookingsRepository,
    BookingRecovery,
    HoldRelease,
    NetworkHolds,
    StallOfferRecovery,
  ],
})
export class BookingsModule {}
