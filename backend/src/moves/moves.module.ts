import { Module } from "@nestjs/common";
import { BookingsModule } from "../bookings/bookings.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { MoveMailsService } from "./move-mails.service.js";
import { MoveOrderSubject } from "./move-order-subject.js";
import { MovePaymentsService } from "./move-payments.service.js";
import { MoveQuotesService } from "./move-quotes.service.js";
import { MoveSalesService } from "./move-sales.service.js";
import { MoveTargetsService } from "./move-targets.service.js";
import { MovedBookingsService } from "./moved-bookings.service.js";
import { SaleOrdersService } from "./sale-orders.service.js";
import { StallMoveLifecycleService } from "./stall-move-lifecycle.service.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";
import { StallMovesService } from "./stall-moves.service.js";

/** Moves of sold bookings to stalls of any price: asked, paid, made. */
@Module({
  imports: [BookingsModule, EventFactsModule, InvoicesModule, MailModule, PaymentsModule, StallsModule],
  providers: [
    MoveMailsService,
    MoveOrderSubject,
    MovePaymentsService,
    MoveQuotesService,
    MoveSalesService,
    MoveTargetsService,
    MovedBookingsService,
    SaleOrdersService,
    StallMoveLifecycleService,
    StallMoveRecordsService,
    StallMovesService,
  ],
  exports: [
    MoveMailsService,
    MovePaymentsService,
    MoveQuotesService,
    MoveTargetsService,
    MovedBookingsService,
    SaleOrdersService,
    StallMoveLifecycleService,
    StallMoveRecordsService,
    StallMovesService,
  ],
})
export class MovesModule {}
