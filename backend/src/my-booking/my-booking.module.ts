import { Module } from "@nestjs/common";
import { BookingsModule } from "../bookings/bookings.module.js";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { MovesModule } from "../moves/moves.module.js";
import { PapersApiModule, PapersModule } from "../papers/papers.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { WhatsappModule } from "../whatsapp/whatsapp.module.js";
import { BookingReceiptService } from "./booking-receipt.service.js";
import { BookingRequestsService } from "./booking-requests.service.js";
import { FindBookingService } from "./find-booking.service.js";
import { MyBookingCorrectionsService } from "./my-booking-corrections.service.js";
import { MyBookingMovesController } from "./my-booking-moves.controller.js";
import { MyBookingMovesService } from "./my-booking-moves.service.js";
import { MyBookingPapersController } from "./my-booking-papers.controller.js";
import { MyBookingPapersService } from "./my-booking-papers.service.js";
import { MyBookingReadsService } from "./my-booking-reads.service.js";
import { BookingReceiptController, FindBookingController, MyBookingController } from "./my-booking.controller.js";
import { MyBookingService } from "./my-booking.service.js";
import { RequestResolutionsService } from "./request-resolutions.service.js";

/** The payer's page of a booking, opened by mailed links. */
@Module({
  imports: [
    OurNamesModule,
    BookingsModule,
    EventFactsModule,
    InvoicesModule,
    IssuesModule,
    ListingsModule,
    MailModule,
    MovesModule,
    PapersModule,
    PapersApiModule,
    PaymentsModule,
    RateLimitsModule,
    WhatsappModule,
  ],
  controllers: [
    BookingReceiptController,
    MyBookingController,
    MyBookingMovesController,
    MyBookingPapersController,
    FindBookingController,
  ],
  providers: [
    BookingReceiptService,
    MyBookingService,
    MyBookingReadsService,
    MyBookingMovesService,
    MyBookingPapersService,
    MyBookingCorrectionsService,
    FindBookingService,
    BookingRequestsService,
    RequestResolutionsService,
  ],
  exports: [BookingRequestsService],
})
export class MyBookingModule {}
