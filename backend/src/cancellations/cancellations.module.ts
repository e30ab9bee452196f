import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { CouponsModule } from "../coupons/coupons.module.js";
import { EventFactsModule, EventRecordsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { MovesModule } from "../moves/moves.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { EventCancellationsService } from "./event-cancellations.service.js";
import { EventRefundsService } from "./event-refunds.service.js";
import { SaleCancellationsService } from "./sale-cancellations.service.js";

/** The end of sales with their refunds: of one booking, or of all of a cancelled event. */
@Module({
  imports: [BookingsModule, CouponsModule, IssuesModule, ListingsModule, MailModule, MovesModule, PaymentsModule],
  providers: [EventRefundsService, SaleCancellationsService],
  exports: [EventRefundsService, SaleCancellationsService],
})
export class CancellationsModule {}

/** Cancellations of events, as operators begin, pause and see them. */
@Module({
  imports: [
    AccountsModule,
    BookingsModule,
    CancellationsModule,
    EventFactsModule,
    EventRecordsModule,
    InvoicesModule,
    MovesModule,
  ],
  providers: [EventCancellationsService],
  exports: [EventCancellationsService],
})
export class EventCancellationsModule {}
