import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { CancellationsModule, EventCancellationsModule } from "../cancellations/cancellations.module.js";
import { CouponManagementModule, CouponsModule } from "../coupons/coupons.module.js";
import { EventFactsModule, EventRecordsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { MessagesModule } from "../messages/messages.module.js";
import { MovesModule } from "../moves/moves.module.js";
import { MyBookingModule } from "../my-booking/my-booking.module.js";
import { QuestionsModule } from "../papers/papers.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { PlansModule, StallsModule } from "../stalls/stalls.module.js";
import { ArrivalController } from "./arrival.controller.js";
import { BookingActionsController } from "./booking-actions.controller.js";
import { BookingMovesService } from "./booking-moves.service.js";
import { CancellationsService } from "./cancellations.service.js";
import { CouponActionsController } from "./coupon-actions.controller.js";
import { DocumentActionsController } from "./document-actions.controller.js";
import { EventCancellationsController } from "./event-cancellations.controller.js";
import { EventCopiesService } from "./event-copies.service.js";
import { EventLifecycleService } from "./event-lifecycle.service.js";
import { EventReschedulesController } from "./event-reschedules.controller.js";
import { EventReschedulesService } from "./event-reschedules.service.js";
import { EventTranslationsController } from "./event-translations.controller.js";
import { EventsAdminController } from "./events.controller.js";
import { HoldActionsService } from "./hold-actions.service.js";
import { HolderNoticesController } from "./holder-notices.controller.js";
import { HolderNoticesService } from "./holder-notices.service.js";
import { InvitationController, InvitationsController } from "./invitations.controller.js";
import { InvitationsService } from "./invitations.service.js";
import { LanguagesController } from "./languages.controller.js";
import { LanguagesService } from "./languages.service.js";
import { PlansController } from "./plans.controller.js";
import { QuestionsController } from "./questions.controller.js";
import { RegistrationCorrectionsService } from "./registration-corrections.service.js";
import { SaleMovesController } from "./sale-moves.controller.js";
import { SaleMovesService } from "./sale-moves.service.js";
import { StallActionsController } from "./stall-actions.controller.js";
import { StallActionsService } from "./stall-actions.service.js";
import { StallTypeActionsService } from "./stall-type-actions.service.js";
import { StallsPerOrderController } from "./stalls-per-order.controller.js";
import { UnpaidHoldsController } from "./unpaid-holds.controller.js";
import { UnpaidHoldsService } from "./unpaid-holds.service.js";

/** Operator actions on stalls, bookings, coupons, mails and documents; links for administrators' passwords. */
@Module({
  imports: [
    AccountsModule,
    IssuesModule,
    BookingsModule,
    CancellationsModule,
    CouponManagementModule,
    CouponsModule,
    EventCancellationsModule,
    EventFactsModule,
    EventRecordsModule,
    InvoicesModule,
    ListingsModule,
    MailModule,
    MessagesModule,
    MovesModule,
    MyBookingModule,
    PaymentsModule,
    RateLimitsModule,
    PlansModule,
    QuestionsModule,
    StallsModule,
  ],
  controllers: [
    ArrivalController,
    BookingActionsController,
    CouponActionsController,
    DocumentActionsController,
    EventCancellationsController,
    EventReschedulesController,
    EventTranslationsController,
    EventsAdminController,
    HolderNoticesController,
    InvitationController,
    InvitationsController,
    LanguagesController,
    PlansController,
    QuestionsController,
    SaleMovesController,
    StallActionsController,
    StallsPerOrderController,
    UnpaidHoldsController,
  ],
  providers: [
    BookingMovesService,
    CancellationsService,
    LanguagesService,
    EventCopiesService,
    EventLifecycleService,
    EventReschedulesService,
    HoldActionsService,
    HolderNoticesService,
    InvitationsService,
    RegistrationCorrectionsService,
    SaleMovesService,
    StallActionsService,
    StallTypeActionsService,
    UnpaidHoldsService,
  ],
  exports: [BookingMovesService, CancellationsService],
})
export class OperatorModule {}
