import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { StallsModule } from "../stalls/stalls.module.js";
import { GateListService } from "./gate-list.service.js";
import { GateTicksService } from "./gate-ticks.service.js";
import { GateController } from "./gate.controller.js";
import { WalkInListService } from "./walk-in-list.service.js";
import { WalkInPaymentsService } from "./walk-in-payments.service.js";
import { WalkInsController } from "./walk-ins.controller.js";
import { WalkInsService } from "./walk-ins.service.js";

/** Check-in at the gate, and sales to who walks in. */
@Module({
  imports: [
    AccountsModule,
    BookingsModule,
    EventFactsModule,
    MailModule,
    PaymentsModule,
    RateLimitsModule,
    StallsModule,
  ],
  controllers: [GateController, WalkInsController],
  providers: [GateListService, GateTicksService, WalkInListService, WalkInPaymentsService, WalkInsService],
  exports: [GateListService],
})
export class GateModule {}
