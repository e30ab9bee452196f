import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { AttentionModule } from "../issues/attention.module.js";
import { CouponsModule } from "../coupons/coupons.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { VisitorsModule } from "../visitors/visitors.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { BookingCancellations } from "./booking-cancellations.service.js";
import { BookingMoves } from "./booking-moves.service.js";
import { CancellationStory } from "./cancellation-story.service.js";
import { NetworkHoarding } from "./network-hoarding.service.js";
import { OfflineSaleStory } from "./offline-sale-story.service.js";
import { OfflineSales } from "./offline-sales.service.js";
import { OperatorHolds } from "./operator-holds.service.js";
import { OperatorRelease } from "./operator-release.service.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import { OrganiserMails } from "./organiser-mails.service.js";
import { OrganiserRepository } from "./organiser.repository.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";
import { StallBlocks } from "./stall-blocks.service.js";
import { StallPrices } from "./stall-prices.service.js";

/** What an operator does with stalls and bookings; for the administrator's area only. */
@Module({
  imports: [
    AccountsModule,
    AttentionModule,
    BookingsModule,
    CouponsModule,
    InvoicesModule,
    ListingsModule,
    MailModule,
    PaymentsModule,
    StallsModule,
    VisitorsModule,
  ],
  providers: [
    BookingCancellations,
    BookingMoves,
    CancellationStory,
    NetworkHoarding,
    OfflineSaleStory,
    OfflineSales,
    OperatorHolds,
    OperatorRelease,
    OrganiserLocks,
    OrganiserMails,
    OrganiserRepository,
    OrganiserTransaction,
    StallBlocks,
    StallPrices,
  ],
  exports: [
    BookingCancellations,
    BookingMoves,
    NetworkHoarding,
    OfflineSales,
    OperatorHolds,
    StallBlocks,
    StallPrices,
  ],
})
export class OrganiserModule {}
