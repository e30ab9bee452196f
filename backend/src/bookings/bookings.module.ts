import { Module } from "@nestjs/common";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { CouponsModule } from "../coupons/coupons.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { OutgoingEventsModule } from "../integrations/integrations.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PapersModule } from "../papers/papers.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { WaitingPlacesModule } from "../waiting/waiting-places.module.js";
import { WhatsappModule } from "../whatsapp/whatsapp.module.js";
import { AssignedBookingsService } from "./assigned-bookings.service.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingLocksService } from "./booking-locks.service.js";
import { BookingOrderSubject } from "./booking-order-subject.js";
import { BookingOutcomesService } from "./booking-outcomes.service.js";
import { BookingPaymentStatusService } from "./booking-payment-status.service.js";
import { BookingPaymentsService } from "./booking-payments.service.js";
import { BookingSalesService } from "./booking-sales.service.js";
import { BookingSweepService } from "./booking-sweep.service.js";
import { BookingActivities } from "./booking.activities.js";
import { BookingPaymentsController, BookingsController, StallOffersController } from "./bookings.controller.js";
import { BookingsRepository } from "./bookings.repository.js";
import { ExpiredPaymentsService } from "./expired-payments.service.js";
import { FurtherBookingsRepository } from "./further-bookings.repository.js";
import { HoldsService } from "./holds.service.js";
import { LateMoneySweepService } from "./late-money-sweep.service.js";
import { LikeStallsService } from "./like-stalls.service.js";
import { ListingOffersService } from "./listing-offers.service.js";
import { MyHoldService } from "./my-hold.service.js";
import { NetworkHoldsService } from "./network-holds.service.js";
import { NetworkResolutionsService } from "./network-resolutions.service.js";
import { OfferedStallsService } from "./offered-stalls.service.js";
import { OperatorReleasesService } from "./operator-releases.service.js";
import { OverdueBookingsRepository } from "./overdue-bookings.repository.js";
import { OwnHoldsService } from "./own-holds.service.js";
import { RegistrationAnswersService } from "./registration-answers.service.js";
import { RegistrationsService } from "./registrations.service.js";
import { ReservationErrorsService } from "./reservation-errors.service.js";
import { ReservationsService } from "./reservations.service.js";
import { SeveralStallsService } from "./several-stalls.service.js";
import { SiteHoldsService } from "./site-holds.service.js";
import { StallOfferResponsesService } from "./stall-offer-responses.service.js";
import { StallOffersRepository } from "./stall-offers.repository.js";
import { StallOffersService } from "./stall-offers.service.js";
import { UnpaidBookingsService } from "./unpaid-bookings.service.js";
import { WalkInHoldsService } from "./walk-in-holds.service.js";

/** Bookings of stalls, from the hold to the sale. */
@Module({
  imports: [
    OurNamesModule,
    EventFactsModule,
    IssuesModule,
    CouponsModule,
    InvoicesModule,
    MailModule,
    OutgoingEventsModule,
    PapersModule,
    PaymentsModule,
    RateLimitsModule,
    StallsModule,
    WaitingPlacesModule,
    WhatsappModule,
  ],
  controllers: [BookingsController, BookingPaymentsController, StallOffersController],
  providers: [
    AssignedBookingsService,
    BookingActivities,
    BookingHistoryService,
    BookingOutcomesService,
    BookingOrderSubject,
    BookingPaymentsService,
    BookingPaymentStatusService,
    BookingLocksService,
    BookingSalesService,
    BookingSweepService,
    BookingsRepository,
    ExpiredPaymentsService,
    FurtherBookingsRepository,
    HoldsService,
    LateMoneySweepService,
    LikeStallsService,
    ListingOffersService,
    MyHoldService,
    NetworkHoldsService,
    NetworkResolutionsService,
    OfferedStallsService,
    OperatorReleasesService,
    OverdueBookingsRepository,
    OwnHoldsService,
    RegistrationAnswersService,
    RegistrationsService,
    ReservationErrorsService,
    ReservationsService,
    SeveralStallsService,
    SiteHoldsService,
    StallOfferResponsesService,
    StallOffersService,
    StallOffersRepository,
    UnpaidBookingsService,
    WalkInHoldsService,
  ],
  exports: [
    AssignedBookingsService,
    BookingActivities,
    BookingHistoryService,
    BookingOutcomesService,
    BookingOrderSubject,
    BookingPaymentsService,
    BookingPaymentStatusService,
    BookingLocksService,
    BookingSalesService,
    BookingSweepService,
    ExpiredPaymentsService,
    HoldsService,
    LateMoneySweepService,
    ListingOffersService,
    NetworkHoldsService,
    OperatorReleasesService,
    SeveralStallsService,
    SiteHoldsService,
    WalkInHoldsService,
  ],
})
export class BookingsModule {}
