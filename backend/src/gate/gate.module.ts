import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { GateListService } from "./gate-list.service.js";
import { GateTicksService } from "./gate-ticks.service.js";
import { GateController } from "./gate.controller.js";

/** Check-in at the gate. */
@Module({
  imports: [AccountsModule, EventFactsModule, MailModule, RateLimitsModule],
  controllers: [GateController],
  providers: [GateListService, GateTicksService],
  exports: [GateListService],
})
export class GateModule {}
