import { Module } from "@nestjs/common";
import { BookingsModule } from "../bookings/bookings.module.js";
import { CouponsModule } from "../coupons/coupons.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { EventRefundsService } from "./event-refunds.service.js";
import { SaleCancellationsService } from "./sale-cancellations.service.js";

/** The end of sales with their refunds: of one booking, or of all of a cancelled event. */
@Module({
  imports: [BookingsModule, CouponsModule, IssuesModule, ListingsModule, MailModule, PaymentsModule],
  providers: [EventRefundsService, SaleCancellationsService],
  exports: [EventRefundsService, SaleCancellationsService],
})
export class CancellationsModule {}
