import { EventFactsModule } from "../events/event-facts.module.js";
import { Module } from "@nestjs/common";
import { CouponsModule } from "../coupons/coupons.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { MailModule } from "../mail/mail.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingOutcomes } from "./booking-outcomes.service.js";
import { BookingOrderSubject } from "./booking-order-subject.js";
import { BookingPaymentsService } from "./booking-payments.service.js";
import { BookingRecords } from "./booking-records.service.js";
import { BookingSalesService } from "./booking-sales.service.js";
import { BookingSweepService } from "./booking-sweep.service.js";
import { BookingActivities } from "./booking.activities.js";
import { BookingPaymentsController, BookingsController, StallOffersController } from "./bookings.controller.js";
import { BookingsRepository } from "./bookings.repository.js";
import { ExpiredPaymentsService } from "./expired-payments.service.js";
import { HoldsService } from "./holds.service.js";
import { LateMoneySweepService } from "./late-money-sweep.service.js";
import { ListingOffers } from "./listing-offers.service.js";
import { MyHoldService } from "./my-hold.service.js";
import { NetworkHolds } from "./network-holds.service.js";
import { OperatorReleasesService } from "./operator-releases.service.js";
import { ProofOfWork } from "./proof-of-work.service.js";
import { RegistrationsService } from "./registrations.service.js";
import { ReservationErrorsService } from "./reservation-errors.service.js";
import { ReservationsService } from "./reservations.service.js";
import { StallOfferResponses } from "./stall-offer-responses.service.js";
import { StallOffersRepository } from "./stall-offers.repository.js";
import { StallOffers } from "./stall-offers.service.js";
import { UnpaidBookingsService } from "./unpaid-bookings.service.js";
import { NetworkResolutionsService } from "./network-resolutions.service.js";

/** Bookings of stalls, from the hold to the sale. */
@Module({
  imports: [
    EventFactsModule,
    IssuesModule,
    CouponsModule,
    InvoicesModule,
    MailModule,
    PaymentsModule,
    RateLimitsModule,
    StallsModule,
  ],
  controllers: [BookingsController, BookingPaymentsController, StallOffersController],
  providers: [
    BookingActivities,
    BookingHistoryService,
    BookingOutcomes,
    BookingOrderSubject,
    BookingPaymentsService,
    BookingRecords,
    BookingSalesService,
    BookingSweepService,
    BookingsRepository,
    ExpiredPaymentsService,
    HoldsService,
    LateMoneySweepService,
    ListingOffers,
    MyHoldService,
    NetworkHolds,
    NetworkResolutionsService,
    OperatorReleasesService,
    ProofOfWork,
    RegistrationsService,
    ReservationErrorsService,
    ReservationsService,
    StallOfferResponses,
    StallOffers,
    StallOffersRepository,
    UnpaidBookingsService,
  ],
  exports: [
    BookingActivities,
    BookingHistoryService,
    BookingOutcomes,
    BookingOrderSubject,
    BookingPaymentsService,
    BookingRecords,
    BookingSalesService,
    BookingSweepService,
    ExpiredPaymentsService,
    HoldsService,
    LateMoneySweepService,
    ListingOffers,
    NetworkHolds,
    OperatorReleasesService,
  ],
})
export class BookingsModule {}
