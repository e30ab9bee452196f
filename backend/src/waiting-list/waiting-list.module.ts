import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { WaitingPlacesModule } from "../waiting/waiting-places.module.js";
import { WaitingListController } from "./waiting-list.controller.js";
import { WaitingListService } from "./waiting-list.service.js";
import { WaitingManagementController } from "./waiting-management.controller.js";
import { WaitingManagementService } from "./waiting-management.service.js";
import { WaitingOffersService } from "./waiting-offers.service.js";

/** Offers of freed stalls: the activities of their workflows. */
@Module({
  imports: [BookingsModule, MailModule, StallsModule, WaitingPlacesModule],
  providers: [WaitingOffersService],
  exports: [WaitingOffersService],
})
export class WaitingOffersModule {}

/** The waiting list, for visitors and in the dashboard; api process only. */
@Module({
  imports: [
    AccountsModule,
    BookingsModule,
    EventFactsModule,
    MailModule,
    OurNamesModule,
    RateLimitsModule,
    StallsModule,
    WaitingOffersModule,
    WaitingPlacesModule,
  ],
  controllers: [WaitingListController, WaitingManagementController],
  providers: [WaitingListService, WaitingManagementService],
})
export class WaitingModule {}
